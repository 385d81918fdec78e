"""Registers the project as a Django app, so that its checks run and its static files are found."""

from django.apps import AppConfig
from django.core import checks

from cinchclub import celery  # noqa: F401 - tasks are sent through this application
from cinchclub.checks import configuration


class ProjectConfig(AppConfig):
    name = "cinchclub"
    verbose_name = "Cinch Club"

    def ready(self) -> None:
        checks.register(configuration, checks.Tags.security)
