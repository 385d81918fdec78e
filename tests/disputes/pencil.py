"""A deal reckoned by hand, as the effects of a ruling leave it, under Foster and under Chicago."""

from dataclasses import dataclass

from laws.domain.effects import Effect

FOSTER, CHICAGO = "foster-1897", "chicago-1890"
DEALER, MAKER, BID = 1, 2, 7
MINE, THEIRS = 2, 1
"""Seat 1 deals, seat 2 bids seven and its side makes eight of the fourteen, the others six."""
TAKEN = {MINE: 8, THEIRS: 6}
JACK = 1
"""The jack, worth one, lay in the trick, or in the tricks, that a dispute is about."""

LEFT_OF = {
    "offender": ("offender", 0), "partner": ("offender", 2),
    "left-adversary": ("offender", 1), "right-adversary": ("offender", 3),
    "partners-right-adversary": ("offender", 1),
    "dealer": ("dealer", 0), "eldest": ("dealer", 1), "dealers-partner": ("dealer", 2), "pone": ("dealer", 3),
    "maker": ("maker", 0), "highest-bidder": ("maker", 0), "makers-partner": ("maker", 2),
    "offenders": ("offender", 0), "adversaries": ("offender", 1),
    "makers-side": ("maker", 0), "makers-adversaries": ("maker", 1), "dealers-adversaries": ("dealer", 1),
}  # fmt: skip
"""Where those sit whom the law names: so many seats to the left of somebody, or on his side."""
LAWFUL = 3
"""Whose deal it was, where that is asked."""


@dataclass
class Reckoned:
    """A deal reckoned with pencil and paper as the effects of a ruling leave it."""

    law_set: str
    offender: int

    def seat(self, role: str) -> int:
        who, steps = LEFT_OF[role]
        begins = {"offender": self.offender, "dealer": DEALER, "maker": MAKER}[who]
        return (begins + steps - 1) % 4 + 1

    def sides(self, role: str) -> list[int]:
        return [1, 2] if role == "both-sides" else [1 if self.seat(role) % 2 else 2]

    def reckoned(self, effects: list[Effect]) -> tuple[list[int], int]:
        """Return what sides 1 and 2 score and who deals next."""
        points, barred, is_waived, back = dict(TAKEN), set(), False, False
        for effect in effects:
            words = dict(effect.parameters)
            if effect.kind == "new-deal":
                lawful = {"same": DEALER, "next": DEALER + 1, "lawful": LAWFUL}
                return [0, 0], lawful[words["dealer"]]
            if effect.kind in ("award-trick", "award-points"):
                (gains,) = self.sides(words["side"])
                points[gains] += JACK
                points[3 - gains] -= JACK
            elif effect.kind == "side-cannot-score":
                barred |= set(self.sides(words["side"]))
            elif effect.kind == "no-points":
                barred = {1, 2}
            elif effect.kind == "bid-waived":
                is_waived = True
            elif effect.kind == "set-back":
                assert self.sides(words["who"]) == [MINE]
                back = True
            elif effect.kind == "points-to-maker" and words["points"] == "side":
                points = {MINE: 14, THEIRS: 0}
            elif effect.kind == "points-to-maker" and words["points"] == "tricks":
                (loses,) = self.sides("offender")
                points[loses] -= JACK
                points[MINE] += JACK
        scored = self._foster(points, barred, is_waived) if self.law_set == FOSTER else self._chicago(points)
        for side in barred:
            scored[side] = 0 if scored[side] > 0 else scored[side]
        if back:
            scored[MINE] = -BID
        return [scored[1], scored[2]], DEALER + 1

    def _foster(self, points: dict[int, int], barred: set[int], is_waived: bool) -> dict[int, int]:
        """Cinch Laws, Scoring; The Revoke: what of a side that is barred is not deducted either."""
        if points[MINE] < BID and not is_waived:
            return {MINE: 0, THEIRS: points[THEIRS] + BID}
        if barred:
            return dict(points)
        more = points[MINE] - points[THEIRS]
        return {MINE: max(more, 0), THEIRS: max(-more, 0)}

    def _chicago(self, points: dict[int, int]) -> dict[int, int]:
        """Who makes his bid scores all he makes, who fails goes back the bid; the others score theirs."""
        return dict(points) if points[MINE] >= BID else {MINE: -BID, THEIRS: points[THEIRS]}
