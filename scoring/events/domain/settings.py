"""The settings of an event: one table of name, accepted values, default, source and meaning; and all as one.

A setting is a point on which clubs play differently, or which the sources leave open. What it leads to stands
in the movements. A law is named without its law set ("progressive-cinch/ties"), because an event takes it
from whichever law set tells of progressive play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Literal

from laws.domain.errors import InvalidInput, not_among
from laws.domain.parameters import accepted_in_words, is_whole, refuse_value
from laws.domain.sentences import Sentence, _
from scoring.events.domain.values import DEALS, FIVE, NOT_COUNTED, THREE, WHY_NOT_COUNTED, deals_at_three

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
        return accepted_in_words(self.kind, self.choices, self.low, self.high)

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
            raise ValueError(refuse_value(value, self.accepted))
        return taken


def _whole(value: object, low: int, high: int) -> int | None:
    return value if is_whole(value, low, high) else None  # type: ignore[return-value]  # a whole number


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


FEWEST_PLAYERS = 4
MOST_PLAYERS = 400

Strides = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What the organiser has chosen; without any choice, Foster's progressive evening.

    >>> EventSettings().head_losers
    'last'
    """

    rounds: int = 8
    deals_per_round: int = 4
    kind: str = "winner-progressive"
    head_losers: str = "last"
    head_winners: str = "keep"
    split: str = "seat"
    strides: Strides | None = None
    odd: str = "sit-out"
    deals_at_three: int | None = None
    points_at_three: str = "as-scored"
    mixed_pairs: bool = False
    places: str = "cut-cards"
    reaching_target: str = "played-out"
    ties: str = "drawn"
    missing_results: str = "wait"
    bell: str = "organiser"
    minutes: int | None = None
    last_hand_minutes: int = 5
    correction_period_minutes: int = 30
    tie_breaks: tuple[str, ...] = ("progressions", "points", "games", "best-round")
    prizes: tuple[str, ...] = ("first", "second", "third", "most-cinches", "booby")
    prize_ties: str = "cut"
    lists: tuple[str, ...] = ()
    one_prize_each: bool = True
    two_person_final: bool = False

    def deals_of_a_game(self, players: int) -> int:
        """Return how many deals each game of a table has in a round, by the number of its players.

        >>> [EventSettings().deals_of_a_game(players) for players in (3, 4, 5)]
        [3, 4, 1]
        """
        if players == FIVE:
            return 1
        if players == THREE:
            return self.deals_at_three or deals_at_three(self.deals_per_round)
        return self.deals_per_round

    def counts_points_of(self, players: int) -> bool:
        """Return whether the points won at a table of so many players count in the standings.

        >>> left_out = EventSettings(odd="table-of-three", points_at_three="not-counted")
        >>> left_out.counts_points_of(3), left_out.counts_points_of(4), EventSettings().counts_points_of(3)
        (False, True, True)
        """
        return players != THREE or self.points_at_three != NOT_COUNTED

    def why_not_counted(self) -> Sentence | None:
        """Return why some points are left out of the standings, None where all count."""
        return None if self.counts_points_of(THREE) else WHY_NOT_COUNTED

    def movement(self) -> dict[str, object]:
        """Return the movement in the form in which it is sent, with every setting in it."""
        return {setting.name: _plain(getattr(self, setting.name)) for setting in MOVEMENT}

    def canonical(self) -> dict[str, object]:
        """Return all settings in a form that JSON can hold."""
        return {name: _plain(value) for name, value in asdict(self).items()}


@dataclass(frozen=True, slots=True)
class ShownSetting:
    """A setting with the value an event has for it, and whether that is the default."""

    setting: EventSetting
    value: SettingValue
    is_default: bool


