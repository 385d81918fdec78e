"""Cutting-out tables: five or six players share a table of four, and some give way after each game."""
