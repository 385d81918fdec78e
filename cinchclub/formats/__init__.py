"""Date and time formats that replace Django's. A language without a folder here has Django's formats."""
