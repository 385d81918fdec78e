"""The life of a round: its phase, whether it is over, and what keeps the players from moving on.

The phases are seated, playing, last hand, all in, moved. They follow from the recorded steps and from what
the tables have handed in. A round is over when its bell has rung. Then the players can move on once every
result is in, no result is disputed or doubted, and every cut is made. The settings or a decision by hand can
allow a move without a result. A decision by hand can also allow a move in spite of a dispute or a doubt. No
score is ever made up.

The clock is computed from the recorded steps in order, with the server's times. A "start" while the clock
runs and a "pause" while it is stopped change nothing. If the server's clock jumps backwards, no period of
play counts less than zero.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from laws.domain.sentences import Sentence, _
from scoring.events.planning.domain.settings import EventSettings

Phase = Literal["seated", "playing", "last-hand", "all-in", "moved"]
StepKind = Literal["start", "pause", "resume", "add", "last-hand", "bell", "moved"]
Hindrance = Literal["missing", "disputed", "cut"]


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A recorded step in the life of a round, with the server's time.

    A step "add" adds ``minutes`` to the round; negative minutes shorten the round.
    """

    kind: StepKind
    at: datetime
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class TableReport:
    """What a table has handed in, and what was decided for it.

    - ``is_finished``: the slip has the points. Without a slip: all deals are recorded, or a side has reached
      the game and the settings let the table stop.
    - ``is_handed_in``: the director decided that the recorded deals count although some are missing.
    - ``is_disputed``: a dispute is undecided, or a doubt holds the move.
    - ``is_named``: the winners are named, by the director or on the slip.
    - ``is_cut``: the director decided that a cut replaces the result.
    - ``has_slip``: the slip is entered, even if it names only the winners.
    """

    table: int
    deals: int = 0
    is_finished: bool = False
    is_handed_in: bool = False
    is_disputed: bool = False
    is_named: bool = False
    is_cut: bool = False
    has_slip: bool = False

    @property
    def is_in(self) -> bool:
        """Whether the points are complete, or the recorded deals count although deals are missing."""
        return self.is_finished or (self.is_handed_in and self.deals > 0)

    @property
    def is_done(self) -> bool:
        """Whether the points are in, or a slip names at least the winners."""
        return self.is_in or self.has_slip

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for the table: it is done, winners are named, or a cut replaces the result."""
        return self.is_done or self.is_named or self.is_cut


@dataclass(frozen=True, slots=True)
class Blocker:
    """What keeps the players of a round from moving on: a table and the reason."""

    table: int
    kind: Hindrance
    why: Sentence


@dataclass(frozen=True, slots=True)
class RoundLife:
    """The phase of a round, what keeps the players from moving on, and the late tables.

    - ``late``: the tables without a result after the bell. A table whose result was decided by hand is not
      late.
    - ``is_due``: the bell has rung, nothing keeps the players, and they have not moved on yet.
    """

    phase: Phase
    blockers: tuple[Blocker, ...]
    late: tuple[int, ...]
    is_due: bool


def life(
    steps: Sequence[RoundStep],
    reports: Sequence[TableReport],
    settings: EventSettings,
    waived: Collection[int] = (),
    to_cut: Collection[int] = (),
) -> RoundLife:
    """Return the life of a round. Only the first bell counts.

    ``waived`` are tables whose disputes and doubts do not block the move. ``to_cut`` are tables that still
    have to enter a cut that decides. Such a table blocks the move in three cases: the bell has rung, its
    points are in, or a decision lets the cut replace the result.

    Nothing blocks the move once the players have moved on.
    """
    has_bell, phase = first_bell(steps) is not None, _phase(steps, reports)
    blockers = tuple(
        blocker
        for report in reports
        if phase != "moved"
        and (blocker := _blocker(report, settings, waived, to_cut)) is not None
        and (blocker.kind != "cut" or report.is_in or report.is_cut or has_bell)
    )
    late = tuple(report.table for report in reports if has_bell and not report.is_settled)
    return RoundLife(phase, blockers, late, is_due=has_bell and not blockers and phase != "moved")


def first_bell(steps: Sequence[RoundStep]) -> RoundStep | None:
    """Return the bell that ended the round. None if no bell has rung. Later bells do not count."""
    return next((step for step in steps if step.kind == "bell"), None)


def may_ring(cause: str, settings: EventSettings) -> bool:
    """Return whether the bell can be rung by ``cause``.

    A director ("organiser") can always ring the bell. Any other cause must be the cause in the settings.
    """
    return cause in ("organiser", settings.bell)


def _blocker(
    report: TableReport, settings: EventSettings, waived: Collection[int], to_cut: Collection[int]
) -> Blocker | None:
    table = report.table
    if report.is_disputed and table not in waived:
        return Blocker(table, "disputed", _("Table {table}: a result is disputed.", table=table))
    if not (report.is_in or report.is_named or report.is_cut or settings.cuts_missing_results):
        why = _("Table {table} has handed in nothing.", table=table)
        if report.deals:
            why = _("Table {table} has handed in {deals} of its deals.", table=table, deals=report.deals)
        return Blocker(table, "missing", why)
    if table in to_cut:
        why = _("Table {table} has to cut, and the cards are not entered yet.", table=table)
        return Blocker(table, "cut", why)
    return None


def are_final(last_change: datetime, settings: EventSettings, now: datetime) -> bool:
    """Return whether results have become final because the correction period is over.

    False in an event in which a second person has to confirm the results.
    """
    period = timedelta(minutes=settings.correction_period_minutes)
    return not settings.two_person_final and now >= last_change + period


def _phase(steps: Sequence[RoundStep], reports: Sequence[TableReport]) -> Phase:
    kinds = {step.kind for step in steps}
    if "moved" in kinds:
        return "moved"
    if reports and all(report.is_done for report in reports):
        return "all-in"
    if kinds & {"bell", "last-hand"}:
        return "last-hand"
    if "start" in kinds or any(report.deals or report.is_done for report in reports):
        return "playing"
    return "seated"


NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock after the recorded steps.

    - ``length``: the length of the round with all added minutes, or None without a set length.
    - ``running_since``: when the clock was last started. None if the clock is stopped.
    - ``played``: the time played, without the time since ``running_since``.
    - ``call_before``: how long before the bell the last hand is called.
    - ``is_called``: whether the last hand has been called.
    - ``is_over``: whether the bell has rung.
    """

    length: timedelta | None
    played: timedelta
    running_since: datetime | None
    call_before: timedelta
    is_called: bool
    is_over: bool

    @property
    def is_running(self) -> bool:
        return self.running_since is not None

    def elapsed(self, now: datetime) -> timedelta:
        return self.played + (
            NOTHING if self.running_since is None else max(NOTHING, now - self.running_since)
        )

    def remaining_seconds(self, now: datetime) -> int | None:
        """Return the seconds left, rounded up and never negative, or None if the round has no set length."""
        if self.length is None:
            return None
        left = self.length - self.elapsed(now)
        return max(0, -(-left // timedelta(seconds=1)))

    def bell_due_at(self) -> datetime | None:
        """Return when the time will be up.

        None if the clock is stopped, if the bell has rung, or if the round has no set length.
        """
        if self.length is None or self.running_since is None or self.is_over:
            return None
        return self.running_since + self.length - self.played

    def is_bell_due(self, now: datetime) -> bool:
        """Return whether the clock is running and its time is up."""
        due = self.bell_due_at()
        return due is not None and due <= now

    def is_last_hand_due(self, now: datetime) -> bool:
        bell = self.bell_due_at()
        return bell is not None and not self.is_called and bell - self.call_before <= now


def clock(steps: Sequence[RoundStep], settings: EventSettings) -> RoundClock:
    """Return the clock after the recorded steps. The bell stops the clock for good."""
    bell = first_bell(steps)
    played, running, added = NOTHING, None, 0
    for step in steps:
        if step.kind == "add":
            added += step.minutes
        elif step.kind in ("start", "resume") and running is None:
            running = step.at
        elif step.kind in ("pause", "bell") and running is not None:
            played += max(NOTHING, step.at - running)
            running = None
        if step is bell:
            break
    minutes = settings.minutes
    length = None if minutes is None else timedelta(minutes=max(0, minutes + added))
    call = min(settings.last_hand_minutes, minutes or 0)
    return RoundClock(
        length=length,
        played=played,
        running_since=running,
        call_before=timedelta(minutes=call),
        is_called=any(step.kind == "last-hand" for step in steps),
        is_over=bell is not None,
    )
