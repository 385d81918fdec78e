"""Disputes as they are looked up by those concerned: what a table is asked, the queue, a deal's rulings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from laws.domain.roles import fill
from laws.queries import law_book_at
from scoring.disputes.queries.people import effect_at
from scoring.game.score import Score
from scoring.game.seating import Seating
from scoring.models import Club, Dispute, DisputeStep, Event, Table
from scoring.prepared import Query
from scoring.records import ruled_otherwise
from scoring.selectors.dispute_answers import answers_of
from scoring.selectors.disputes import disputes_of, shown
from scoring.tables.games import GameRecord
from scoring.tables.rulings import undecided

_MAY_ASK = Query(
    lambda table, number: (
        Dispute.objects.filter(table=table)
        .filter(Q(pk__in=undecided().filter(table=table).values("pk")) | Q(number=number))
        .values_list("pk")
    ),
    table=int,
    number=int,
)


@dataclass(frozen=True, slots=True)
class RulingOnDeal:
    """A decision that stands on a deal: what it orders, who decided, and the deal's score without it."""

    dispute: int
    title: str
    effects: tuple[dict[str, Any], ...]
    kind: str
    by: str
    at: datetime
    reason: str
    without: Score | None


def asked_at(table: Table, next_number: int) -> list[dict[str, Any]]:
    """Return the disputes at a table that ask something of it: undecided, or to be carried out in play.

    One that was decided in play may also ask for points, without which its deal cannot be scored.
    """
    found = [pk for (pk,) in _MAY_ASK.rows(table=table.pk, number=next_number)]
    answers = answers_of(disputes_named(found))
    return [
        answer for answer in answers if answer["is_open"] or answer["to_carry_out"] or answer["needs_points"]
    ]


def queue(club: Club, event: Event | None = None) -> QuerySet[Dispute]:
    """Return the disputes that somebody has still to decide, the oldest first."""
    found = disputes_of(club, event=event.pk if event else None, is_open=True)
    return found.order_by("at", "id")


def disputes_named(ids: Sequence[int]) -> list[Dispute]:
    """Return disputes by their ids, the oldest first; no statement where there are none."""
    return list(shown().filter(pk__in=ids).order_by("at", "id")) if ids else []


def raised_on(table: Table, number: int) -> set[tuple[str, int | None, int | None]]:
    """Return what was raised on a deal and not dropped: the incident, the seat in error, the trick."""
    steps = DisputeStep.objects.filter(dispute__table=table, dispute__number=number, seq=1)
    dropped = DisputeStep.objects.filter(kind="dropped").values("dispute")
    return {
        (content["incident"], content["seats"].get("offender"), content.get("trick"))
        for content in steps.exclude(dispute__in=dropped).values_list("content", flat=True)
    }


def rulings_on(game: GameRecord, numbers: Iterable[int]) -> dict[int, list[RulingOnDeal]]:
    """Return, by the number of their deal, the decisions that stand on deals of a game.

    No statement where there are none.
    """
    wanted = {number: game.rulings[number] for number in numbers if number in game.rulings}
    ids = [row.decided.step for rows in wanted.values() for row in rows]
    if not ids:
        return {}
    steps = DisputeStep.objects.select_related("dispute__law_set", "by_member").filter(pk__in=ids)
    by_id = {step.pk: step for step in steps.defer("dispute__law_set__content")}
    places = {row.number: place for place, row in enumerate(game.deals)}
    found: dict[int, list[RulingOnDeal]] = {}
    for number, rows in wanted.items():
        for row in rows:
            others = [other for other in rows if other is not row]
            without = None
            if number in places:
                course = ruled_otherwise(game, number, others)
                without = course.entries[places[number]].score
            found.setdefault(number, []).append(_ruling(by_id[row.decided.step], without, game.kind.seating))
    return found


def _ruling(step: DisputeStep, without: Score | None, seating: Seating) -> RulingOnDeal:
    dispute = step.dispute
    tables = law_book_at(dispute.law_set.revision).tables
    return RulingOnDeal(
        dispute=dispute.pk,
        title=fill(tables[dispute.incident].incident.title),
        effects=tuple(effect_at(effect, seating) for effect in step.content["effects"]),
        kind=step.kind,
        by=step.by_member.name if step.by_member else "",
        at=step.at,
        reason=step.content.get("reason", ""),
        without=without,
    )
