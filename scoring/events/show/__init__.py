"""Views that display an event: desk, hall display, phones, public page and journal."""
