"""A club's own law sets (house law sets). A member writes a draft; normally another member publishes it."""
