"""Registers scoring with Django."""

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import pre_migrate


class ScoringConfig(AppConfig):
    """Keeps score and keeps the records."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Scoring"

    def ready(self) -> None:
        """Register the checks of the law's effects and answers, and of a database before it is migrated."""
        from scoring.office import checks, schema

        pre_migrate.connect(schema.before_migrating, sender=self)
        register(checks.effects, "scoring")
        register(checks.answers, "scoring")
