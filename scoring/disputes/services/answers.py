"""Services for steps that are not decisions: answer, choose, lose a right, drop, carry out an effect."""

from collections.abc import Mapping
from typing import Any

from laws.domain import roles
from laws.domain.errors import InvalidInput, not_among
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.disputes.domain import parsing
from scoring.disputes.domain.state import KnownFact, undisputed
from scoring.disputes.queries.deals import SeatedDeal
from scoring.disputes.queries.disputes import DisputeCase
from scoring.disputes.services.steps import after, step
from scoring.game.found_irregularities import RecordedFact
from scoring.game.incident_roles import contradiction
from scoring.game.names import clean_reason
from scoring.refusals import Conflict, NotAllowed


def must_agree(seated: SeatedDeal, seats: Mapping[str, int], facts: Mapping[str, KnownFact]) -> None:
    """Raise InvalidInput under ``seat`` if the offender's seat contradicts the facts."""
    plain = undisputed(facts)
    if why := contradiction(seated.places(seats, plain), plain):
        raise InvalidInput({"seat": why})


@step("raise a dispute")
def answer(case: DisputeCase, actor: Actor, **sent: object) -> DisputeCase:
    """Add or change facts, seats, points or the trick of an undecided dispute.

    ``sent`` has the fields of `parsing.Statement`. Values that are not sent stay as they are. There is one
    exception: if the deal's record now answers a fact, the record's answer replaces the earlier answer. The
    earlier answer stays if the fact is disputed, if a director has established it, or if a player has claimed
    it and the record does not rule it out (`RecordedFact.unseen`).

    A decided dispute takes only the points in question, see `DisputeState.is_to_be_completed`. The actor must
    then be allowed to enter a deal.
    """
    if case.state.decision is not None:
        actor.must("enter a deal")
    return after(case, actor, "answered", answered_content(case, parsing.Statement(**sent)))


def answered_content(
    case: DisputeCase, statement: parsing.Statement, *, is_found: bool = False
) -> dict[str, Any]:
    """Return the content of a step that records a statement.

    After a decision, a statement must name the points in question and nothing else. ``is_found`` marks the
    facts as established by a director.

    Raises InvalidInput by field, and Conflict ``dispute-STAGE`` if the dispute takes no statement now.
    """
    case.must_be("answered")
    seated, state = case.seated, case.state
    about = parsing.read_about(statement, seated.rules, seated.seating)
    if state.decision is not None:
        if statement.points is None or statement != parsing.Statement(points=statement.points):
            only = _("this is decided: you can only name the points in question.")
            raise InvalidInput({"points": only})
        return {"facts": {}, "seats": state.seats, "points": about.points}
    if statement == parsing.NOTHING_STATED:
        raise InvalidInput({"facts": _("say what to add or change.")})
    seats = {**state.seats, **about.seats}
    trick = state.trick if about.trick is None else about.trick
    known = seated.known(case.incident, seats.get("offender"), trick)
    known = {
        key: record for key, record in known.items() if not _keeps_answer(case, key, record, statement.facts)
    }
    facts = parsing.read_facts(state.ruling.table, statement.facts, known, seated.seating, is_found=is_found)
    must_agree(seated, seats, {**state.facts, **facts})
    content: dict[str, Any] = {
        "facts": {key: fact.canonical() for key, fact in facts.items()},
        "seats": seats,
        "points": about.points,
    }
    optional = {"trick": trick, "beside": pair_facts(case, statement.beside)}
    return content | {name: value for name, value in optional.items() if value}


def pair_facts(case: DisputeCase, sent: object) -> dict[str, dict[str, str]]:
    """Parse the facts that concern both this dispute and another dispute; see `parsing.read_beside`."""
    return parsing.read_beside(sent, case.id, [other.dispute for other in case.beside])


def _keeps_answer(case: DisputeCase, key: str, record: RecordedFact, facts: object) -> bool:
    fact = case.state.facts.get(key)
    if fact is None or (isinstance(facts, Mapping) and key in facts):
        return False
    is_claimed = fact.provenance == "said" and fact.value in record.unseen
    return is_claimed or fact.provenance in ("disputed", "found")


