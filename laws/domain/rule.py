"""What a book makes of an incident: rules with their outcomes, open readings, and cases.

A rule cites laws and never repeats them. Which rule decides a situation is worked out in ``compile``; reading
the files of a book is done in ``rule_notation``.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from laws.domain.effects import MOMENTS, Effect
from laws.domain.lawset import LawSet
from laws.domain.roles import ROLES, capital, fill
from laws.domain.vocabulary import Condition, Definition

Layer = Literal["law-set", "house"]
"""Where a rule comes from. A house rule may be an exception to one of a law set, and never the reverse."""

LAYERS: tuple[Layer, ...] = get_args(Layer)
CERTAINTIES = ("stated", "inferred")
ONLY = ""
"""The name of a rule's outcome where it has but one."""

_WORDS = re.compile(r"\w+")

AND, ANY = " + ", "any"
"""Stands between the values of several parameters, and for whichever value one of them has."""


def combination(values: Iterable[object]) -> str:
    """Return the name of the outcome for these values of a rule's parameters.

    >>> combination(["side-scores-nothing", True])
    'side-scores-nothing + true'
    """
    return AND.join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def whole_id(slug: str, topic: str, name: str) -> str:
    """Return the whole id of a law or rule named within a topic: by itself, with its topic, or in full.

    >>> whole_id("harbour-laws", "revoke", "play/no-trump")
    'harbour-laws/play/no-trump'
    """
    return {0: f"{slug}/{topic}/{name}", 1: f"{slug}/{name}"}.get(name.count("/"), name)


VARIATIONS = "variations"
"""The topic of the laws of ways of playing that a book lists beside its own."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen, and what it leads to."""

    id: str
    label: str
    effects: tuple[Effect, ...]

    @property
    def further_effects(self) -> tuple[Effect, ...]:
        """The effects that the label leaves to be told: none where it tells the only one in its own words."""
        if len(self.effects) != 1:
            return self.effects
        (effect,) = self.effects
        told, effect_words = _WORDS.findall(fill(self.label).lower()), _WORDS.findall(effect.says.lower())
        return () if set(told) <= set(effect_words) else self.effects


@dataclass(frozen=True, slots=True)
class Choice:
    """A right to choose: whose it is (a role), between what, and the moment at which it is lost."""

    holder: str
    options: tuple[Option, ...]
    lapses: str

    @property
    def who(self) -> str:
        """The holder in words, as they begin a sentence."""
        return capital(ROLES[self.holder].words)

    @property
    def until(self) -> str:
        """The moment at which the right is lost, in words."""
        return MOMENTS[self.lapses]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows: effects at once and choices; or silence, where ``silent`` says what is not provided.

    ``says`` are words of this reading, where a rule can be read in several ways.
    """

    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    silent: str = ""
    says: str = ""

    @property
    def is_silent(self) -> bool:
        """Tell whether the law does not provide for this."""
        return bool(self.silent)

    @property
    def in_words(self) -> str:
        """Return the words of this reading, those of the silence where it is one."""
        return self.says or self.silent

    @property
    def gist(self) -> tuple[object, ...]:
        """Return what two outcomes have in common when they come to the same; every silence is the same."""
        return (self.effects, self.choices, self.is_silent)


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A text that can be read in several ways: the question, the reading taken, and the reason for it."""

    question: str
    default: str
    because: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a topic. ``id`` is ``<book>/<topic>/<name>``; ``cites`` are laws, the most decisive first.

    ``outcomes`` has one entry under ONLY, or one for each combination of values of the parameters ``by`` and,
    last, of the reading of the ``interpretation``. ``readings`` are the names of the readings.
    """

    id: str
    says: str
    topic: str
    incidents: tuple[str, ...]
    when: Condition
    cites: tuple[str, ...]
    outcomes: Mapping[str, Outcome]
    exception_to: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    interpretation: Interpretation | None = None
    readings: tuple[str, ...] = ()
    certainty: str = "stated"
    note: str = ""
    layer: Layer = "law-set"
    file: str = ""
    line: int = 0

    @property
    def name(self) -> str:
        """Return the last part of the id."""
        return self.id.rsplit("/", 1)[-1]

    def cited_under(self, law_set: LawSet) -> tuple[str, ...]:
        """Return the laws on which it rests, before all those by which a club chose what it goes by.

        The laws of a variation are among them only where the variation is in play.
        """
        reading = law_set.chosen_reading(self.id)
        cites = self.cites if self._is_varied(law_set) else self._cites_of_the_game
        return (*law_set.choices(self.by), *([reading.id] if reading else ()), *cites)

    @property
    def _cites_of_the_game(self) -> tuple[str, ...]:
        return tuple(law for law in self.cites if law.split("/")[1] != VARIATIONS) or self.cites

    def _is_varied(self, law_set: LawSet) -> bool:
        """Tell whether a variation of the book is in play for a parameter that this rule goes by."""
        return any(
            law_set[name] == variation.settings[name].value
            for variation in law_set.variations.values()
            for name in self.by
            if name in variation.settings
        )

    def why_read(self, law_set: LawSet) -> str:
        """Return why its open words are read as they are: the club has chosen so, or the usual reason."""
        if chosen := law_set.chosen_reading(self.id):
            return chosen.note
        return self.interpretation.because if self.interpretation else ""

    def read_otherwise(self, outcome: Outcome) -> dict[str, Outcome]:
        """Return the outcome of each reading, the parameters being as they are where this outcome follows."""
        key = next(key for key, each in self.outcomes.items() if each is outcome)
        values = key.split(AND)[: len(self.by)]
        return {reading: self.outcomes[AND.join([*values, reading])] for reading in self.readings}


@dataclass(frozen=True, slots=True)
class Case:
    """A worked example: a sentence, the facts in it, and what must come out, with its source.

    ``effects`` and ``choices`` (options by holder) are None and empty where the law must be ``silent``.
    """

    id: str
    says: str
    incident: str
    facts: Mapping[str, str]
    source: str
    effects: tuple[Effect, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    silent: bool = False
    rules: tuple[str, ...] = ()
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class TopicRules:
    """What one book has on one topic beyond the text of its laws."""

    topic: str
    rules: Mapping[str, Rule]
    cases: Mapping[str, Case]
    definitions: Mapping[str, Definition] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules and cases of one book, topic by topic. ``slug`` is the law set's."""

    slug: str
    topics: Mapping[str, TopicRules]

    def rule(self, rule_id: str) -> Rule:
        """Return a rule by its id. Raises KeyError where there is none."""
        return self.topics[rule_id.split("/")[1]].rules[rule_id]

    def on(self, topic: str) -> TopicRules:
        """Return what the book has on a topic, which may be nothing."""
        return self.topics.get(topic) or TopicRules(topic, {}, {})

    @property
    def every_rule(self) -> tuple[Rule, ...]:
        return tuple(rule for topic in self.topics.values() for rule in topic.rules.values())

    @property
    def open_rules(self) -> dict[str, Rule]:
        """The rules that can be read in several ways, by their ids."""
        return {rule.id: rule for rule in self.every_rule if rule.interpretation}

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for topic in self.topics.values() for case in topic.cases.values())
