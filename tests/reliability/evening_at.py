"""A program about evenings and tables on a server's database, told line by line what to ``do``, as JSON.

It answers each line by one, and runs until there are no more: who asks again and again waits for one start.
``make``: hold an evening in a club called ``name`` to the end of its first round, nobody moved. ``send``:
queue the tasks ``names`` in this order, ``times`` over. ``take_back``: take the move to round 2 back.
``tell``: how the event stands, and what is broken. ``make_company`` and ``tell_company``: the same of a table
of five whose game is over.
"""

import json
import sys
from typing import Any
from uuid import uuid4

import django


def make(name: str) -> dict[str, Any]:
    """Hold an evening to the end of its first round."""
    from tests.reliability.evenings import all_in, club, started

    return {"subject": all_in(started(club(name), 9)).pk}


def make_company(name: str) -> dict[str, Any]:
    """Play a table of five to the end of its game, so that one has to give way."""
    from scoring.events.hosting import host_of
    from scoring.tables.company import services as companies
    from scoring.tables.games import current_game
    from scoring.tables.services import deals
    from tests.reliability.evenings import club, director_of

    found = club(name)
    director = director_of(found)
    table = companies.open_table(club=found, actor=director, players=list("AYBZC"))
    # Seat 1 makes all fourteen four times: 56 of 51.
    for _ in range(4):
        dealer = current_game(table)[0].course.next_dealer
        payload = {"dealer": dealer, "maker": 1, "bid": 14, "trump": "H", "points": [14, 0]}
        assert deals.record(host=host_of(table), actor=director, payload=payload, key=uuid4()).status == 201
    return {"subject": table.pk}


def send(subject: int, names: list[str], times: int = 1) -> dict[str, Any]:
    """Queue tasks by name, over and over."""
    from cinchclub.celery import app

    for _ in range(times):
        for name in names:
            app.send_task(name, args=[] if "sweep" in name else [subject])
    return {"sent": len(names) * times}


def take_back(subject: int) -> dict[str, Any]:
    """Take the move to round 2 back."""
    from scoring.events.models import Event
    from scoring.events.services import rounds
    from tests.reliability.evenings import director_of

    found = Event.objects.select_related("club").get(pk=subject)
    return {"taken": bool(rounds.take_back(event=found, actor=director_of(found.club), round_number=1))}


def tell(subject: int) -> dict[str, Any]:
    """Return how the event stands."""
    from scoring.events.models import Event, FailedMove
    from scoring.office.verification import breaches
    from tests.reliability.evenings import outline

    found = Event.objects.get(pk=subject)
    return {
        "seatings": [one[:3] for one in outline(found)["seatings"]],
        "bells": outline(found)["bells"],
        "broken": list(map(str, breaches())),
        "failed": FailedMove.objects.count(),
    }


def tell_company(subject: int) -> dict[str, Any]:
    """Return how a table of five stands: its games, who was cut for them, and what is written of it."""
    from scoring.office.verification import breaches
    from scoring.tables.company.models import CuttingOut, Succession
    from scoring.tables.models import Cut, Game

    games = Game.objects.filter(table=subject)
    return {
        "games": games.count(),
        "steps": [CuttingOut.objects.count(), Cut.objects.count(), Succession.objects.count()],
        "seated": sorted(games.latest("number").seats.values_list("member__name", flat=True)),
        "broken": list(map(str, breaches())),
    }


DEEDS = {
    "make": make,
    "make_company": make_company,
    "send": send,
    "take_back": take_back,
    "tell": tell,
    "tell_company": tell_company,
}

if __name__ == "__main__":
    django.setup()
    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.write(json.dumps(DEEDS[asked.pop("do")](**asked)) + "\n")
        sys.stdout.flush()
