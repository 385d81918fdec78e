"""A club's own law sets: written as drafts, checked, published as revisions by a second person."""
