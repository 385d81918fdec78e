"""Progressive evenings: who sits where and why, a round's life, standings and prizes; and cutting out."""
