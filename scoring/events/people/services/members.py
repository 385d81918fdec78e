"""What leaving a club and being merged mean for the evenings and tables at which somebody plays."""

from collections.abc import Iterator

from django.db import transaction

from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.events.models import Entrant, Event
from scoring.events.people.services import attendance
from scoring.events.state import load
from scoring.refusals import Conflict
from scoring.tables.models import Seat


@transaction.atomic
def remove(*, member: Member, actor: Actor) -> list[Event]:
    """Let a member go, and before that withdraw them from every evening that goes on; return those.

    The round in play is played out, as after every withdrawal.
    """
    left = []
    for event in _evenings_of(member):
        attendance.leave(event=event, actor=actor, member_id=member.pk)
        left.append(event)
    clubs.remove_member(member=member, actor=actor)
    return left


@transaction.atomic
def merge(*, member: Member, into: Member, actor: Actor) -> Member:
    """Make one of two members who were entered for one person; ``into`` stays.

    Raises InvalidInput under ``into`` as `clubs.merge_members` does; Conflict ``two-accounts``,
    ``played-together`` where both are in one game or event, ``plays-now`` where ``member`` is in an evening
    that goes on, ``last-owner``.
    """
    clubs.lock_club_of(member, actor)
    if member.pk != into.pk:
        _must_be_one_person(member, into)
    for event in _evenings_of(member):
        reason = _(
            "{name} takes part in “{event}”, which goes on. Merge the other way round, or when it is over.",
            name=member.name,
            event=event.name,
        )
        raise Conflict(reason, code="plays-now")
    return clubs.merge_members(member=member, into=into, actor=actor)


def _evenings_of(member: Member) -> Iterator[Event]:
    """Yield the events, planned or running, in which somebody takes part and has not been withdrawn."""
    ids = Entrant.objects.filter(member=member, event__finals__isnull=True).values_list("event_id", flat=True)
    for event in Event.with_laws().filter(pk__in=list(ids)).order_by("pk"):
        state = load(event)
        entrant = state.entrant(member.pk)
        if state.status in ("planned", "running") and entrant.pk not in state.attendance.departures:
            yield event


def _must_be_one_person(member: Member, into: Member) -> None:
    ones, others = (_rows_of(each) for each in (member, into))
    together = (
        Seat.objects.filter(member__in=ones, game__seats__member__in=others).exists()
        or Entrant.objects.filter(member__in=ones, event__entrants__member__in=others).exists()
    )
    if together:
        reason = _(
            "{name} and {other} have played together, so they are two people.",
            name=member.name,
            other=into.name,
        )
        raise Conflict(reason, code="played-together")


def _rows_of(member: Member) -> list[int]:
    """Return the ids under which somebody is in the records."""
    return [member.pk, *member.merged.values_list("pk", flat=True)]
