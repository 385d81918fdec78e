"""A dispute as it is answered: its facts, its ruling with the people meant, what may be done next."""

from collections.abc import Sequence
from typing import Any

from laws.domain.roles import fill
from laws.domain.serialize import format_choice, format_question
from laws.queries import law_book_at, law_set_at
from scoring.disputes.domain.course import DisputeCourse, course
from scoring.disputes.queries.people import Seated
from scoring.domain.disputes.naming import turns_on_points
from scoring.game.parts import asked_at
from scoring.game.seating import Seating
from scoring.game_laws import laws_of
from scoring.models import Dispute, DisputeStep
from scoring.records import games_with_deals
from scoring.selectors.disputes import dispute_at, head, player_or_none, waits_for_in_words
from scoring.selectors.ruling_answers import answer_under
from scoring.tables.queries.tables import players_of
from scoring.tables.rulings import orders_from, steps_of


def dispute_answer(dispute_id: int, until: int | None = None) -> dict[str, Any]:
    """Return a dispute with everything that is known of it: the facts, the ruling, what may be done next.

    With ``until`` it is as it was after that step. Raises NotFound for one that there is not.
    """
    return answers_of([dispute_at(dispute_id)], until)[0]


def answers_of(disputes: Sequence[Dispute], until: int | None = None) -> list[dict[str, Any]]:
    """Return the answers to disputes at one table, in their order, with three statements for all of them."""
    if not disputes:
        return []
    table = disputes[0].table
    games = games_with_deals(laws_of(table), list({dispute.game_id for dispute in disputes}))
    players = players_of(games.values())
    return [
        _answer(
            dispute,
            Seated(
                games[dispute.game_id],
                dispute.number,
                games[dispute.game_id].kind.seating,
                players[dispute.game_id],
            ),
            until,
        )
        for dispute in disputes
    ]


def _answer(dispute: Dispute, seated: Seated, until: int | None) -> dict[str, Any]:
    steps = sorted(dispute.steps.all(), key=lambda step: step.seq)[:until]
    revision = dispute.law_set.revision
    law_set, book = law_set_at(revision), law_book_at(revision)
    found = course(steps_of(steps), book, seated.seating)
    people = seated.people_of(found)
    decision = next(
        (row for row in reversed(steps) if found.decision and row.seq == found.decision.seq), None
    )
    kept = decision.content if decision else {}
    ruling = kept.get("ruling") or answer_under(found.decisive, law_set, found.incident)
    is_in_play = found.is_in_play and seated.is_in_play
    effects = [people.effect(effect) for effect in found.effects_in_force]
    to_come = found.to_come(orders_from(found.effects_in_force))
    may_tell = found.decision is None or is_in_play
    player = next((row.player for row in reversed(steps) if row.player_id), None)
    return {
        **head(dispute, found),
        "waits_for_words": people.named(waits_for_in_words(found)),
        "is_in_play": is_in_play,
        "player": player_or_none(player),
        "people": people.canonical(),
        "facts": _facts(found, seated.seating),
        "seats": dict(found.seats),
        "points": None if found.points is None else list(found.points),
        "trick": found.trick,
        "ruling": people.ruling(ruling),
        "disputed": {
            "matters": found.does_it_matter,
            "facts": sorted(found.disputed),
            "rulings": [
                {
                    "facts": dict(split.facts),
                    "ruling": people.ruling(answer_under(split.ruling, law_set, found.incident)),
                }
                for split in found.splits
            ],
        }
        if found.splits
        else None,
        "questions": [
            format_question(asked_at(found.ruling.table.incident.fact(key), seated.seating))
            for key in found.questions
        ],
        "choices": [people.choice(format_choice(choice)) for choice in found.open_choices]
        if found.is_open
        else [],
        "elected": dict(kept.get("elected", found.elected)),
        "lapsed": sorted(found.lapsed),
        "effects": effects,
        "to_carry_out": [{"effect": place, **effects[place]} for place in to_come] if is_in_play else [],
        "applied": found.is_applied,
        "joins": dict(kept.get("joins", {})),
        "score": kept.get("score"),
        "reason": kept.get("reason", ""),
        "needs_points": may_tell and turns_on_points(found),
        "next_steps": [step for step in found.next_steps if step != "answered" or may_tell],
        "steps": [_step(step) for step in steps],
    }


def _facts(found: DisputeCourse, seating: Seating) -> list[dict[str, Any]]:
    """Return the facts in the order in which the law asks for them, whatever the database made of it."""
    incident = found.ruling.table.incident
    told = []
    for of_the_law in (*incident.facts, *incident.also):
        fact, key = asked_at(of_the_law, seating), of_the_law.key
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
        "by": player_or_none(step.by_member),
        "by_link": step.by_link_id is not None,
        "content": step.content,
    }
