"""Pure parts of clubs: lists of names, from text and from spreadsheets."""
