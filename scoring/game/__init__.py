"""The games without framework, database, clock or randomness: cards, seats, deals, scores and cutting."""
