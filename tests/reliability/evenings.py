"""Deeds at an evening by its id, for trials of faults, and how it stands without ids, times and hashes."""

from importlib import import_module
from typing import Any

from django.contrib.sessions.backends.db import SessionStore

from scoring.clubs.access import Actor
from scoring.clubs.authentication import SESSION_EVENINGS
from scoring.clubs.models import Club, Member
from scoring.events.models import Bell, Event, Placing, Seating, TakeBack
from scoring.events.services import entrant_links
from scoring.journal.models import Entry
from scoring.tables.models import DealRevision, Game


def director_of(club: Club) -> Actor:
    """Return somebody as an actor who may run the club's events."""
    found = Member.objects.filter(club=club, role__in=("director", "owner")).order_by("id").first()
    assert found is not None
    return Actor(club_id=club.pk, role=found.role, member_id=found.pk)


def at_event(verb: str, event_id: int, **wanted: Any) -> Any:
    """Do something to an event as its director, by the names that service and verb have."""
    module, _, name = verb.partition(".")
    service = getattr(import_module(f"scoring.events.services.{module}"), name)
    event = Event.objects.select_related("club").get(pk=event_id)
    return service(event=event, actor=director_of(event.club), **wanted)


def phones(event_id: int) -> list[str]:
    """Give everybody the link to his own evening; return a session for each, as his phone then has it."""
    event = Event.objects.select_related("club").get(pk=event_id)
    entrant_links.issue_missing(event=event, actor=director_of(event.club))
    sessions = []
    for link in entrant_links.live_links(event).values():
        session = SessionStore()
        session[SESSION_EVENINGS] = {str(event.pk): link.pk}
        session.save()
        sessions.append(str(session.session_key))
    return sessions


def outline(event: Event) -> dict[str, Any]:
    """Return how an event stands, without ids, times and hashes: the same for the same deeds."""
    numbers = {
        pk: number for number, pk in enumerate(event.entrants.order_by("id").values_list("id", flat=True), 1)
    }
    seatings = Seating.objects.filter(event=event).order_by("round_number", "generation")
    games = Game.objects.filter(table__event=event).order_by("table__event_number", "number")
    revisions = DealRevision.objects.filter(deal__table__event=event)
    return {
        "seatings": [(one.round_number, one.generation, one.cause, places(one, numbers)) for one in seatings],
        "games": list(games.values_list("table__event_number", "number", "first_dealer", "game")),
        "bells": list(
            Bell.objects.filter(seating__event=event)
            .order_by("id")
            .values_list("seating__round_number", "cause")
        ),
        "taken_back": list(
            TakeBack.objects.filter(seating__event=event).values_list("seating__round_number", flat=True)
        ),
        "deals": list(
            revisions.order_by("deal__table__event_number", "deal__number", "seq").values_list(
                "deal__table__event_number", "deal__number", "seq", "content"
            )
        ),
        "verbs": list(
            Entry.objects.filter(event=event, table=None).order_by("seq").values_list("seq", "verb")
        ),
    }


def places(seating: Seating, numbers: dict[int, int]) -> list[tuple[int | None, int | None, int]]:
    """Return table, seat and player of each place, players by their number on the list."""
    rows = Placing.objects.filter(seating=seating).values_list("table_number", "seat", "entrant_id")
    return sorted(((table, seat, numbers[entrant]) for table, seat, entrant in rows), key=repr)
