"""Tables: games, deals, corrections, held entries, cuts, table links and cutting out."""
