"""Event setup: settings, law sets, the form for a new event, and changes to a planned or running event."""
