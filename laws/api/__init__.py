"""The public API of the laws: `/api/v1/law-sets/`, `laws/`, `clauses/`, `incidents/` and `rulings/`."""
