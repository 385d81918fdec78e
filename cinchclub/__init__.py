"""The house: settings, addresses, errors, start-up. It mounts both apps and is imported by neither."""

from cinchclub.celery import app as celery_app

__all__ = ["celery_app"]
