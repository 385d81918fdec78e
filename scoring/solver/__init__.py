"""The solver finds the best play of a deal, as if all players knew all cards."""
