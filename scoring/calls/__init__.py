"""Calls: a table calls the director in free text, and sees how the call is handled."""
