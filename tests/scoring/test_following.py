"""An event's record brought up to date is what it would be if everything were read anew."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scoring.event_records import EventRecord
from scoring.events.services import attendance, rounds, sweeps
from scoring.models import Doubt, Event
from scoring.selectors import events as selected
from scoring.services import seat_changes
from scoring.services.round_steps import decide, doubt, settle, step_clock
from scoring.tables.cache import Remembered
from scoring.tables.services import corrections
from tests.events.evenings import begun, current, give, now, planned, play, players_of, table_of
from tests.factories import ClubOfRoles

pytestmark = pytest.mark.django_db


@pytest.fixture
def anew(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows by each event that is read anew."""
    read: list[int] = []
    plain = selected.event_record

    def counted(event: Event) -> EventRecord:
        read.append(event.pk)
        return plain(event)

    monkeypatch.setattr(selected, "event_record", counted)
    monkeypatch.setattr(selected, "_RECORDS", Remembered(8))
    return read


def found(event: Event) -> EventRecord:
    """Return the record as it is kept, having seen that it says what the rows say."""
    kept, plain = selected.state(event)[0], now(event)
    assert replace(kept, mark="", event=plain.event) == plain
    assert [one.seating.pk for one in kept.rounds] == [one.seating.pk for one in plain.rounds]
    for one, other in zip(kept.rounds, plain.rounds, strict=True):
        assert one.tables == other.tables
        assert (one.bell, one.clock, one.is_moved) == (other.bell, other.clock, other.is_moved)
    return kept


def test_a_round_is_followed_from_its_seats_to_the_next(club: ClubOfRoles, anew: list[int]) -> None:
    event, director = begun(club, 9), club.actors["director"]
    here: dict[str, Any] = {"event": event, "actor": director}
    found(event)
    steps: list[Callable[[], object]] = [
        lambda: step_clock(**here, kind="start"),
        lambda: play(event, club, without=[2]),
        lambda: step_clock(**here, kind="last-hand"),
        lambda: give(event, club, 2, (7, 7)),
        lambda: doubt(**here, round_number=1, table_number=1, note="Ten was bid."),
        lambda: settle(**here, doubt_id=Doubt.objects.get().pk, reason="It was not."),
        lambda: decide(**here, round_number=1, table_number=2, kind="handed-in"),
        lambda: rounds.ring_bell(**here, round_number=1),
        lambda: sweeps.tend(event.pk),
        lambda: play(event, club),
        lambda: corrections.correct(
            table=table_of(event, 1), actor=director, number=4, changes={"points": [14, 0]}, reason="misread"
        ),
        lambda: rounds.move_now(**here, round_number=2),
    ]
    for step in steps:
        step()
        found(event)
    assert current(event).number == 3
    assert anew == [event.pk], "at first, and never again"


def test_what_is_long_over_stays_the_same(club: ClubOfRoles, anew: list[int]) -> None:
    event, director = begun(club), club.actors["director"]
    play(event, club)
    rounds.move_now(event=event, actor=director, round_number=1)
    play(event, club)
    before = found(event)

    rounds.move_now(event=event, actor=director, round_number=2)

    after = found(event)
    assert after.rounds[0] is before.rounds[0], "and so nobody's points of it are reckoned again"
    assert after.rounds[1].tables[0] is before.rounds[1].tables[0]
    assert not before.rounds[1].is_moved
    assert after.rounds[1].is_moved


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda here, ids: attendance.enter(**here, player="Q"), id="somebody comes"),
        pytest.param(lambda here, ids: attendance.leave(**here, member_id=ids[0]), id="somebody goes"),
        pytest.param(lambda here, ids: rounds.take_back(**here, round_number=1), id="taken back"),
        pytest.param(
            lambda here, ids: seat_changes.swap(
                **here, round_number=2, generation=1, players=[ids[0], ids[7]], reason="Their wish."
            ),
            id="two change places",
        ),
        pytest.param(
            lambda here, ids: attendance.change_wishes(**here, member_id=ids[0], wishes={"fixed_table": 1}),
            id="a wish",
        ),
    ],
)
def test_what_changes_more_is_read_anew(
    club: ClubOfRoles, anew: list[int], change: Callable[[dict[str, Any], list[int]], object]
) -> None:
    event = begun(club)
    here = {"event": event, "actor": club.actors["director"]}
    play(event, club)
    rounds.move_now(**here, round_number=1)
    found(event)
    anew.clear()

    change(here, players_of(event))
    found(event)
    assert anew == [event.pk]


def test_the_start_is_read_anew(club: ClubOfRoles, anew: list[int]) -> None:
    event = planned(club)
    found(event)
    rounds.start(event=event, actor=club.actors["director"])
    assert found(event).current is not None
    assert anew == [event.pk, event.pk]
