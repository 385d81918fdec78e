"""Who won a table, standings, tie-breaks, prizes and final results."""
