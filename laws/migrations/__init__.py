"""The steps by which the tables of the laws came to be."""