@step("choose in a dispute")
def choose(case: DisputeCase, actor: Actor, *, choice: object) -> DisputeCase:
    """Enter the actor's own choice, or another player's choice if the actor may keep the table's record.

    Raises:

    - InvalidInput under ``choice``, see `parsing.read_choice`;
    - NotAllowed ``another-chooses``, with the seats that may choose;
    - Conflict ``chooser-unknown``, ``chosen-already``, ``choice-lapsed`` or ``nothing-to-choose``;
    - Conflict ``dispute-STAGE`` if the dispute was decided or dropped.
    """
    return after(case, actor, "chosen", choice_content(case, actor, choice))


def choice_content(case: DisputeCase, actor: Actor, choice: object) -> dict[str, Any]:
    """Return the content of a step that records a choice. Raises what `choose` raises."""
    case.must_be_open()
    ruling = case.state.decisive
    if ruling.is_open:
        raise Conflict(_("Facts are needed before anybody can choose."), code="nothing-to-choose")
    if not ruling.choices:
        raise Conflict(_("Nobody has a choice here."), code="nothing-to-choose")
    chosen = parsing.read_choice(choice, ruling.choices, case.seating)
    if chosen.holder in case.state.lapsed:
        raise Conflict(_("The right to choose is lost: its moment has passed."), code="choice-lapsed")
    if chosen.holder in case.state.elected:
        raise Conflict(_("This choice was made already."), code="chosen-already")
    content: dict[str, Any] = {"holder": chosen.holder, "option": chosen.option}
    seat = _chooser(case, actor, chosen)
    return content if seat is None else content | {"seat": seat}


def _chooser(case: DisputeCase, actor: Actor, chosen: parsing.Elected) -> int | None:
    seats, own = case.people.choosers(chosen.holder), case.people.seat_of(actor.member_id)
    seat = own if chosen.seat is None else chosen.seat
    keeps_record = actor.may("keep the record of a dispute")
    # An actor who keeps the record need not know which seat chose.
    if keeps_record and (seat is None or (chosen.seat is None and not seats)):
        return seats[0] if len(seats) == 1 else None
    if seat in seats and (keeps_record or seat == own):
        return seat
    if not seats:
        raise Conflict(
            _("Say first who was in error: then it is known who may choose."), code="chooser-unknown"
        )
    who = case.people.named(roles.capital(roles.ROLES[chosen.holder].words))
    raise NotAllowed(
        _("{who} may choose here, and nobody else.", who=who), code="another-chooses", seats=seats
    )


@step("keep the record of a dispute")
def lapse(case: DisputeCase, actor: Actor, *, holder: object) -> DisputeCase:
    """Record that the time to choose has passed. ``holder`` is the role that loses its right to choose."""
    holders = [choice.holder for choice in case.state.open_choices]
    if holder in case.state.lapsed:
        raise Conflict(_("This right has been lost already."), code="choice-lapsed")
    if holder not in holders:
        raise InvalidInput({"holder": not_among(holder, holders, _("holder of an open choice"))})
    case.must_be("lapsed")
    return after(case, actor, "lapsed", {"holder": holder})


@step("raise a dispute")
def drop(case: DisputeCase, actor: Actor, *, reason: object = "") -> DisputeCase:
    """Drop an undecided dispute; only the person who raised it or a director may do this."""
    if actor.key != case.state.raised_by and not actor.may("rule on a dispute"):
        raise NotAllowed(
            _("Only a director, or whoever raised the dispute, may drop it."), code="not-allowed"
        )
    case.must_be("dropped")
    return after(case, actor, "dropped", {"reason": clean_reason(reason)} if reason else {})


@step("keep the record of a dispute")
def spend(case: DisputeCase, actor: Actor, *, effect: object) -> DisputeCase:
    """Record that the table has carried out an effect. ``effect`` is its index in the decision."""
    case.must_be("spent")
    places = case.state.to_come
    if not isinstance(effect, int) or isinstance(effect, bool) or effect not in places:
        why = not_among(str(effect), [str(place) for place in places], _("effect still to come"))
        raise InvalidInput({"effect": why})
    return after(case, actor, "spent", {"effect": effect})
