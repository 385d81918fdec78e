"""Registers scoring with Django."""

from django.apps import AppConfig
from django.core.checks import register


class ScoringConfig(AppConfig):
    """Keeps score and keeps the records."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Scoring"

    def ready(self) -> None:
        """Have the effects and answers that the law names checked whenever Django checks itself."""
        from scoring.office import checks

        register(checks.effects, "scoring")
        register(checks.answers, "scoring")
