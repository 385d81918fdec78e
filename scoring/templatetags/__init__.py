"""How cards, figures and the race are written on a page. Nothing is computed here that counts."""
