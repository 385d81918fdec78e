"""Features that use other features: the admin, the director's page, the demo, verification, backups."""
