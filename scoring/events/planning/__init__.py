"""Setting an event up: its settings, the form, and changes after it was planned."""
