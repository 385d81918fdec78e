"""A program about one evening on a server's database. Argument: a JSON object with what to ``do``.

``make``: hold an evening in a club called ``name`` to the end of its first round, nobody moved. ``send``:
queue the tasks ``names`` in this order, ``times`` over. ``take_back``: take the move to round 2 back.
``tell``: how the event stands, and what is broken.
"""

import json
import sys
from typing import Any

import django


def make(name: str) -> dict[str, Any]:
    """Hold an evening to the end of its first round."""
    from tests.reliability.evenings import all_in, started
    from tests.reliability.faults import club

    return {"event": all_in(started(club(name), 9)).pk}


def send(event: int, names: list[str], times: int = 1) -> dict[str, Any]:
    """Queue tasks by name, over and over."""
    from cinchclub.celery import app

    for _ in range(times):
        for name in names:
            app.send_task(name, args=[event] if name == "scoring.tend_event" else [])
    return {"sent": len(names) * times}


def take_back(event: int) -> dict[str, Any]:
    """Take the move to round 2 back."""
    from scoring.models import Event
    from scoring.services import rounds
    from tests.reliability.evenings import director_of

    found = Event.objects.select_related("club").get(pk=event)
    return {"taken": bool(rounds.take_back(event=found, actor=director_of(found.club), round_number=1))}


def tell(event: int) -> dict[str, Any]:
    """Return how the event stands."""
    from scoring.models import Event, FailedMove
    from scoring.selectors.verification import breaches
    from tests.reliability.evenings import outline

    found = Event.objects.get(pk=event)
    return {
        "seatings": [one[:3] for one in outline(found)["seatings"]],
        "bells": outline(found)["bells"],
        "broken": list(map(str, breaches())),
        "failed": FailedMove.objects.count(),
    }


DEEDS = {"make": make, "send": send, "take_back": take_back, "tell": tell}

if __name__ == "__main__":
    django.setup()
    asked = json.loads(sys.argv[1])
    sys.stdout.write(json.dumps(DEEDS[asked.pop("do")](**asked)))
