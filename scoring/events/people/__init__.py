"""Entrants: entries, check-in, wishes, lists of names, and links to a player's own evening."""
