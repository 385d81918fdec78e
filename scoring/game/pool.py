"""The pool of a game, in counters: what each player pays and, once the game is won, takes.

The pool is computed from the deals and their rulings and is never stored. It involves no money.

Law: Foster 1897, Auction Pitch, Counters; Scoring; Irregularities in Play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.game import explanation
from scoring.game.applied_rulings import forfeits_of
from scoring.game.combined_decisions import Decided
from scoring.game.explanation import ExplanationLine
from scoring.game.rules import Rules
from scoring.game.state import GameState


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool of counters. ``paid`` and ``taken`` have each seat's counters, seat 1 first.

    ``left`` is the number of counters that cannot be divided equally among the winners.
    """

    paid: tuple[int, ...]
    taken: tuple[int, ...]
    left: int
    why: ExplanationLine

    @property
    def total(self) -> int:
        return sum(self.paid)


def pool_of(state: GameState, decided: Sequence[Sequence[Decided]], rules: Rules) -> Pool | None:
    """Return the pool of a game, or None if the law set has no pool.

    ``decided`` has the decisions in force on each deal. The winners divide the pool evenly.
    """
    if not rules.stake:
        return None
    seating = rules.seating
    paid = dict.fromkeys(seating.seats(), rules.stake)
    for entry, decisions in zip(state.entries, decided, strict=True):
        for seat in forfeits_of(decisions, entry.deal, rules):
            paid[seat] += 1
    sides = state.winner if isinstance(state.winner, tuple) else (state.winner,)
    winners = [seat for side in sides if side for seat in seating.seats_of(side)]
    share, left = divmod(sum(paid.values()), len(winners)) if winners else (0, 0)
    return Pool(
        tuple(paid.values()),
        tuple(share if seat in winners else 0 for seat in seating.seats()),
        left,
        explanation.line_with_reading(explanation.staked(rules.stake), rules.law_set, "stake"),
    )
