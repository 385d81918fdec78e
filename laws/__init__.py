"""The laws of the game as data, and the pages and API that show them and rule by them."""
