"""Who has met whom: how often two players were partners or opponents in the rounds seated so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.domain.events.sitting_out import sit_outs
from scoring.events.domain.values import Entrant, Metrics, SeatedRound, SeatedTable


class Meetings:
    """How often each two players have been partners, and how often opponents."""

    __slots__ = ("opponents", "partners")

    def __init__(self, rounds: Iterable[SeatedRound] = ()) -> None:
        self.partners: dict[tuple[int, int], int] = {}
        self.opponents: dict[tuple[int, int], int] = {}
        for seated in rounds:
            for table in seated.tables:
                self.add(table)

    def copied(self) -> Meetings:
        """Return the same meetings, to count further ones."""
        found = Meetings()
        found.partners, found.opponents = dict(self.partners), dict(self.opponents)
        return found

    def add(self, table: SeatedTable) -> None:
        """Count the meetings of one table."""
        for pair in table.partners():
            key = _key(*pair)
            self.partners[key] = self.partners.get(key, 0) + 1
        for pair in table.opponents():
            key = _key(*pair)
            self.opponents[key] = self.opponents.get(key, 0) + 1

    def as_partners(self, one: int, other: int) -> int:
        """Return how often two players were partners."""
        return self.partners.get(_key(one, other), 0)

    def as_opponents(self, one: int, other: int) -> int:
        """Return how often two players sat against each other."""
        return self.opponents.get(_key(one, other), 0)


def metrics(
    history: Sequence[SeatedRound],
    now: SeatedRound,
    present: Iterable[Entrant],
    met_before: Meetings | None = None,
) -> Metrics:
    """Return the figures of all rounds so far with the one that is now seated.

    Meeting the same player a third time counts as a second repetition. ``met_before`` are the meetings of
    the rounds before, where they have been counted.
    """
    met = met_before.copied() if met_before else Meetings(history)
    partners_before = dict(met.partners)
    for table in now.tables:
        met.add(table)
    again = [pair for table in now.tables for pair in table.partners() if _key(*pair) in partners_before]
    out = sit_outs([*history, now])
    counts = [out.get(entrant.player, 0) for entrant in present]
    return Metrics(
        repeated_partners=sum(count - 1 for count in met.partners.values()),
        repeated_opponents=sum(count - 1 for count in met.opponents.values()),
        new_repeated_partners=tuple(again),
        fewest_sit_outs=min(counts, default=0),
        most_sit_outs=max(counts, default=0),
    )


def _key(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)
