"""Tables: their games, deals, corrections, held entries, cuts and links; a company cutting out."""
