"""The kinds of penalties: offences and effects.

The law set decides what follows from an offence. An effect is itself a consequence for a deal or its score.

Each kind has its own class, whose fields are the fields of the penalty in JSON. A field ``points`` has the
names of points. In the effects listed in ``COUNTED`` it is a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

Names = tuple[str, ...]
"""The names of points, in the law set's order."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke. ``points`` are the points in the tricks that the player won, None if nobody named them."""

    seat: int
    points: Names | None = None


@dataclass(frozen=True, slots=True)
class FoulHand:
    """A player had too many cards and played to the first trick."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrickClaimed:
    side: int
    points: Names


Offence = Revoke | FoulHand | TrickClaimed

OFFENCES: Mapping[str, type[Offence]] = {
    "revoke": Revoke,
    "foul-hand": FoulHand,
    "trick-claimed": TrickClaimed,
}


@dataclass(frozen=True, slots=True)
class SideCannotScore:
    side: int


@dataclass(frozen=True, slots=True)
class BidWaived:
    pass


@dataclass(frozen=True, slots=True)
class SetBack:
    """The player's side loses ``points`` from its score or, if ``points`` is None, the bid."""

    seat: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class PointsToMaker:
    """The points of a side, or the points in one seat's tricks, go to the maker's side.

    Only one of ``side`` and ``seat`` is set. ``points`` limits the effect to the named points.
    """

    side: int | None = None
    seat: int | None = None
    points: Names | None = None


@dataclass(frozen=True, slots=True)
class AwardPoints:
    side: int
    points: Names


@dataclass(frozen=True, slots=True)
class PointsDead:
    points: Names


@dataclass(frozen=True, slots=True)
class SideLosesPoints:
    """Named points of a side count for nobody. Only rulings order this effect.

    Named points that the side does not have are not affected.
    """

    side: int
    points: Names


@dataclass(frozen=True, slots=True)
class BidToAdversaries:
    pass


@dataclass(frozen=True, slots=True)
class ScoreUp:
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class ScoreDown:
    side: int
    points: int


@dataclass(frozen=True, slots=True)
class StopsShort:
    """The side cannot win the game on this deal."""

    side: int


@dataclass(frozen=True, slots=True)
class NewDeal:
    """The deal is void. The same player deals again, or the next player: ``dealer`` is "same" or "next"."""

    dealer: str


@dataclass(frozen=True, slots=True)
class LawfulDeal:
    """The deal is void, and ``seat``, whose turn it was, deals next. Only rulings order this effect."""

    seat: int


@dataclass(frozen=True, slots=True)
class NewGame:
    pass


@dataclass(frozen=True, slots=True)
class NoPenalty:
    pass


Effect = (
    SideCannotScore
    | BidWaived
    | SetBack
    | PointsToMaker
    | AwardPoints
    | PointsDead
    | SideLosesPoints
    | BidToAdversaries
    | ScoreUp
    | ScoreDown
    | StopsShort
    | NewDeal
    | LawfulDeal
    | NewGame
    | NoPenalty
)

EFFECTS: Mapping[str, type[Effect]] = {
    "side-cannot-score": SideCannotScore,
    "bid-waived": BidWaived,
    "set-back": SetBack,
    "points-to-maker": PointsToMaker,
    "award-points": AwardPoints,
    "points-dead": PointsDead,
    "bid-to-adversaries": BidToAdversaries,
    "score-up": ScoreUp,
    "score-down": ScoreDown,
    "stops-short": StopsShort,
    "new-deal": NewDeal,
    "new-game": NewGame,
    "no-penalty": NoPenalty,
}
"""The effects that a director may order; the effects in `OF_A_BID` only in games with bids."""

EFFECT_FIELDS = tuple(dict.fromkeys(field.name for kind in EFFECTS.values() for field in fields(kind)))
"""The names of all fields of these effects; a side or a seat comes before the points."""

OF_A_BID = ("bid-waived", "points-to-maker", "bid-to-adversaries")
"""The effects that exist only in games with bids."""

NEW_DEALS = (NewDeal, LawfulDeal)
"""The effects that make the deal void."""

COUNTED = (SetBack, ScoreUp, ScoreDown)
"""The effects whose ``points`` are a number.

If an effect repeats, the numbers of ScoreUp and ScoreDown are added; of SetBack only the largest counts.
"""

Penalty = Offence | Effect

SLUGS: Mapping[type[Penalty], str] = {
    penalty: slug for slug, penalty in (*OFFENCES.items(), *EFFECTS.items())
}


@dataclass(frozen=True, slots=True)
class RuledEffect:
    """An effect that a ruling has ordered. ``law`` is the id of the law that orders it, or empty."""

    effect: Effect
    law: str = ""
