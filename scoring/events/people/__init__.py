"""Entrants: entries, check-in, wishes, lists of names, and players' links to their own page of an event."""
