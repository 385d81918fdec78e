"""The Django project: settings, URLs, error pages, start-up. `laws` and `scoring` do not import it."""

from cinchclub.celery import app as celery_app

__all__ = ["celery_app"]
