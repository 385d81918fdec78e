"""Two offences in one deal: each is ruled alone, then the two are put together by an explicit table of pairs.

The table names, for every two topics, whether their penalties stand side by side, whether one act swallows
the other, which comes first, or which incident of its own they make. Nothing is added up here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Literal, cast, get_args

from laws.domain.document import Node, Reader, Record
from laws.domain.effects import KINDS, Effect
from laws.domain.errors import BrokenBook, InvalidInput, unknown
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from laws.domain.vocabulary import Topic, Vocabulary

Relation = Literal["independent", "absorbed", "sequenced", "own-incident"]
"""Both penalties stand; the one act swallows the other; one is settled first; both make another incident."""

RELATIONS: tuple[Relation, ...] = get_args(Relation)
Pair = tuple[str, str]
Sides = Literal["any", "same", "different"]
"""Whether a pair is meant for offenders of one side, of both, or for either."""

SIDES: tuple[Sides, ...] = get_args(Sides)
PAIR_KEYS = "between* relation* says* and sides leads incident told"
OFFENDER, MAKERS_SIDE = "offender", frozenset({"maker", "makers-partner"})


@dataclass(frozen=True, slots=True)
class Together:
    """How two topics go together.

    ``leads`` is the topic that absorbs or comes first, ``incident`` the one that they make. ``sources``
    names, by fact of that incident, the fact of either offence that answers it.
    """

    relation: Relation
    says: str
    leads: str = ""
    incident: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairTable:
    """How each two topics go together, and the effects that end the deal whatever else happened in it.

    ``answers`` are those of the facts that two offences tell of the incident that they make.
    """

    pairs: Mapping[Pair, Mapping[Sides, Together]]
    ending: Mapping[str, str]
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, first: Ruling, second: Ruling) -> Together | None:
        """Return how two rulings go together, in whichever order; None where the table does not say.

        Raises InvalidInput where that turns on the sides of the offenders, and they are not known.
        """
        ways = self.pairs.get(_pair(first.table.incident.topic, second.table.incident.topic), {})
        if "any" in ways or not ways:
            return ways.get("any")
        side = {}
        for which, ruling in (("first", first), ("second", second)):
            known = {**ruling.aside, **ruling.facts}
            if OFFENDER not in known:
                reason = _("say who was in error: it matters whether both are on one side.")
                raise InvalidInput({which: reason})
            side[which] = known[OFFENDER] in MAKERS_SIDE
        return ways.get("same" if side["first"] == side["second"] else "different")


@dataclass(frozen=True, slots=True)
class Composition:
    """Two rulings put together: how, why, and those that stand, in the order in which to carry them out.

    ``incident`` is the one that they make, where they make one, and ``facts`` what is known of it already.
    """

    relation: Relation
    says: str
    standing: tuple[Ruling, ...]
    incident: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return what follows at once from the rulings that stand, each effect once."""
        return tuple(dict.fromkeys(effect for ruling in self.standing for effect in ruling.effects))


def compose(table: PairTable, first: Ruling, second: Ruling) -> Composition:
    """Return two rulings of one law set put together, whichever was asked first.

    Raises InvalidInput where one of them still needs facts, where two law sets are mixed, and where the table
    does not say.
    """
    if first.law_set != second.law_set:
        raise InvalidInput({"law_set": _("two offences of one deal are ruled by one law set.")})
    for which, ruling in (("first", first), ("second", second)):
        if ruling.is_open:
            due = ", ".join(fact.key for fact in ruling.questions)
            raise InvalidInput({which: _("this needs facts first: {due}.", due=due)})
    for ending in (first, second):
        for effect in ending.effects:
            if effect.kind in table.ending:
                return Composition("absorbed", table.ending[effect.kind], (ending,))
    topic, other_topic = first.table.incident.topic, second.table.incident.topic
    together = table.of(first, second)
    if together is None:
        reason = _("no law says how {one} and {other} go together.", one=topic, other=other_topic)
        raise InvalidInput({"second": reason})
    if together.relation == "own-incident":
        facts = _known_facts(table, together, (first, second))
        return Composition(together.relation, together.says, (), together.incident, facts)
    standing: tuple[Ruling, ...] = (first, second) if together.leads in ("", topic) else (second, first)
    if together.relation == "absorbed":
        standing = standing[:1]
    return Composition(together.relation, together.says, standing)


