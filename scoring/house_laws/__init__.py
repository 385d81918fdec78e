"""A club's own law sets (house law sets): a member writes a draft, a second person publishes the draft."""
