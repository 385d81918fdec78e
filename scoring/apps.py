"""Registers scoring with Django."""

from django.apps import AppConfig
from django.core.checks import register
from django.core.signals import request_finished


class ScoringConfig(AppConfig):
    """Keeps score and keeps the records."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Scoring"

    def ready(self) -> None:
        """Have the effects and answers that the law names checked whenever Django checks itself."""
        from scoring import checks, connections

        register(checks.effects, "scoring")
        register(checks.answers, "scoring")
        request_finished.connect(connections.keep_few, dispatch_uid="keep few connections")
