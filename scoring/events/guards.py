"""Decorators for the pages of events. They check permissions."""

from scoring.clubs.guards import known_callers, page_decorator
from scoring.events.access import event_for, published_event

event_page = page_decorator(event_for, "event_id", known_callers)
"""Admits everybody who has access to the event by `event_for`."""

published_page = page_decorator(published_event, "event_id", lambda view: view)
"""Admits everybody to an event that has published parts."""
