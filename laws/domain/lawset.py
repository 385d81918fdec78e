"""Laws and law sets: the text of each law, and a value for every parameter.

A law set is immutable. Its revision is the hash of its canonical form.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, cast, get_args

from laws.domain.effects import KINDS
from laws.domain.errors import InputProblems, InvalidInput, not_among
from laws.domain.parameters import PARAMETERS, Parameter, Value, conflicts, from_json, in_words, to_json
from laws.domain.roles import capital
from laws.domain.sentences import _

Certainty = Literal["stated", "inferred", "open"]
"""How certain a law is: the source states the law ("stated"), the law follows from the source ("inferred"),
or the source is silent or cut off ("open")."""

CERTAINTIES: tuple[Certainty, ...] = get_args(Certainty)

KINDS_OF_LAW: Mapping[str, str] = {
    "procedural": _("How the game is played, dealt, scored or moved."),
    "advice": _("Good play, which nobody has to follow."),
    "etiquette": _("Good manners, for which no penalty is laid down."),
    "defective": _("The source is cut off or unreadable here."),
    "superseded": _("Another law of the same book has taken its place."),
    "listed": _("It is listed with the reason why the book does not say so, and nothing rests on it."),
}
"""The kinds of law that no rule or parameter needs to apply, each with its meaning."""

LISTED = "listed"

EFFECTS: Mapping[str, str] = {slug: kind.plain for slug, kind in KINDS.items()}
"""The effects that a law may name, each in a plain sentence."""


CHOICE = "choice"
"""The kind of law that records a club's choice of a parameter's value or of an interpretation."""


def law_of_reading(law_set: str, rule: str, reading: str) -> str:
    """Return the id of the law that records a club's interpretation of a rule.

    >>> law_of_reading("harbour", "a-book/revoke/put-right", "free")
    'harbour/revoke/put-right-free'
    """
    return f"{law_set}/{rule.partition('/')[2]}-{reading}"


def cited(cite: str, origins: Sequence[str]) -> str:
    """Return a citation. If some clauses are not in the sources, it also says where they were found.

    ``origins`` has an entry for each clause: where it was found, or an empty text if it is in the sources.
    """
    outside = ", ".join(dict.fromkeys(filter(None, origins)))
    if not outside:
        return cite
    if all(origins):
        return _("{cite}, from outside the sources ({origin})", cite=cite, origin=outside)
    return _("{cite}, in part from outside the sources ({origin})", cite=cite, origin=outside)


@dataclass(frozen=True, slots=True)
class Law:
    """A law of one law set.

    - ``id``: ``law_set/file/name``.
    - ``topic``: the name of the file, unless the law names another topic.
    - ``cite``: the place of the law in the source.
    - ``text``: the law in our own words.
    - ``clauses``: the ids of the clauses of the sources that the law restates.
    - ``effects``: the kinds of effect that the law names.
    - ``status``: whether the source states the law, the law follows from the source, or the source is silent
      (`open`).
    - ``note``: the reason for the status or the kind.
    - ``kind``: empty for a law that must be applied: by a rule, a parameter, a variation or the code in
      ``applied_by``. Other kinds are, for example, `advice`, `listed` (a law of another source) and `choice`
      (a club's choice).
    - ``applied_by``: dotted Python names of the code that applies the law.
    - ``origin``: where the law was found, if not in the sources.
    - ``title``: by default the name in words.
    """

    id: str
    law_set: str
    game: str
    topic: str
    cite: str
    text: str
    clauses: tuple[str, ...]
    effects: tuple[str, ...]
    status: Certainty = "stated"
    note: str = ""
    kind: str = ""
    applied_by: tuple[str, ...] = ()
    origin: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name_in_words)

    @property
    def is_listed(self) -> bool:
        """Tell whether the law comes from another source and is shown only for comparison.

        ``note`` says why the book itself does not have the law.
        """
        return self.kind == LISTED

    @property
    def name(self) -> str:
        """Return the last part of the id."""
        return self.id.rsplit("/", 1)[-1]

    @property
    def name_in_words(self) -> str:
        return capital(self.name.replace("-", " "))

    def canonical(self) -> dict[str, object]:
        """Return the law as JSON data.

        Values that follow from the id are left out. ``kind``, ``applied_by`` and ``origin`` are left out if
        they are empty.
        """
        implied: dict[str, object] = {"id": self.id, "law_set": self.law_set, "topic": self.id.split("/")[1]}
        implied |= {"kind": "", "applied_by": (), "origin": "", "title": self.name_in_words}
        values = {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}
        return {name: to_json(value) for name, value in values.items() if implied.get(name) != value}

    @classmethod
    def from_canonical(cls, law_id: str, data: Mapping[str, Any]) -> "Law":
        """Return the law from the data that ``canonical`` returned."""
        law_set, file, _name = law_id.split("/")
        lists = {name: tuple(data.get(name, ())) for name in ("clauses", "effects", "applied_by")}
        return cls(**{"id": law_id, "law_set": law_set, "topic": file, **data, **lists})


Status = Literal["stated", "inferred", "open", "fallback", "override", "variation"]
STATUSES: Mapping[Status, str] = {
    "stated": _("the law set says so"),
    "inferred": _("it follows from what the law set says"),
    "open": _("the sources do not say: this is our marked default, and a club may choose otherwise"),
    "fallback": _("this law set is silent and the one it falls back on decides"),
    "override": _("chosen for this table or club"),
    "variation": _("a variation that was chosen"),
}


@dataclass(frozen=True, slots=True)
class Setting:
    """The value of a parameter in a law set.

    - ``law``: the id of the law to cite. None if a table or an event replaced a club's choice.
    - ``note``: the reason for the value or for its status.
    """

    value: Value
    status: Status
    law: str | None
    note: str = ""

    @property
    def status_means(self) -> str:
        return STATUSES[self.status]


Settings = Mapping[str, Setting]


@dataclass(frozen=True, slots=True)
class ExplainedSetting:
    """The value that a law set gives to a parameter, and why."""

    setting: Setting
    parameter: Parameter

    @property
    def says(self) -> str:
        """Return the value in plain words."""
        return in_words(self.parameter.name, self.setting.value)


def explained(settings: Settings) -> dict[str, ExplainedSetting]:
    return {name: ExplainedSetting(setting, PARAMETERS[name]) for name, setting in settings.items()}


def values_of(settings: Settings) -> dict[str, Value]:
    return {name: setting.value for name, setting in settings.items()}


def settings_from_json(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Setting]:
    """Return settings by parameter, from their JSON data."""
    return {name: Setting(**{**entry, "value": from_json(entry["value"])}) for name, entry in data.items()}


@dataclass(frozen=True, slots=True)
class Variation:
    """A variation of the game that a book lists, with the parameters that the variation changes."""

    slug: str
    title: str
    law: str
    settings: Settings

    @property
    def values(self) -> dict[str, Value]:
        return values_of(self.settings)


NOTHING: Mapping[str, Value] = {}


def digest(canonical: Mapping[str, object]) -> str:
    """Return the SHA-256 of JSON data in hexadecimal, independent of the order of keys."""
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _refuse_shape(parameters: object, variations: object) -> None:
    problems = InputProblems()
    if not isinstance(parameters, Mapping):
        problems.add("parameters", _("give parameters with their values."))
    elif len(parameters) > len(PARAMETERS):
        problems.add("parameters", _("there are only {count} parameters.", count=len(PARAMETERS)))
    if not isinstance(variations, list | tuple):
        problems.add("variations", _("give a list of variations."))
    elif len(variations) > len(PARAMETERS):
        problems.add("variations", _("there are not so many variations."))
    problems.settle()


def _after_change(own: Settings, before: Settings, changed: Settings) -> Settings:
    if "points" in own and set(own["points"].value) != set(before["points"].value):  # type: ignore[arg-type]
        return {**{name: before[name] for name in changed if name in before}, **own}
    return {name: setting for name, setting in own.items() if setting.status != "open" or name not in changed}


@dataclass(frozen=True, eq=False, repr=False)
class LawSet:
    """An immutable law set. Two law sets are equal if their revisions are equal.

    - ``settings``: the settings by parameter. A parameter that is newer than this revision has no setting. If
      the law set is silent on a parameter, the setting has the value of the fallback.
    - ``game_settings``: for each game with settings of its own, only these settings.
    - ``base``, ``base_revision``: the slug and the revision of the law set from which this law set was
      derived. None for a book. If parameters were chosen in several steps, ``base_revision`` is the revision
      before the first step.
    - ``fallback``: the slug of the law set that decides where this law set is silent. None without a
      fallback.
    - ``rule_book``: the hash of the published source of the rules and the vocabulary.
    - ``readings``: rule id → the chosen interpretation. Rules with the default interpretation are left out.
    """

    slug: str
    title: str
    year: int | None
    source: str
    games: tuple[str, ...]
    settings: Settings
    laws: Mapping[str, Law]
    variations: Mapping[str, Variation] = field(default_factory=dict)
    game_settings: Mapping[str, Settings] = field(default_factory=dict)
    base: str | None = None
    base_revision: str | None = None
    fallback: str | None = None
    rule_book: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, parameter: str) -> Value:
        """Return the value of a parameter; its default if this revision is older than the parameter.

        Raises KeyError for an unknown parameter.
        """
        setting = self.settings.get(parameter)
        return PARAMETERS[parameter].default if setting is None else setting.value

    @property
    def values(self) -> dict[str, Value]:
        """Return the value of every parameter."""
        return {name: self[name] for name in PARAMETERS}

    @property
    def chosen(self) -> Settings:
        """Return the settings whose values were chosen. Their status is "override" or "variation".

        A value that a variation gives with the status "open" is not among them.
        """
        return {
            name: setting
            for name, setting in self.settings.items()
            if setting.status in ("override", "variation")
        }

    @property
    def game_values(self) -> dict[str, dict[str, Value]]:
        """The values of each game's own settings: game → parameter → value.

        A game's value can be equal to the value of the law set itself.
        """
        return {game: values_of(own) for game, own in self.game_settings.items()}

    @property
    def explained(self) -> dict[str, ExplainedSetting]:
        return explained(self.settings)

    @property
    def explained_by_game(self) -> dict[str, dict[str, ExplainedSetting]]:
        return {game: explained(own) for game, own in self.game_settings.items()}

    @property
    def every_variation(self) -> tuple[Variation, ...]:
        return tuple(self.variations.values())

    def __repr__(self) -> str:
        return f"LawSet({self.slug!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LawSet) and self.revision == other.revision

    def __hash__(self) -> int:
        return hash(self.revision)

    def number(self, parameter: str) -> int:
        return cast(int, self[parameter])

    def choice(self, parameter: str) -> str:
        return cast(str, self[parameter])

    def limit(self, parameter: str) -> int | None:
        """Return the value of a limit, None if there is no limit."""
        return cast("int | None", self[parameter])

    def points(self) -> Mapping[str, int]:
        """Return the score of each point that a deal can bring, by the name of the point."""
        return cast("Mapping[str, int]", self["points"])

    def order(self, parameter: str) -> tuple[str, ...]:
        """Return the names of the points in the order that a parameter sets."""
        return cast("tuple[str, ...]", self[parameter])

    def law(self, parameter: str) -> str:
        """Return the id of the law to cite for a parameter.

        The id is empty if this revision is older than the parameter, or if a table or an event replaced a
        club's choice. Raises KeyError for an unknown name.
        """
        setting = self.settings.get(parameter)
        if setting is None and parameter not in PARAMETERS:
            raise KeyError(parameter)
        return (setting and setting.law) or ""

    def choices(self, parameters: Sequence[str]) -> tuple[str, ...]:
        """Return the ids of the laws that record the club's choices of these parameters.

        Parameters that the club did not choose are left out.
        """
        laws = [
            self.laws.get(setting.law or "") for name in parameters if (setting := self.settings.get(name))
        ]
        return tuple(law.id for law in laws if law and law.kind == CHOICE)

    def chosen_reading(self, rule: str) -> Law | None:
        """Return the law that records the club's interpretation of a rule; None without such a choice."""
        law = self.laws.get(law_of_reading(self.slug, rule, self.readings.get(rule, "")))
        return law if law and law.kind == CHOICE else None

    def is_open(self, parameter: str) -> bool:
        """Tell whether the value is our own default.

        Either the sources are silent, or this revision is older than the parameter.
        """
        setting = self.settings.get(parameter)
        return setting is None or setting.status == "open"

    def is_chosen_here(self, parameter: str) -> bool:
        """Tell whether a table or an event, not the club, chose this single value.

        A value that came with a variation does not count.
        """
        setting = self.settings.get(parameter)
        return setting is not None and setting.status == "override" and not self.choices([parameter])

    def for_game(self, game: str) -> "LawSet":
        """Return this law set with the settings of one game.

        If the game has no settings of its own, this law set itself is returned. Raises InvalidInput for a
        game that the law set does not have.
        """
        if game not in self.games:
            raise InvalidInput({"game": not_among(game, self.games, _("game"))})
        own = self.game_settings.get(game)
        if not own:
            return self
        if game not in self._of_games:
            settings = {**self.settings, **own}
            self._of_games[game] = replace(self, settings=settings, game_settings={})
        return self._of_games[game]

    def chosen_for(
        self, game: str, parameters: Mapping[str, Value] = NOTHING, variations: Sequence[str] = ()
    ) -> "LawSet":
        """Derive a law set for one game from the settings of that game.

        The chosen parameters and variations are applied. If nothing changes, return this law set. Otherwise
        the result is valid for that game only. Raises InvalidInput as ``for_game`` and ``derive`` do.
        """
        own = self.for_game(game)
        derived = own.derive(parameters, variations)
        return self if derived is own else replace(derived, base_revision=self._revision_chosen_from)

    def derive(self, parameters: Mapping[str, Value] = NOTHING, variations: Sequence[str] = ()) -> "LawSet":
        """Return a law set with variations and single parameters applied; this law set if nothing changes.

        A single parameter prevails over a variation. A game's own setting is replaced only if its status is
        "open". A game that names its points differently from the law set keeps all its values.

        Raises InvalidInput in these cases. Errors are under "variations", "parameters" or
        "parameters.<name>".

        - ``parameters`` is not a mapping, or ``variations`` is not a list, or one of them is too long.
        - A variation or a parameter is unknown.
        - A value is not accepted, or the points do not have the names of the law set's points.
        - Two values exclude each other, or two variations give a parameter different values.
        """
        _refuse_shape(parameters, variations)
        errors: dict[str, list[str]] = {}
        changed = self._varied(variations, errors)
        for name, value in parameters.items():
            if name not in PARAMETERS:
                errors[f"parameters.{str(name)[:40]}"] = [not_among(name, PARAMETERS, _("parameter"))]
                continue
            try:
                taken = PARAMETERS[name].parse(value)
            except ValueError as reason:
                errors[f"parameters.{name}"] = [reason.args[0]]
                continue
            changed.pop(name, None)
            if taken != self[name]:
                # A law about the club's earlier choice would state the value that ``taken`` replaces.
                law = None if self.choices([name]) else self.law(name)
                changed[name] = Setting(taken, "override", law, "Chosen in place of the law set's own.")
        if errors:
            raise InvalidInput(errors)
        if not changed:
            return self
        points = cast("Mapping[str, int]", changed["points"].value) if "points" in changed else self.points()
        if points.keys() != self.points().keys():
            worth = _("give each point its worth: {points}.", points=", ".join(self.points()))
            raise InvalidInput({"parameters.points": worth})
        derived = replace(
            self,
            settings={**self.settings, **changed},
            game_settings={
                game: _after_change(own, self.settings, changed) for game, own in self.game_settings.items()
            },
            base=self.slug,
            base_revision=self._revision_chosen_from,
        )
        if at_odds := derived.at_odds():
            raise InvalidInput({f"parameters.{name}": reason for name, reason in at_odds.items()})
        return derived

    @property
    def _revision_chosen_from(self) -> str | None:
        return self.base_revision if self.base == self.slug else self.revision

    def at_odds(self) -> dict[str, str]:
        """Return the parameters whose value conflicts with another value, each with the reason.

        Checks the values of the law set and of each of its games.
        """
        reasons: dict[str, str] = {}
        for law_set in (self, *map(self.for_game, self.game_settings)):
            reasons = conflicts(law_set.values) | reasons
        return reasons

    def _varied(self, variations: Sequence[str], errors: dict[str, list[str]]) -> dict[str, Setting]:
        changed: dict[str, Setting] = {}
        author: dict[str, str] = {}
        for slug in variations:
            if not isinstance(slug, str) or slug not in self.variations:
                errors["variations"] = [not_among(slug, self.variations, _("variation"))]
                continue
            for name, setting in self.variations[slug].settings.items():
                if name in changed and changed[name].value != setting.value:
                    both = {"one": author[name], "other": slug}
                    errors["variations"] = [
                        _("{one} and {other} give {name} two different values.", name=name, **both)
                    ]
                changed[name], author[name] = setting, slug
        return changed

    def canonical(self) -> dict[str, object]:
        """Return the law set as JSON data for ``from_canonical``."""
        values = {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}
        values["variations"] = {
            slug: {"title": variation.title, "law": variation.law, "settings": variation.settings}
            for slug, variation in self.variations.items()
        }
        written = {
            name: to_json(value)
            for name, value in values.items()
            if name != "laws" and (value or name not in ("rule_book", "readings"))
        }
        return {**written, "laws": {law_id: law.canonical() for law_id, law in self.laws.items()}}

    @cached_property
    def _of_games(self) -> dict[str, "LawSet"]:
        return {}  # the cache of ``for_game``, which every deal calls

    @cached_property
    def books(self) -> tuple[str, ...]:
        """Return the slugs of the law sets whose laws are part of this law set, its own slug first."""
        return tuple(dict.fromkeys([self.slug, *(law.law_set for law in self.laws.values())]))

    @cached_property
    def revision(self) -> str:
        """Return the hash of the law set's canonical form.

        A law set from `from_canonical` keeps the hash of its stored data.
        """
        return digest(self.canonical())

    @classmethod
    def from_canonical(cls, data: Mapping[str, Any]) -> "LawSet":
        """Return the law set from the data that ``canonical`` returned, with the same revision."""
        read = {
            "games": tuple(data["games"]),
            "settings": settings_from_json(data["settings"]),
            "game_settings": {game: settings_from_json(own) for game, own in data["game_settings"].items()},
            "laws": {law_id: Law.from_canonical(law_id, law) for law_id, law in data["laws"].items()},
            "variations": {
                slug: Variation(slug, entry["title"], entry["law"], settings_from_json(entry["settings"]))
                for slug, entry in data["variations"].items()
            },
        }
        law_set = cls(**{**data, **read})
        # The stored data is hashed, because a later version of ``canonical`` could return more fields.
        law_set.__dict__["revision"] = digest(data)
        return law_set
