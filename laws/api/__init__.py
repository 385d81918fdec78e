"""The law book for programs: `/api/v1/law-sets/`, `laws/`, `clauses/`, `incidents/` and `rulings/`."""
