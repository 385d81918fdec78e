"""Disputes: raised, asked about, ruled, appealed."""
