"""SQLite as Django speaks it, with writers standing in line."""
