"""Tests of the laws: books, law sets, search, revisions and their API."""
