"""Which rows are facts, that are only ever added, and the digest by which the journal vouches for each."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache

from django.apps import apps
from django.db import models

from scoring.journal.chain import digest
from scoring.journal.models import Fact


def fact_models() -> tuple[type[models.Model], ...]:
    """All models whose rows are facts, once Django has loaded them."""
    return tuple(model for model in apps.get_models() if issubclass(model, Fact))


def name_of(fact: models.Model) -> str:
    """Return how the journal names a fact, for example ``deal:12``."""
    return f"{fact._meta.model_name}:{fact.pk}"


def digest_of(fact: models.Model) -> str:
    """Return the digest of everything a fact's row holds, its id included."""
    kind, columns = _columns(type(fact))
    return _digest(kind, {name: getattr(fact, name) for name in columns})


@cache
def _columns(model: type[models.Model]) -> tuple[str, tuple[str, ...]]:
    """Return a model's name, and the attributes of what its rows hold."""
    return model._meta.model_name or "", tuple(field.attname for field in model._meta.concrete_fields)


def _digest(kind: str, held: Mapping[str, object]) -> str:
    return digest(
        {
            name: value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
            for name, value in held.items()
        }
    )
