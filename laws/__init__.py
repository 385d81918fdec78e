"""The laws of the game as data, with the pages and the API that show the laws and give rulings."""
