"""The solver: finds the best play of a deal if all players know all cards."""
