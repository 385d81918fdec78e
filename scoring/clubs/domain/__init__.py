"""Parsing of name lists, from text and spreadsheets, without Django."""
