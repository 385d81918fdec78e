"""The settings of an event: one table of name, accepted values, default, source and meaning; and all as one.

A setting is a point on which clubs play differently, or which the sources leave open. What it leads to stands
in the movements. A law is named without its law set ("progressive-cinch/ties"), because an event takes it
from whichever law set tells of progressive play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Literal

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

    def parse(self, value: Any) -> SettingValue:
        """Return the value if it is accepted; nothing is converted. Raises ValueError with the refusal."""
        if self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
            raise ValueError(not_among(value, self.choices))
        if value is None and self.kind in ("limit", "strides"):
            return None
        if not self._accepts(value):
            raise ValueError(refuse_value(value, self.accepted))
        parsed: SettingValue = tuple(value) if isinstance(value, list) else value
        return parsed

    def _accepts(self, value: Any) -> bool:
        match self.kind:
            case "flag":
                return isinstance(value, bool)
            case "order":
                return _are_words(value, len(self.choices)) and set(value) <= set(self.choices)
            case "names":
                return _are_words(value, MOST_LISTS) and all(map(_is_list_name, value))
            case "strides":
                is_four = isinstance(value, list | tuple) and len(value) == 4
                return is_four and all(is_whole(each, -LONGEST_STRIDE, LONGEST_STRIDE) for each in value)
        return is_whole(value, self.low, self.high)


def _are_words(value: Any, most: int) -> bool:
    """Whether a value is a list of different words, no more than so many."""
    if not isinstance(value, list | tuple) or len(value) > most:
        return False
    return all(isinstance(word, str) for word in value) and len(set(value)) == len(value)


def _is_list_name(name: str) -> bool:
    return name.isprintable() and bool(name.strip()) and len(name) <= LONGEST_LIST_NAME


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
    if not errors:
        chosen = EventSettings(**values)  # type: ignore[arg-type]  # each value was read by its own setting
        errors = _conflicts(chosen, is_call_chosen="last_hand_minutes" in values)
    if errors:
        raise InvalidInput(errors)
    return chosen


def shown_settings(settings: EventSettings) -> tuple[ShownSetting, ...]:
    """Return every setting with its value: the event's rules, in the order of the table."""
    values = {name: getattr(settings, name) for name in EVENT_SETTINGS}
    return tuple(
        ShownSetting(setting, values[name], values[name] == setting.default)
        for name, setting in EVENT_SETTINGS.items()
    )


def check_players(players: object) -> Sequence[object]:
    """Return the players of an event, names or ids; InvalidInput where they are none, too few or too many."""
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise InvalidInput({"players": _("A list of names, or of ids of members.")})
    check_number_of_players(len(players))
    return players


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


def _conflicts(chosen: EventSettings, *, is_call_chosen: bool) -> dict[str, str]:
    """Return what is wrong between settings that are each acceptable."""
    has_threes, has_fives = chosen.odd == "table-of-three", chosen.odd == "table-of-five"
    is_call_late = is_call_chosen and chosen.last_hand_minutes > (chosen.minutes or chosen.last_hand_minutes)
    conflicts = (
        (
            "mixed_pairs",
            chosen.mixed_pairs and len(chosen.lists) != 2,
            _("mixed pairs need an event with exactly two lists."),
        ),
        (
            "minutes",
            chosen.bell == "clock" and chosen.minutes is None,
            _("the clock can ring the bell only where a round has its minutes."),
        ),
        ("last_hand_minutes", is_call_late, _("the last hand would be called before the round begins.")),
        (
            "odd",
            has_fives and chosen.deals_per_round != DEALS,
            _("five can share a round of {deals} deals, and no other.", deals=DEALS),
        ),
        (
            "reaching_target",
            has_fives and chosen.reaching_target == "stops",
            _("at a table of five each scores alone: it plays all its deals."),
        ),
        (
            "deals_at_three",
            chosen.deals_at_three is not None and not has_threes,
            _("only an evening with tables of three has deals for them."),
        ),
        (
            "points_at_three",
            chosen.points_at_three != "as-scored" and not has_threes,
            _("only an evening with tables of three has points of them."),
        ),
        ("tie_breaks", not chosen.tie_breaks, _("players have to be ranked by something.")),
        (
            "strides",
            chosen.strides is not None and chosen.kind != "rotation",
            _("only a rotation has strides."),
        ),
    )
    return {f"movement.{name}": reason for name, is_wrong, reason in conflicts if is_wrong}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
