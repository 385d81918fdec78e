"""What the doors of several features share."""
