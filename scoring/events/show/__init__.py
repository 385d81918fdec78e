"""Views that display an event: desk, hall, phone, public page and log."""
