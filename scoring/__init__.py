"""Scoring and records: clubs, tables, games, deals, disputes, events.

This package uses ``laws``; ``laws`` does not use this package.
"""
