"""The games, pure: cards, seats, deals, scores and cutting. No framework, database, clock or chance."""
