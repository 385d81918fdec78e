"""The settings of an event, each with its default, accepted values, source and meaning.

Settings exist where clubs differ or the sources leave something open. The law of a setting is a short id
without its law book, such as "progressive-cinch/ties". Each event looks the law up in the books of its own
law set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal

from laws.domain.errors import InputProblems, InvalidInput, not_among
from laws.domain.parameters import accepted_in_words, is_whole, parse_value, refuse_value
from laws.domain.sentences import Sentence, _, listed
from scoring.events.planning.domain.kinds import (
    KINDS,
    MOST_ROUNDS,
    OF_SOME_KINDS,
    PRIZES,
    RANKED_BY,
    USUAL_PRIZES,
    USUAL_RANKING,
    USUAL_ROUNDS,
    EveningKind,
    word,
)
from scoring.events.play.domain.values import FULL
from scoring.game.games import GAMES, GameKind

SettingValue = int | bool | str | None | tuple[str, ...] | tuple[int, ...]
Kind = Literal["number", "limit", "choice", "flag", "order", "strides", "names"]
Status = Literal["stated", "inferred", "open"]
"""Where the default of a setting comes from.

The source states it (``stated``), it follows from the source (``inferred``), or it is the project's choice
(``open``).
"""

LONGEST_STRIDE = 400
MINUTES_A_DEAL = 4
"""The estimated length of a deal in minutes, for evenings whose rounds have no set length."""
MOST_LISTS = 6
LONGEST_LIST_NAME = 40


@dataclass(frozen=True, slots=True)
class EventSetting:
    """The description of a setting. ``kind`` decides which values the setting accepts:

    - ``number``: a whole number from ``low`` to ``high``.
    - ``limit``: a whole number from ``low`` to ``high``, or null.
    - ``choice``: one of the words in ``choices``.
    - ``order``: a list of words in ``choices``, each at most once.
    - ``flag``: true or false.
    - ``strides``: four whole numbers, or null.
    - ``names``: a list of different names.
    """

    name: str
    default: SettingValue
    kind: Kind
    meaning: str
    law: str
    status: Status
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: str = ""

    @property
    def accepted(self) -> str:
        """A text, for a page or an error, that says which values are accepted."""
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

    @property
    def accepted_in_form(self) -> str:
        """The accepted values as text for a form, in which an empty field means null.

        Empty if the setting does not accept null.
        """
        if self.kind == "limit":
            return _("A whole number from {low} to {high}, or leave it empty.", low=self.low, high=self.high)
        if self.kind == "strides":
            return _(
                "Four whole numbers from -{most} to {most}, one for each seat, or leave it empty.",
                most=LONGEST_STRIDE,
            )
        return ""

    def parse(self, value: Any) -> SettingValue:
        """Return ``value`` as a value of the setting. A list becomes a tuple.

        Raises ValueError with the reason if the setting does not accept ``value``.
        """
        if self.kind not in ("order", "names", "strides"):
            return parse_value(value, self.kind, self.choices, self.low, self.high)
        if value is None and self.kind == "strides":
            return None
        if not self._accepts(value):
            raise ValueError(refuse_value(value, self.accepted))
        return tuple(value)

    def _accepts(self, value: Any) -> bool:
        match self.kind:
            case "order":
                return _are_words(value, len(self.choices)) and set(value) <= set(self.choices)
            case "names":
                return _are_words(value, MOST_LISTS) and all(map(_is_list_name, value))
        is_four = isinstance(value, list | tuple) and len(value) == 4
        return is_four and all(is_whole(stride, -LONGEST_STRIDE, LONGEST_STRIDE) for stride in value)


def _are_words(value: Any, most: int) -> bool:
    if not isinstance(value, list | tuple) or len(value) > most:
        return False
    return all(isinstance(word, str) for word in value) and len(set(value)) == len(value)


def _is_list_name(name: str) -> bool:
    return name.isprintable() and bool(name.strip()) and len(name) <= LONGEST_LIST_NAME


def _about(kind: Kind, law: str, status: Status, meaning: str, **more: object) -> dict[str, Any]:
    return {"kind": kind, "law": law, "status": status, "meaning": meaning, **more}


def _choice(choices: str, law: str, status: Status, meaning: str) -> dict[str, Any]:
    return _about("choice", law, status, meaning, choices=tuple(choices.split()))


MOST_PLAYERS = 400

Strides = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class EventSettings:
    """The values of all settings of an event.

    The defaults are those of the progressive evening that Foster describes. Where a setting is ``open``, the
    default is the project's choice.

    >>> EventSettings().head_losers
    'last'
    """

    # fmt: off
    rounds: int = field(default=USUAL_ROUNDS, metadata=_about(
        "number", "progressive-cinch/four-deals", "open",
        _("How many rounds the evening has."), low=1, high=MOST_ROUNDS, unit="rounds"))
    deals_per_round: int = field(default=4, metadata=_about(
        "number", "progressive-cinch/four-deals", "stated",
        _("How many deals each table plays in a round. Without a number each player deals once "
        "at a table of the usual size."), low=1, high=12, unit="deals"))
    # Who moves where
    kind: str = field(default="winner-progressive", metadata=_choice(
        " ".join(KINDS),
        "progressive-cinch/winners-move-up", "stated",
        _("How players meet from round to round.")))
    head_losers: str = field(default="last", metadata=_choice(
        "last stay down-one", "progressive-euchre/head-table-result", "stated",
        _("Where the losers of the head table go.")))
    head_winners: str = field(default="keep", metadata=_choice(
        "keep split", "progressive-euchre/change-of-partners", "inferred",
        _("Whether the winners at the head table remain partners.")))
    split: str = field(default="seat", metadata=_choice(
        "seat seeded history", "progressive-euchre/change-of-partners", "inferred",
        _("How those who stayed and those who arrive become partners.")))
    strides: Strides | None = field(default=None, metadata=_about(
        "strides", "progressive-cinch/winners-move-up", "open",
        _("How many tables each of the four seats moves on after a round. Without numbers the best ones "
        "for each round are chosen.")))
    odd: str = field(default="sit-out", metadata=_choice(
        "sit-out table-of-five table-of-three uneven-tables", "progressive-euchre/unequal-numbers", "open",
        _("What is done when the players do not fill the tables.")))
    deals_at_three: int | None = field(default=None, metadata=_about(
        "limit", "progressive-cinch/four-deals", "open",
        _("How many deals a table of three plays in a round. Without a number its players deal as often "
        "as others."), low=1, high=12, unit="deals"))
    points_at_three: str = field(default="as-scored", metadata=_choice(
        "as-scored in-proportion not-counted", "progressive-euchre/unequal-numbers", "open",
        _("How the points of a table of three count in the standings. They are won alone against two.")))
    mixed_pairs: bool = field(default=False, metadata=_about(
        "flag", "progressive-euchre/ladies-and-gentlemen", "open",
        _("Whether partners come from different lists, where the event keeps two.")))
    # The start
    places: str = field(default="cut-cards", metadata=_choice(
        "cut-cards by-hand", "progressive-euchre/draw-for-places", "stated",
        _("How places are found at the start.")))
    first_deal: str = field(default="seat-one", metadata=_choice(
        "seat-one drawn entered", "progressive-cinch/first-deal-at-a-table", "open",
        _("Who deals first at a table in a round.")))
    # The end of a round
    reaching_target: str = field(default="played-out", metadata=_choice(
        "played-out stops", "progressive-cinch/four-deals", "inferred",
        _("What a table does when the game is reached within a round.")))
    ties: str = field(default="drawn", metadata=_choice("drawn entered", "progressive-cinch/ties", "open",
        _("How a tie at a table is cut. A tie stops the countdown to the move until its cut is entered or, "
          "if the program cuts, the director moves the players or ends the evening.")))
    missing_results: str = field(default="wait", metadata=_choice(
        "wait cut director", "progressive-euchre/bell-stops-all", "open",
        _("What happens when a result is missing at the bell.")))
    bell: str = field(default="organiser", metadata=_choice(
        "organiser head-table clock", "progressive-euchre/head-table-and-bell", "open",
        _("Who ends a round. If the players move by themselves, the last result ends it too.")))
    minutes: int | None = field(default=None, metadata=_about(
        "limit", "progressive-euchre/head-table-and-bell", "open",
        _("How many minutes a round lasts, where there is a clock."), low=1, high=240, unit="minutes"))
    last_hand_minutes: int = field(default=5, metadata=_about(
        "number", "progressive-euchre/bell-stops-all", "open",
        _("How many minutes before the bell the last hand is called."), low=0, high=60, unit="minutes"))
    move_after_seconds: int | None = field(default=0, metadata=_about(
        "limit", "progressive-euchre/bell-stops-all", "open",
        _("How many seconds after the last result of a round the players move by themselves. Without a "
        "number the director moves them."), low=0, high=600, unit="seconds"))
    # The end of the evening
    correction_period_minutes: int = field(default=30, metadata=_about(
        "number", "progressive-euchre/prizes-not-seen", "open",
        _("For how many minutes results can still be corrected before they are final."),
        low=0, high=10080, unit="minutes"))
    tie_breaks: tuple[str, ...] = field(
        default=USUAL_RANKING, metadata=_about(
        "order", "progressive-euchre/prizes-not-seen", "open",
        _("What ranks first, and what decides where that is equal. A round sat out brings no points."),
        choices=RANKED_BY))
    prizes: tuple[str, ...] = field(
        default=USUAL_PRIZES, metadata=_about(
        "order", "progressive-euchre/prizes-not-seen", "open",
        _("The prizes, in the order in which they are given."), choices=PRIZES))
    prize_ties: str = field(default="cut", metadata=_choice("cut shared", "progressive-cinch/ties", "open",
        _("How it is decided who of several equal players gets a prize.")))
    lists: tuple[str, ...] = field(default=(), metadata=_about(
        "names", "progressive-euchre/ladies-and-gentlemen", "open",
        _("The lists that have prizes of their own. Without names there is a single list.")))
    one_prize_each: bool = field(default=True, metadata=_about(
        "flag", "progressive-euchre/prizes-not-seen", "open",
        _("Whether nobody takes more than one prize. Prizes are given in their order: if the last player has "
        "won one before, the booby prize goes to the next to last.")))
    two_person_final: bool = field(default=False, metadata=_about(
        "flag", "progressive-euchre/prizes-not-seen", "open",
        _("Whether a second person has to confirm before the results are final.")))
    # fmt: on

    @property
    def evening(self) -> EveningKind:
        return KINDS[self.kind]

    @property
    def moves_winners_up(self) -> bool:
        return self.evening.moves_winners_up

    @property
    def keeps_pairs(self) -> bool:
        """Whether partners stay together all evening."""
        return self.evening.keeps_pairs

    @property
    def heeds_partners(self) -> bool:
        """Whether a player and their fixed partner always sit together as partners.

        They do not if the kind of evening decides who are partners, or if the event can have tables without
        two pairs.
        """
        return not self.evening.fixes_partners and self.odd == "sit-out"

    @property
    def cuts_for_deal(self) -> bool:
        """Whether tables cut for the first deal of a round. At a table of five, seat 1 always deals first."""
        return self.first_deal != "seat-one"

    @property
    def stops_at_target(self) -> bool:
        """Whether a table stops when a side reaches the game. Otherwise it plays all its deals."""
        return self.reaching_target == "stops"

    @property
    def cuts_missing_results(self) -> bool:
        """Whether a cut replaces a result that is missing at the bell. False if nobody moves up."""
        return self.missing_results == "cut" and self.moves_winners_up

    @property
    def minutes_in_all(self) -> int | None:
        """The minutes of all rounds, or None if a round has no set length."""
        return None if self.minutes is None else self.minutes * self.rounds

    @property
    def estimated_minutes(self) -> int:
        """The minutes of all rounds, estimated from the number of deals."""
        return self.rounds * self.deals_per_round * MINUTES_A_DEAL

    def why_not_counted(self) -> Sentence | None:
        """Return the reason why some points do not count in the standings, or None if all points count."""
        if self.points_at_three != "not-counted":
            return None
        if self.moves_winners_up:
            return _(
                "Points of a table of three do not count in this event: they are won alone against two, so "
                "they cannot be compared with points that partners win. Stars, games won and deals on which "
                "a side took every point count as at every table."
            )
        return _(
            "Points of a table of three do not count in this event: they are won alone against two, so they "
            "cannot be compared with points that partners win. Games won and deals on which a side took "
            "every point count as at every table."
        )

    def movement(self) -> dict[str, object]:
        """Return name → value as JSON for the settings that the API takes under ``movement``."""
        return {name: _plain(getattr(self, name)) for name in MOVEMENT}

    def canonical(self) -> dict[str, object]:
        """Return name → value as JSON for all settings."""
        return {name: _plain(value) for name, value in asdict(self).items()}


DEFAULTS = EventSettings()

EVENT_SETTINGS: Mapping[str, EventSetting] = MappingProxyType(
    {
        setting.name: EventSetting(setting.name, getattr(DEFAULTS, setting.name), **setting.metadata)
        for setting in fields(EventSettings)
    }
)
"""All settings by name, in the order in which pages show them."""

EVENING = ("rounds", "deals_per_round")
"""The settings that the API takes outside of ``movement``."""

MOVEMENT = tuple(name for name in EVENT_SETTINGS if name not in EVENING)


@dataclass(frozen=True, slots=True)
class ShownSetting:
    """A setting with its value in an event.

    ``law`` is empty if no source describes the kind of evening with the event's game.
    """

    setting: EventSetting
    value: SettingValue
    is_default: bool
    law: str


def parse_settings(
    movement: object = None,
    *,
    rounds: object = None,
    deals_per_round: object = None,
    players: int | None = None,
    game: GameKind | None = None,
) -> EventSettings:
    """Return the event's settings from the values that were sent. A value that was not sent gets its default:

    - ``rounds``: the number that the kind of evening proposes for ``players`` players
    - ``deals_per_round``: as many deals as ``game`` usually has players; without ``game``, 4
    - the ranking and the prizes in ``movement``: see `defaults_of`
    - every other setting in ``movement``: its own default

    Raises InvalidInput under each field ("rounds", "movement.split") that is not accepted or that contradicts
    another setting.
    """
    problems = InputProblems()
    values: dict[str, SettingValue] = {}
    if game and deals_per_round is None:
        deals_per_round = game.players
    for name, value in zip(EVENING, (rounds, deals_per_round), strict=True):
        if value is not None:
            _take(name, value, name, values, problems)
    if movement is not None and not isinstance(movement, Mapping):
        problems.add("movement", _("give settings with their values."))
    elif movement is not None and len(movement) > len(MOVEMENT):
        problems.add("movement", _("there are only {count} settings.", count=len(MOVEMENT)))
    elif movement is not None:
        for name, value in movement.items():
            if name not in MOVEMENT:
                problems.add(f"movement.{str(name)[:40]}", not_among(name, MOVEMENT, _("setting")))
            else:
                _take(name, value, f"movement.{name}", values, problems)
    problems.settle()
    kind = KINDS[str(values.get("kind", DEFAULTS.kind))]
    values = {"rounds": kind.rounds_for(players), **defaults_of(kind), **values}
    chosen = EventSettings(**values)  # type: ignore[arg-type]  # each value was read by its own setting
    if errors := _conflicts(chosen, is_call_chosen="last_hand_minutes" in values):
        raise InvalidInput(errors)
    return chosen


def defaults_of(kind: EveningKind) -> dict[str, tuple[str, ...]]:
    """Return the defaults that depend on the kind of evening: the ranking and the prizes."""
    return {"tie_breaks": kind.ranked_by, "prizes": kind.prizes}


CHANGEABLE = (
    "rounds",
    "minutes",
    "last_hand_minutes",
    "bell",
    "move_after_seconds",
    "missing_results",
    "correction_period_minutes",
)
"""The settings that can be changed after the start."""

CLOCK_SETTINGS = ("minutes", "last_hand_minutes", "bell")
"""The settings of the clock. A change of these settings does not apply to a round whose bell has rung."""

CHANGEABLE_BEFORE = (
    *CHANGEABLE,
    "deals_per_round",
    "kind",
    "head_losers",
    "head_winners",
    "split",
    "strides",
    "places",
    "ties",
    "tie_breaks",
    "prizes",
    "prize_ties",
    "one_prize_each",
    "two_person_final",
)
"""The settings that can be changed before the start.

