"""A database backend: Django's SQLite backend with a queue for writers (see ``base``)."""
