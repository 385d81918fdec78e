"""The vocabulary of questions: topics, incidents, and the facts that each incident depends on."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Literal, get_args

from laws.domain.document import Node
from laws.domain.roles import RoleText, fill

Knower = Literal["table", "offender", "record"]
"""Who can know a fact: everybody at the table, the offender alone, or the record of the deal."""

KNOWERS: tuple[Knower, ...] = get_args(Knower)
FACT_KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
YES_NO = ("yes", "no")
USUAL_RANK = 5
DRAW = "draw"
DEFINED = "is"
"""The key of a limb that lists names of definitions. All of these definitions must hold."""


@dataclass(frozen=True, slots=True)
class Limb:
    """One alternative of a condition: each fact has one of the accepted values, and each definition holds."""

    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    definitions: tuple[str, ...] = ()

    def may_hold(self, facts: Mapping[str, str]) -> bool:
        """Tell whether no known fact contradicts the limb. Definitions are ignored."""
        return all(facts.get(fact, values[0]) in values for fact, values in self.facts)

    def canonical(self) -> dict[str, list[str]]:
        facts = {fact: list(values) for fact, values in self.facts}
        return facts | {DEFINED: list(self.definitions)} if self.definitions else facts


@dataclass(frozen=True, slots=True)
class Condition:
    """Alternatives (limbs). At least one limb must hold; an empty limb always holds."""

    limbs: tuple[Limb, ...]

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts that the limbs name, without repeats. Facts within definitions are left out."""
        return tuple(dict.fromkeys(fact for limb in self.limbs for fact, _values in limb.facts))

    @property
    def definitions(self) -> tuple[str, ...]:
        """Return the definitions that the limbs name, without repeats."""
        return tuple(dict.fromkeys(name for limb in self.limbs for name in limb.definitions))

    def among(self, facts: Container[str]) -> "Condition":
        """Return the condition with only those alternatives (limbs) whose facts are all in ``facts``."""
        return Condition(tuple(limb for limb in self.limbs if all(fact in facts for fact, _ in limb.facts)))

    def may_hold(self, facts: Mapping[str, str]) -> bool:
        """Tell whether the condition can still hold, given the known facts. Definitions are ignored."""
        return any(limb.may_hold(facts) for limb in self.limbs)

    def canonical(self) -> list[dict[str, list[str]]]:
        return [limb.canonical() for limb in self.limbs]


ALWAYS = Condition((Limb(),))


@dataclass(frozen=True, slots=True)
class FactValue:
    """One answer to the question of a fact.

    - ``label``: the text of a button.
    - ``means``: the answer in a sentence.
    - ``phrases``: words of players that suggest the answer.
    - ``role``: a role that must exist at the table for the answer to be possible. Empty if the answer is
      possible at any table.
    """

    slug: str
    label: RoleText
    means: RoleText
    phrases: tuple[str, ...] = ()
    role: str = ""


@dataclass(frozen=True, slots=True)
class IncidentFact:
    """A question of fact about an incident, with two to four exclusive answers.

    - ``why``: the reason for the question.
    - ``usual``: the answer to assume if nobody gives an answer. None if no answer is usual.
    - ``once_recorded``: the answer to assume if nobody gives an answer and the deal is over and recorded.
    - ``rank``: the order of asking, 1 first, 9 last.
    - ``needed_when``: the condition under which the question arises; None means always.
    - ``from_record``: the name of the function in ``scoring`` that finds the answer in the record of a deal.
      None if the record does not show it.
    """

    key: str
    ask: RoleText
    why: RoleText
    values: tuple[FactValue, ...]
    known_to: Knower = "table"
    usual: str | None = None
    once_recorded: str | None = None
    rank: int = USUAL_RANK
    needed_when: Condition | None = None
    from_record: str | None = None

    @property
    def slugs(self) -> tuple[str, ...]:
        return tuple(value.slug for value in self.values)

    @property
    def labels(self) -> dict[str, RoleText]:
        """Return the labels of the answers by slug."""
        return {value.slug: value.label for value in self.values}

    def assumed(self, *, is_recorded: bool) -> str | None:
        """Return the answer to assume if nobody gives an answer, or None.

        If the deal is over and recorded, ``once_recorded`` is preferred to ``usual``.
        """
        return (self.once_recorded if is_recorded else None) or self.usual

    @property
    def is_yes_no(self) -> bool:
        return set(self.slugs) == set(YES_NO)

    @property
    def type(self) -> Literal["yes-no", "choice"]:
        return "yes-no" if self.is_yes_no else "choice"

    def value(self, slug: str) -> FactValue:
        return next(value for value in self.values if value.slug == slug)


@dataclass(frozen=True, slots=True)
class Impossible:
    """A combination of answers that cannot happen, and the reason (``because``)."""

    name: str
    when: Condition
    because: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Definition:
    """A named condition, with its meaning in a sentence (``says``)."""

    name: str
    says: str
    when: Condition
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Lead:
    """A link to another incident that may describe the situation better.

    - ``says``: a sentence that states when the other incident fits.
    - ``when``: the condition under which the other incident can fit. The page hides the link if a known fact
      contradicts this condition.
    """

    incident: str
    says: RoleText
    when: Condition


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened at the table and needs a ruling.

    - ``facts``: the facts that a ruling can depend on, in the vocabulary's order.
    - ``also``: facts that a client may send although they decide nothing here.
    - ``phrases``: the words of players for the incident.
    - ``arises_with``: the parameter values with which the incident can happen.
    - ``otherwise``: the reason why the incident cannot happen with other values.
    - ``needs``: DRAW if the incident can happen only in a game in which players draw cards, otherwise empty.
    - ``impossible``: the combinations of answers that cannot happen.
    - ``leads_to``: other incidents that may describe the same situation and have another ruling.
    """

    id: str
    title: RoleText
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
    def also_keys(self) -> tuple[str, ...]:
        """Return the keys of the facts that a client may send although they decide nothing here."""
        return tuple(fact.key for fact in self.also)

    @property
    def situations(self) -> int:
        """Return the number of combinations of answers, impossible combinations included."""
        return prod(len(fact.values) for fact in self.facts)

    def fact(self, key: str) -> IncidentFact:
        """Return a fact in ``facts`` or ``also``. Raises KeyError for any other key."""
        return self.every_fact[key]

    def means(self, facts: Mapping[str, str]) -> list[str]:
        """Return, for each of the given facts, the answer in a sentence."""
        return [fill(self.fact(key).value(value).means) for key, value in facts.items()]

    @property
    def every_fact(self) -> dict[str, IncidentFact]:
        """Return ``facts`` and ``also`` by key."""
        return {fact.key: fact for fact in (*self.facts, *self.also)}


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the law: its incidents, and definitions that the rules of every law set can use.

    - ``facts``: the topic's own facts, and the facts that several topics share.
    - ``begins_with``: incidents of other topics that are also listed here, before the topic's own.
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
    """All topics by name, and the unparsed tables of outcomes by name."""

    topics: Mapping[str, Topic]
    outcomes: Mapping[str, Node] = field(default_factory=dict)

    @property
    def incidents(self) -> dict[str, Incident]:
        """Return all incidents by id, in the order of the topics."""
        return {
            incident.id: incident for topic in self.topics.values() for incident in topic.incidents.values()
        }

    def listed_under(self, topic: Topic) -> list[Incident]:
        """Return the incidents to list under a topic: first ``begins_with``, then the topic's own."""
        return [*(self.incidents[incident] for incident in topic.begins_with), *topic.incidents.values()]
