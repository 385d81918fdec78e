"""How laws are cited on a page."""
