"""Disputes as they stand: each with its ruling, and the log of a club by law, player, table and event."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from laws.domain.roles import ROLES, capital, fill
from laws.domain.sentences import _
from laws.queries import law_book_at
from scoring.answers import player_answer
from scoring.disputes.domain.course import DisputeCourse, course
from scoring.disputes.queries.people import effect_at
from scoring.domain.disputes.steps import DECIDING
from scoring.game import irregularities as finding
from scoring.game.rules import rules_of
from scoring.game_laws import game_played
from scoring.models import Club, Dispute, DisputeStep, Event, Member, Table
from scoring.records import find_deal
from scoring.refusals import NotFound
from scoring.tables.rulings import orders_from, steps_of, undecided

DIRECTOR, ANOTHER, TABLE = "director", "another-director", "table"
WAITING: Mapping[str, str] = {
    DIRECTOR: _("A director"),
    ANOTHER: _("Another director than the one who decided"),
    TABLE: _("The table"),
}


def dispute_at(dispute_id: int) -> Dispute:
    """Return a dispute with what is shown of it, or raise NotFound."""
    found = shown().filter(pk=dispute_id).first()
    if found is None:
        raise NotFound
    return found


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


def line_of(dispute: Dispute) -> dict[str, Any]:
    """Return a dispute in a line, for lists: what, where, how far, whose error, what stands and its laws."""
    steps = sorted(dispute.steps.all(), key=lambda step: step.seq)
    seating = game_played(dispute.game, dispute.table).seating
    found = course(steps_of(steps), law_book_at(dispute.law_set.revision), seating)
    player = next((row.player for row in reversed(steps) if row.player_id), None)
    return {
        **head(dispute, found),
        "player": player_or_none(player),
        "effects": [effect_at(effect, seating) for effect in found.effects_in_force],
        "applied": found.is_applied,
        "laws": steps[-1].laws.split(),
    }


def published(event: Event) -> QuerySet[Dispute]:
    """Return the disputes of an event that were decided and not withdrawn, the latest first."""
    last = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind__in=DECIDING).order_by("-seq")
    found = shown().filter(table__event=event).annotate(decision=Subquery(last.values("kind")[:1]))
    return found.filter(decision__isnull=False).exclude(decision="withdrawn")


def published_line(dispute: Dispute) -> dict[str, Any]:
    """Return a ruling for everybody who sees the event: without names."""
    line = line_of(dispute)
    kept = ("id", "table_name", "game_number", "number", "incident", "title", "law_set", "state", "at")
    return {name: line[name] for name in (*kept, "effects", "laws")}


def found_on(table: Table, number: int) -> list[dict[str, Any]]:
    """Return what the record of a deal shows to have been irregular, each ready to be raised as a dispute.

    Raises NotFound for a deal that is not recorded.
    """
    game, index = find_deal(table, number)
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
        for each in finding.found(deal, rules_of(game.law_set, kind), kind)
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


def head(dispute: Dispute, found: DisputeCourse) -> dict[str, Any]:
    """Return what lists and answers say of a dispute: what, where, how far, for whom it waits, by whom."""
    incident = found.ruling.table.incident
    event = dispute.table.event
    return {
        "id": dispute.pk,
        "club": dispute.table.club.slug,
        "table": dispute.table_id,
        "table_name": dispute.table.name,
        "event": None if event is None else event.pk,
        "game_number": dispute.game.number,
        "number": dispute.number,
        "incident": dispute.incident,
        "title": fill(incident.title),
        "topic": incident.topic,
        "law_set": dispute.law_set.slug,
        "revision": dispute.law_set.revision,
        "state": found.state,
        "is_open": found.is_open,
        "waits_for": found.waits_for or None,
        "waits_for_words": waits_for_in_words(found),
        "at": dispute.at.isoformat(),
        "by": player_or_none(dispute.by_member),
        "by_link": dispute.by_link_id is not None,
    }


def waits_for_in_words(found: DisputeCourse) -> str:
    """Return in words whom a dispute waits for; empty where nobody has to do anything."""
    holder = found.waits_for
    return (WAITING.get(holder) or capital(ROLES[holder].words)) if holder else ""


def player_or_none(member: Member | None) -> dict[str, Any] | None:
    """Return a player as he is sent, None where nobody is known."""
    return None if member is None else player_answer(member)


def penalties_of(club: Club, *, event: int | None = None) -> list[dict[str, Any]]:
    """Return the players whom decisions that stand found in error: each with his penalties and warnings.

    A penalty touches a score or the deal; a warning is every other decision. Those with most come first.
    """
    found: dict[int, dict[str, Any]] = {}
    for dispute in disputes_of(club, event=event, is_open=False):
        line = line_of(dispute)
        if line["player"] is None or not line["applied"]:
            continue
        told = found.setdefault(
            line["player"]["id"], {"player": line["player"], "penalties": 0, "warnings": 0, "disputes": []}
        )
        orders = orders_from(line["effects"])
        is_penalty = any(order.is_scored and order.kind != "no-penalty" for order in orders)
        told["penalties" if is_penalty else "warnings"] += 1
        told["disputes"].append(
            {name: line[name] for name in ("id", "incident", "title", "table", "number", "event")}
        )
    return sorted(found.values(), key=_most_first)


def _most_first(told: Mapping[str, Any]) -> tuple[int, int, str]:
    return (-told["penalties"], -told["warnings"], told["player"]["name"])
