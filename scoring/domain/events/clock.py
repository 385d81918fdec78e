"""The clock of a round, on the server's time: how much is left, and when the last hand and the bell are due.

It follows from the recorded steps in their order, so that two people who press the same button twice change
nothing. A jump of the server's time backwards takes nothing off what was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scoring.domain.events.settings import EventSettings
from scoring.events.domain.round_life import Step, first_bell

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

    def last_hand_due_at(self) -> datetime | None:
        """Return when the last hand is to be called; None where that is done or the clock does not run."""
        bell = self.bell_due_at()
        return None if bell is None or self.is_called else bell - self.call_before

    def is_bell_due(self, now: datetime) -> bool:
        """Tell whether the time is up and the bell has not rung."""
        due = self.bell_due_at()
        return due is not None and due <= now

    def is_last_hand_due(self, now: datetime) -> bool:
        """Tell whether the last hand is to be called now."""
        due = self.last_hand_due_at()
        return due is not None and due <= now


def clock(steps: Sequence[Step], settings: EventSettings) -> RoundClock:
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
