"""The law as pure values: the standard library only, no framework, no file is read here."""
