"""A program that moves events of several sizes, and measures what a move costs from request to commit.

Argument: a JSON object with ``tables`` (how many, for each event) and ``moves`` (how many are made of each).
Every table records one deal a round. Prints as JSON, for each number of tables, the median seconds of a move
by the organiser: by the clock and of the processor.
"""

import json
import statistics
import sys
import time
from typing import Any

import django

from tests.benchmarks.fill_event import play


def main(tables: list[int], moves: int) -> dict[str, Any]:
    """Move each event and return what that took."""
    from django.contrib.auth.models import User

    from scoring.domain.events import settings
    from scoring.services import clubs

    # No event is let grow so large; here it is, to see how the costs grow.
    settings.MOST_PLAYERS = max(settings.MOST_PLAYERS, 4 * max(tables))
    user = User.objects.create_user("owner")
    club, owner = clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")
    return {str(number): measured(club, owner, number, moves) for number in tables}


def measured(club: Any, owner: Any, tables: int, moves: int) -> list[float]:
    """Return the median seconds of a move of so many tables, by the clock and of the processor."""
    from scoring.services import events
    from scoring.services import rounds as steps

    event = events.create(
        club=club,
        actor=owner,
        name=f"{tables} tables",
        players=[f"Player {number} of {tables}" for number in range(1, 4 * tables + 1)],
        rounds=moves + 1,
        deals_per_round=1,
        seed="1",
        movement={"missing_results": "cut"},
    )
    steps.start(event=event, actor=owner)
    taken = []
    for number in range(1, moves + 1):
        play(event, owner, number)
        begun, worked = time.perf_counter(), time.process_time()
        steps.move_now(event=event, actor=owner, round_number=number)
        taken.append((time.perf_counter() - begun, time.process_time() - worked))
    return [statistics.median(column) for column in zip(*taken, strict=True)]


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))
