"""Rounds: movements, seating, seat changes, bell, clock and slips."""
