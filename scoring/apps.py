"""Registers scoring with Django."""

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import pre_migrate


class ScoringConfig(AppConfig):
    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Scoring"

    def ready(self) -> None:
        """Register the checks, the guard of migrations, and the policy for entries at events' tables."""
        from scoring.events.table_policy import EventTablePolicy
        from scoring.office import checks, schema
        from scoring.tables.table_policy import TablePolicy

        TablePolicy.in_event = EventTablePolicy
        pre_migrate.connect(schema.before_migrating, sender=self)
        register(checks.effects, "scoring")
        register(checks.answers, "scoring")
