"""Date and time formats that differ from Django's; each language has a folder."""
