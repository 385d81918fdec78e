"""The settings of an event: one table of name, accepted values, default, source and meaning.

A setting is a point on which clubs play differently, or which the sources leave open. How a value that was
sent is read stands in :mod:`scoring.domain.events.settings`; what it leads to, in the movements.

A law is named without its law set ("progressive-cinch/ties"), because an event takes it from whichever law
set tells of progressive play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from laws.domain import accepted
from laws.domain.errors import not_among
from laws.domain.sentences import _

SettingValue = int | bool | str | None | tuple[str, ...] | tuple[int, ...]
Kind = Literal["number", "limit", "choice", "flag", "order", "strides", "names"]
Status = Literal["stated", "inferred", "open"]
"""Whether the default is the source's own, follows from it, or is ours because the source does not say."""

LONGEST_STRIDE = 400
MOST_LISTS = 6
LONGEST_LIST_NAME = 40

RANKED_BY = ("progressions", "points", "games", "best-round", "gold", "red", "green", "cinches")
PRIZES = (
    "first",
    "second",
    "third",
    "most-progressions",
    "most-points",
    "most-cinches",
    "most-gold",
    "most-red",
    "most-green",
    "booby",
)


@dataclass(frozen=True, slots=True)
class EventSetting:
    """One line of the table. ``low`` and ``high`` bound a number; ``choices`` are the accepted words."""

    name: str
    kind: Kind
    default: SettingValue
    meaning: str
    law: str
    status: Status
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: str = ""

    @property
    def accepted(self) -> str:
        """Return the accepted values in words, for a page or a refusal."""
        match self.kind:
            case "order":
                return _("a list of these words, each once: {choices}", choices=", ".join(self.choices))
            case "strides":
                return _(
                    "null, or four whole numbers from -{most} to {most}, one for each seat",
                    most=LONGEST_STRIDE,
                )
            case "names":
                return _(
                    "a list of up to {most} different names, each at most {length} long",
                    most=MOST_LISTS,
                    length=LONGEST_LIST_NAME,
                )
        return accepted.in_words(self.kind, self.choices, self.low, self.high)

    def parse(self, value: object) -> SettingValue:
        """Return the value if it is accepted; nothing is converted. Raises ValueError with the refusal."""
        match self.kind:
            case "choice":
                if isinstance(value, str) and value in self.choices:
                    return value
                raise ValueError(not_among(value, self.choices))
            case "flag":
                taken: SettingValue = value if isinstance(value, bool) else None
            case "number":
                taken = _whole(value, self.low, self.high)
            case "limit" | "strides" if value is None:
                return None
            case "limit":
                taken = _whole(value, self.low, self.high)
            case "order":
                taken = _words(value, self.choices)
            case "strides":
                taken = _strides(value)
            case _:
                taken = _names(value)
        if taken is None:
            raise ValueError(accepted.refusal(value, self.accepted))
        return taken


def _whole(value: object, low: int, high: int) -> int | None:
    return value if accepted.is_whole(value, low, high) else None  # type: ignore[return-value]  # a whole number


def _listed(value: object, most: int) -> list[object] | None:
    return list(value) if isinstance(value, list | tuple) and len(value) <= most else None


def _words(value: object, choices: tuple[str, ...]) -> tuple[str, ...] | None:
    words = _listed(value, len(choices))
    if words is None or any(not isinstance(word, str) or word not in choices for word in words):
        return None
    return tuple(str(word) for word in words) if len(set(words)) == len(words) else None


def _strides(value: object) -> tuple[int, ...] | None:
    strides = [_whole(stride, -LONGEST_STRIDE, LONGEST_STRIDE) for stride in _listed(value, 4) or []]
    found = tuple(stride for stride in strides if stride is not None)
    return found if len(found) == 4 else None


def _names(value: object) -> tuple[str, ...] | None:
    names = _listed(value, MOST_LISTS)
    if names is None:
        return None
    found = tuple(name for name in names if isinstance(name, str) and name.isprintable() and name.strip())
    is_whole = len(found) == len(names) == len(set(found))
    return found if is_whole and all(len(name) <= LONGEST_LIST_NAME for name in found) else None


def _choice(name: str, default: str, choices: str, law: str, status: Status, meaning: str) -> EventSetting:
    return EventSetting(name, "choice", default, meaning, law, status, choices=tuple(choices.split()))


def _flag(name: str, default: bool, law: str, status: Status, meaning: str) -> EventSetting:
    return EventSetting(name, "flag", default, meaning, law, status)


EVENING = (
    EventSetting("rounds", "number", 8, "How many rounds the evening has.",
                 "progressive-cinch/four-deals", "open", low=1, high=50, unit="rounds"),
    EventSetting("deals_per_round", "number", 4, "How many deals each table plays in a round.",
                 "progressive-cinch/four-deals", "stated", low=1, high=12, unit="deals"),
)  # fmt: skip
"""What stands beside the movement, not in it."""

