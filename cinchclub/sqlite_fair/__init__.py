"""A database backend: SQLite as Django speaks it, with the writers standing in line (see ``base``)."""
