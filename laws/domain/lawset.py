"""A law, and a law set: its laws and the value it gives to every parameter; how another is derived from it.

A law set never changes. Its revision is the hash of its canonical form, so two law sets that say the same
have the same revision. A setting is the value of one parameter, with its law and how certain it is; a
variation is a named group of settings. Reading a book is done in ``book``.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, cast, get_args

from laws.domain.effects import KINDS
from laws.domain.errors import InvalidInput, not_among
from laws.domain.parameters import PARAMETERS, Value, conflicts, from_json, to_json
from laws.domain.roles import capital
from laws.domain.sentences import _

Certainty = Literal["stated", "inferred", "open"]
"""stated: the source says it; inferred: it follows from that; open: the source is silent or cut off."""

CERTAINTIES: tuple[Certainty, ...] = get_args(Certainty)

KINDS_OF_LAW: Mapping[str, str] = {
    "procedural": _("How the game is played, dealt, scored or moved."),
    "advice": _("Good play, which nobody has to follow."),
    "etiquette": _("Good manners, for which no penalty is laid down."),
    "defective": _("The source is cut off or unreadable here."),
    "superseded": _("Another law of the same book has taken its place."),
    "listed": _("It is listed with the reason why the book does not say so, and nothing rests on it."),
}
"""What a law can be that no rule applies."""

LISTED = "listed"

EFFECTS: Mapping[str, str] = {slug: kind.plain for slug, kind in KINDS.items()}
"""The closed list of consequences that a law may name, each in a plain sentence."""


CHOICE = "choice"
"""The kind of law that a club's own law set makes of a value or a reading that it chose; no book has any."""


def law_of_reading(law_set: str, rule: str, reading: str) -> str:
    """Return the id of the law by which a club's own law set reads a rule so.

    >>> law_of_reading("harbour", "a-book/revoke/put-right", "free")
    'harbour/revoke/put-right-free'
    """
    return f"{law_set}/{rule.partition('/')[2]}-{reading}"


def cited(cite: str, origins: Sequence[str]) -> str:
    """Return a citation that tells what was found outside the sources, from the origin of each clause."""
    outside = ", ".join(dict.fromkeys(filter(None, origins)))
    if not outside:
        return cite
    if all(origins):
        return _("{cite}, from outside the sources ({origin})", cite=cite, origin=outside)
    return _("{cite}, in part from outside the sources ({origin})", cite=cite, origin=outside)


@dataclass(frozen=True, slots=True)
class Law:
    """A law of one law set. ``id`` is a path, ``<law set>/<file>/<name>``; ``clauses`` are inventory ids.

    ``title`` is what a player would call it, alone in a list; where none is written, the name in words.
    ``topic`` is the file's name unless the law says otherwise. ``kind`` is one of KINDS_OF_LAW or CHOICE, or
    nothing where rules or parameters apply the law; ``applied_by`` names what else does, as dotted Python
    names.
    ``origin`` says where it was found if that is outside the sources, as its citation does in words.
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
        """Tell whether its book does not say so, but only others."""
        return self.kind == LISTED

    @property
    def name(self) -> str:
        """Return the last part of the id."""
        return self.id.rsplit("/", 1)[-1]

    @property
    def name_in_words(self) -> str:
        return capital(self.name.replace("-", " "))

    def canonical(self) -> dict[str, object]:
        """Return the law in a form that JSON can hold, without what its id already says."""
        implied: dict[str, object] = {"id": self.id, "law_set": self.law_set, "topic": self.id.split("/")[1]}
        implied |= {"kind": "", "applied_by": (), "origin": "", "title": self.name_in_words}
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: to_json(value) for name, value in values.items() if implied.get(name) != value}

    @classmethod
    def from_canonical(cls, law_id: str, data: Mapping[str, Any]) -> "Law":
        """Return the law that ``canonical`` wrote down."""
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
    """A parameter's value in a law set. ``law`` is the id to cite; ``note`` says why, where needed."""

    value: Value
    status: Status
    law: str | None
    note: str = ""

    @property
    def status_means(self) -> str:
        return STATUSES[self.status]


Settings = Mapping[str, Setting]


def settings_from_json(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Setting]:
    """Return settings, by parameter, as they were written down."""
    return {name: Setting(**{**each, "value": from_json(each["value"])}) for name, each in data.items()}


