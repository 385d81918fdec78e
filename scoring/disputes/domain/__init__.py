"""Disputes over a deal: what its record shows of them, how they are ruled, what that does to it. Pure."""