def _known_facts(table: PairTable, together: Together, rulings: Iterable[Ruling]) -> dict[str, str]:
    """Return the facts of the incident that two offences make, as far as they are told with these."""
    return {
        fact: known[source]
        for known in ({**ruling.aside, **ruling.known} for ruling in rulings)
        for fact, source in together.sources.items()
        if known.get(source) in table.answers[fact]
    }


def missing(table: PairTable, topics: Iterable[Topic]) -> list[Pair]:
    """Return the pairs of topics of one game on which the table is silent."""
    return [
        _pair(first.name, second.name)
        for first, second in combinations_with_replacement(topics, 2)
        if first.game == second.game and _pair(first.name, second.name) not in table.pairs
    ]


def read_pairs(reader: Reader, node: Node, vocabulary: Vocabulary) -> PairTable:
    """Return the table of pairs from its parsed file. Raises BrokenBook with every fault found.

    An entry is for each pair of a topic of ``between`` and a topic of ``and``, or of each with itself.
    """
    table = reader.record(node, "pairs", "ending* pairs*", by_name=True)
    ending = {kind: reader.sentence(entry, kind) for kind, entry, _line in table.pairs("ending")}
    reader.due(ending, KINDS, _("effect"), node.line, "ending", unknown)
    pairs: dict[Pair, dict[Sides, Together]] = {}
    for name, entry, line in table.pairs("pairs"):
        between, sides, together = _read_pair(reader.record(entry, name, PAIR_KEYS), vocabulary)
        for pair in between:
            ways = pairs.setdefault(pair, {})
            if sides in ways or (ways and "any" in (sides, *ways)):
                reader.fault(line, name, f"{' and '.join(pair)} stand in the table already.")
            ways[sides] = together
    for pair, ways in pairs.items():
        if "any" not in ways and len(ways) == 1:
            reader.fault(node.line, " and ".join(pair), "say it for the same side and for different sides.")
    if reader.faults:
        raise BrokenBook(reader.faults)
    answers = {
        fact: vocabulary.incidents[way.incident].fact(fact).slugs
        for ways in pairs.values()
        for way in ways.values()
        for fact in way.sources
    }
    return PairTable(pairs, ending, answers)


def _read_pair(record: Record, vocabulary: Vocabulary) -> tuple[list[Pair], Sides, Together]:
    sides = cast(Sides, record.word("sides", SIDES, _("sides"), "any"))
    topics, others = record.texts("between"), record.texts("and")
    record.due((*topics, *others), vocabulary.topics, _("topic"))
    relation = record.word("relation", RELATIONS, _("relation"))
    leads = record.word("leads", (*topics, *others), _("topic"))
    slug = record.word("incident", vocabulary.incidents, _("incident"))
    if (relation in ("absorbed", "sequenced")) != bool(leads):
        record.fault("absorbed and sequenced name the topic that leads, the others do not.")
    if (relation == "own-incident") != bool(slug):
        record.fault("own-incident names the incident, the others do not.")
    sources = {fact: record.reader.text(source, record.key) for fact, source, _line in record.pairs("told")}
    incident = vocabulary.incidents.get(slug)
    record.due(sources, [fact.key for fact in incident.facts] if incident else [], _("fact"))
    between = [_pair(topic, other) for topic in topics for other in others or (topic,)]
    together = Together(cast(Relation, relation), record.sentence("says"), leads, slug, sources)
    return list(dict.fromkeys(between)), sides, together


def _pair(first: str, second: str) -> Pair:
    return (first, second) if first <= second else (second, first)
