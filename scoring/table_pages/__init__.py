"""The pages of a table, its deals and its score sheet, with the calls, disputes and the round there."""
