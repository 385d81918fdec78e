"""Disputes: raise one, answer what is asked, choose or lose the right to, drop it. Deciding is in `rulings`.

Every deed locks the table (and before it its event), so that two who press at once come one after the other.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain import arbiter
from laws.domain.errors import InvalidInput, not_among
from laws.domain.sentences import _
from laws.queries import law_book_at
from scoring.clubs.access import Actor
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import course
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import Case
from scoring.domain.disputes.steps import Said, Step
from scoring.game.deal import Deal as DealValue
from scoring.game.names import clean_reason
from scoring.game.rules import rules_of
from scoring.game_laws import at_game
from scoring.inserts import insert
from scoring.journal import idempotency as once
from scoring.journal.chain import digest
from scoring.journal.idempotency import Answer
from scoring.models import Dispute, Table
from scoring.records import game_of, law_set_of
from scoring.refusals import Conflict, NotAllowed
from scoring.services import dispute_told
from scoring.tables.rulings import orders_from

EVERY_GAME = "general"
"""The game of incidents that can happen in any."""


@transaction.atomic
def raise_dispute(
    *,
    table: Table,
    actor: Actor,
    number: int,
    incident: object,
    facts: object = None,
    seat: object = None,
    seats: object = None,
    points: object = None,
    trick: object = None,
    choice: object = None,
    assume: bool = False,
    key: UUID | None = None,
) -> Answer:
    """Raise a dispute about a deal, recorded or in play: answered 201 with its id and its last step.

    ``seat`` is who was in error, ``seats`` other parts, ``points`` and ``trick`` what it is about, where that
    is known; ``choice`` what was chosen. With ``assume`` the usual answers stand in for those not given.
    Raises InvalidInput by field; NotFound for a deal that there is not; Conflict ``deal-annulled``.
    """
    actor.must("raise a dispute")
    sent = [table.pk, number, incident, facts, seat, seats, points, trick, choice, assume]
    fingerprint = digest(["raise", *sent])
    table = dispute_steps.locked(table)
    if (answer := once.replay(actor=actor, key=key, fingerprint=fingerprint)) is not None:
        return answer
    game, index = dispute_steps.deal_of(table, number)
    table = at_game(table, game)
    law_set, of_family = law_set_of(table), game_of(table)
    book = law_book_at(table.law_set.revision)
    deal = DealValue(game.course.next_dealer) if index is None else game.course.entries[index].deal
    if index is not None and game.course.entries[index].score.new_deal:
        raise Conflict(
            _("Deal {number} is void: nothing can be raised against it.", number=number), code="deal-annulled"
        )
    about = arbiter.table_of(book, incident)
    games = {table.game, *law_set.games, EVERY_GAME}
    if about.incident.game not in games:
        ours = [name for name, one in book.tables.items() if one.incident.game in games]
        raise InvalidInput({"incident": not_among(incident, ours, _("incident of this game"))})
    named = reading.read_seats(seat, seats, of_family.seating)
    rules = rules_of(law_set, of_family)
    content: dict[str, Any] = {
        "incident": about.incident.id,
        "is_in_play": index is None,
        "seats": named,
        "points": dispute_told.listed(reading.read_points(points, rules)),
        "trick": reading.read_trick(trick),
    }
    known = dispute_steps.shown(table, about.incident, deal, named.get("offender"), content["trick"])
    said = reading.read_facts(about, facts, known, of_family.seating)
    dispute_told.must_agree(deal, table, named, said)
    if assume:
        said = _with_the_usual(table, about.incident.id, said)
    content["facts"] = {key_: one.canonical() for key_, one in said.items()}
    dispute = insert(
        Dispute(
            table_id=table.pk,
            game_id=game.game_id,
            number=number,
            incident=about.incident.id,
            law_set_id=table.law_set_id,
            at=timezone.now(),
            **actor.recorded(),
        )
    )
    dispute.law_set = table.law_set
    begun = course([Step(1, "raised", actor.key, content)], book, of_family.seating)
    case = dispute_steps.add(Case(dispute, table, game, index, (), begun), actor, "raised", content)
    if choice is not None:
        case = dispute_told.elect(case, actor, choice)
    answer = Answer(201, kept(case))
    return once.remember(actor=actor, key=key, fingerprint=fingerprint, answer=answer)


@transaction.atomic
def answer(
    *,
    table: Table,
    actor: Actor,
    dispute_id: int,
    facts: object = None,
    seat: object = None,
    seats: object = None,
    points: object = None,
    trick: object = None,
    key: UUID | None = None,
) -> Answer:
    """Add or change facts of a dispute that is not decided yet; what is not named stays as it was.

    Of one that was decided while the deal was in play, who may enter the deal names the points in question.
    """
    actor.must("raise a dispute")
    told = {"facts": facts, "seat": seat, "seats": seats, "points": points, "trick": trick}
    asked = ["answer", dispute_id, *told.values()]

    def do(case: Case) -> Case:
        if case.course.decision is not None:
            actor.must("enter a deal")
        return dispute_told.tell(case, actor, found=False, **told)

    return step(table, dispute_id, actor, asked, key, do)


@transaction.atomic
def choose(*, table: Table, actor: Actor, dispute_id: int, choice: object, key: UUID | None = None) -> Answer:
    """Enter what was chosen by whoever has the choice.

    Raises InvalidInput under ``choice`` for a holder or option that there is not, or somebody of the wrong
    side; Conflict ``chosen-already``, ``choice-lapsed``, ``nothing-to-choose``.
    """
    actor.must("choose in a dispute")
    return step(
        table,
        dispute_id,
        actor,
        ["choose", dispute_id, choice],
        key,
        lambda case: dispute_told.elect(case, actor, choice),
    )


@transaction.atomic
def lapse(*, table: Table, actor: Actor, dispute_id: int, holder: object, key: UUID | None = None) -> Answer:
    """Enter that the moment has passed until which somebody could choose: his right is lost."""
    actor.must("choose in a dispute")

    def lose(case: Case) -> Case:
        holders = [choice.holder for choice in case.course.open_choices]
        if holder not in holders:
            if holder in case.course.lapsed:
                raise Conflict(_("This right is lost already."), code="choice-lapsed")
            raise InvalidInput({"holder": not_among(holder, holders, _("holder of an open choice"))})
        dispute_steps.must_be(case, "lapsed")
        return dispute_steps.add(case, actor, "lapsed", {"holder": holder})

    return step(table, dispute_id, actor, ["lapse", dispute_id, holder], key, lose)


@transaction.atomic
def drop(
    *, table: Table, actor: Actor, dispute_id: int, reason: object = "", key: UUID | None = None
) -> Answer:
    """Drop a dispute that was raised in error: by whoever raised it, or by a director."""

    def let_go(case: Case) -> Case:
        if actor.key != case.course.raised_by and not actor.may("rule on a dispute"):
            raise NotAllowed(_("Only who raised a dispute, or a director, may drop it."), code="not-allowed")
        dispute_steps.must_be(case, "dropped")
        said = {"reason": clean_reason(reason)} if reason else {}
        return dispute_steps.add(case, actor, "dropped", said)

    return step(table, dispute_id, actor, ["drop", dispute_id, reason], key, let_go)


@transaction.atomic
def spend(*, table: Table, actor: Actor, dispute_id: int, effect: object, key: UUID | None = None) -> Answer:
    """Enter that an effect on the play to come is used up: ``effect`` is its place, from 0."""
    actor.must("choose in a dispute")

    def use(case: Case) -> Case:
        dispute_steps.must_be(case, "spent")
        places = case.course.to_come(orders_from(case.course.effects_in_force))
        if not isinstance(effect, int) or isinstance(effect, bool) or effect not in places:
            raise InvalidInput(
                {
                    "effect": not_among(
                        str(effect), [str(place) for place in places], _("effect still to come")
                    )
                }
            )
        return dispute_steps.add(case, actor, "spent", {"effect": effect})

    return step(table, dispute_id, actor, ["spend", dispute_id, effect], key, use)


def step(
    table: Table,
    dispute_id: int,
    actor: Actor,
    asked: list[Any],
    key: UUID | None,
    do: Callable[[Case], Case],
) -> Answer:
    """Take a step of a dispute with its table locked, once for each key; answered as `raise_dispute` is."""
    fingerprint = digest(asked)
    table = dispute_steps.locked(table)
    if (known := once.replay(actor=actor, key=key, fingerprint=fingerprint)) is not None:
        return known
    done = Answer(200, kept(do(dispute_steps.find(table, dispute_id))))
    return once.remember(actor=actor, key=key, fingerprint=fingerprint, answer=done)


def _with_the_usual(table: Table, incident: str, said: dict[str, Said]) -> dict[str, Said]:
    """Return the facts with the usual answers to those not given, marked as assumed."""
    book = law_book_at(table.law_set.revision)
    plain = {key: one.value for key, one in said.items() if one.value is not None}
    assumed = arbiter.rule(book, incident, plain, assume=True).assumed
    usual = {key: Said(value, "assumed") for key, value in assumed.items() if key not in said}
    return {**said, **usual}


def kept(case: Case) -> dict[str, object]:
    """Return what is kept of an answer: no name is in it, and the dispute as it then was follows from it."""
    return {"dispute": case.dispute.pk, "step": len(case.steps)}
