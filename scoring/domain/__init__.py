"""The games, pure: cards, seats, deals, scores and cutting. No framework, no database, no clock, no chance."""
