"""Evenings and tables on a server's database, made and asked about by what tries tasks on them."""

from typing import Any

from cinchclub.celery import app
from scoring.events.models import Event, FailedMove
from scoring.office.verification import breaches
from scoring.tables.company import services as companies
from scoring.tables.company.models import CuttingOut, Succession
from scoring.tables.games import current_game
from scoring.tables.models import Cut, Game
from tests.events.evenings import planned
from tests.factories import make_club, record
from tests.reliability.evenings import at_event, outline


def make(name: str) -> dict[str, Any]:
    """Hold an evening to the end of its first round."""
    evening = planned(make_club(name), 9, deals_per_round=1)
    evening.start()
    evening.play()
    return {"subject": evening.pk}


def make_company(name: str) -> dict[str, Any]:
    """Play a table of five to the end of its game, so that one has to give way."""
    club = make_club(name)
    director = club.actors["director"]
    table = companies.open_table(club=club.club, actor=director, players=list("AYBZC"))
    # Seat 1 makes all fourteen four times: 56 of 51.
    for _ in range(4):
        dealer = current_game(table)[0].course.next_dealer
        answer = record(table, director, dealer=dealer, maker=1, bid=14, points=[14, 0])
        assert answer.outcome == "recorded"
    return {"subject": table.pk}


def send(subject: int, names: list[str], times: int = 1) -> dict[str, Any]:
    """Queue tasks by name, over and over."""
    for _ in range(times):
        for name in names:
            app.send_task(name, args=[] if "sweep" in name else [subject])
    return {"sent": len(names) * times}


def take_back(subject: int) -> dict[str, Any]:
    """Take the move to round 2 back."""
    return {"taken": bool(at_event("rounds.take_back", subject, round_number=1))}


def tell(subject: int) -> dict[str, Any]:
    """Return how the event stands."""
    found = Event.objects.get(pk=subject)
    return {
        "seatings": [one[:3] for one in outline(found)["seatings"]],
        "bells": outline(found)["bells"],
        "broken": list(map(str, breaches())),
        "failed": FailedMove.objects.count(),
    }


def tell_company(subject: int) -> dict[str, Any]:
    """Return how a table of five stands: its games, who was cut for them, and what is written of it."""
    games = Game.objects.filter(table=subject)
    return {
        "games": games.count(),
        "steps": [CuttingOut.objects.count(), Cut.objects.count(), Succession.objects.count()],
        "seated": sorted(games.latest("number").seats.values_list("member__name", flat=True)),
        "broken": list(map(str, breaches())),
    }
