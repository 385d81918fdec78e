"""Cutting-out tables: five or six players at a table of four, and who gives way after each game."""
