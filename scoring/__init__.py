"""Scoring and records: clubs, tables, games, deals, disputes, events. It imports ``laws``."""
