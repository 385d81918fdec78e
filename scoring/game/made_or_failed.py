"""Compare the bid with the points: what each side scores by the made, failed and tie rules.

:mod:`scoring.game.deal_scoring` supplies points and penalties; the running score plays no part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.game import explanation
from scoring.game.explanation import Note
from scoring.game.rules import Rules
from scoring.game.seating import PerSide, figures


@dataclass(slots=True)
class BidResult:
    """The bid of the maker's ``side``, and how penalties limit or change what each side scores.

    - ``barred``: sides that penalties forbid to score.
    - ``set_back``: for each side that is set back, the points that it loses.
    - ``added``: for each side, the points that rulings add; negative if rulings take points off.
    - ``early``: the part of ``added`` that is scored before the play.
    - ``adds_bid``: a ruling gives the bid to the adversaries. This changes the score only if the bid was made
      or waived. If the bid failed, the parameter ``failed_rule`` decides.
    - ``short``: sides that cannot win the game on this deal.
    - ``is_new_game``: the game starts again with `begun_with`.
    - ``cannot``: the barred sides and the sides set back; :func:`scored_by_side` fills it.
    """

    side: int
    bid: int
    rules: Rules
    notes: list[Note]
    barred: set[int] = field(default_factory=set)
    set_back: dict[int, int] = field(default_factory=dict)
    added: dict[int, int] = field(default_factory=dict)
    early: dict[int, int] = field(default_factory=dict)
    short: set[int] = field(default_factory=set)
    is_waived: bool = False
    maker_revoked: bool = False
    adds_bid: bool = False
    is_new_game: bool = False
    cannot: set[int] = field(default_factory=set)

    @property
    def begun_with(self) -> PerSide[int]:
        """Return the running score with which the game starts again: the starting score and ``added``."""
        rules = self.rules
        return figures(
            tuple(rules.starting_score + self.added.get(side, 0) for side in rules.seating.sides())
        )

    def others(self, points: tuple[int, ...] | list[int]) -> Iterator[tuple[int, int]]:
        """Yield the sides that play against the maker and can score, each with its entry in ``points``."""
        for side, own in enumerate(points, 1):
            if side != self.side and side not in self.cannot:
                yield side, own

    def failed(self, points: tuple[int, ...], gap: int) -> list[int]:
        """Return what each side scores if the maker's side fails by ``gap`` points."""
        rules, bid, notes = self.rules, self.bid, self.notes
        if rules.failed_rule == "set-back":
            return self._set_back_the_bid(points, "failed_rule")
        scored = [0] * len(points)
        for side, own in enumerate(points, 1):
            if side == self.side:
                continue
            if side in self.cannot:
                notes.append(("=failed_rule", explanation.nobody_scores, (self.side, side)))
            elif rules.failed_rule == "adversaries-own-plus-bid":
                scored[side - 1] = own + bid
                notes.append(("failed_rule", explanation.adversaries_add_bid, (self.side, side, own, bid)))
            else:
                scored[side - 1] = rules.total + gap
                notes.append(("failed_rule", explanation.total_and_gap, (self.side, side, rules.total, gap)))
        return scored

    def _set_back_the_bid(self, points: tuple[int, ...], parameter: str) -> list[int]:
        self.notes.append((parameter, explanation.set_back, (self.side, self.bid)))
        scored = list(points)
        scored[self.side - 1] = -self.bid
        self.notes.extend((parameter, explanation.others_own, other) for other in self.others(points))
        return scored

    def made(self, points: tuple[int, ...]) -> list[int]:
        """Return what each side scores if the bid is made or waived, or if nobody bid."""
        rules, notes, own = self.rules, self.notes, points[self.side - 1]
        minimum = rules.minimum_to_score
        is_tie = not self.cannot and len(set(points)) == 1
        if is_tie and rules.tie_rule == "no-score":
            notes.append(("tie_rule", explanation.tie_no_score, (len(points), own)))
            return [0] * len(points)
        if minimum is not None and own < minimum and not self.is_waived and self.side not in self.cannot:
            notes.append(("minimum_to_score", explanation.below_minimum, (self.side, own, minimum)))
            return self._below_minimum(points)
        if is_tie:
            notes.append(("tie_rule", explanation.tie_each_own, (len(points), own)))
            return list(points)
        if rules.made_rule == "each-side-own" and not self.cannot:
            notes.append(("made_rule", explanation.own_points, (points,)))
            return list(points)
        return self._made_by_some(points)

    def _made_by_some(self, points: tuple[int, ...]) -> list[int]:
        scored, notes = [0] * len(points), self.notes
        can = {side: own for side, own in enumerate(points, 1) if side not in self.cannot}
        if not can:
            notes.append(("=made_rule", explanation.nobody_left, ()))
        for side, own in can.items():
            highest = max((other for rival, other in can.items() if rival != side), default=None)
            if highest is None:
                scored[side - 1] = own
                notes.append(("=made_rule", explanation.nothing_deducted, (side, own)))
            elif self.rules.made_rule == "each-side-own":
                scored[side - 1] = own
                notes.append(("made_rule", explanation.others_own, (side, own)))
            elif own > highest:
                scored[side - 1] = own - highest
                notes.append(("made_rule", explanation.difference, (side, own, highest)))
        return scored

    def _below_minimum(self, points: tuple[int, ...]) -> list[int]:
        rule, bid = self.rules.below_minimum_rule, self.bid
        if rule == "set-back":
            return self._set_back_the_bid(points, "below_minimum_rule")
        adds_bid = bid > 0 and rule == "adversaries-own-plus-bid"
        scored = [0] * len(points)
        for side, own in self.others(points):
            scored[side - 1] = own + bid if adds_bid else own
            note: Note = ("below_minimum_rule", explanation.others_own, (side, own))
            if adds_bid:
                note = ("below_minimum_rule", explanation.adversaries_add_bid, (self.side, side, own, bid))
            self.notes.append(note)
        return scored

    def add_bid(self, scored: list[int]) -> None:
        """Add the bid to the scores of the maker's adversaries, if the law set or a ruling asks for this.

        Adversaries that cannot score get nothing. Adds a note for each changed score, or a note that the bid
        is not added.
        """
        if not self.rules.revoke_by_maker_adds_bid and not self.adds_bid:
            self.notes.append(("revoke_by_maker_adds_bid", explanation.bid_not_added, ()))
            return
        in_words = explanation.bid_added if self.maker_revoked else explanation.bid_given
        # A ruling adds the bid whatever the parameter says. Then only the parameter's law is cited.
        is_by_law = self.maker_revoked and self.rules.revoke_by_maker_adds_bid
        cited = "revoke_by_maker_adds_bid" if is_by_law else "=revoke_by_maker_adds_bid"
        for side, own in self.others(scored):
            scored[side - 1] = own + self.bid
            self.notes.append((cited, in_words, (side, self.bid)))


def scored_by_side(bid_result: BidResult, points: tuple[int, ...], counted: int) -> PerSide[int]:
    """Return what each side scores on the deal, with set-backs and with the points that rulings add.

    ``counted`` is how many of the maker's points are compared with the bid. Sets ``bid_result.cannot`` and
    adds notes to ``bid_result.notes``.
    """
    bid_result.cannot = bid_result.barred | bid_result.set_back.keys()
    if counted < bid_result.bid and not bid_result.is_waived:
        scored = bid_result.failed(points, bid_result.bid - counted)
    else:
        scored = bid_result.made(points)
        if (bid_result.maker_revoked or bid_result.adds_bid) and bid_result.bid:
            bid_result.add_bid(scored)
    for side in bid_result.cannot:
        scored[side - 1] = min(scored[side - 1], -bid_result.set_back.get(side, 0))
    for side, count in bid_result.added.items():
        scored[side - 1] += count
    return figures(tuple(scored))
