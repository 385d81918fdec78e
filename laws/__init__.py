"""The laws of the game as data, and the pages and API that read them. Tables and scores are unknown here."""
