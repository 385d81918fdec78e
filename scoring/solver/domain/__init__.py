"""Best play with every card seen, as a search over plain values. Pure."""
