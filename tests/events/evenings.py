"""Progressive evenings to test with, made and played through the services people use.

Under Foster's laws a deal scores the difference of the points to the side that took more, so four deals of
nine to five bring that side sixteen, and it has 35 to go of 51. A bid of one by the side with more is made.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from scoring.events.hosting import host_of
from scoring.events.models import Event
from scoring.events.rounds import EventRound
from scoring.events.services import decisions, events, rounds, sweeps
from scoring.events.state import EventState, load
from scoring.journal.services import Answer
from scoring.tables.models import Table
from scoring.tables.services import corrections, deals
from tests.factories import ClubOfRoles

FIRST_SIDE, SECOND_SIDE, TIED = (9, 5), (5, 9), (7, 7)
ALONE = (7, 6, 1)
"""Where three play, each for himself: what each made is his own, so that three deals bring 21, 18 and 3."""


def planned(club: ClubOfRoles, people: int = 8, *, of_rounds: int = 3, **wanted: Any) -> Event:
    """Return an event of players P1, P2, … that was not begun."""
    fields = {"players": [f"P{number}" for number in range(1, people + 1)], "seed": "autumn"} | wanted
    return events.create(
        club=club.club, actor=club.actors["director"], name="Autumn evening", rounds=of_rounds, **fields
    )


def begun(club: ClubOfRoles, people: int = 8, *, of_rounds: int = 3, **wanted: Any) -> Event:
    """Return an event whose first round is seated as the players were named: four by four."""
    event = planned(club, people, of_rounds=of_rounds, **wanted)
    ids = players_of(event)
    by_hand = [ids[first : first + 4] for first in range(0, people - people % 4, 4)]
    rounds.start(event=event, actor=club.actors["director"], tables=by_hand)
    return event


def players_of(event: Event) -> list[int]:
    """Return the members who take part, in the order in which they were entered."""
    return list(event.entrants.order_by("id").values_list("member_id", flat=True))


def now(event: Event) -> EventState:
    """Return the event as it stands, read anew."""
    return load(Event.objects.select_related("club", "law_set").get(pk=event.pk))


def current(event: Event) -> EventRound:
    """Return the round in play."""
    found = now(event).current
    assert found is not None
    return found


def table_of(event: Event, number: int) -> Table:
    """Return a table of the event by its number."""
    return Table.objects.select_related("club", "law_set").get(event=event, event_number=number)


def deal_of(points: Sequence[int]) -> dict[str, object]:
    """Return a deal with these points, made by the side that took more."""
    maker = list(points).index(max(points)) + 1
    return {"maker": maker, "bid": 1, "trump": "H", "points": list(points)}


def give(event: Event, club: ClubOfRoles, number: int, points: Sequence[int], **more: Any) -> Answer:
    """Record one deal at a table of the round in play."""
    return deals.record(
        host=host_of(table_of(event, number)),
        actor=club.actors["scorer"],
        payload=deal_of(points),
        key=uuid4(),
        **more,
    )


def play(
    event: Event,
    club: ClubOfRoles,
    points: Mapping[int, Sequence[int]] | Callable[[int], Sequence[int]] | None = None,
    *,
    deals_each: int | None = None,
    without: Sequence[int] = (),
) -> None:
    """Record a round's deals at each table; the first side wins wherever nothing else is said."""
    for table in current(event).tables:
        usual = ALONE if len(table.players) == 3 else FIRST_SIDE
        said = points(table.number) if callable(points) else (points or {}).get(table.number, usual)
        due = table.due if deals_each is None else deals_each
        for _ in range(0 if table.number in without else due):
            assert give(event, club, table.number, said).outcome == "recorded"


def play_on(event: Event, club: ClubOfRoles, *points: Any, **more: Any) -> None:
    """Record a round's deals and let the service do what is due then."""
    play(event, club, *points, **more)
    sweeps.tend(event.pk)


def decide(
    event: Event, club: ClubOfRoles, table: int, kind: str, content: object = None, *, of_round: int = 1
) -> None:
    """Let the director decide something for a table."""
    decisions.decide(
        event=event,
        actor=club.actors["director"],
        round_number=of_round,
        table_number=table,
        kind=kind,
        content=content,
        reason="Both sides say so.",
    )


def correct(event: Event, club: ClubOfRoles, table: int, deal: int, **changes: Any) -> None:
    """Let the director correct a deal."""
    host = host_of(table_of(event, table))
    corrections.correct(
        host=host, actor=club.actors["director"], number=deal, changes=changes, reason="It was misread."
    )


def seats(found: EventRound) -> list[tuple[int, ...]]:
    """Return the players of each table in seat order."""
    return [table.players for table in found.tables]
