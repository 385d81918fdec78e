"""What happens while news about an event are being read is told in them or in the next."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from scoring.events.services import rounds
from scoring.models import Event
from scoring.selectors import events as as_they_stand
from scoring.selectors import live
from scoring.services import round_steps
from tests.events.evenings import FIRST_SIDE, begun, give
from tests.factories import ClubOfRoles, make_club

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 40


def told_after(
    happens: Callable[[], object], statements: int, event: Event, known: int
) -> tuple[set[str], bool]:
    """Return what is told of an event where something happens after so many statements of the reading, in the
    news that are being read and the next; and whether it happened.

    While one thread alone may read the event it does not happen: there it would wait for itself.
    """
    asked, has_happened = 0, False

    def counted(execute: Any, *given: Any) -> Any:
        nonlocal asked, has_happened
        found = execute(*given)
        asked += 1
        if asked >= statements and not has_happened and not any(one.locked() for one in as_they_stand._ANEW):
            has_happened = True
            happens()
        return found

    with connection.execute_wrapper(counted):
        first, version = live.news(event.pk, known)
    following, _ = live.news(event.pk, version)
    return {kind for kind, _ in (*first, *following)}, has_happened


def deal(event: Event, club: ClubOfRoles) -> None:
    give(event, club, 1, FIRST_SIDE)


def clock(event: Event, club: ClubOfRoles) -> None:
    round_steps.step_clock(event=event, actor=club.actors["director"], kind="start")


@pytest.mark.parametrize("before", [deal, clock])
def test_a_move_that_is_made_while_other_news_are_read_is_told(
    before: Callable[[Event, ClubOfRoles], None],
) -> None:
    club = make_club()
    for statements in range(1, MOST_STATEMENTS):
        event = begun(club, movement={"missing_results": "cut"})
        known = as_they_stand.version(event.pk)
        before(event, club)

        def move(event: Event = event) -> None:
            rounds.move_now(event=event, actor=club.actors["director"], round_number=1)

        kinds, has_happened = told_after(move, statements, event, known)
        if not has_happened:
            break
        assert live.SEATING in kinds, f"moved after statement {statements}"
    assert 3 < statements < MOST_STATEMENTS
