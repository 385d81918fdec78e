"""The solver: the best result of each side on a deal if every card is known."""
