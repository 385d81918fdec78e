"""Disputes as they stand: each with its ruling, and the log of a club by law, player, table and event."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from laws.domain.roles import ROLES, capital, fill
from laws.domain.ruling_notation import format_choice, format_question
from laws.selectors import law_book_at, law_set_at
from scoring.dispute_records import orders_from, steps_of, undecided
from scoring.domain.disputes import finding
from scoring.domain.disputes.course import DisputeCourse, course
from scoring.domain.disputes.steps import DECIDING
from scoring.domain.rules import rules_of
from scoring.models import Club, Deal, Dispute, DisputeStep, Event, Table
from scoring.records import find_deal, game_of, law_set_of
from scoring.refusals import NotFound
from scoring.selectors.ruling_answers import answer_under

DIRECTOR, ANOTHER, TABLE = "director", "another-director", "table"
WAITING: Mapping[str, str] = {
    DIRECTOR: "A director",
    ANOTHER: "Another director than the one who decided",
    TABLE: "The table",
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


def dispute_answer(dispute_id: int, until: int | None = None) -> dict[str, Any]:
    """Return a dispute with everything that is known of it: the facts, the ruling, what may be done next.

    With ``until`` it is as it was after that step. Raises NotFound for one that there is not.
    """
    dispute = dispute_at(dispute_id)
    steps = sorted(dispute.steps.all(), key=lambda step: step.seq)[:until]
    revision = dispute.law_set.revision
    law_set, book = law_set_at(revision), law_book_at(revision)
    found = course(steps_of(steps), book)
    decision = next(
        (row for row in reversed(steps) if found.decision and row.seq == found.decision.seq), None
    )
    kept = decision.content if decision else {}
    ruling = kept.get("ruling") or answer_under(found.decisive, law_set, found.incident)
    is_in_play = (
        found.is_in_play and not Deal.objects.filter(table=dispute.table_id, number=dispute.number).exists()
    )
    effects = [dict(effect) for effect in found.effects_in_force]
    player = next((row.player for row in reversed(steps) if row.player_id), None)
    return {
        **_head(dispute, found),
        "is_in_play": is_in_play,
        "player": None if player is None else {"id": player.pk, "name": player.name},
        "facts": _facts(found),
        "seats": dict(found.seats),
        "points": None if found.points is None else list(found.points),
        "trick": found.trick,
        "ruling": ruling,
        "disputed": {
            "matters": found.does_it_matter,
            "facts": sorted(found.disputed),
            "rulings": [
                {"facts": dict(split.facts), "ruling": answer_under(split.ruling, law_set, found.incident)}
                for split in found.splits
            ],
        }
        if found.splits
        else None,
        "questions": [format_question(found.ruling.table.incident.fact(key)) for key in found.questions],
        "choices": [format_choice(choice) for choice in found.open_choices] if found.is_open else [],
        "elected": dict(kept.get("elected", found.elected)),
        "lapsed": sorted(found.lapsed),
        "effects": effects,
        "to_carry_out": [{"effect": place, **effects[place]} for place in found.to_come(orders_from(effects))]
        if is_in_play
        else [],
        "applied": found.is_applied,
        "joins": dict(kept.get("joins", {})),
        "score": kept.get("score"),
        "reason": kept.get("reason", ""),
        "next_steps": list(found.next_steps),
        "steps": [_step(step) for step in steps],
    }


def line_of(dispute: Dispute) -> dict[str, Any]:
    """Return a dispute in a line, for lists: what, where, how far, whose error, what stands and its laws."""
    steps = sorted(dispute.steps.all(), key=lambda step: step.seq)
    found = course(steps_of(steps), law_book_at(dispute.law_set.revision))
    player = next((row.player for row in reversed(steps) if row.player_id), None)
    return {
        **_head(dispute, found),
        "player": None if player is None else {"id": player.pk, "name": player.name},
        "effects": [dict(effect) for effect in found.effects_in_force],
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
    kind, deal = game_of(table), game.course.entries[index].deal
    return [
        {
            "incident": each.incident,
            "seat": each.seat,
            "trick": each.trick,
            "says": str(each.says),
            "facts": each.values,
            "because": {key: str(known.because) for key, known in each.facts.items()},
        }
        for each in finding.found(deal, rules_of(law_set_of(table), kind), kind)
    ]


def shown() -> QuerySet[Dispute]:
    """Return all disputes, the latest first, with what is shown of each."""
    return (
        Dispute.objects.select_related("table__club", "table__event", "game", "law_set", "by_member")
        .defer("law_set__content")
        .prefetch_related("steps__by_member", "steps__player")
        .order_by("-at", "-id")
    )


def _head(dispute: Dispute, found: DisputeCourse) -> dict[str, Any]:
    incident = found.ruling.table.incident
    event = dispute.table.event
    holder = found.waits_for
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
        "waits_for": holder or None,
        "waits_for_words": (WAITING.get(holder) or capital(ROLES[holder].words)) if holder else "",
        "at": dispute.at.isoformat(),
        "by": None
        if dispute.by_member is None
        else {"id": dispute.by_member.pk, "name": dispute.by_member.name},
        "by_link": dispute.by_link_id is not None,
    }


def _facts(found: DisputeCourse) -> list[dict[str, Any]]:
    """Return the facts in the order in which the law asks for them, whatever the database made of it."""
    incident = found.ruling.table.incident
    told = []
    for fact in (*incident.facts, *incident.also):
        key = fact.key
        if (said := found.facts.get(key)) is None:
            continue
        told.append(
            {
                "fact": key,
                "ask": fill(fact.ask),
                **said.canonical(),
                "label": fill(fact.value(said.value).label) if said.value is not None else "",
                "labels": [fill(fact.value(value).label) for value in said.values],
            }
        )
    return told


def _step(step: DisputeStep) -> dict[str, Any]:
    return {
        "seq": step.seq,
        "kind": step.kind,
        "at": step.at.isoformat(),
        "by": None if step.by_member is None else {"id": step.by_member.pk, "name": step.by_member.name},
        "by_link": step.by_link_id is not None,
        "content": step.content,
    }


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