@dataclass(frozen=True, slots=True)
class Variation:
    """A way of playing that a book lists beside its own: overrides of parameters and nothing else."""

    slug: str
    title: str
    law: str
    settings: Settings


NOTHING: Mapping[str, Value] = {}


def digest(canonical: Mapping[str, object]) -> str:
    """Return the hexadecimal SHA-256 of a canonical form, whatever the order of its keys."""
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _refuse_shape(parameters: object, variations: object) -> None:
    """Refuse what is no choice of parameters or variations at all, or more than there can be."""
    errors: dict[str, str] = {}
    if not isinstance(parameters, Mapping):
        errors["parameters"] = _("give parameters with their values.")
    elif len(parameters) > len(PARAMETERS):
        errors["parameters"] = _("there are only {count} parameters.", count=len(PARAMETERS))
    if not isinstance(variations, list | tuple):
        errors["variations"] = _("give a list of variations.")
    elif len(variations) > len(PARAMETERS):
        errors["variations"] = _("there are not so many variations.")
    if errors:
        raise InvalidInput(errors)


def _yielding(own: Settings, before: Settings, changed: Settings) -> Settings:
    """Return the figures of one game after a choice: those that are open give way to what was chosen.

    A game that counts points of its own is another game, which no choice for the law set's first one reaches.
    """
    if "points" in own and set(own["points"].value) != set(before["points"].value):  # type: ignore[arg-type]
        return {**{name: before[name] for name in changed if name in before}, **own}
    return {name: setting for name, setting in own.items() if setting.status != "open" or name not in changed}


