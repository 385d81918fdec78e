"""Disputes: players raise a dispute and answer questions, a director decides, and a player may appeal."""
