"""Rounds in play: movements, seats, bell, clock, slips."""