def parse_settings(
    movement: object = None, *, rounds: object = None, deals_per_round: object = None
) -> EventSettings:
    """Return the settings that were sent; what is left out (None) has its default.

    Raises InvalidInput naming every field that cannot be taken ("rounds", "movement.split") with what is
    accepted.
    """
    errors: dict[str, str] = {}
    values: dict[str, SettingValue] = {}
    for setting, value in zip(EVENING, (rounds, deals_per_round), strict=True):
        if value is not None:
            _take(setting, value, setting.name, values, errors)
    known = {setting.name: setting for setting in MOVEMENT}
    if movement is not None and not isinstance(movement, Mapping):
        errors["movement"] = _("settings with their values are due here.")
    elif movement is not None and len(movement) > len(known):
        errors["movement"] = _("there are only {count} settings.", count=len(known))
    elif movement is not None:
        for name, value in movement.items():
            if name not in known:
                errors[f"movement.{str(name)[:40]}"] = not_among(name, known, _("setting"))
            else:
                _take(known[name], value, f"movement.{name}", values, errors)
    errors |= {} if errors else _conflicts(values)
    if errors:
        raise InvalidInput(errors)
    return EventSettings(**values)  # type: ignore[arg-type]  # each value was read by its own setting


def shown_settings(settings: EventSettings) -> tuple[ShownSetting, ...]:
    """Return every setting with its value: the event's rules, in the order of the table."""
    values = {name: getattr(settings, name) for name in EVENT_SETTINGS}
    return tuple(
        ShownSetting(setting, values[name], values[name] == setting.default)
        for name, setting in EVENT_SETTINGS.items()
    )


def check_number_of_players(count: int, field: str = "players") -> None:
    """Raise InvalidInput where an event cannot be held with so many players.

    Raises it under ``field``, saying how many there must be.
    """
    if count < FEWEST_PLAYERS:
        raise InvalidInput(
            {
                field: _(
                    "an evening needs at least {fewest} players to fill a table, not {count}.",
                    fewest=FEWEST_PLAYERS,
                    count=count,
                )
            }
        )
    if count > MOST_PLAYERS:
        raise InvalidInput(
            {field: _("an evening has at most {most} players, not {count}.", most=MOST_PLAYERS, count=count)}
        )


def _take(
    setting: EventSetting, value: object, field: str, values: dict[str, SettingValue], errors: dict[str, str]
) -> None:
    try:
        values[setting.name] = setting.parse(value)
    except ValueError as refusal:
        errors[field] = refusal.args[0]


def _conflicts(values: Mapping[str, SettingValue]) -> dict[str, str]:
    """Return what is wrong between settings that are each acceptable."""
    found: dict[str, str] = {}

    def value_of(name: str) -> SettingValue:
        return values.get(name, EVENT_SETTINGS[name].default)

    lists, minutes, call = value_of("lists"), value_of("minutes"), value_of("last_hand_minutes")
    if value_of("mixed_pairs") and isinstance(lists, tuple) and len(lists) != 2:
        found["movement.mixed_pairs"] = _("mixed pairs need an event with exactly two lists.")
    if value_of("bell") == "clock" and minutes is None:
        found["movement.minutes"] = _("the clock can ring the bell only where a round has its minutes.")
    if (
        isinstance(minutes, int)
        and isinstance(call, int)
        and call > minutes
        and "last_hand_minutes" in values
    ):
        found["movement.last_hand_minutes"] = _("the last hand would be called before the round begins.")
    if value_of("odd") == "table-of-five" and value_of("deals_per_round") != DEALS:
        found["movement.odd"] = _("five can share a round of {deals} deals, and no other.", deals=DEALS)
    if value_of("odd") == "table-of-five" and value_of("reaching_target") == "stops":
        found["movement.reaching_target"] = _("at a table of five each scores alone: it plays all its deals.")
    if value_of("deals_at_three") is not None and value_of("odd") != "table-of-three":
        found["movement.deals_at_three"] = _("only an evening with tables of three has deals for them.")
    if value_of("points_at_three") != "as-scored" and value_of("odd") != "table-of-three":
        found["movement.points_at_three"] = _("only an evening with tables of three has points of them.")
    if not value_of("tie_breaks"):
        found["movement.tie_breaks"] = _("players have to be ranked by something.")
    if value_of("strides") is not None and value_of("kind") != "rotation":
        found["movement.strides"] = _("only a rotation has strides.")
    return found


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
