"""Disputes over a deal: what the record shows of them by itself, and who plays which part. Pure."""
