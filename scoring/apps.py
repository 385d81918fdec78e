"""Registers scoring with Django."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Keeps score and keeps the records."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Scoring"
