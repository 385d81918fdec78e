"""The doors for people: one access check, one form, one service or selector, one template each."""
