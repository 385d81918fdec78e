"""Reading that joins nouns or computes: tables as they stand, a club at a glance, the journal."""
