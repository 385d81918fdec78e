"""The life of a round and its clock: phases, the bell, blockers, and when results are final."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.events.play.domain.round_life import (
    RoundClock,
    RoundStep,
    TableReport,
    are_final,
    clock,
    first_bell,
    life,
    may_ring,
)
from tests.events.domain.evenings import choose

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
WAITS = choose()
CLOCKED = choose(minutes=20, last_hand_minutes=5, bell="clock")


def at(minute: float) -> datetime:
    """Return the time that is ``minute`` minutes after eight."""
    return START + timedelta(minutes=minute)


def steps(*kinds: str) -> list[RoundStep]:
    """Return steps a minute apart; "add:3" adds three minutes."""
    found = []
    for minute, kind in enumerate(kinds):
        name, _, minutes = kind.partition(":")
        found.append(RoundStep(name, at(minute), minutes=int(minutes or 0)))  # type: ignore[arg-type]  # named in the test
    return found


PLAYING = TableReport(1, deals=2)
DONE = TableReport(1, deals=4, is_finished=True)
LATE = TableReport(2, deals=3)
SLIP = TableReport(1, has_slip=True)


@pytest.mark.parametrize(
    ("kinds", "reports", "phase", "is_due"),
    [
        pytest.param([], [], "seated", False, id="nothing has happened"),
        pytest.param([], [TableReport(1)], "seated", False, id="everybody sits"),
        pytest.param(["start"], [TableReport(1)], "playing", False, id="the clock runs"),
        pytest.param([], [PLAYING], "playing", False, id="a deal is in, clock or not"),
        pytest.param([], [SLIP, TableReport(2)], "playing", False, id="a slip is in, clock or not"),
        pytest.param(["start", "last-hand"], [PLAYING], "last-hand", False, id="the last hand is called"),
        pytest.param(
            ["start", "bell"], [DONE, LATE], "last-hand", False, id="the bell rang, a table is late"
        ),
        pytest.param(["start", "bell"], [DONE], "all-in", True, id="the bell has rung and all are in"),
        pytest.param(["start"], [DONE], "all-in", False, id="all are in before the bell"),
        pytest.param(["start", "bell", "moved"], [DONE], "moved", False, id="moved"),
    ],
)
def test_the_phase_of_a_round(kinds, reports, phase, is_due):
    found = life(steps(*kinds), reports, WAITS)
    assert (found.phase, found.is_due) == (phase, is_due)


@pytest.mark.parametrize(
    ("report", "policy", "kind", "why"),
    [
        pytest.param(TableReport(2), "wait", "missing", "Table 2 has handed in nothing.", id="nothing"),
        pytest.param(LATE, "wait", "missing", "Table 2 has handed in 3 of its deals.", id="deals missing"),
        pytest.param(LATE, "director", "missing", "Table 2 has handed in 3 of its deals.", id="director"),
        pytest.param(LATE, "cut", None, "", id="the policy is to cut"),
        pytest.param(TableReport(2, is_named=True), "director", None, "", id="winners are named"),
        pytest.param(TableReport(2, is_cut=True), "wait", None, "", id="somebody has it cut"),
        pytest.param(TableReport(2, deals=3, is_handed_in=True), "wait", None, "", id="handed in"),
        pytest.param(TableReport(2, is_handed_in=True), "wait", "missing", "Table 2 has handed in nothing.",
                     id="nothing cannot be handed in"),
        pytest.param(TableReport(2, deals=4, is_finished=True, is_disputed=True), "cut", "disputed",
                     "Table 2: a result is disputed.", id="a dispute stops even a policy"),
    ],
)  # fmt: skip
def test_what_keeps_a_round_from_moving_on(report, policy, kind, why):
    found = life(steps("start", "bell"), [DONE, report], choose(missing_results=policy))
    assert [(one.table, one.kind, one.why) for one in found.blockers] == ([(2, kind, why)] if kind else [])
    assert found.is_due is (kind is None)


def test_nothing_keeps_the_players_of_a_round_from_which_they_have_moved_on():
    disputed = TableReport(1, deals=4, is_finished=True, is_disputed=True)
    moved = life(steps("start", "bell", "moved"), [disputed, LATE], WAITS)
    assert (moved.blockers, moved.late) == ((), (2,))


def test_a_dispute_may_be_set_aside_by_name_but_a_missing_result_may_not():
    disputed = TableReport(2, deals=4, is_finished=True, is_disputed=True)
    assert life(steps("bell"), [DONE, disputed], WAITS, waived=[2]).is_due
    assert not life(steps("bell"), [DONE, LATE], WAITS, waived=[2]).is_due
    disputed_too = TableReport(2, deals=3, is_disputed=True)
    assert not life(steps("bell"), [DONE, disputed_too], WAITS, waived=[2]).is_due
    to_cut = life(steps("bell"), [DONE, disputed], WAITS, waived=[2], to_cut=[2])
    assert [blocker.kind for blocker in to_cut.blockers] == ["cut"]


def test_late_tables_are_listed_once_the_bell_has_rung():
    assert life(steps("start"), [DONE, LATE], WAITS).late == ()
    assert life(steps("start", "bell"), [DONE, LATE], WAITS).late == (2,)


def test_a_table_to_be_cut_for_keeps_the_round_once_its_deals_are_in_or_replaced_or_the_bell_has_rung():
    waits = ["Table 2 has to cut, and the cards are not entered yet."]
    finished = TableReport(2, deals=4, is_finished=True)
    for kinds, report, whys in ((["start"], finished, waits), (["start", "bell"], finished, waits),
                                (["start"], TableReport(2, is_cut=True), waits),
                                (["start"], TableReport(2, is_named=True), [])):  # fmt: skip
        kept = life(steps(*kinds), [DONE, report], WAITS, to_cut=[2]).blockers
        assert [blocker.why for blocker in kept] == whys


def test_a_bell_rung_three_times_is_the_first_one():
    rung = steps("start", "bell", "bell", "bell")
    assert first_bell(rung) == rung[1]
    assert first_bell(steps("start")) is None


@pytest.mark.parametrize(
    ("bell", "cause", "expected"),
    [
        ("organiser", "organiser", True),
        ("organiser", "head-table", False),
        ("organiser", "clock", False),
        ("head-table", "head-table", True),
        ("head-table", "organiser", True),
        ("clock", "clock", True),
    ],
)
def test_who_may_ring_the_bell(bell, cause, expected):
    assert may_ring(cause, choose(bell=bell, minutes=20)) is expected


@pytest.mark.parametrize(
    ("done", "now", "remaining", "bell_at"),
    [
        pytest.param([], 3, 1200, None, id="not begun: nothing runs"),
        pytest.param([("start", 0)], 5, 900, 20, id="five minutes gone"),
        pytest.param([("start", 0), ("start", 4)], 5, 900, 20, id="started twice is once"),
        pytest.param([("start", 0), ("pause", 5)], 9, 900, None, id="paused: time stands"),
        pytest.param([("start", 0), ("pause", 5), ("pause", 7)], 9, 900, None, id="paused twice is once"),
        pytest.param([("start", 0), ("pause", 5), ("resume", 10)], 12, 780, 25, id="resumed"),
        pytest.param([("start", 0), ("add", 2, 3), ("add", 2, 2)], 5, 1200, 25, id="five minutes added"),
        pytest.param([("start", 0), ("add", 2, -30)], 5, 0, 0, id="never below nothing"),
        pytest.param([("start", 0)], 30, 0, 20, id="time is up"),
        pytest.param([("start", 10), ("pause", 5), ("resume", 20)], 25, 900, 40, id="a jump backwards"),
        pytest.param([("start", 10)], 5, 1200, 30, id="before its own start nothing has gone"),
        pytest.param([("start", 0), ("bell", 8), ("resume", 9), ("add", 9, 5)], 12, 720, None,
                     id="after the bell nothing moves it"),
    ],
)  # fmt: skip
def test_the_clock(done, now, remaining, bell_at):
    found = timed(done)
    assert found.remaining_seconds(at(now)) == remaining
    assert found.bell_due_at() == (None if bell_at is None else at(bell_at))
    assert found.is_bell_due(at(now)) is (bell_at is not None and bell_at <= now)


def timed(done: list[tuple[Any, ...]], settings: Any = CLOCKED) -> RoundClock:
    return clock([RoundStep(kind, at(minute), minutes=sum(rest)) for kind, minute, *rest in done], settings)


def test_part_of_a_second_counts_as_a_second_left():
    assert timed([("start", 0)]).remaining_seconds(START + timedelta(milliseconds=500)) == 1200


def test_the_last_hand_is_called_once_and_in_good_time():
    running = timed([("start", 0)])
    assert (running.is_last_hand_due(at(14)), running.is_last_hand_due(at(15))) == (False, True)
    assert not timed([("start", 0), ("last-hand", 15)]).is_last_hand_due(at(16))
    assert not timed([("start", 0), ("pause", 2)]).is_last_hand_due(at(16))


def test_a_short_round_calls_its_last_hand_at_the_start_at_the_earliest():
    assert timed([("start", 0)], choose(minutes=3)).is_last_hand_due(at(0))


def test_without_minutes_the_clock_shows_the_time_played_and_rings_nothing():
    found = timed([("start", 0)], WAITS)
    assert (found.elapsed(at(7)), found.is_running) == (timedelta(minutes=7), True)
    assert found.remaining_seconds(at(7)) is None
    assert (found.bell_due_at(), found.is_bell_due(at(99))) == (None, False)


@pytest.mark.parametrize(
    ("minute", "two", "expected"),
    [
        pytest.param(29, False, False, id="within the half hour"),
        pytest.param(30, False, True, id="after it"),
        pytest.param(99, True, False, id="a second person is asked for"),
    ],
)
def test_when_results_are_final_by_time(minute, two, expected):
    assert are_final(at(0), choose(two_person_final=two), at(minute)) is expected
