"""The search for best play with all cards known, without Django."""
