"""Views that show an event: desk, standings, projector, players' phones, public page and rulings.

`pages.calling` leads to the page for calling the director.
"""
