"""Check-in before the start: who is here, who came without being entered, and who is missing.

Each check-in and each check-out is a record; the latest record of an entrant counts. A player who comes after
round 1 was seated is a late entry.
"""

from django.db import transaction
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs import queries
from scoring.clubs.permissions import Actor
from scoring.events.access import locked
from scoring.events.models import CheckIn, Departure, Entrant, Event
from scoring.events.people.services import attendance
from scoring.events.state import EventState, load_state
from scoring.game.names import finder
from scoring.journal.services import add_record, write_entry
from scoring.refusals import Conflict


@transaction.atomic
def check_in(*, event: Event, actor: Actor, member_id: int, is_here: bool = True) -> CheckIn | None:
    """Check an entrant in, or out again. Return None if nothing changes.

    Raises NotFound for a person who does not take part. Raises Conflict ``event-started`` once round 1 is
    seated, and ``left-already`` for an entrant who was withdrawn.
    """
    state = locked(event, actor)
    entrant = state.entrant(member_id)
    if state.is_over:
        raise Conflict(_("The evening is over. Nobody can be entered any more."), code="event-started")
    if state.current is not None:
        raise Conflict(_("The evening has begun. Whoever comes now is a late entry."), code="event-started")
    if entrant.pk in state.attendance.departures:
        raise Conflict(
            _("{player} was taken out of the event.", player=entrant.member.name), code="left-already"
        )
    return _write(state, entrant, actor, is_here=is_here)


@transaction.atomic
def come(*, event: Event, actor: Actor, player: object) -> Entrant:
    """Enter a person who comes.

    Before the start, also check the person in. A person who was entered already is then only checked in.
    After the start, such a person is refused with Conflict ``entered-already``.

    ``player`` can name both partners ("Ann & Bob"), see `enter`. The result is then the entrant of one of
    the two. Raises the same errors as `enter`.
    """
    state = locked(event, actor)
    names = attendance.names_of_pair(state, player)
    sought = names or (player,)
    come = [expected for one in sought if (expected := _expected(state, one))]
    if len(come) < len(sought):
        entrant = attendance.enter(event=event, actor=actor, player=player)
        state = load_state(event)
        partner = state.partners.get(entrant.member_id) if names else None
        come = [entrant, *(other for other in state.entrants if other.member_id == partner)]
    if state.current is None:
        for entrant in come:
            _write(state, entrant, actor, is_here=True)
    return come[0]


def _expected(state: EventState, player: object) -> Entrant | None:
    if state.current is not None:
        return None
    if isinstance(player, str):
        here = {entrant.member.name: entrant for entrant in state.here}
        # "ann" finds the entrant "Ann", unless the club has another member with the name "ann".
        is_another = (
            player not in here and queries.present_members(state.event.club).filter(name=player).exists()
        )
        return None if is_another else finder(here)(player)
    return next((entrant for entrant in state.here if entrant.member_id == player), None)


def _write(state: EventState, entrant: Entrant, actor: Actor, *, is_here: bool) -> CheckIn | None:
    if (entrant.pk in state.attendance.checked_in) == is_here:
        return None
    word = CheckIn(entrant=entrant, number=entrant.check_ins.count() + 1, is_here=is_here)
    verb = "event.checked-in" if is_here else "event.checked-out"
    data = {"entrant": entrant.pk, "member": entrant.member_id}
    return add_record(word, actor=actor, verb=verb, event_id=state.event.pk, data=data)


def withdraw_missing(state: EventState, actor: Actor) -> None:
    """Withdraw the entrants who are missing when round 1 is to be seated. They can still come late."""
    by = {"at": timezone.now(), **actor.recorded()}
    gone = Departure.objects.bulk_create(
        Departure(entrant=entrant, number=entrant.departures.count() + 1, from_round=1, **by)
        for entrant in state.missing
    )
    data = {"count": len(gone)}
    write_entry(actor=actor, verb="event.missing", data=data, event_id=state.event.pk, records=gone)
