"""The rules of the games, as code without Django, clock or randomness."""
