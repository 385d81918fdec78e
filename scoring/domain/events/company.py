"""The players of a club table: who is there, who has played which games, who waits; who joins and who leaves.

Who plays next is decided in :mod:`scoring.game.cutting_out`.
"""

from __future__ import annotations

from dataclasses import dataclass

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from scoring.events.domain.values import reference


@dataclass(frozen=True, slots=True)
class Company:
    """The players of a club table: those ``present`` in the order in which they came, and the games so far.

    A game is the set of those who played it; whoever has left is no longer present. ``arrived_after``
    says for each of those present how many games were over then; left out, all came before the first.
    """

    present: tuple[int, ...]
    games: tuple[frozenset[int], ...] = ()
    arrived_after: tuple[int, ...] = ()

    def run_of(self, player: int) -> int:
        """Return how many games running, up to the last, a player has played."""
        run = 0
        for game in reversed(self.games):
            if player not in game:
                break
            run += 1
        return run

    def waiting(self) -> tuple[int, ...]:
        """Return who did not play the last game, those who have waited longest first, then by arrival."""
        last = self.games[-1] if self.games else frozenset()
        came = dict(zip(self.present, self.arrived_after or (0,) * len(self.present), strict=True))

        def since(player: int) -> int:
            played = [number for number, game in enumerate(self.games, 1) if player in game]
            return max(came[player], *played[-1:], 0)

        return tuple(sorted((player for player in self.present if player not in last), key=since))

    def staying(self) -> tuple[int, ...]:
        """Return who played the last game and is still there, in the order in which they came."""
        last = self.games[-1] if self.games else frozenset()
        return tuple(player for player in self.present if player in last)


def join(company: Company, player: int, law_set: LawSet) -> Company:
    """Return the company with one more, who comes last. Raises InvalidInput under "player".

    Law: Foster 1897, Cinch Laws, Formation of Table: six make the table complete.
    """
    if player in company.present:
        raise InvalidInput({"player": _("{player} is at this table already.", player=reference(player))})
    capacity = law_set.number("table_capacity")
    if len(company.present) >= capacity:
        raise InvalidInput(
            {"player": _("The table is complete with {count} players.", count=capacity)},
            law=law_set.law("table_capacity"),
        )
    came = company.arrived_after or (0,) * len(company.present)
    return Company((*company.present, player), company.games, (*came, len(company.games)))


def leave(company: Company, player: int) -> Company:
    """Return the company without somebody who goes home. Raises InvalidInput under "player"."""
    if player not in company.present:
        raise InvalidInput({"player": _("{player} is not at this table.", player=reference(player))})
    came = company.arrived_after or (0,) * len(company.present)
    kept = [(one, after) for one, after in zip(company.present, came, strict=True) if one != player]
    return Company(tuple(one for one, _after in kept), company.games, tuple(after for _one, after in kept))