@dataclass(frozen=True, eq=False, repr=False)
class LawSet:
    """A law set, whole and unchanging. Two are equal when their revisions are.

    ``base`` and ``base_revision`` name what it was derived from; ``fallback`` is the law set that decides
    where this one is silent (its decisions already stand among the settings). ``game_settings`` holds, for a
    game whose figures differ, only what differs. ``rule_book`` is the hash of the rules and the
    vocabulary with which it answers what follows from an incident; ``readings`` names, by rule, the reading
    of open words taken in place of the default.
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
        """Return the parameter's value in this law set. Raises KeyError for a name that is no parameter."""
        setting = self.settings.get(parameter)
        return PARAMETERS[parameter].default if setting is None else setting.value

    @property
    def values(self) -> dict[str, Value]:
        """The value of every parameter."""
        return {name: self[name] for name in PARAMETERS}

    @property
    def chosen(self) -> Settings:
        """The settings that were chosen in place of the book's own, by variation or one by one."""
        return {
            name: each for name, each in self.settings.items() if each.status in ("override", "variation")
        }

    @property
    def every_variation(self) -> tuple[Variation, ...]:
        return tuple(self.variations.values())

    def __repr__(self) -> str:
        return f"LawSet({self.slug!r})"

    def __eq__(self, other: object) -> bool:
        """Tell whether the two law sets say the same in every respect."""
        return isinstance(other, LawSet) and self.revision == other.revision

    def __hash__(self) -> int:
        """Return a hash that follows the revision."""
        return hash(self.revision)

    def number(self, parameter: str) -> int:
        return cast(int, self[parameter])

    def choice(self, parameter: str) -> str:
        return cast(str, self[parameter])

    def limit(self, parameter: str) -> int | None:
        """Return a parameter that is a whole number, or None where there is no limit."""
        return cast("int | None", self[parameter])

    def points(self) -> Mapping[str, int]:
        """Return what each point is worth."""
        return cast("Mapping[str, int]", self["points"])

    def order(self, parameter: str) -> tuple[str, ...]:
        """Return a parameter that is an order of points."""
        return cast("tuple[str, ...]", self[parameter])

    def law(self, parameter: str) -> str:
        """Return the id of the law to cite for a parameter, the nearest one where the law set is silent.

        It is empty in a revision published before the parameter existed. Raises KeyError for a name that is
        no parameter.
        """
        setting = self.settings.get(parameter)
        if setting is None and parameter not in PARAMETERS:
            raise KeyError(parameter)
        return (setting and setting.law) or ""

    def choices(self, parameters: Sequence[str]) -> tuple[str, ...]:
        """Return the laws by which a club chose the values of these parameters, as far as it did."""
        laws = [
            self.laws.get(setting.law or "") for name in parameters if (setting := self.settings.get(name))
        ]
        return tuple(law.id for law in laws if law and law.kind == CHOICE)

    def chosen_reading(self, rule: str) -> Law | None:
        """Return the law by which a club chose how a rule with open words is read, if it did."""
        law = self.laws.get(law_of_reading(self.slug, rule, self.readings.get(rule, "")))
        return law if law and law.kind == CHOICE else None

    def is_open(self, parameter: str) -> bool:
        """Tell whether the value is our marked default because the sources do not say."""
        setting = self.settings.get(parameter)
        return setting is None or setting.status == "open"

    def is_chosen_here(self, parameter: str) -> bool:
        """Tell whether the value was chosen beside what is written, as for one table: no law says it."""
        setting = self.settings.get(parameter)
        return setting is not None and setting.status == "override" and not self.choices([parameter])

    def for_game(self, game: str) -> "LawSet":
        """Return this law set with the figures of one game; itself where that game has none of its own.

        Raises InvalidInput for a game that the law set does not hold.
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
        """Return this law set as ``derive`` does, the choices being made for one game and over its figures.

        What comes out has that game's figures for good, and serves no other. Raises InvalidInput as
        ``for_game`` and ``derive`` do.
        """
        own = self.for_game(game)
        derived = own.derive(parameters, variations)
        return self if derived is own else replace(derived, base_revision=self.revision)

    def derive(self, parameters: Mapping[str, Value] = NOTHING, variations: Sequence[str] = ()) -> "LawSet":
        """Return this law set with variations and single parameters changed; itself where nothing changes.

        A parameter given by name prevails over a variation, and either over a figure of one game that the
        sources leave open. Raises InvalidInput naming each parameter ("parameters.made_rule") and variation
        that cannot be taken, with what would be.
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
                law = None if self.choices([name]) else self.law(name)  # a club's choice of another value
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
                game: _yielding(own, self.settings, changed) for game, own in self.game_settings.items()
            },
            base=self.slug,
            base_revision=self.revision,
        )
        if at_odds := derived.at_odds():
            raise InvalidInput({f"parameters.{name}": reason for name, reason in at_odds.items()})
        return derived

    def at_odds(self) -> dict[str, str]:
        """Return each parameter that is at odds with another, in any of the games, with the reason."""
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
        """Return the law set in a form that JSON can hold and ``from_canonical`` reads back."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values["laws"] = {law_id: law.canonical() for law_id, law in self.laws.items()}
        values["variations"] = {
            slug: {"title": each.title, "law": each.law, "settings": each.settings}
            for slug, each in self.variations.items()
        }
        return {
            name: to_json(value)
            for name, value in values.items()
            if value or name not in ("rule_book", "readings")
        }

    @cached_property
    def _of_games(self) -> dict[str, "LawSet"]:
        """Return what was made of it for single games, kept because it is asked for with every deal."""
        return {}

    @cached_property
    def books(self) -> tuple[str, ...]:
        """Return the law sets whose laws this one holds, itself first."""
        return tuple(dict.fromkeys([self.slug, *(law.law_set for law in self.laws.values())]))

    @cached_property
    def revision(self) -> str:
        """Return the hash of the canonical form, by which this law set is told from any other."""
        return digest(self.canonical())

    @classmethod
    def from_canonical(cls, data: Mapping[str, Any]) -> "LawSet":
        """Return the law set that ``canonical`` wrote down, with the revision it had then."""
        read = {
            "games": tuple(data["games"]),
            "settings": settings_from_json(data["settings"]),
            "game_settings": {game: settings_from_json(own) for game, own in data["game_settings"].items()},
            "laws": {law_id: Law.from_canonical(law_id, law) for law_id, law in data["laws"].items()},
            "variations": {
                slug: Variation(slug, each["title"], each["law"], settings_from_json(each["settings"]))
                for slug, each in data["variations"].items()
            },
        }
        law_set = cls(**{**data, **read})
        # The hash is that of what was written down, even if a later program would write it at more length.
        law_set.__dict__["revision"] = digest(data)
        return law_set
