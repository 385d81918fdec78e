"""Calls: a table asks for the director in its own words, and sees what becomes of it."""
