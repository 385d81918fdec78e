"""A small evening for trials of faults, and how it stands without ids, times and hashes."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore

from scoring.clubs.access import Actor
from scoring.clubs.authentication import SESSION_EVENINGS
from scoring.clubs.models import Club, Member
from scoring.clubs.services import clubs
from scoring.events.hosting import host_of
from scoring.events.models import Bell, Event, Placing, Seating, TakeBack
from scoring.events.services import entrant_links, events, rounds
from scoring.journal.models import Entry
from scoring.tables.games import current_game
from scoring.tables.models import Deal, DealRevision, Game, Table
from scoring.tables.services import deals

SIXTEEN = {"maker": 1, "bid": 1, "trump": "H", "points": [9, 5]}
"""Four points for the first side; four such deals are sixteen."""
ALONE = {**SIXTEEN, "points": [7, 6, 1]}
"""Where three play, what each made is his own."""


def club(slug: str) -> Club:
    """Return a new club with its owner."""
    user = User.objects.create_user(f"owner-of-{slug}")
    return clubs.create(name=slug, user=user, slug=slug, law_set="foster-1897")[0]


def director_of(club: Club) -> Actor:
    """Return the club's director as an actor; one is made where there is none."""
    found = Member.objects.filter(club=club, role__in=("director", "owner")).order_by("id").first()
    assert found is not None
    return Actor(club_id=club.pk, role=found.role, member_id=found.pk)


def planned(
    club: Club,
    people: int = 9,
    *,
    of_rounds: int = 3,
    deals_each: int = 1,
    threes: bool = False,
    law_set_at_three: str | None = None,
) -> Event:
    """Return an event that was not begun; alike in every club. With ``threes`` some tables have three."""
    movement = {"odd": "table-of-three", "deals_at_three": deals_each} if threes else None
    return events.create(
        club=club, actor=director_of(club), name="Trial", players=[f"P{n}" for n in range(1, people + 1)],
        rounds=of_rounds, deals_per_round=deals_each, seed="trial", movement=movement,
        law_set_at_three=law_set_at_three,
    )  # fmt: skip


def started(club: Club, people: int = 9, **wanted: Any) -> Event:
    """Return an event whose first round is seated."""
    event = planned(club, people, **wanted)
    rounds.start(event=event, actor=director_of(club))
    return event


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


def all_in(event: Event, without: Sequence[int] = ()) -> Event:
    """Record a deal at each table of the round in play, but those named."""
    for table in tables_of(event):
        if table.event_number not in without:
            deals.record(
                host=host_of(table),
                actor=director_of(event.club),
                payload=SIXTEEN if current_game(table)[0].kind.players == 4 else ALONE,
                key=UUID(int=1000 * table.pk + Deal.objects.filter(table=table).count()),
            )
    return event


def tables_of(event: Event) -> list[Table]:
    """Return the event's tables by number."""
    return list(Table.objects.select_related("club", "law_set").filter(event=event).order_by("event_number"))


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
