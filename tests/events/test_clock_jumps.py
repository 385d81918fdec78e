"""Evenings on a server clock that jumps by up to an hour, in the nights when the clocks change.

CINCH_CLOCK_RUNS sets the number of evenings. Each is compared with the same evening on a correct clock.
"""

import os
import random
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone
from django.utils.http import http_date

from scoring.events.models import Bell, Event
from scoring.events.verification import event_breaches
from scoring.journal.models import Entry
from tests.events.evenings import deal_of, planned
from tests.factories import ClubOfRoles
from tests.reliability.evenings import outline

pytestmark = pytest.mark.django_db

RUNS = int(os.environ.get("CINCH_CLOCK_RUNS", "4"))
# The evenings of one transaction. PostgreSQL has no statistics of rows that are not committed, so each
# further evening would take longer.
TOGETHER = 20
ROUNDS, PEOPLE = 3, 9
NIGHTS = [datetime(2026, 3, 29, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)]
"""Half an hour before the clocks in Berlin go forward, and before they go back."""

JUMPS = (-60, -31, -1, 0, 1, 29, 60)
"""Minutes by which the server's clock moves between two actions."""


def played(club: ClubOfRoles, chance: random.Random, clock: time_machine.Traveller | None) -> Event:
    """Play an evening with bells by the clock. If ``clock`` is given, it jumps before every action."""

    def jump() -> None:
        if clock is not None:
            clock.shift(timedelta(minutes=chance.choice(JUMPS)))

    movement = {"bell": "clock", "minutes": 30, "last_hand_minutes": 5, "correction_period_minutes": 60}
    evening = planned(club, PEOPLE, of_rounds=ROUNDS, deals_per_round=1, movement=movement)
    phone = club.client("scorer")
    evening.start()
    for number in range(1, ROUNDS + 1):
        jump()
        evening.step("start")
        for table in evening.current.tables:
            for _ in range(2 if clock else 0):
                jump()
                evening.run_due_moves()
            off = timedelta(hours=chance.choice((-12, 12)) if clock else 0)
            answer = phone.post(
                f"/api/v1/tables/{evening.table(table.number).pk}/deals/",
                deal_of((9, 5) if (number + table.number) % 2 else (5, 9)),
                headers={
                    "Idempotency-Key": str(uuid4()),
                    "Date": http_date((timezone.now() + off).timestamp()),
                },
            )
            assert answer.status_code == 201, answer.content
        for _ in range(2):
            jump()
            evening.run_due_moves()
        if clock is None or not Bell.objects.filter(
            seating__event=evening.event, seating__round_number=number
        ):
            evening.ring(number)
            evening.run_due_moves()
    return evening.event


def seats(event: Event) -> list[object]:
    """Return the seats of each round, with players given by their place in the list."""
    return [(number, generation, places) for number, generation, _, places in outline(event)["seatings"]]


@pytest.mark.parametrize("first", range(0, RUNS, TOGETHER))
def test_a_clock_that_jumps_does_not_lose_double_or_misplace_anybody(club, other_club, settings, first):
    settings.TIME_ZONE = "Europe/Berlin"
    expected = played(other_club, random.Random(0), None)
    out_of_order = 0
    seeds = range(first, min(first + TOGETHER, RUNS))
    for seed in seeds:
        with time_machine.travel(NIGHTS[seed % 2], tick=True) as clock:
            event = played(club, random.Random(seed), clock)
            assert seats(event) == seats(expected), seed
            assert outline(event)["deals"] == outline(expected)["deals"], seed
            rung = [number for number, _ in outline(event)["bells"]]
            assert rung == list(range(1, ROUNDS + 1)), f"{seed}: one bell a round"
            assert list(event_breaches(event)) == [], seed
        entries = Entry.objects.filter(event=event)
        by_time = list(entries.order_by("at", "id").values_list("id", flat=True))
        out_of_order += by_time != sorted(by_time)

    # Control: ordered by time, the entries would give another evening.
    assert out_of_order > len(seeds) / 2
