"""A program that moves events of several sizes, and measures what a move costs from request to commit.

Argument: a JSON object with ``moves``: for each number of tables how many moves are made. Every table records
one deal a round. Prints as JSON, for each number of tables, the median seconds of a move by the organiser: by
the clock and of the processor.
"""

import gc
import json
import statistics
import sys
import time
from typing import Any

import django

from tests.benchmarks.fill_event import play


def main(moves: dict[str, int]) -> dict[str, Any]:
    """Move each event and return what that took."""
    from django.contrib.auth.models import User

    from scoring.clubs.services import clubs
    from scoring.events.domain import settings

    # No event is let grow so large; here it is, to see how the costs grow.
    settings.MOST_PLAYERS = max(settings.MOST_PLAYERS, 4 * max(map(int, moves)))
    user = User.objects.create_user("owner")
    club, owner = clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")
    return {tables: measured(club, owner, int(tables), many) for tables, many in moves.items()}


def measured(club: Any, owner: Any, tables: int, moves: int) -> list[float]:
    """Return the median seconds of a move of so many tables, by the clock and of the processor."""
    from django.db import transaction
    from django.utils import timezone

    from scoring.clubs.models import Member
    from scoring.events.services import events
    from scoring.events.services import rounds as steps

    # Written as rows, and each round's deals in one transaction: what is measured is the move alone.
    joined = timezone.now()
    members = Member.objects.bulk_create(
        Member(club=club, name=f"Player {number} of {tables}", joined_at=joined)
        for number in range(1, 4 * tables + 1)
    )
    event = events.create(
        club=club,
        actor=owner,
        name=f"{tables} tables",
        players=[member.pk for member in members],
        rounds=moves + 1,
        deals_per_round=1,
        seed="1",
        movement={"missing_results": "cut"},
    )
    steps.start(event=event, actor=owner)
    taken = []
    for number in range(1, moves + 1):
        with transaction.atomic():
            play(event, owner, number)
        gc.collect()
        gc.freeze()  # no web process holds what has piled up here, so no move has to look through it
        begun, worked = time.perf_counter(), time.process_time()
        steps.move_now(event=event, actor=owner, round_number=number)
        taken.append((time.perf_counter() - begun, time.process_time() - worked))
    return [statistics.median(column) for column in zip(*taken, strict=True)]


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))
