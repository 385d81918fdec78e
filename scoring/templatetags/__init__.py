"""Template tags and filters that format cards, numbers, scores and names."""
