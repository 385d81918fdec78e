"""Evenings of many tables: rounds, movement, standings and prizes."""
