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
from scoring.disputes.domain.course import UNDECIDED, DisputeState, StepKind, dispute_state
from scoring.disputes.domain.known import known_facts
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.disputes import steps_of
from scoring.disputes.queries.people import place_of, places_at
from scoring.game.deal import DealRecord
from scoring.game.irregularities import RecordedFact
from scoring.game.parts import Parts
from scoring.game.rules import rules_of
from scoring.journal import services as journal
from scoring.refusals import Conflict, NotFound
from scoring.tables import access
from scoring.tables.games import GameRecord, current_game, find_deal, games_of
from scoring.tables.models import Seat, Table
from scoring.workers import queue

WHY_NOT: Mapping[str, str] = {
    "decided": _("This dispute has been decided; an appeal against it is still possible."),
    "appealed": _("An appeal against the decision waits for another director."),
    "withdrawn": _("The decision was withdrawn; this dispute is closed."),
    "dropped": _("This dispute was dropped."),
}


@dataclass(frozen=True, slots=True)
class DisputeCase:
    """A dispute with its table, its deal as recorded (None while it is in play), and what it comes to."""

    dispute: Dispute
    table: Table
    game: GameRecord
    index: int | None
    steps: tuple[DisputeStep, ...]
    course: DisputeState

    @property
    def book(self) -> LawBook:
        """Return the law book it is ruled by."""
        return law_book_at(self.dispute.law_set.revision)

    @property
    def law_set(self) -> LawSet:
        """Return the law set it is ruled under."""
        return law_set_at(self.dispute.law_set.revision)

    @property
    def deal(self) -> DealRecord | None:
        """Return the deal as it stands, None while it is in play."""
        return None if self.index is None else self.game.course.entries[self.index].deal

    @property
    def places(self) -> Parts:
        """Return who plays which part in it."""
        return places_in(self, self.course.seats, self.course.known)


def places_in(case: DisputeCase, seats: Mapping[str, int], facts: Mapping[str, str]) -> Parts:
    """Return who plays which part on the dispute's deal, with other seats named and other facts."""
    return places_at(case.game, case.dispute.number, seats, facts)


def find(table: Table, dispute_id: int) -> DisputeCase:
    """Return a dispute of the table as it stands. Raises NotFound for one of another table."""
    dispute = (
        Dispute.objects.select_related("law_set").defer("law_set__content").filter(pk=dispute_id, table=table)
    ).first()
    if dispute is None:
        raise NotFound
    return case_of(dispute, table)


def case_of(dispute: Dispute, table: Table) -> DisputeCase:
    """Return a dispute of the table with everything that is known of it."""
    steps = tuple(sorted(dispute.steps.all(), key=lambda step: step.seq))
    game = next(one for one in games_of(table) if one.game_id == dispute.game_id)
    found = dispute_state(steps_of(steps), law_book_at(dispute.law_set.revision), game.kind.seating)
    return DisputeCase(dispute, table, game, place_of(game, dispute.number), steps, found)


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
    return access.lock(table)


def shown(
    game: GameRecord, incident: Incident, deal: DealRecord, seat: int | None, trick: int | None
) -> dict[str, RecordedFact]:
    """Return the facts that the deal answers as far as it is recorded."""
    return known_facts(incident, seat, deal, rules_of(game.law_set, game.kind), game.kind, trick)


def must_be(case: DisputeCase, kind: StepKind) -> None:
    """Raise Conflict unless a step of this kind may be taken now; its code is the dispute's state."""
    state = case.course.state
    if kind in case.course.next_steps:
        return
    if state == "decided" and kind == "appealed":
        raise Conflict(_("An appeal against this decision was settled already."), code="appealed-already")
    if state in WHY_NOT:
        raise Conflict(WHY_NOT[state], code=f"dispute-{state}")
    raise Conflict(_("This cannot be done with the dispute as it stands."), code=f"dispute-{state}")


def must_be_open(case: DisputeCase) -> None:
    """Raise Conflict where the dispute has been decided or dropped; its code is its state."""
    if case.course.state not in UNDECIDED:
        raise Conflict(WHY_NOT[case.course.state], code=f"dispute-{case.course.state}")


def supposed(case: DisputeCase, actor: Actor, kind: StepKind, content: Mapping[str, Any]) -> DisputeCase:
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
    return replace(
        case, steps=steps, course=dispute_state(steps_of(steps), case.book, case.game.kind.seating)
    )


def add(
    case: DisputeCase,
    actor: Actor,
    kind: StepKind,
    content: Mapping[str, Any],
    *,
    laws: Sequence[str] = (),
) -> DisputeCase:
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
        table=case.table,
        facts=[case.dispute, step] if step.seq == 1 else [step],
    )
    if case.table.event_id:
        queue.tend_event(case.table.event_id)
    return found


def player_of(case: DisputeCase) -> int | None:
    """Return the member who was in error, as far as the seat is known."""
    seat = case.places.offender
    if seat is None:
        return None
    return Seat.objects.filter(game=case.dispute.game_id, seat=seat).values_list("member_id", flat=True).get()
