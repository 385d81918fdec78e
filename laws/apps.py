"""Registers the laws with Django."""

from django.apps import AppConfig


class LawsConfig(AppConfig):
    """The law sets and the laws they are made of."""

    name = "laws"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Laws"
