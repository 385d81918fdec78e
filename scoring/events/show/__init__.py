"""Views that show an event: desk, standings, projector, players' phones, public page and rulings."""
