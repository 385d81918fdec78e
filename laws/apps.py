"""Registers the laws with Django."""

from django.apps import AppConfig
from django.core.checks import register


class LawsConfig(AppConfig):
    """The law sets and the laws they are made of."""

    name = "laws"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Laws"

    def ready(self) -> None:
        """Have the books checked whenever Django checks itself."""
        from laws import checks

        register(checks.books, "laws")
