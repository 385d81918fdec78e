"""Settings, addresses, errors, start-up. The project mounts both apps and is imported by neither."""

import django_stubs_ext

from cinchclub.celery import app as celery_app

# Lets ``QuerySet[Deal]`` and the like stand in the code, not only in its annotations.
django_stubs_ext.monkeypatch()

__all__ = ["celery_app"]
