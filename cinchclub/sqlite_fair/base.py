"""SQLite as Django speaks it, with writers standing in line."""

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection."""
