"""An event's settings as one value: read strictly from what was sent, written again, and put into words.

What each setting means and where it comes from stands in :mod:`scoring.events.domain.settings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from laws.domain.errors import InvalidInput, not_among
from laws.domain.sentences import Sentence, _
from scoring.domain.events.fives import DEALS, FIVE
from scoring.domain.events.threes import NOT_COUNTED, THREE, WHY_NOT_COUNTED, deals_at_three
from scoring.events.domain.settings import (
    EVENING,
    EVENT_SETTINGS,
    MOVEMENT,
    EventSetting,
    SettingValue,
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
