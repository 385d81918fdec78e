"""The migrations of the laws."""
