"""Template tags and filters of the laws."""
