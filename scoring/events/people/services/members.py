"""Remove or merge club members. A removed member is withdrawn from events."""

from collections.abc import Iterator

from django.db import transaction

from laws.domain.sentences import _
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.clubs.queries import ids_with_merged
from scoring.clubs.services import clubs
from scoring.events.models import Entrant, Event, Final
from scoring.events.people.services import attendance
from scoring.events.state import load_state
from scoring.refusals import Conflict
from scoring.tables.models import Seat


@transaction.atomic
def remove(*, member: Member, actor: Actor) -> list[Event]:
    """Withdraw a member from every planned or running event, then remove them from the club.

    Returns the events from which the member was withdrawn. In a running event the member still belongs to the
    round in play. Raises NotAllowed ``last-owner`` like `clubs.remove_member`.
    """
    left = []
    for event in _evenings_of(member):
        attendance.leave(event=event, actor=actor, member_id=member.pk)
        left.append(event)
    clubs.remove_member(member=member, actor=actor)
    return left


@transaction.atomic
def merge(*, member: Member, into: Member, actor: Actor) -> Member:
    """Merge ``member`` into ``into``: both are the same person. Return ``into``.

    Raises InvalidInput under ``into`` and NotAllowed ``last-owner`` like `clubs.merge_members`. Raises
    Conflict:

    - ``two-accounts``: both have an account.
    - ``played-together``: both are in the same game or event.
    - ``plays-now``: ``member`` takes part in a planned or running event.
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
    final = Final.objects.in_force().values("event")
    ids = Entrant.objects.filter(member=member).exclude(event__in=final).values_list("event_id", flat=True)
    for event in Event.with_laws().filter(pk__in=list(ids)).order_by("pk"):
        state = load_state(event)
        entrant = state.entrant(member.pk)
        if state.status in ("planned", "running") and entrant.pk not in state.attendance.departures:
            yield event


def _must_be_one_person(member: Member, into: Member) -> None:
    ones, others = (ids_with_merged(person.pk) for person in (member, into))
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
