"""Events of several sizes are moved, and it is measured what a move costs from request to commit.

Every table records one deal a round.
"""

import gc
import statistics
import time

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.clubs.models import Club, Member
from scoring.clubs.services import clubs
from scoring.events.domain import settings
from scoring.events.services import events, rounds
from tests.benchmarks.fill_event import play


def move(moves: dict[str, int]) -> dict[str, list[float]]:
    """Make so many moves for each number of tables; return what the middle one took.

    They are seconds by the clock and of the processor.
    """
    # No event is let grow so large; here it is, to see how the costs grow.
    settings.MOST_PLAYERS = max(settings.MOST_PLAYERS, 4 * max(map(int, moves)))
    user = User.objects.create_user("owner")
    club, owner = clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")
    return {tables: measured(club, owner, int(tables), many) for tables, many in moves.items()}


def measured(club: Club, owner: Actor, tables: int, moves: int) -> list[float]:
    """Return the median seconds of a move of so many tables, by the clock and of the processor."""
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
    rounds.start(event=event, actor=owner)
    taken = []
    for number in range(1, moves + 1):
        with transaction.atomic():
            play(event, owner, number)
        gc.collect()
        gc.freeze()  # no web process holds what has piled up here, so no move has to look through it
        begun, worked = time.perf_counter(), time.process_time()
        rounds.move_now(event=event, actor=owner, round_number=number)
        taken.append((time.perf_counter() - begun, time.process_time() - worked))
    return [statistics.median(column) for column in zip(*taken, strict=True)]
