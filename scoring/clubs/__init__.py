"""Clubs: members, roles, permissions and signing in."""
