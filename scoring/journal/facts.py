"""Which rows are facts, that are only ever added, and the digest by which the journal vouches for each."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache

from django.db import models

from scoring.disputes.models import Dispute, DisputeStep
from scoring.events.models import (
    Bell,
    ClockStep,
    Doubt,
    DoubtSettled,
    Placing,
    Seating,
    TableDecision,
    TakeBack,
)
from scoring.house_laws.models import HouseLawSet, HousePublication
from scoring.journal.chain import digest
from scoring.models.cut import Cut
from scoring.models.deal import Deal, DealRevision
from scoring.models.event import Departure, Entrant, Event, Final, FinalProposal, Return, WishChange
from scoring.models.held import HeldDecision, HeldEntry
from scoring.models.table import Game, Seat
from scoring.tables.company.models import Company, CuttingChoice, CuttingOut, Joining, Leaving, Succession

FACTS: tuple[type[models.Model], ...] = (
    *(Game, Seat, Deal, DealRevision, Cut, HeldEntry, HeldDecision),
    *(Event, Entrant, WishChange, Departure, Return, FinalProposal, Final),
    *(Seating, Placing, TakeBack, Bell, ClockStep, TableDecision, Doubt, DoubtSettled),
    *(Company, CuttingChoice, Joining, Leaving, CuttingOut, Succession),
    *(Dispute, DisputeStep),
    *(HouseLawSet, HousePublication),
)
"""The journal names every row of these; the database refuses to change or remove one."""
LATER: Mapping[str, frozenset[str]] = {
    "game": frozenset({"game", "law_set_id"}),
    "event": frozenset({"law_set_at_three_id"}),
    "cut": frozenset({"game_id"}),
}
"""Columns added to a table of facts that was in use: left empty, they are none of what a digest covers."""


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


def digests(
    model: type[models.Model], columns: Sequence[str], ids: Sequence[int], rows: Sequence[Sequence[object]]
) -> dict[str, str]:
    """Return name and digest of many facts; ``columns`` are all that their rows hold besides their ids."""
    kind = model._meta.model_name or ""
    return {
        f"{kind}:{pk}": _digest(kind, {"id": pk, **dict(zip(columns, row, strict=True))})
        for pk, row in zip(ids, rows, strict=True)
    }


def _digest(kind: str, held: Mapping[str, object]) -> str:
    if (later := LATER.get(kind)) is not None:
        held = {name: value for name, value in held.items() if value is not None or name not in later}
    return digest(
        {
            name: value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value
            for name, value in held.items()
        }
    )
