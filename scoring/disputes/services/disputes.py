"""Disputes: raise one, answer what is asked, choose or lose the right to, drop it. Deciding is in `rulings`.

Every step locks the table (and before it its event), so that two who press at once come one after the other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain import arbiter
from laws.domain.errors import InvalidInput, not_among
from laws.domain.lawbook import LawBook
from laws.domain.sentences import _
from laws.models import LawSetRevision
from laws.queries import law_book_at
from scoring.clubs.access import Actor
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import Said, StepRecord, dispute_state, undisputed
from scoring.disputes.models import Dispute
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import DisputeCase
from scoring.game.deal import DealRecord
from scoring.game.names import clean_reason
from scoring.game.parts import contradiction, parts_of
from scoring.game.rules import rules_of
from scoring.journal import services as journal
from scoring.journal.services import Answer
from scoring.refusals import Conflict, NotAllowed
from scoring.tables.games import GameRecord
from scoring.tables.models import Table
from scoring.tables.rulings import orders_from

EVERY_GAME = "general"
"""The game of incidents that can happen in any."""


def raise_dispute(
    *,
    table: Table,
    actor: Actor,
    number: int,
    incident: object,
    choice: object = None,
    assume: bool = False,
    key: UUID | None = None,
    **sent: object,
) -> Answer:
    """Raise a dispute about a deal, recorded or in play: answered 201 with its id and its last step.

    ``sent`` are the fields of `reading.Told`, as far as they are known; ``choice`` is what was chosen. With
    ``assume`` the usual answers stand in for facts not given. Raises InvalidInput by field; NotFound for a
    deal that there is not; Conflict ``deal-annulled``.
    """
    actor.must("raise a dispute")
    told = reading.Told(**sent)

    def begin(locked: Table) -> DisputeCase:
        case = _raised(locked, actor, number, incident, told, assume=assume)
        return case if choice is None else elect(case, actor, choice)

    asked = ["raise", table.pk, number, incident, sent, choice, assume]
    return idempotent(table, actor, asked, key, begin, status=201)


def _raised(
    table: Table, actor: Actor, number: int, incident: object, told: reading.Told, *, assume: bool
) -> DisputeCase:
    game, index = dispute_steps.deal_of(table, number)
    seating, rules = game.kind.seating, rules_of(game.law_set, game.kind)
    book = law_book_at(game.laws.revision)
    deal = DealRecord(game.course.next_dealer) if index is None else game.course.entries[index].deal
    if index is not None and game.course.entries[index].score.new_deal:
        raise Conflict(
            _("Deal {number} is void: nothing can be raised against it.", number=number), code="deal-annulled"
        )
    about = arbiter.table_of(book, incident)
    games = {game.laws.game, *game.law_set.games, EVERY_GAME}
    if about.incident.game not in games:
        ours = [name for name, law_table in book.tables.items() if law_table.incident.game in games]
        raise InvalidInput({"incident": not_among(incident, ours, _("incident of this game"))})
    seats = reading.read_seats(told.seat, told.seats, seating)
    points, trick = reading.read_points(told.points, rules), reading.read_trick(told.trick)
    known = dispute_steps.shown(game, about.incident, deal, seats.get("offender"), trick)
    facts = reading.read_facts(about, told.facts, known, seating)
    _must_agree(deal, game, seats, facts)
    if assume:
        facts = _with_the_usual(book, about.incident.id, facts)
    content: dict[str, Any] = {
        "incident": about.incident.id,
        "is_in_play": index is None,
        "seats": seats,
        "points": None if points is None else list(points),
        "trick": trick,
        "facts": {key: fact.canonical() for key, fact in facts.items()},
    }
    dispute = Dispute.objects.create(
        table_id=table.pk,
        game_id=game.game_id,
        number=number,
        incident=about.incident.id,
        law_set=LawSetRevision.objects.defer("content").get(pk=game.laws.law_set_id),
        at=timezone.now(),
        **actor.recorded(),
    )
    begun = dispute_state([StepRecord(1, "raised", actor.key, content)], book, seating)
    return dispute_steps.add(DisputeCase(dispute, table, game, index, (), begun), actor, "raised", content)


def _with_the_usual(book: LawBook, incident: str, facts: dict[str, Said]) -> dict[str, Said]:
    """Add the usual answers to the facts not given, marked as assumed."""
    assumed = arbiter.rule(book, incident, undisputed(facts), assume=True).assumed
    return facts | {key: Said(value, "assumed") for key, value in assumed.items() if key not in facts}


def answer(*, table: Table, actor: Actor, dispute_id: int, key: UUID | None = None, **sent: object) -> Answer:
    """Add or change facts of a dispute that is not decided yet; what is not named stays as it was.

    Of one that was decided while the deal was in play, who may enter the deal names the points in question.
    ``sent`` are the fields of `reading.Told`.
    """
    actor.must("raise a dispute")
    told = reading.Told(**sent)

    def do(case: DisputeCase) -> DisputeCase:
        if case.course.decision is not None:
            actor.must("enter a deal")
        return dispute_steps.add(case, actor, "answered", told_content(case, told))

    return step(table, dispute_id, actor, ["answer", dispute_id, sent], key, do)


def told_content(case: DisputeCase, told: reading.Told, *, found: bool = False) -> dict[str, Any]:
    """What a step keeps of what was told. Raises InvalidInput by field, also for nothing told."""
    dispute_steps.must_be(case, "answered")
    if case.course.decision is not None:
        return _completing(case, told)
    if told.is_nothing:
        raise InvalidInput({"facts": _("say what is to be added or changed.")})
    seating = case.game.kind.seating
    seats = {**case.course.seats, **reading.read_seats(told.seat, told.seats, seating)}
    about = case.course.ruling.table
    deal = case.deal or DealRecord(case.game.course.next_dealer)
    trick = case.course.trick if told.trick is None else reading.read_trick(told.trick)
    known = dispute_steps.shown(case.game, about.incident, deal, seats.get("offender"), trick)
    known = {key: fact for key, fact in known.items() if not _is_contested(case, key, told.facts)}
    facts = reading.read_facts(about, told.facts, known, seating, found=found)
    _must_agree(deal, case.game, seats, {**case.course.facts, **facts})
    content: dict[str, Any] = {
        "facts": {key: fact.canonical() for key, fact in facts.items()},
        "seats": seats,
        "points": _points(case, told),
    }
    return content if trick is None else {**content, "trick": trick}


def _points(case: DisputeCase, told: reading.Told) -> list[str] | None:
    points = reading.read_points(told.points, rules_of(case.law_set, case.game.kind))
    return None if points is None else list(points)


def _completing(case: DisputeCase, told: reading.Told) -> dict[str, Any]:
    """Name the points for a decision taken in play: nothing else is changed by it any more."""
    if case.index is not None:
        state = case.course.state
        raise Conflict(dispute_steps.WHY_NOT[state], code=f"dispute-{state}")
    if told != reading.Told(points=told.points) or told.is_nothing:
        raise InvalidInput({"points": _("it is decided: only the points in question can still be named.")})
    return {"facts": {}, "seats": dict(case.course.seats), "points": _points(case, told)}


def _is_contested(case: DisputeCase, key: str, facts: object) -> bool:
    """Tell whether a fact is in dispute, or was found by a director, and nothing is told of it now.

    It stays so: the record does not answer it again by itself.
    """
    fact = case.course.facts.get(key)
    is_told = isinstance(facts, Mapping) and key in facts
    return fact is not None and fact.provenance in ("disputed", "found") and not is_told


def _must_agree(
    deal: DealRecord, game: GameRecord, seats: Mapping[str, int], facts: Mapping[str, Said]
) -> None:
    """Raise InvalidInput under ``seat`` where the seat in error is not the part that the facts name."""
    plain = undisputed(facts)
    if why := contradiction(parts_of(deal, game.kind.seating, seats, plain), plain):
        raise InvalidInput({"seat": why})


def choose(*, table: Table, actor: Actor, dispute_id: int, choice: object, key: UUID | None = None) -> Answer:
    """Enter what was chosen by whoever has the choice.

    Raises InvalidInput under ``choice`` for a holder or option that there is not, or somebody of the wrong
    side; Conflict ``chosen-already``, ``choice-lapsed``, ``nothing-to-choose``.
    """
    actor.must("choose in a dispute")
    asked = ["choose", dispute_id, choice]
    return step(table, dispute_id, actor, asked, key, lambda case: elect(case, actor, choice))


def elect(case: DisputeCase, actor: Actor, choice: object) -> DisputeCase:
    """Write what was chosen as a step; see `choose`."""
    return dispute_steps.add(case, actor, "chosen", choice_content(case, choice))


def choice_content(case: DisputeCase, choice: object) -> dict[str, Any]:
    """What a step keeps of a choice. Raises InvalidInput and Conflict as `choose` does."""
    dispute_steps.must_be_open(case)
    ruling = case.course.decisive
    if ruling.is_open or not ruling.choices:
        needs_facts = _("Facts are needed before anybody can choose.")
        raise Conflict(
            needs_facts if ruling.is_open else _("Nobody has a choice here."), code="nothing-to-choose"
        )
    seating = case.game.kind.seating
    made = reading.read_choice(choice, ruling.choices, seating)
    if made.holder in case.course.lapsed:
        raise Conflict(_("The right to choose is lost: its moment has passed."), code="choice-lapsed")
    if made.holder in case.course.elected:
        raise Conflict(_("This choice was made already."), code="chosen-already")
    sides = case.places.sides(made.holder)
    if made.seat is not None and sides and seating.side_of(made.seat) not in sides:
        wrong_side = _("seat {seat} is of the wrong side: the choice is not his to make.", seat=made.seat)
        raise InvalidInput({"choice.seat": wrong_side})
    content: dict[str, Any] = {"holder": made.holder, "option": made.option}
    return content | ({"seat": made.seat} if made.seat else {})


def lapse(*, table: Table, actor: Actor, dispute_id: int, holder: object, key: UUID | None = None) -> Answer:
    """Enter that the moment has passed until which somebody could choose: his right is lost."""
    actor.must("choose in a dispute")

    def lose(case: DisputeCase) -> DisputeCase:
        holders = [choice.holder for choice in case.course.open_choices]
        if holder not in holders:
            if holder in case.course.lapsed:
                raise Conflict(_("This right is lost already."), code="choice-lapsed")
            raise InvalidInput({"holder": not_among(holder, holders, _("holder of an open choice"))})
        dispute_steps.must_be(case, "lapsed")
        return dispute_steps.add(case, actor, "lapsed", {"holder": holder})

    return step(table, dispute_id, actor, ["lapse", dispute_id, holder], key, lose)


def drop(
    *, table: Table, actor: Actor, dispute_id: int, reason: object = "", key: UUID | None = None
) -> Answer:
    """Drop a dispute that was raised in error: by whoever raised it, or by a director."""

    def let_go(case: DisputeCase) -> DisputeCase:
        if actor.key != case.course.raised_by and not actor.may("rule on a dispute"):
            raise NotAllowed(_("Only who raised a dispute, or a director, may drop it."), code="not-allowed")
        dispute_steps.must_be(case, "dropped")
        content = {"reason": clean_reason(reason)} if reason else {}
        return dispute_steps.add(case, actor, "dropped", content)

    return step(table, dispute_id, actor, ["drop", dispute_id, reason], key, let_go)


def spend(*, table: Table, actor: Actor, dispute_id: int, effect: object, key: UUID | None = None) -> Answer:
    """Enter that an effect on the play to come is used up: ``effect`` is its place, from 0."""
    actor.must("choose in a dispute")

    def use(case: DisputeCase) -> DisputeCase:
        dispute_steps.must_be(case, "spent")
        places = case.course.to_come(orders_from(case.course.effects_in_force))
        if not isinstance(effect, int) or isinstance(effect, bool) or effect not in places:
            why = not_among(str(effect), [str(place) for place in places], _("effect still to come"))
            raise InvalidInput({"effect": why})
        return dispute_steps.add(case, actor, "spent", {"effect": effect})

    return step(table, dispute_id, actor, ["spend", dispute_id, effect], key, use)


def step(
    table: Table,
    dispute_id: int,
    actor: Actor,
    asked: Sequence[object],
    key: UUID | None,
    do: Callable[[DisputeCase], DisputeCase],
) -> Answer:
    """Take a step of a dispute with its table locked, once for each key; answered as `raise_dispute` is."""
    return idempotent(table, actor, asked, key, lambda locked: do(dispute_steps.find(locked, dispute_id)))


@transaction.atomic
def idempotent(
    table: Table,
    actor: Actor,
    asked: Sequence[object],
    key: UUID | None,
    do: Callable[[Table], DisputeCase],
    *,
    status: int = 200,
) -> Answer:
    """Answer a known key as before; else do it, and keep which step was taken, without names."""
    table = dispute_steps.locked(table)
    request = journal.IdempotentRequest(actor, key, asked)
    if request.answer:
        return request.answer
    case = do(table)
    return request.keep(Answer(status, {"dispute": case.dispute.pk, "step": len(case.steps)}))
