"""What can be asked of the law: topics, their incidents, the facts of each, and what cannot be together.

The same words serve every law set. What a law set makes of an incident is in ``rule``; reading the files of
the vocabulary is done in ``vocabulary_notation``.
"""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Literal, get_args

from laws.domain.document import Node
from laws.domain.roles import fill

Knower = Literal["table", "offender", "record"]
"""Who can know a fact: everybody at the table, the offender alone, or the record of the deal."""

KNOWERS: tuple[Knower, ...] = get_args(Knower)
FACT_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
YES_NO = ("yes", "no")
USUAL_RANK = 5
DRAW = "draw"
DEFINED = "is"
"""Stands where a fact would, before the names of definitions that must hold."""


@dataclass(frozen=True, slots=True)
class Limb:
    """One alternative: each fact has one of its values, and each definition named holds."""

    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    definitions: tuple[str, ...] = ()

    def may_hold(self, facts: Mapping[str, str]) -> bool:
        """Tell whether no known fact speaks against it; definitions are not looked into."""
        return all(facts.get(fact, values[0]) in values for fact, values in self.facts)

    def canonical(self) -> dict[str, list[str]]:
        """Return the limb in a form that JSON can hold."""
        facts = {fact: list(values) for fact, values in self.facts}
        return facts | {DEFINED: list(self.definitions)} if self.definitions else facts


@dataclass(frozen=True, slots=True)
class Condition:
    """Alternatives of which one must hold. One limb without facts or definitions always holds."""

    limbs: tuple[Limb, ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts named, each once, in order; those within definitions are not among them."""
        return tuple(dict.fromkeys(fact for limb in self.limbs for fact, _values in limb.facts))

    @property
    def definitions(self) -> tuple[str, ...]:
        """Return the definitions named, each once, in order."""
        return tuple(dict.fromkeys(name for limb in self.limbs for name in limb.definitions))

    def among(self, facts: Container[str]) -> "Condition":
        """Return the alternatives that can hold where no other facts than these are asked."""
        return Condition(tuple(limb for limb in self.limbs if all(fact in facts for fact, _ in limb.facts)))

    def may_hold(self, facts: Mapping[str, str]) -> bool:
        """Tell whether the known facts leave it possible."""
        return any(limb.may_hold(facts) for limb in self.limbs)

    def canonical(self) -> list[dict[str, list[str]]]:
        """Return the condition in a form that JSON can hold."""
        return [limb.canonical() for limb in self.limbs]


ALWAYS = Condition((Limb(),))


@dataclass(frozen=True, slots=True)
class FactValue:
    """One answer to a fact's question: its slug, the label on a button, a sentence, and what players say.

    ``role`` is the part that somebody at the table must play for the answer to be possible, empty where any
    table can have it.
    """

    slug: str
    label: str
    means: str
    phrases: tuple[str, ...] = ()
    role: str = ""


@dataclass(frozen=True, slots=True)
class IncidentFact:
    """A question of fact with two to four answers that exclude each other.

    ``usual`` is the answer that may be assumed, openly, where nobody has said otherwise; ``rank`` is when to
    ask (1 first, 9 last); ``needed_when`` is what makes the question arise at all. ``from_record`` names the
    function by which the record of a deal answers it; whoever keeps records has a table of them.
    """

    key: str
    ask: str
    why: str
    values: tuple[FactValue, ...]
    known_to: Knower = "table"
    usual: str | None = None
    rank: int = USUAL_RANK
    needed_when: Condition | None = None
    from_record: str | None = None

    @property
    def slugs(self) -> tuple[str, ...]:
        """Return the slugs of the answers, in order."""
        return tuple(value.slug for value in self.values)

    @property
    def is_yes_no(self) -> bool:
        """Tell whether the question is answered by yes or no."""
        return set(self.slugs) == set(YES_NO)

    @property
    def type(self) -> str:
        return "yes-no" if self.is_yes_no else "choice"

    def value(self, slug: str) -> FactValue:
        """Return the answer with a slug."""
        return next(value for value in self.values if value.slug == slug)


@dataclass(frozen=True, slots=True)
class Impossible:
    """Facts that cannot be so together, and why."""

    name: str
    when: Condition
    because: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Definition:
    """A condition with a name of its own and its meaning in a sentence."""

    name: str
    says: str
    when: Condition
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Lead:
    """The way to another incident that can be about the same situation.

    ``says`` is what would have to be so, in a sentence; ``when`` are the facts without which it cannot be so.
    """

    incident: str
    says: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened and can be asked about; its facts in the author's order.

    ``also`` are facts that a record may send along though they decide nothing here. ``arises_with`` are the
    values of parameters without which it cannot happen, and ``otherwise`` says why it then cannot.
    ``needs`` is the part of a game that it is about, if not every game has that. ``leads_to`` are the
    incidents that may be about the same situation and have another answer to it.
    """

    id: str
    title: str
    topic: str
    game: str
    facts: tuple[IncidentFact, ...]
    also: tuple[IncidentFact, ...] = ()
    phrases: tuple[str, ...] = ()
    arises_with: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    otherwise: str = ""
    needs: str = ""
    impossible: tuple[Impossible, ...] = ()
    leads_to: tuple[Lead, ...] = ()
    file: str = ""
    line: int = 0

    @property
    def situations(self) -> int:
        """Return how many combinations of answers there are, the impossible ones among them."""
        return prod(len(fact.values) for fact in self.facts)

    def fact(self, key: str) -> IncidentFact:
        """Return one of the incident's facts. Raises KeyError where it has none of that name."""
        return self.every_fact[key]

    def means(self, facts: Mapping[str, str]) -> list[str]:
        """Return facts in a sentence each."""
        return [fill(self.fact(key).value(value).means) for key, value in facts.items()]

    @property
    def every_fact(self) -> dict[str, IncidentFact]:
        """The facts that it has and those that a record may send along, by their keys."""
        return {fact.key: fact for fact in (*self.facts, *self.also)}


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of dispute: its incidents, and the definitions that every law set may use.

    ``begins_with`` are incidents of other topics that a reader looks for here first.
    """

    name: str
    title: str
    game: str
    facts: Mapping[str, IncidentFact]
    incidents: Mapping[str, Incident]
    definitions: Mapping[str, Definition] = field(default_factory=dict)
    begins_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Every topic and every incident, by name, and the tables of outcomes as they are written."""

    topics: Mapping[str, Topic]
    outcomes: Mapping[str, Node] = field(default_factory=dict)

    @property
    def incidents(self) -> dict[str, Incident]:
        """Return every incident by its id, in the order of the topics."""
        return {
            incident.id: incident for topic in self.topics.values() for incident in topic.incidents.values()
        }

    def listed_under(self, topic: Topic) -> list[Incident]:
        """Return the incidents that a reader finds under a topic, in order."""
        return [*(self.incidents[incident] for incident in topic.begins_with), *topic.incidents.values()]
