"""What people type, turned into what the services take. What a law forbids is not decided here."""
