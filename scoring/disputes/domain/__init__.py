"""Disputes about a deal without the framework: the facts on record, the state, and strict parsing."""
