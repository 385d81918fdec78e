"""What looks at everything: the admin, the director's page, the demo, verification, backups."""
