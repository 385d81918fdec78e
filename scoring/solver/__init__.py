"""The solver: what each side can make of a deal when every card is seen."""
