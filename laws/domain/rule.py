"""The rules of a law book: their conditions, outcomes and interpretations, and worked cases."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from laws.domain.effects import MOMENTS, Effect
from laws.domain.lawset import LawSet
from laws.domain.roles import ROLES, RoleText, capital, fill
from laws.domain.vocabulary import Condition, Definition

Layer = Literal["law-set", "house"]
"""The origin of a rule. A house rule can be an exception to a rule of a law set, but not the reverse."""

LAYERS: tuple[Layer, ...] = get_args(Layer)
CERTAINTIES = ("stated", "inferred")
ONLY = ""
"""The key in ``Rule.outcomes`` if the rule has only one outcome."""

_WORDS = re.compile(r"\w+")

AND, ANY = " + ", "any"
"""In keys of outcomes: the separator between values, and the word that stands for any value."""


def combination(values: Iterable[object]) -> str:
    """Return the key in ``Rule.outcomes`` for these values of parameters.

    The last value can be an interpretation.

    >>> combination(["side-scores-nothing", True])
    'side-scores-nothing + true'
    """
    return AND.join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)


def whole_id(slug: str, topic: str, name: str) -> str:
    """Return the full id of a law or rule. ``name`` is a name, ``topic/name``, or already a full id.

    >>> whole_id("harbour-laws", "revoke", "play/no-trump")
    'harbour-laws/play/no-trump'
    """
    return {0: f"{slug}/{topic}/{name}", 1: f"{slug}/{name}"}.get(name.count("/"), name)


VARIATIONS = "variations"
"""The topic of the laws on variations."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice, and its effects."""

    id: str
    label: RoleText
    effects: tuple[Effect, ...]

    @property
    def further_effects(self) -> tuple[Effect, ...]:
        """Return the effects to show beside the label of the option.

        Empty if the option has a single effect whose sentence has all words of the label.
        """
        if len(self.effects) != 1:
            return self.effects
        (effect,) = self.effects
        told, effect_words = _WORDS.findall(fill(self.label).lower()), _WORDS.findall(effect.says.lower())
        return () if set(told) <= set(effect_words) else self.effects


@dataclass(frozen=True, slots=True)
class Choice:
    """The right of a person to choose between options.

    - ``holder``: the role of the person who may choose.
    - ``lapses``: the moment at which the right is lost.
    """

    holder: str
    options: tuple[Option, ...]
    lapses: str

    @property
    def who(self) -> RoleText:
        """Return the holder in words."""
        return capital(ROLES[self.holder].words)

    @property
    def until(self) -> RoleText:
        """Return the moment at which the right is lost, in words."""
        return MOMENTS[self.lapses]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a rule: effects and choices, or the statement that the law is silent.

    ``silent`` is the reason why the law is silent, otherwise empty. ``says`` is the text of this outcome. If
    the rule has only one outcome, this is the text of the rule.
    """

    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    silent: str = ""
    says: str = ""

    @property
    def is_silent(self) -> bool:
        """Tell whether the law is silent."""
        return bool(self.silent)

    @property
    def in_words(self) -> str:
        """Return the text of this outcome, or the reason why the law is silent."""
        return self.says or self.silent

    @property
    def gist(self) -> tuple[object, ...]:
        """Return a value that is equal for outcomes with the same consequences.

        All outcomes under which the law is silent are equal, whatever the reason.
        """
        return (self.effects, self.choices, self.is_silent)


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A question of interpretation, with the default interpretation and the reason for this default."""

    question: str
    default: str
    because: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a topic.

    - ``id``: ``law_set/topic/name``.
    - ``cites``: the ids of laws, the most decisive first.
    - ``exception_to``: the ids of the rules that this rule overrides.
    - ``by``: the parameters that select the outcome.
    - ``readings``: the names of the possible interpretations.
    - ``outcomes``: the outcomes by key. The key of a single outcome is ONLY. Any other key is a `combination`
      of values for the parameters ``by``, followed by the interpretation if the rule has ``readings``.
    """

    id: str
    says: RoleText
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
        """Return the ids of the laws to cite for this rule under a law set.

        Laws that record a club's choice come first, then the laws in ``cites``. Laws on variations are left
        out, except in these cases:

        - A parameter of the rule has the value of a variation.
        - The rule cites no other laws.
        """
        reading = law_set.chosen_reading(self.id)
        cites = self.cites if self._is_varied(law_set) else self._cites_of_the_game
        return (*law_set.choices(self.by), *([reading.id] if reading else ()), *cites)

    @property
    def _cites_of_the_game(self) -> tuple[str, ...]:
        return tuple(law for law in self.cites if law.split("/")[1] != VARIATIONS) or self.cites

    def _is_varied(self, law_set: LawSet) -> bool:
        return any(
            law_set[name] == variation.settings[name].value
            for variation in law_set.variations.values()
            for name in self.by
            if name in variation.settings
        )

    def why_read(self, law_set: LawSet) -> str:
        """Return the reason for the interpretation, empty for a rule without interpretations.

        The reason is the note of the club's choice or, without a choice, the reason for the default.
        """
        if chosen := law_set.chosen_reading(self.id):
            return chosen.note
        return self.interpretation.because if self.interpretation else ""

    def read_otherwise(self, outcome: Outcome) -> dict[str, Outcome]:
        """Return the outcome under each interpretation, by the name of the interpretation.

        ``outcome`` must be an outcome of this rule. The values of the parameters stay those of ``outcome``.
        """
        key = next(key for key, known in self.outcomes.items() if known is outcome)
        values = key.split(AND)[: len(self.by)]
        return {reading: self.outcomes[AND.join([*values, reading])] for reading in self.readings}


@dataclass(frozen=True, slots=True)
class Case:
    """A worked example with its facts, its source and the expected outcome.

    ``choices`` has the ids of the options for each holder of a choice. If ``silent``, the law must be silent,
    and ``effects`` and ``choices`` are empty. ``rules`` are the ids of rules that must decide the case.
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
    """The rules, cases and definitions of one book on one topic.

    Rules and cases are by id, definitions by name. The definitions of the vocabulary are among them.
    """

    topic: str
    rules: Mapping[str, Rule]
    cases: Mapping[str, Case]
    definitions: Mapping[str, Definition] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules and cases of one book by topic. ``slug`` is the slug of its law set."""

    slug: str
    topics: Mapping[str, TopicRules]

    def rule(self, rule_id: str) -> Rule:
        """Return a rule by its id. Raises KeyError for an unknown id."""
        return self.topics[rule_id.split("/")[1]].rules[rule_id]

    def on(self, topic: str) -> TopicRules:
        """Return the rules and cases of a topic; empty if the book has none."""
        return self.topics.get(topic) or TopicRules(topic, {}, {})

    @property
    def every_rule(self) -> tuple[Rule, ...]:
        return tuple(rule for topic in self.topics.values() for rule in topic.rules.values())

    @property
    def open_rules(self) -> dict[str, Rule]:
        """Return the rules with several possible interpretations, by id."""
        return {rule.id: rule for rule in self.every_rule if rule.interpretation}

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(case for topic in self.topics.values() for case in topic.cases.values())
