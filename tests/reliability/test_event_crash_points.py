"""A crash at any statement of what is done to an evening leaves nothing of it; the repeat does it once.

The control does the same without a transaction.
"""

from collections.abc import Callable
from functools import partial
from uuid import UUID

import pytest

from scoring.events.models import Event
from scoring.events.services import attendance, finals, rounds, seat_changes, sweeps
from scoring.events.state import load
from scoring.office.verification import breaches
from tests.events.evenings import players_of
from tests.factories import ClubOfRoles, make_club
from tests.reliability.crashing import crash_everywhere, everything
from tests.reliability.evenings import all_in, director_of, outline, planned, started

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True), pytest.mark.database]

KEY = UUID(int=1)

DEEDS = (
    "start",
    "bell",
    "move",
    "move now",
    "move to three",
    "take back",
    "swap",
    "amend",
    "amend three",
    "enter",
    "enter the last round",
    "leave",
    "return",
    "wishes",
    "final",
)
ALL_IN = ("move", "move now", "move to three", "take back", "final")
"""The deeds that need a round whose deals are all recorded."""

OPENING = ("amend", "enter the last round")
"""The deeds by which three who sit out and one who comes late get a table."""


def ready(name: str, club: ClubOfRoles) -> Event:
    """Return an event brought where the deed can be done."""
    threes = name.endswith("three")
    people = 7 if threes or name in OPENING else 9 if name.startswith("move") else 5
    if name == "start":
        return planned(club.club, people)
    last = 1 if name in ("final", "enter the last round") else 3
    event = started(club.club, people, of_rounds=last, threes=threes)
    if name in ALL_IN:
        all_in(event)
    if name.startswith("amend"):
        attendance.enter(event=event, actor=director_of(club.club), player="Late")
    if name == "return":
        attendance.leave(event=event, actor=director_of(club.club), member_id=players_of(event)[0])
    if name in ("take back", "final"):
        sweeps.tend(event.pk)
    return event


def deed(name: str, event: Event) -> Callable[[], object]:
    """Return the deed, ready to be done as often as wanted."""
    director = director_of(event.club)
    first, *_, last = players_of(event)
    here = {"event": event, "actor": director}
    change = {**here, "round_number": 1, "generation": 1, "reason": "They came as a pair."}
    current = load(event).current
    pair = [current.tables[0].players[0], current.sitting_out[0]] if current and name == "swap" else []
    done: dict[str, Callable[[], object]] = {
        "start": partial(rounds.start, event=event, actor=director),
        "bell": partial(rounds.ring_bell, event=event, actor=director),
        "move": partial(sweeps.tend, event.pk),
        "move now": partial(rounds.move_now, event=event, actor=director, round_number=1),
        "take back": partial(rounds.take_back, event=event, actor=director, round_number=1),
        "swap": partial(seat_changes.swap, **change, players=pair),
        "amend": partial(seat_changes.amend, **change),
        "amend three": partial(seat_changes.amend, **change),
        "move to three": partial(sweeps.tend, event.pk),
        "enter": partial(attendance.enter, **here, player="Late", key=KEY),
        "enter the last round": partial(attendance.enter, **here, player="Late", key=KEY),
        "leave": partial(attendance.leave, **here, member_id=first, key=KEY),
        "return": partial(attendance.enter, **here, player=first, key=KEY),
        "wishes": partial(attendance.change_wishes, **here, member_id=first, wishes={"partner": last}),
        "final": partial(finals.make_final, event=event, actor=director),
    }
    return done[name]


@pytest.mark.parametrize("name", DEEDS)
def test_a_crash_at_any_statement_leaves_nothing_and_the_repeat_does_it_once(name: str) -> None:
    undisturbed, event = (ready(name, make_club(slug)) for slug in ("harbour", "inland"))
    deed(name, undisturbed)()
    act = deed(name, event)
    assert crash_everywhere(act) == []

    assert outline(event) == outline(undisturbed)
    assert list(breaches()) == []
    done = everything()
    act()
    assert everything() == done, "the second time nothing is done"


def test_control_without_its_transaction_a_move_leaves_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    undisturbed, event = (ready("move", make_club(slug)) for slug in ("harbour", "inland"))
    sweeps.tend(undisturbed.pk)
    monkeypatch.setattr(Event, "locked", lambda pk: Event.with_laws().get(pk=pk))
    assert crash_everywhere(partial(sweeps._tend.__wrapped__, event.pk)) != []
    assert list(breaches()) or outline(event) != outline(undisturbed)
