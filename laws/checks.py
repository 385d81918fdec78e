"""``manage.py check`` fails when a law book cannot be read, naming the file, the law and the reason."""

from collections.abc import Sequence

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error

from laws import library
from laws.domain.errors import BrokenBook


def books(app_configs: Sequence[AppConfig] | None, **_options: object) -> list[CheckMessage]:
    """Return an error for each fault in the books and in the players' words."""
    try:
        library.law_sets()
        library.index()
    except BrokenBook as broken:
        return [Error(str(fault), id="laws.E001") for fault in broken.faults]
    return []