MOVEMENT = (
    # Who moves where
    _choice("kind", "winner-progressive", "winner-progressive rotation redraw",
            "progressive-cinch/winners-move-up", "stated",
            "How players move: the winners of a table go up, everybody moves by a fixed rotation, or the "
            "tables are drawn anew each round so that old partners meet as seldom as can be."),
    _choice("head_losers", "last", "last stay down-one", "progressive-euchre/head-table-result", "stated",
            "Where the losers of the head table go: to the last table; nowhere, so that its winners go round "
            "to the last table instead; or one table down, and so do the losers of every other table."),
    _choice("head_winners", "keep", "keep split", "progressive-euchre/change-of-partners", "inferred",
            "Whether the winners who stay at the head table remain partners, and with them those who arrive, "
            "or all part as at every other table."),
    _choice("split", "seat", "seat seeded history", "progressive-euchre/change-of-partners", "inferred",
            "Which of those who stayed takes which arrival as partner: by their seats, by a draw from the "
            "event's seed, or so that as few as possible have been partners before."),
    EventSetting("strides", "strides", None,
                 "For a rotation, how many tables on each of the four seats moves after a round; null lets "
                 "the best be chosen for the number of tables and rounds.",
                 "progressive-cinch/winners-move-up", "open"),
    _choice("odd", "sit-out", "sit-out table-of-five table-of-three",
            "progressive-euchre/unequal-numbers", "open",
            "What is done when four does not divide the players: some sit out a round, or some tables have "
            "five players, of whom one sits out in turn, or three; each scores for himself there, and the "
            "two best of such a table are its winners."),
    EventSetting("deals_at_three", "limit", None,
                 "How many deals a table of three plays in a round; with none said, as many as let each of "
                 "the three deal as often as players do elsewhere: three where the others play four, and "
                 "three where the others do not all deal equally often.",
                 "progressive-cinch/four-deals", "open", low=1, high=12, unit="deals"),
    _choice("points_at_three", "as-scored", "as-scored in-proportion not-counted",
            "progressive-euchre/unequal-numbers", "open",
            "How the points of a table of three count in the standings: as they were scored; raised in "
            "proportion to the deals that the other tables play, a half going up; or not at all, because "
            "points won alone against two are not comparable. Stars, games won and cinches always count."),
    _flag("mixed_pairs", False, "progressive-euchre/ladies-and-gentlemen", "open",
          "Whether partners come from different lists, where the event keeps two."),
    # The start
    _choice("places", "cut-cards", "cut-cards by-hand", "progressive-euchre/draw-for-places", "stated",
            "How places are found at the start: by cards of two colours whose pips are the table, or as the "
            "organiser says."),
    # The end of a round
    _choice("reaching_target", "played-out", "played-out stops", "progressive-cinch/four-deals", "inferred",
            "What a table does when a side reaches the game within a round: plays all its deals, or stops."),
    _choice("ties", "drawn", "drawn entered", "progressive-cinch/ties", "open",
            "Whether a tie is cut by a draw from the event's seed, or with cards at the table that are "
            "entered; cards that are entered prevail in either case."),
    _choice("missing_results", "wait", "wait cut director", "progressive-euchre/bell-stops-all", "open",
            "What a result that is missing at the bell means: the move waits for it, the pairs cut, or the "
            "director names the winners."),
    _choice("bell", "organiser", "organiser head-table clock", "progressive-euchre/head-table-and-bell",
            "open", "Who ends a round: the organiser, the scorer of the head table, or the clock."),
    EventSetting("minutes", "limit", None, "How long a round lasts, where there is a clock.",
                 "progressive-euchre/head-table-and-bell", "open", low=1, high=240, unit="minutes"),
    EventSetting("last_hand_minutes", "number", 5, "How long before the bell the last hand is called.",
                 "progressive-euchre/bell-stops-all", "open", low=0, high=60, unit="minutes"),
    # The end of the evening
    EventSetting("correction_period_minutes", "number", 30,
                 "How long results can still be corrected before they are final.",
                 "progressive-euchre/prizes-not-seen", "open", low=0, high=10080, unit="minutes"),
    EventSetting("tie_breaks", "order", ("progressions", "points", "games", "best-round"),
                 "What players are ranked by: the first, and where that is equal the next.",
                 "progressive-euchre/prizes-not-seen", "open", choices=RANKED_BY),
    EventSetting("prizes", "order", ("first", "second", "third", "most-cinches", "booby"),
                 "The prizes, in the order in which they are given.",
                 "progressive-euchre/prizes-not-seen", "open", choices=PRIZES),
    _choice("prize_ties", "cut", "cut shared", "progressive-cinch/ties", "open",
            "Whether players who are equal for a prize cut for it or share it."),
    EventSetting("lists", "names", (), "The lists that have prizes of their own; none for a single list.",
                 "progressive-euchre/ladies-and-gentlemen", "open"),
    _flag("one_prize_each", True, "progressive-euchre/prizes-not-seen", "open",
          "Whether nobody takes more than one prize."),
    _flag("two_person_final", False, "progressive-euchre/prizes-not-seen", "open",
          "Whether a second person has to confirm before the results are final."),
)  # fmt: skip
"""What an event's movement is made of, in the order in which an event's rules are shown."""

EVENT_SETTINGS: Mapping[str, EventSetting] = MappingProxyType(
    {setting.name: setting for setting in EVENING + MOVEMENT}
)
