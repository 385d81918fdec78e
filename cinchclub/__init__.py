"""Settings, addresses, errors, start-up. The project mounts both apps and is imported by neither."""

from cinchclub.celery import app as celery_app

__all__ = ["celery_app"]
