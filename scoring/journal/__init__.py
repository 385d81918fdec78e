"""The journal: facts, entries, the chain they form, and idempotency keys."""
