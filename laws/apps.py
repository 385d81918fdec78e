"""The Django app of the laws."""

from django.apps import AppConfig
from django.core.checks import register


class LawsConfig(AppConfig):
    name = "laws"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Laws"

    def ready(self) -> None:
        from laws import checks

        register(checks.books, "laws")
