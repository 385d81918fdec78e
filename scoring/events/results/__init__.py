"""Results: doubts, decisions, outcomes, standings and finals."""
