"""A round's life: which phase it is in, whether it is over, and what stands in the way of moving on.

Seated, playing, last hand, all in, moved. It follows from the steps that were recorded, in their order, and
from what each table has handed in. A round whose bell has rung
is over, but it moves on only when every result is in, undisputed and confirmed, or when the event's
policy or somebody by name says that it may without. No score is ever made up.

The clock is on the server's time. It follows from the recorded steps in their order, so that two people who
press the same button twice change nothing, and a jump backwards takes nothing off what was played.
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
    """Something that was done to a round, at a time of the server. ``minutes`` is what was added."""

    kind: StepKind
    at: datetime
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class TableReport:
    """How far a table is. ``is_finished``: all deals of the round are recorded, or it stopped as it may.

    ``is_handed_in``: the table, or somebody for it, has said that what there is counts though deals are
    missing. ``is_named``: the director has named the winners; ``is_cut``: somebody decided that it be cut.
    ``has_slip``: its slip has been entered, be it that it says no more than who won.
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
        """Tell whether the table has a result."""
        return self.is_finished or (self.is_handed_in and self.deals > 0)

    @property
    def is_done(self) -> bool:
        """Tell whether nothing more is to come from the table."""
        return self.is_in or self.has_slip

    @property
    def is_settled(self) -> bool:
        """Tell whether nobody has to wait for the table: it is done, or its result was decided by hand."""
        return self.is_done or self.is_named or self.is_cut


@dataclass(frozen=True, slots=True)
class Blocker:
    """What keeps a round from moving on: a table, and why."""

    table: int
    kind: Hindrance
    why: Sentence


@dataclass(frozen=True, slots=True)
class RoundLife:
    """Where a round stands. ``is_due``: it is over and nothing keeps it, so the players are to be moved now.

    ``late`` are the tables that have no result although the bell has rung, and none decided by hand.
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
    """Return where a round stands.

    ``waived`` are the tables whose dispute somebody has set aside by name, ``to_cut`` those to be cut for
    with cards that are to be entered and are not here yet. Only the first bell counts.
    """
    has_bell = first_bell(steps) is not None
    blockers = tuple(
        blocker
        for report in reports
        if (blocker := _blocker(report, settings, report.table in to_cut)) is not None
        and (blocker.kind != "disputed" or report.table not in waived)
        and (blocker.kind != "cut" or report.is_in or has_bell)
    )
    phase = _phase(steps, reports)
    late = tuple(report.table for report in reports if has_bell and not report.is_settled)
    return RoundLife(phase, blockers, late, is_due=has_bell and not blockers and phase != "moved")


def first_bell(steps: Sequence[RoundStep]) -> RoundStep | None:
    """Return the bell that ended the round: however often it is rung, the first."""
    return next((step for step in steps if step.kind == "bell"), None)


def may_ring(cause: str, settings: EventSettings) -> bool:
    """Tell whether the bell may be rung so: the organiser always may, the others where the event says it."""
    return cause in ("organiser", settings.bell)


def _blocker(report: TableReport, settings: EventSettings, is_to_cut: bool) -> Blocker | None:
    table = report.table
    if report.is_disputed:
        return Blocker(table, "disputed", _("Table {table}: a result is disputed.", table=table))
    if not (report.is_in or report.is_named or report.is_cut or settings.missing_results == "cut"):
        why = _("Table {table} has handed in nothing.", table=table)
        if report.deals:
            why = _("Table {table} has handed in {deals} of its deals.", table=table, deals=report.deals)
        return Blocker(table, "missing", why)
    if is_to_cut:
        why = _("Table {table} has to cut, and the cards are not entered yet.", table=table)
        return Blocker(table, "cut", why)
    return None


def are_final(last_change: datetime, settings: EventSettings, now: datetime) -> bool:
    """Whether results are final by time: the correction period is over, and no second person is asked for."""
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
    if "start" in kinds or any(report.deals for report in reports):
        return "playing"
    return "seated"


NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock as the steps have left it.

    ``played`` is the time gone until ``running_since``, or in all where the clock does not run; ``length`` is
    the time of the round with what was added, ``call_before`` how long before the bell the call comes.
    """

    length: timedelta | None
    played: timedelta
    running_since: datetime | None
    call_before: timedelta
    is_called: bool
    is_over: bool

    @property
    def is_running(self) -> bool:
        """Tell whether time is going by."""
        return self.running_since is not None

    def elapsed(self, now: datetime) -> timedelta:
        """Return how long has been played."""
        return self.played + (
            NOTHING if self.running_since is None else max(NOTHING, now - self.running_since)
        )

    def remaining_seconds(self, now: datetime) -> int | None:
        """Return the whole seconds left, never below zero; None where the round has no set length."""
        if self.length is None:
            return None
        left = self.length - self.elapsed(now)
        return max(0, -(-left // timedelta(seconds=1)))

    def bell_due_at(self) -> datetime | None:
        """Return when the time is up, if nothing is changed; None where the clock does not run."""
        if self.length is None or self.running_since is None or self.is_over:
            return None
        return self.running_since + self.length - self.played

    def is_bell_due(self, now: datetime) -> bool:
        """Tell whether the time is up and the bell has not rung."""
        due = self.bell_due_at()
        return due is not None and due <= now

    def is_last_hand_due(self, now: datetime) -> bool:
        """Tell whether the last hand is to be called now."""
        bell = self.bell_due_at()
        return bell is not None and not self.is_called and bell - self.call_before <= now


def clock(steps: Sequence[RoundStep], settings: EventSettings) -> RoundClock:
    """Return the clock as the steps have left it. The bell stops it; after that nothing moves it any more."""
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
