"""Disputes as they are looked up: one, a club's log, what a table is asked, the queue, a deal's rulings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from laws.domain.roles import fill
from laws.queries import law_book_at
from scoring.clubs.models import Club
from scoring.clubs.queries import player_answer
from scoring.disputes.domain.course import TURNING
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.disputes import DisputeAnswer, answers_of, line_of
from scoring.disputes.queries.people import effect_at
from scoring.game import irregularities
from scoring.game.orders import DECIDING
from scoring.game.rules import rules_of
from scoring.game.score import Score
from scoring.game.seating import TableSeats
from scoring.refusals import NotFound
from scoring.tables import games as records
from scoring.tables.games import GameRecord
from scoring.tables.models import Table
from scoring.tables.rulings import orders_from


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


def undecided() -> QuerySet[Dispute]:
    """Return the disputes that somebody has still to decide: those never decided, or appealed against."""
    turning = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind__in=TURNING)
    last = Subquery(turning.order_by("-seq").values("kind")[:1])
    return Dispute.objects.annotate(turned=last).filter(Q(turned__isnull=True) | Q(turned="appealed"))


def dispute_at(dispute_id: int) -> Dispute:
    """Return a dispute with what is shown of it, or raise NotFound."""
    dispute = shown().filter(pk=dispute_id).first()
    if dispute is None:
        raise NotFound
    return dispute


def table_of_dispute(dispute_id: int) -> int:
    """Return the id of the table a dispute was raised at, or raise NotFound."""
    found = Dispute.objects.filter(pk=dispute_id).values_list("table_id", flat=True).first()
    if found is None:
        raise NotFound
    return found


def disputes_at(table: Table) -> QuerySet[Dispute]:
    """Return the disputes at a table, the latest first."""
    return shown().filter(table=table)


def disputes_of(
    club: Club,
    *,
    law: str | None = None,
    player: int | None = None,
    table: int | None = None,
    event: int | None = None,
    is_open: bool | None = None,
) -> QuerySet[Dispute]:
    """Return the disputes of a club that meet every condition given, the latest first.

    ``law`` is one on which its ruling rests, ``player`` the member who was in error.
    """
    found = shown().filter(table__club=club)
    steps = DisputeStep.objects.filter(dispute=OuterRef("pk"))
    if law is not None:
        found = found.filter(Exists(steps.filter(laws__contains=f" {law} ")))
    if player is not None:
        found = found.filter(Exists(steps.filter(player=player)))
    if table is not None:
        found = found.filter(table=table)
    if event is not None:
        found = found.filter(table__event=event)
    if is_open is not None:
        still_open = undecided().filter(table__club=club).values("pk")
        found = found.filter(pk__in=still_open) if is_open else found.exclude(pk__in=still_open)
    return found


def dispute_answer(dispute_id: int, until: int | None = None) -> DisputeAnswer:
    """Return a dispute with everything that is known of it, or was after the step ``until``.

    Raises NotFound for one that there is not.
    """
    return answers_of([dispute_at(dispute_id)], until)[0]


def published(event_id: int) -> QuerySet[Dispute]:
    """Return the disputes of an event that were decided and not withdrawn, the latest first."""
    last = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind__in=DECIDING).order_by("-seq")
    found = shown().filter(table__event=event_id).annotate(decision=Subquery(last.values("kind")[:1]))
    return found.filter(decision__isnull=False).exclude(decision="withdrawn")


def found_on(table: Table, number: int) -> list[dict[str, Any]]:
    """Return what the record of a deal shows to have been irregular, each ready to be raised as a dispute.

    Raises NotFound for a deal that is not recorded.
    """
    game, index = records.find_deal(table, number)
    kind, deal = game.kind, game.course.entries[index].deal
    return [
        {
            "incident": each.incident,
            "seat": each.seat,
            "trick": each.trick,
            "says": str(each.says),
            "facts": each.values,
            "because": {key: str(known.because) for key, known in each.facts.items()},
        }
        for each in irregularities.irregularities_in(deal, rules_of(game.law_set, kind))
    ]


def shown() -> QuerySet[Dispute]:
    """Return all disputes, the latest first, with what is shown of each."""
    return (
        Dispute.objects.select_related(
            "table__club", "table__event", "table__law_set", "game", "law_set", "by_member"
        )
        .defer("law_set__content", "table__law_set__content")
        .prefetch_related("steps__by_member", "steps__player")
        .order_by("-at", "-id")
    )


def penalties_of(club: Club, *, event: int | None = None) -> list[dict[str, Any]]:
    """Return the players whom decisions that stand found in error: each with his penalties and warnings.

    A penalty touches a score or the deal; a warning is every other decision. Those with most come first.
    """
    by_player: dict[int, dict[str, Any]] = {}
    for dispute in disputes_of(club, event=event, is_open=False):
        line = line_of(dispute)
        if line.player is None or not line.course.is_applied:
            continue
        player = player_answer(line.player)
        penalties = by_player.setdefault(
            line.player.pk, {"player": player, "penalties": 0, "warnings": 0, "disputes": []}
        )
        orders = orders_from(line.course.effects_in_force)
        is_penalty = any(order.is_scored and order.kind != "no-penalty" for order in orders)
        penalties["penalties" if is_penalty else "warnings"] += 1
        penalties["disputes"].append(
            {
                "id": dispute.pk,
                "incident": dispute.incident,
                "title": line.title,
                "table": dispute.table_id,
                "number": dispute.number,
                "event": dispute.table.event_id,
            }
        )
    return sorted(by_player.values(), key=_most_first)


def _most_first(penalties: Mapping[str, Any]) -> tuple[int, int, str]:
    return (-penalties["penalties"], -penalties["warnings"], penalties["player"]["name"])


def asked_at(table: Table, next_number: int) -> list[DisputeAnswer]:
    """Return the disputes at a table that ask something of it: undecided, or to be carried out in play.

    One that was decided in play may also ask for points, without which its deal cannot be scored.
    """
    here = Dispute.objects.filter(table=table)
    open_here = Q(pk__in=undecided().filter(table=table).values("pk"))
    asking = here.filter(open_here | Q(number=next_number)).order_by().values_list("pk", flat=True)
    answers = answers_of(disputes_named(list(asking)))
    return [
        answer for answer in answers if answer.course.is_open or answer.to_carry_out or answer.needs_points
    ]


def queue(club: Club, event_id: int | None = None) -> QuerySet[Dispute]:
    """Return the disputes that somebody has still to decide, the oldest first."""
    found = disputes_of(club, event=event_id, is_open=True)
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
                course = records.ruled_otherwise(game, number, others)
                without = course.entries[places[number]].score
            found.setdefault(number, []).append(_ruling(by_id[row.decided.step], without, game.kind.seating))
    return found


def _ruling(step: DisputeStep, without: Score | None, seating: TableSeats) -> RulingOnDeal:
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
