"""Five or six at one table: who plays, who waits, who cuts out after a game."""
