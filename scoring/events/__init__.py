"""Events: evenings of several tables with rounds, a movement, standings and prizes."""
