"""A dispute's services: raise, answer, choose, decide, appeal; one transaction each."""
