"""Keeps score and keeps the records: clubs, tables, games, deals. It stands on ``laws``."""
