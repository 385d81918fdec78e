"""Clubs: members, roles and what they may do, signing in."""
