"""The Django project: settings, URLs, error pages, start-up. Neither app imports it."""

from cinchclub.celery import app as celery_app

__all__ = ["celery_app"]
