"""The laws of the game as data, and the pages and API that read them. It knows nothing of tables or scores."""
