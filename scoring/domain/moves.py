"""The points of a deal while penalties move them from one side to another.

Which penalty moves them is not decided here; that a side gives no more than it took is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.domain.side_words import inside, worded
from scoring.game.deal import DISCARDS, Penalty
from scoring.game.explanation import in_words
from scoring.game.penalties import RULED, field_of
from scoring.game.points import Taken
from scoring.game.rules import Rules
from scoring.game.seating import PerSide, figures


@dataclass(slots=True)
class Points:
    """Each side's points as penalties leave them.

    ``owners`` says which side counts each point (None: dead), where that is known; ``takers`` which seat made
    it; ``lying`` which were among the discards and ``discards`` how many points of them the maker's side
    counts; ``given`` how many points a revoke has given it; ``buried`` how many a ruling leaves to nobody.
    """

    maker_side: int
    rules: Rules
    counts: list[int]
    owners: dict[str, int | None] | None
    takers: Mapping[str, int] | None
    lying: frozenset[str]
    discards: int = 0
    given: int = 0
    buried: int = 0

    @classmethod
    def of(cls, taken: Taken, maker_side: int, rules: Rules) -> Points:
        """Return the points as they were taken."""
        if taken.won is None:
            return cls(maker_side, rules, list(taken.points.values), None, None, frozenset())
        to_maker = maker_side if rules.discard_points_to == "maker" else None
        lying = frozenset(name for name, taker in taken.won.items() if taker == DISCARDS)
        owners = {
            name: taker if isinstance(taker, int) else to_maker if name in lying else None
            for name, taker in taken.won.items()
        }
        return cls(maker_side, rules, list(taken.points.values), owners, taken.takers, lying, taken.discards)

    def per_side(self) -> PerSide[int]:
        """Return the points of each side."""
        return figures(tuple(self.counts))

    def of_side(self, side: int) -> int:
        """Return the points of one side."""
        return self.counts[side - 1]

    def award(self, side: int, names: tuple[str, ...], index: int) -> None:
        """Give named points to a side, from whichever side has them or, by a ruling, out of the discards.

        Raises InvalidInput under "deal.penalties.N.points" for a point that was in no trick or, where only
        totals are known, for more points than the other side took.
        """
        field = field_of(index)
        if self.owners is None:
            others = [other for other in range(1, len(self.counts) + 1) if other != side]
            if len(others) > 1:
                reason = _("say who won each point: bare totals do not tell which side loses these.")
                raise InvalidInput({"deal.won": reason})
            self._move(others[0], side, names, field)
            return
        for name in names:
            owner = self.owners.get(name)
            if index == RULED and owner is None and name in self.lying:
                self.counts[side - 1] += self.rules.worth[name]
                self.buried -= self.rules.worth[name]
                self.owners[name] = side
                continue
            if owner is None or name in self.lying:
                raise InvalidInput(
                    {field: _("{point} was in no trick, so it cannot be claimed.", point=in_words(name))}
                )
            if owner != side:
                self._move(owner, side, (name,), field)

    def bury(self, names: tuple[str, ...], index: int) -> None:
        """Let named points count for nobody, whoever has them.

        Raises InvalidInput under "deal.won" where it is not known who has them.
        """
        if self.owners is None:
            raise InvalidInput(
                {"deal.won": _("say who won each point: bare totals do not tell who loses these.")}
            )
        for name in names:
            owner = self.owners.get(name)
            if owner is None:
                raise InvalidInput(
                    {field_of(index): _("{point} counts for nobody already.", point=in_words(name))}
                )
            self.counts[owner - 1] -= self.rules.worth[name]
            self.buried += self.rules.worth[name]
            if name in self.lying and self.rules.discard_points_to == "maker":
                self.discards -= self.rules.worth[name]
            self.owners[name] = None

    def to_maker(self, side: int, penalty: Penalty, index: int) -> tuple[tuple[str, ...] | None, int]:
        """Give a side's points to the maker's side, and return which (None: all) and how many.

        A penalty on a seat takes only the points in tricks which that seat won: they are known from the
        cards, or the penalty names them. Raises InvalidInput where they are not known.
        """
        field = field_of(index)
        names = penalty.names
        if names is None and penalty.seat is not None and side != self.maker_side:
            if self.takers is None:
                reason = _(
                    "name the points in the tricks that seat {seat} won: only those go to the maker.",
                    seat=penalty.seat,
                )
                raise InvalidInput({field: reason}, law=self.rules.law_set.law("revoke_scope"))
            names = tuple(name for name, seat in self.takers.items() if seat == penalty.seat)
        if side == self.maker_side:
            return None, 0
        if names is not None:
            return names, self._give(side, names, field)
        count = self.counts[side - 1]
        self._shift(side, self.maker_side, count)
        self.given += count
        if self.owners is not None:
            self.owners = {
                name: self.maker_side if owner == side else owner for name, owner in self.owners.items()
            }
        return None, count

    def _give(self, side: int, names: tuple[str, ...], field: str) -> int:
        if self.owners is not None:
            for name in names:
                if self.owners.get(name) != side:
                    reason = _("{point} was not taken by {side}.", point=in_words(name), side=inside(side))
                    raise InvalidInput({field: worded(reason, self.rules.seating)})
        count = self._move(side, self.maker_side, names, field)
        self.given += count
        return count

    def _move(self, source: int, target: int, names: tuple[str, ...], field: str) -> int:
        """Move named points between two sides and return how many they are."""
        count = sum(self.rules.worth[name] for name in names)
        if count > self.counts[source - 1]:
            reason = _(
                "{side} took only {taken}, so it cannot lose {count}.",
                side=inside(source),
                taken=self.counts[source - 1],
                count=count,
            )
            raise InvalidInput({field: worded(reason, self.rules.seating)})
        self._shift(source, target, count)
        if self.owners is not None:
            self.owners |= dict.fromkeys(names, target)
        return count

    def _shift(self, source: int, target: int, count: int) -> None:
        self.counts[source - 1] -= count
        self.counts[target - 1] += count
