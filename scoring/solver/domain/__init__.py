"""Best play with all cards known: a search over plain values, without the framework."""
