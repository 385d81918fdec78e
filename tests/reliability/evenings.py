"""Actions at an event by its id, for tests of faults, and the event's state without ids and times."""

from dataclasses import asdict
from importlib import import_module
from typing import Any

from cinchclub.celery import app
from cinchclub.sessions import SessionStore
from scoring.clubs.authentication import SESSION_EVENINGS
from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import Actor
from scoring.events.models import Bell, Event, FailedMove, Placing, Seating, TakeBack
from scoring.events.people.services import entrant_links
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.solver.best_play import DoubleDummyProblem
from scoring.tables.cutting_out.services import open_company_table
from scoring.tables.games import current_game, find_deal
from scoring.tables.models import Cut, DealRevision, Game, Table
from scoring.workers import queue
from scoring.workers.heartbeat import leave_heartbeat
from tests.events.evenings import planned
from tests.factories import make_club, record
from tests.web.asking import DIAMONDS


def director_of(club: Club) -> Actor:
    """Return an actor who may run the club's events."""
    found = Member.objects.filter(club=club, role__in=("director", "owner")).order_by("id").first()
    assert found is not None
    return Actor(club_id=club.pk, role=found.role, member_id=found.pk)


def at_event(verb: str, event_id: int, **wanted: Any) -> Any:
    """Call a service of events as the event's director. ``verb`` names its folder, module and function."""
    noun, module, name = verb.split(".")
    service = getattr(import_module(f"scoring.events.{noun}.services.{module}"), name)
    event = Event.objects.select_related("club").get(pk=event_id)
    return service(event=event, actor=director_of(event.club), **wanted)


def phones(event_id: int) -> list[str]:
    """Give every player an evening link; return the session of each player's phone."""
    event = Event.objects.select_related("club").get(pk=event_id)
    entrant_links.issue_missing(event=event, actor=director_of(event.club))
    sessions = []
    for link in entrant_links.live_links(event).values():
        session = SessionStore()
        session[SESSION_EVENINGS] = [link.pk]
        session.save()
        sessions.append(str(session.session_key))
    return sessions


def outline(event: Event) -> dict[str, Any]:
    """Return the records of an event without ids, times and hashes. Equal actions give equal records."""
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
        "changes": [
            # A deleted event names the event that replaces it by its id.
            (number, kind, from_round, content if kind != "cancel" else None)
            for number, kind, from_round, content in event.changes.order_by("number").values_list(
                "number", "kind", "from_round", "content"
            )
        ],
        "editions": list(event.finals.order_by("edition").values_list("edition", "reason")),
        "verbs": list(
            Entry.objects.filter(event=event, table=None).order_by("seq").values_list("seq", "verb")
        ),
    }


def places(seating: Seating, numbers: dict[int, int]) -> list[tuple[int | None, int | None, int]]:
    """Return table, seat and player of each place, players by their number on the list."""
    rows = Placing.objects.filter(seating=seating).values_list("table_number", "seat", "entrant_id")
    return sorted(((table, seat, numbers[entrant]) for table, seat, entrant in rows), key=repr)


def make(name: str) -> dict[str, Any]:
    """Play an evening to the end of its first round."""
    evening = planned(make_club(name), 9, deals_per_round=1)
    evening.start()
    evening.play()
    return {"subject": evening.pk}


def make_company(name: str) -> dict[str, Any]:
    """Play a table of five to the end of its game, so that one has to give way."""
    club = make_club(name)
    director = club.actors["director"]
    table = open_company_table(club=club.club, actor=director, players=list("AYBZC"))
    # Seat 1 makes all fourteen four times: 56 of 51.
    for _ in range(4):
        dealer = current_game(table)[0].state.next_dealer
        answer = record(table, director, dealer=dealer, maker=1, bid=14, points=[14, 0])
        assert answer.outcome == "recorded"
    return {"subject": table.pk}


def send(subject: int, names: list[str], times: int = 1) -> dict[str, Any]:
    """Queue tasks by name, repeatedly."""
    for _ in range(times):
        for name in names:
            app.send_task(name, args=[] if "sweep" in name else [subject])
    return {"sent": len(names) * times}


def make_cards(name: str) -> dict[str, Any]:
    """Record a deal with every card."""
    club = make_club(name)
    record(club.table, club.actors["scorer"], points=None, **DIAMONDS)
    return {"subject": club.table.pk}


def ask_best_play(subject: int, leads: list[str], times: int) -> dict[str, Any]:
    """Request the best play of the deal ``times`` times, as if a worker was running.

    Queue the task as often.
    """
    leave_heartbeat()
    asked = DoubleDummyProblem(find_deal(Table.objects.select_related("law_set").get(pk=subject), 1), leads)
    answers = [asked.ask() for _ in range(times)]
    for _ in range(times):  # as if each request had queued a task
        queue.solve_deal(subject, 1, leads)
    return {"states": sorted({answer.state for answer in answers})}


def tell_best_play(subject: int, leads: list[str]) -> dict[str, Any]:
    """Return the state of the search for the best play."""
    leave_heartbeat()
    table = Table.objects.select_related("law_set").get(pk=subject)
    return asdict(DoubleDummyProblem(find_deal(table, 1), leads).answer())


def take_back(subject: int) -> dict[str, Any]:
    """Take back the move to round 2."""
    return {"taken": bool(at_event("play.moves.take_back", subject, round_number=1))}


def seatings(subject: int) -> dict[str, Any]:
    """Return the seatings of an event. For a loop that waits, this costs far less than `tell`."""
    found = Seating.objects.filter(event=subject).order_by("round_number", "generation")
    return {"seatings": list(found.values_list("round_number", "generation", "cause"))}


def tell(subject: int) -> dict[str, Any]:
    """Return the seatings and bells of the event, the breaches of its records, and how many moves failed."""
    return {
        **seatings(subject),
        "bells": outline(Event.objects.get(pk=subject))["bells"],
        "broken": list(map(str, breaches())),
        "failed": FailedMove.objects.count(),
    }


def games(subject: int) -> dict[str, Any]:
    """Return how many games a table has."""
    return {"games": Game.objects.filter(table=subject).count()}


def tell_company(subject: int) -> dict[str, Any]:
    """Return the number of games and cuts of a table of five, the latest game's players, and all breaches."""
    latest = Game.objects.filter(table=subject).latest("number")
    return {
        **games(subject),
        "steps": [Cut.objects.count(), Game.objects.filter(cut__isnull=False).count()],
        "seated": sorted(latest.seats.values_list("member__name", flat=True)),
        "broken": list(map(str, breaches())),
    }
