"""The law as pure code. It uses no Django, no clock and no randomness, and it reads no files."""
