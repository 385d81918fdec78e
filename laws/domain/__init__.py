"""The law as pure values: no Django, no clock, no randomness. No file is read here."""
