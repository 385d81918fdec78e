"""The journal: records, chained journal entries, and idempotency keys."""
