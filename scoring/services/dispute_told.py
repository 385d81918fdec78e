"""What is told of a dispute by anybody at its table: facts, who was in error, what was chosen."""

from collections.abc import Mapping
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.disputes.domain import reading
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import Case
from scoring.domain.disputes.places import contradiction, places_of
from scoring.domain.disputes.steps import Said
from scoring.game.deal import Deal as DealValue
from scoring.game.rules import rules_of
from scoring.models import Table
from scoring.records import game_of
from scoring.refusals import Conflict


def tell(case: Case, actor: Actor, *, found: bool = False, **told: object) -> Case:
    """Write what was told of a dispute as a step; ``found`` by a director. See `told_content`."""
    return dispute_steps.add(case, actor, "answered", told_content(case, found=found, **told))


def told_content(
    case: Case,
    *,
    facts: object = None,
    seat: object = None,
    seats: object = None,
    points: object = None,
    trick: object = None,
    found: bool = False,
) -> dict[str, Any]:
    """Return what a step keeps of what was told. Raises InvalidInput by field, also for nothing told."""
    dispute_steps.must_be(case, "answered")
    if case.course.decision is not None:
        return _completing(case, points, are_alone=facts is seat is seats is trick is None)
    if facts is None and seat is None and seats is None and points is None and trick is None:
        raise InvalidInput({"facts": _("say what is to be added or changed.")})
    of_family = game_of(case.table)
    named = {**case.course.seats, **reading.read_seats(seat, seats, of_family.seating)}
    about = case.course.ruling.table
    deal = case.deal or DealValue(case.game.course.next_dealer)
    of_trick = case.course.trick if trick is None else reading.read_trick(trick)
    known = dispute_steps.shown(case.table, about.incident, deal, named.get("offender"), of_trick)
    known = {key: one for key, one in known.items() if not dispute_steps.is_contested(case, key, facts)}
    said = reading.read_facts(about, facts, known, of_family.seating, found=found)
    must_agree(deal, case.table, named, {**case.course.facts, **said})
    content: dict[str, Any] = {
        "facts": {key: one.canonical() for key, one in said.items()},
        "seats": named,
        "points": listed(reading.read_points(points, rules_of(case.law_set, of_family))),
    }
    if of_trick is not None:
        content["trick"] = of_trick
    return content


def _completing(case: Case, points: object, *, are_alone: bool) -> dict[str, Any]:
    """Return what names the points for a decision taken in play: nothing else is changed by it any more."""
    if case.index is not None:
        state = case.course.state
        raise Conflict(dispute_steps.WHY_NOT[state], code=f"dispute-{state}")
    if points is None or not are_alone:
        raise InvalidInput({"points": _("it is decided: only the points in question can still be named.")})
    named = reading.read_points(points, rules_of(case.law_set, game_of(case.table)))
    return {"facts": {}, "seats": dict(case.course.seats), "points": listed(named)}


def elect(case: Case, actor: Actor, choice: object) -> Case:
    """Write what was chosen as a step; see `choose`."""
    return dispute_steps.add(case, actor, "chosen", choice_content(case, choice))


def choice_content(case: Case, choice: object) -> dict[str, Any]:
    """Return what a step keeps of a choice. Raises InvalidInput and Conflict as `choose` does."""
    dispute_steps.must_be_open(case)
    ruling = case.course.decisive
    if ruling.is_open or not ruling.choices:
        raise Conflict(
            _("Facts are needed before anybody can choose.")
            if ruling.is_open
            else _("Nobody has a choice here."),
            code="nothing-to-choose",
        )
    seating = game_of(case.table).seating
    made = reading.read_choice(choice, ruling.choices, seating)
    if made.holder in case.course.lapsed:
        raise Conflict(_("The right to choose is lost: its moment has passed."), code="choice-lapsed")
    if made.holder in case.course.elected:
        raise Conflict(_("This choice was made already."), code="chosen-already")
    sides = case.places.sides(made.holder)
    if made.seat is not None and sides and seating.side_of(made.seat) not in sides:
        raise InvalidInput(
            {
                "choice.seat": _(
                    "seat {seat} is of the wrong side: the choice is not his to make.", seat=made.seat
                )
            }
        )
    content: dict[str, Any] = {"holder": made.holder, "option": made.option}
    return content | ({"seat": made.seat} if made.seat else {})


def must_agree(deal: DealValue, table: Table, named: Mapping[str, int], said: Mapping[str, Said]) -> None:
    """Raise InvalidInput under ``seat`` where the seat in error is not the part that the facts name."""
    facts = {key: one.value for key, one in said.items() if one.value is not None}
    places = places_of(deal, game_of(table).seating, named, facts)
    if why := contradiction(places, facts):
        raise InvalidInput({"seat": why})


def listed(points: tuple[str, ...] | None) -> list[str] | None:
    """Return points as they are kept."""
    return None if points is None else list(points)
