"""The template tags and filters of the scoring app."""