To change any other setting, the event has to be planned again: it may need other law sets, tables or lists.
"""


def changed_settings(
    settings: EventSettings, values: Mapping[str, object], players: int | None = None
) -> EventSettings:
    """Return the settings with the new ``values``. Raises InvalidInput like `parse_settings`.

    Other settings can change too:

    - If ``values`` has a new kind of evening, a setting that does not keep its value gets the default, see
      `_is_kept`.
    - If ``values`` has a new kind of evening but no number of rounds, and the old kind had proposed the
      number of rounds, the new kind proposes it for ``players`` players.
    - If ``minutes`` was not set and is now set, ``last_hand_minutes`` is lowered to at most ``minutes``. This
      does not apply if ``values`` has ``last_hand_minutes``.
    """
    chosen = settings.canonical() | dict(values)
    kind = KINDS.get(str(chosen["kind"]), settings.evening)
    movement = {
        name: chosen[name]
        for name in MOVEMENT
        if name in values or _is_kept(name, getattr(settings, name), settings.evening, kind)
    }
    if "last_hand_minutes" not in values:
        minutes = _whole_or_none(values.get("minutes"))
        if settings.minutes is None and minutes is not None:
            # In a very short round the call of the last hand would otherwise come before the round begins.
            movement["last_hand_minutes"] = min(settings.last_hand_minutes, minutes)
        elif settings.last_hand_minutes == EVENT_SETTINGS["last_hand_minutes"].default:
            del movement["last_hand_minutes"]
    is_proposed = settings.rounds == settings.evening.rounds_for(players)
    if players and is_proposed and kind != settings.evening and "rounds" not in values:
        chosen["rounds"] = kind.rounds_for(players)
    return parse_settings(movement, rounds=chosen["rounds"], deals_per_round=chosen["deals_per_round"])


def _is_kept(name: str, value: SettingValue, before: EveningKind, kind: EveningKind) -> bool:
    """Return whether a setting keeps its value when the kind of evening changes from ``before`` to ``kind``.

    The value is dropped if the new kind cannot have it. A ranking or a list of prizes is also dropped if it
    is the default of the old kind.
    """
    if name in ("tie_breaks", "prizes"):
        is_usual = kind is not before and value == defaults_of(before)[name]
        return not is_usual and kind.fitting(value) == value  # type: ignore[arg-type]  # both are tuples of words
    return kind.has_setting(name)


def _whole_or_none(value: object) -> int | None:
    return value if type(value) is int else None


OF_THREES = ("deals_at_three", "points_at_three")
"""The settings of tables of three."""


OFFERED = MappingProxyType({"move_after_seconds": 10})
"""Setting → the value that the form for a new event offers in place of the default.

