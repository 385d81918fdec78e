"""The pages of a table, its deals and its score sheet, with the table's calls, disputes and event round."""
