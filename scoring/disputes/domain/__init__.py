"""Disputes without Django: the facts on a deal's record, the state of a dispute, and strict parsing."""
