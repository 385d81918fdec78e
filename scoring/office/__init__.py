"""Features that use all others: the admin, the director's page, the demo, verification, backups."""
