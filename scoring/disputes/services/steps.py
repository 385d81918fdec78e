"""What every step of a dispute has in common: found with its table locked, written down with its entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from laws.domain.lawbook import LawBook
from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from laws.domain.vocabulary import Incident
from laws.queries import law_book_at, law_set_at
from scoring.clubs.access import Actor
from scoring.disputes.domain.course import UNDECIDED, DisputeCourse, course
from scoring.disputes.domain.known import known_facts
from scoring.disputes.queries.people import places_at
from scoring.domain.disputes.places import Places
from scoring.domain.disputes.steps import StepKind
from scoring.domain.disputes.values import Known
from scoring.events.services import events
from scoring.game.deal import Deal as DealValue
from scoring.game.rules import rules_of
from scoring.game_laws import at_game
from scoring.journal import services as journal
from scoring.models import Dispute, DisputeStep, Seat, Table
from scoring.records import current_game, find_deal, game_of, games_of, law_set_of
from scoring.refusals import Conflict, NotFound
from scoring.tables.games import GameRecord
from scoring.tables.rulings import steps_of
from scoring.workers import queue

WHY_NOT: Mapping[str, str] = {
    "decided": _("This dispute has been decided; an appeal against it is still possible."),
    "appealed": _("An appeal against the decision waits for another director."),
    "withdrawn": _("The decision was withdrawn; this dispute is closed."),
    "dropped": _("This dispute was dropped."),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A dispute with its table, its deal as recorded (None while it is in play), and what it comes to."""

    dispute: Dispute
    table: Table
    game: GameRecord
    index: int | None
    steps: tuple[DisputeStep, ...]
    course: DisputeCourse

    @property
    def book(self) -> LawBook:
        """Return the law book it is ruled by."""
        return law_book_at(self.dispute.law_set.revision)

    @property
    def law_set(self) -> LawSet:
        """Return the law set it is ruled under."""
        return law_set_at(self.dispute.law_set.revision)

    @property
    def deal(self) -> DealValue | None:
        """Return the deal as it stands, None while it is in play."""
        return None if self.index is None else self.game.course.entries[self.index].deal

    @property
    def places(self) -> Places:
        """Return who plays which part in it."""
        return places_in(self, self.course.seats, self.course.known)


def places_in(case: Case, seats: Mapping[str, int], facts: Mapping[str, str]) -> Places:
    """Return who plays which part on the dispute's deal, with other seats named and other facts."""
    seating = game_of(case.table).seating
    return places_at(case.game, case.dispute.number, seating, seats, facts)


def find(table: Table, dispute_id: int) -> Case:
    """Return a dispute of the table as it stands. Raises NotFound for one of another table."""
    dispute = (
        Dispute.objects.select_related("law_set").defer("law_set__content").filter(pk=dispute_id, table=table)
    ).first()
    if dispute is None:
        raise NotFound
    return case_of(dispute, table)


def case_of(dispute: Dispute, table: Table) -> Case:
    """Return a dispute of the table with everything that is known of it."""
    steps = tuple(sorted(dispute.steps.all(), key=lambda step: step.seq))
    game = next(one for one in games_of(table) if one.game_id == dispute.game_id)
    places = [index for index, row in enumerate(game.deals) if row.number == dispute.number]
    found = course(steps_of(steps), law_book_at(dispute.law_set.revision), game.kind.seating)
    return Case(dispute, at_game(table, game), game, places[0] if places else None, steps, found)


def deal_of(table: Table, number: int) -> tuple[GameRecord, int | None]:
    """Return the game of a deal and its place in it, None for the deal in play."""
    try:
        return find_deal(table, number)
    except NotFound:
        game, last = current_game(table)
        if number != last + 1 or game.course.over or table.closed_at is not None:
            raise
        return game, None


def locked(table: Table) -> Table:
    """Lock the table, and before it its event, as every deed at a table does."""
    return events.lock_table(table)


def shown(
    table: Table, incident: Incident, deal: DealValue, seat: int | None, trick: int | None
) -> dict[str, Known]:
    """Return the facts that the deal answers as far as it is recorded."""
    game = game_of(table)
    return known_facts(incident, seat, deal, rules_of(law_set_of(table), game), game, trick)


def is_contested(case: Case, key: str, told: object) -> bool:
    """Tell whether a fact is in dispute, or was found by a director, and nothing is told of it now.

    It stays so: the record does not answer it again by itself.
    """
    standing = case.course.facts.get(key)
    is_told = isinstance(told, Mapping) and key in told
    return standing is not None and standing.provenance in ("disputed", "found") and not is_told


def must_be(case: Case, kind: StepKind) -> None:
    """Raise Conflict unless a step of this kind may be taken now; its code is the dispute's state."""
    state = case.course.state
    if kind in case.course.next_steps:
        return
    if state == "decided" and kind == "appealed":
        raise Conflict(_("An appeal against this decision was settled already."), code="appealed-already")
    if state in WHY_NOT:
        raise Conflict(WHY_NOT[state], code=f"dispute-{state}")
    raise Conflict(_("This cannot be done with the dispute as it stands."), code=f"dispute-{state}")


def must_be_open(case: Case) -> None:
    """Raise Conflict where the dispute has been decided or dropped; its code is its state."""
    if case.course.state not in UNDECIDED:
        raise Conflict(WHY_NOT[case.course.state], code=f"dispute-{case.course.state}")


def supposed(case: Case, actor: Actor, kind: StepKind, content: Mapping[str, Any]) -> Case:
    """Return the dispute as it would stand after a step. Nothing is written."""
    step = DisputeStep(
        dispute=case.dispute,
        seq=len(case.steps) + 1,
        kind=kind,
        content=dict(content),
        at=timezone.now(),
        **actor.recorded(),
    )
    steps = (*case.steps, step)
    return replace(case, steps=steps, course=course(steps_of(steps), case.book, game_of(case.table).seating))


def add(
    case: Case,
    actor: Actor,
    kind: StepKind,
    content: Mapping[str, Any],
    *,
    laws: Sequence[str] = (),
) -> Case:
    """Write a step with its journal entry and return the dispute as it stands after it.

    ``laws`` are those that a decision rests on; of any other step they are what the law says by then.
    """
    found = supposed(case, actor, kind, content)
    step = found.steps[-1]
    cited = laws or found.course.decisive.laws
    step.laws = f" {' '.join(cited)} " if cited else ""
    step.player_id = player_of(found)
    step.save(force_insert=True)
    journal.write(
        actor=actor,
        verb=f"dispute.{kind}",
        data={"dispute": case.dispute.pk, "number": case.dispute.number, "step": step.seq},
        table_id=case.table.pk,
        event_id=case.table.event_id,
        facts=[case.dispute, step] if step.seq == 1 else [step],
    )
    if case.table.event_id:
        queue.tend_event(case.table.event_id)
    return found


def player_of(case: Case) -> int | None:
    """Return the member who was in error, as far as the seat is known."""
    seat = case.places.parts.offender
    if seat is None:
        return None
    return Seat.objects.filter(game=case.dispute.game_id, seat=seat).values_list("member_id", flat=True).get()
