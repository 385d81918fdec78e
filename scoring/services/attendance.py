"""Who takes part in an event, written down: gone home, back, other wishes. The caller locks the event."""

from collections.abc import Mapping

from django.utils import timezone

from laws.domain.sentences import _
from scoring.access import Actor
from scoring.event_records import EventRecord
from scoring.models import Departure, Entrant, Return, WishChange
from scoring.refusals import Conflict
from scoring.services import journal


def go_home(record: EventRecord, entrant: Entrant, actor: Actor) -> Departure:
    """Write down that somebody goes home after the round in play."""
    gone = Departure.objects.create(
        entrant=entrant,
        number=entrant.departures.count() + 1,
        from_round=next_round(record),
        at=timezone.now(),
        **actor.recorded(),
    )
    _journal(record, entrant, actor, "event.left", gone)
    return gone


def come_back(record: EventRecord, entrant: Entrant, actor: Actor) -> Return:
    """Write down that somebody who had gone home is here again, from the next round on.

    Raises Conflict ``entered-already`` for somebody who has not left.
    """
    if entrant.pk not in record.attendance.departures:
        raise Conflict(_("{name} takes part already.", name=entrant.member.name), code="entered-already")
    back = Return.objects.create(
        departure=entrant.departures.latest("number"),
        from_round=next_round(record),
        at=timezone.now(),
        **actor.recorded(),
    )
    _journal(record, entrant, actor, "event.returned", back)
    return back


def wish(
    record: EventRecord, entrant: Entrant, actor: Actor, wishes: Mapping[str, object]
) -> WishChange | None:
    """Write down what is asked for on somebody's behalf from the next round on; None if it is already.

    Partners are each other's: who was his partner is not any more, and who is to be has the same wish.
    """
    before = record.attendance.wishes_of(entrant)
    if before == dict(wishes):
        return None
    change = _write_wish(record, entrant, actor, wishes)
    match_partner(record, entrant, actor, before.get("partner"), wishes.get("partner"))
    return change


def match_partner(record: EventRecord, entrant: Entrant, actor: Actor, before: object, now: object) -> None:
    """Write down the same wish for a new partner of somebody, and take it from the one before."""
    if before == now:
        return
    for other in record.entrants:
        wishes = dict(record.attendance.wishes_of(other))
        if other.member_id == before and wishes.get("partner") == entrant.member_id:
            del wishes["partner"]
            _write_wish(record, other, actor, wishes)
        elif other.member_id == now and "partner" not in wishes:
            _write_wish(record, other, actor, {**wishes, "partner": entrant.member_id})


def next_round(record: EventRecord) -> int:
    """Return the number of the round that is seated next."""
    return record.current.number + 1 if record.current else 1


def _write_wish(
    record: EventRecord, entrant: Entrant, actor: Actor, wishes: Mapping[str, object]
) -> WishChange:
    change = WishChange.objects.create(
        entrant=entrant,
        number=entrant.wish_changes.count() + 1,
        from_round=next_round(record),
        wishes=dict(wishes),
        at=timezone.now(),
        **actor.recorded(),
    )
    _journal(record, entrant, actor, "event.wished", change)
    return change


def _journal(
    record: EventRecord, entrant: Entrant, actor: Actor, verb: str, fact: Departure | Return | WishChange
) -> None:
    journal.write(
        actor=actor,
        verb=verb,
        data={"entrant": entrant.pk, "member": entrant.member_id, "from_round": fact.from_round},
        event_id=record.event.pk,
        facts=[fact],
    )