Ten seconds leave the director time to stop the countdown to a move.
"""


def shown_settings(
    settings: EventSettings, game: GameKind = GAMES["cinch"], players: int | None = None
) -> tuple[ShownSetting, ...]:
    """Return the settings to show, each with its value and the law for it, in the order of `EVENT_SETTINGS`.

    Left out are:

    - a setting that the kind of evening or the game lacks, if it has its default value,
    - the call of the last hand, if rounds have no length in minutes,
    - the settings of tables of three, if the event has no such tables,
    - mixed pairs, if the game is not for two pairs.

    ``is_default`` is True for a default value, for a value in `OFFERED`, and always for the kind of evening.
    Some defaults depend on the kind of evening, the game or the number of ``players``. All laws are empty if
    no source describes the kind of evening with this game.
    """
    kind = settings.evening
    laws = kind.laws_in(game)

    def law_of(name: str) -> str:
        own = EVENT_SETTINGS[name].law if laws else ""
        return "".join(laws[:1]) if name == "kind" else own

    defaults = {name: setting.default for name, setting in EVENT_SETTINGS.items()} | defaults_of(kind)
    defaults |= {"deals_per_round": game.players, "rounds": kind.rounds_for(players)}
    return tuple(
        ShownSetting(setting, value, is_default, law_of(name))
        for name, setting in EVENT_SETTINGS.items()
        if kind.has_setting(name, game) or getattr(settings, name) != defaults[name]
        if name != "last_hand_minutes" or settings.minutes is not None
        if name not in OF_THREES or settings.odd == "table-of-three"
        if name != "mixed_pairs" or game.is_in_fours
        for value in [getattr(settings, name)]
        for is_default in [name == "kind" or value in (defaults[name], OFFERED.get(name, defaults[name]))]
    )


def without_effect(settings: EventSettings, game: GameKind) -> tuple[str, ...]:
    """Return the names of the settings that differ from their default, but have no effect in this evening."""
    return tuple(
        name
        for name, setting in EVENT_SETTINGS.items()
        if getattr(settings, name) != setting.default
        if not settings.evening.has_setting(name, game)
        or (name == "last_hand_minutes" and settings.minutes is None)
        or (name == "missing_results" and settings.missing_results == "cut" and not settings.moves_winners_up)
    )


def check_players(players: object, fewest: int = FULL) -> Sequence[object]:
    """Return the list of players (names or ids) that was sent.

    Raises InvalidInput under ``players`` if it is no list, or has too few or too many players.
    """
    if not isinstance(players, Sequence) or isinstance(players, str):
        raise InvalidInput({"players": _("A list of names, or of ids of members.")})
    check_number_of_players(len(players), fewest)
    return players


def check_number_of_players(count: int, fewest: int = FULL) -> None:
    """Raise InvalidInput under ``players`` for fewer than ``fewest`` or more than MOST_PLAYERS players."""
    if count < fewest:
        reason = _(
            "an evening needs at least {fewest} players to fill a table, not {count}.",
            fewest=fewest,
            count=count,
        )
    elif count > MOST_PLAYERS:
        reason = _("an evening has at most {most} players, not {count}.", most=MOST_PLAYERS, count=count)
    else:
        return
    raise InvalidInput({"players": reason})


def _take(
    name: str, value: object, field_name: str, values: dict[str, SettingValue], problems: InputProblems
) -> None:
    try:
        values[name] = EVENT_SETTINGS[name].parse(value)
    except ValueError as refusal:
        problems.add(field_name, refusal.args[0])


def _conflicts(chosen: EventSettings, *, is_call_chosen: bool) -> dict[str, str]:
    has_threes, has_fives = chosen.odd == "table-of-three", chosen.odd == "table-of-five"
    is_call_late = is_call_chosen and chosen.last_hand_minutes > (chosen.minutes or chosen.last_hand_minutes)
    reasons = {}
    if chosen.mixed_pairs and len(chosen.lists) != 2:
        reasons["mixed_pairs"] = _("mixed pairs need an event with exactly two lists.")
    if chosen.bell == "clock" and chosen.minutes is None:
        reasons["minutes"] = _("the clock can ring the bell only where a round has its minutes.")
    if is_call_late:
        reasons["last_hand_minutes"] = _("the last hand would be called before the round begins.")
    if has_fives and chosen.deals_per_round != FULL:
        reasons["odd"] = _("tables of five need rounds of exactly {deals} deals.", deals=FULL)
    if has_fives and chosen.stops_at_target:
        reasons["reaching_target"] = _("at a table of five each scores alone: it plays all its deals.")
    if chosen.deals_at_three is not None and not has_threes:
        reasons["deals_at_three"] = _("only an evening with tables of three sets their deals.")
    if chosen.points_at_three != "as-scored" and not has_threes:
        reasons["points_at_three"] = _("only an evening with tables of three counts their points.")
    if not chosen.tie_breaks:
        reasons["tie_breaks"] = _("players have to be ranked by something.")
    kind = chosen.evening
    reasons |= {
        name: _of_other_kinds(name, kind)
        for name in sorted(OF_SOME_KINDS)
        if getattr(chosen, name) != EVENT_SETTINGS[name].default and not kind.has_setting(name)
    }
    for name in ("tie_breaks", "prizes"):
        fitting = kind.fitting(getattr(chosen, name))
        if others := [value for value in getattr(chosen, name) if value not in fitting]:
            reasons[name] = _(
                "{kind}: nobody moves up, so there are no stars to count; leave out {words}.",
                kind=kind.name,
                words=listed([word(other) for other in others]),
            )
    return {f"movement.{name}": reason for name, reason in reasons.items()}


def _of_other_kinds(name: str, kind: EveningKind) -> Sentence:
    having = [other.name for other in KINDS.values() if other.has_setting(name)]
    return _(
        "{kind}: this kind of evening has no such setting. It belongs to: {kinds}.",
        kind=kind.name,
        kinds=listed(having),
    )


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
