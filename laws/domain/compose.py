"""Combine the rulings on two offences of one deal, and parse the table of pairs.

Each offence is first ruled on its own. For two kinds of offence the table of pairs says whether both
penalties apply, or only one. It can also say that both offences form a single incident.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import combinations_with_replacement
from typing import Any, cast

from laws.domain.document import Items, Node, Reader, Record
from laws.domain.effects import KINDS, Effect, read_effects
from laws.domain.errors import BrokenBook, InvalidInput, unknown
from laws.domain.exclusion import POINTS
from laws.domain.lawset import Law
from laws.domain.pairs import (
    ALWAYS,
    NO_PAIR_FACTS,
    OF_ONE,
    OFFENCE_NAMES,
    OFFENDER,
    RELATIONS,
    SECOND,
    SHARED_FACTS,
    SIDES,
    STAGES,
    Joined,
    Offence,
    Offences,
    OfOne,
    OneAct,
    Pair,
    PairTable,
    Relation,
    Sides,
    Span,
    Together,
    pair_of,
    read_pair_facts,
)
from laws.domain.roles import RoleText
from laws.domain.rule import Choice, Option
from laws.domain.ruling import Ruling, RulingStatus
from laws.domain.sentences import _
from laws.domain.vocabulary import Incident, IncidentFact, Topic, Vocabulary

NO_LAW_DECIDES = _("These two exclude each other, and no law says which prevails. The director decides.")

PAIR_KEYS = (
    "between* relation* says* and sides leads incident told if_both of_one one_act same needs undone_by "
    "otherwise"
)


@dataclass(frozen=True, slots=True)
class OffenceEffect:
    """An effect with the offence that caused it.

    - ``offence``: `first` or `second`, in the order in which the offences were reported.
    - ``offender``: the role of the offender, null if unknown.
    """

    effect: Effect
    offence: str
    incident: str
    offender: str | None

    def as_json(self) -> dict[str, Any]:
        """Return the effect as the API sends it, with its offence."""
        about = {"offence": self.offence, "incident": self.incident, "offender": self.offender}
        return {**self.effect.as_json(), **about}


@dataclass(frozen=True, slots=True)
class Excluded:
    """Two effects that exclude each other, and which of the two is carried out.

    - ``effects``: one effect of the first offence and one of the second.
    - ``prevails``: the offence whose effect is carried out, `first` or `second`. Null if no law decides: then
      neither effect is carried out, and the director decides.
    - ``prevailing``: the ruling on the offence whose effect is carried out; None if no law decides.
    - ``says``: why this effect is carried out, or that the director decides.
    """

    effects: tuple[OffenceEffect, OffenceEffect]
    prevailing: Ruling | None
    prevails: str | None
    says: RoleText

    @property
    def laws(self) -> tuple[Law, ...]:
        """Return the laws to cite for the effect that prevails; empty if the director must decide.

        A law of the prevailing ruling is cited if it names this kind of effect. If no law names it, all laws
        of the ruling are cited.
        """
        if self.prevailing is None:
            return ()
        (kind,) = (effect.effect.kind for effect in self.effects if effect.offence == self.prevails)
        cited = self.prevailing.cited
        return tuple(law for law in cited if kind in law.effects) or cited


@dataclass(frozen=True, slots=True)
class DealEndingOption:
    """An option that would end the deal. ``choice`` has this option, and ``ruling`` grants the choice."""

    ruling: Ruling
    choice: Choice
    option: Option


@dataclass(frozen=True, slots=True)
class AppliedRuling(Ruling):
    """A ruling to carry out, with the effects that the other ruling does not cancel (``remaining``)."""

    remaining: tuple[Effect, ...] = ()

    @classmethod
    def of(cls, ruling: Ruling, remaining: tuple[Effect, ...]) -> "AppliedRuling":
        return cls(**{own.name: getattr(ruling, own.name) for own in fields(ruling)}, remaining=remaining)

    @property
    def effects(self) -> tuple[Effect, ...]:
        return self.remaining


@dataclass(frozen=True, slots=True)
class Composition:
    """The combined ruling on two offences.

    - ``facts``: if the two offences form a single incident, the known facts of this incident. Otherwise
      empty.
    - ``unless``: options that would end the deal. If a player chooses such an option, nothing else applies.
      Empty unless both rulings are carried out.
    """

    joined: Joined
    rulings: tuple[Ruling, Ruling]
    facts: Mapping[str, str] = field(default_factory=dict)
    unless: tuple[DealEndingOption, ...] = ()

    @property
    def status(self) -> RulingStatus:
        """Return the status of the combined ruling.

        - ``needs-facts``: a question about both offences is open.
        - ``silent``: two effects exclude each other, and no law says which effect prevails.
        - ``ruled``: all other cases.
        """
        if self.joined.is_open:
            return "needs-facts"
        return "silent" if self.undecided else "ruled"

    @property
    def relation(self) -> Relation:
        return self.joined.relation

    @property
    def says(self) -> RoleText:
        return self.joined.says

    @property
    def questions(self) -> tuple[IncidentFact, ...]:
        """Return the questions about both offences together that are still open.

        A client sends both offences again, with the answers to these questions.
        """
        return self.joined.questions

    @property
    def applied(self) -> tuple[Ruling, ...]:
        return tuple(self.rulings[place] for place in self.joined.order)

    @property
    def applied_rulings(self) -> tuple[Ruling, ...]:
        """Return the rulings to carry out, in order, each without the effects that the other ruling cancels.

        While a question is open, a ruling is returned only if it is carried out whatever the answer is.
        """
        return tuple(
            AppliedRuling.of(self.rulings[place], self.remaining(place)) for place in self.joined.order
        )

    @property
    def incident(self) -> str | None:
        """Return the id of the single incident that the two offences form; None if they are two incidents."""
        own = self.joined.own_incident
        return own.incident if own else None

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return the effects to carry out. An effect of both offences is listed once."""
        return tuple(dict.fromkeys(consequence.effect for consequence in self.consequences))

    @property
    def consequences(self) -> tuple[OffenceEffect, ...]:
        """Return the effects to carry out, each with its offence.

        An effect of both offences is listed twice.
        """
        return tuple(
            self._with_offence(place, effect)
            for place in self.joined.order
            for effect in self.remaining(place)
        )

    def remaining(self, place: int) -> tuple[Effect, ...]:
        """Return the effects of the first (0) or second (1) ruling that the other ruling does not cancel."""
        return self.joined.remaining(self.offences, place)

    @property
    def offences(self) -> Offences:
        first, second = self.rulings
        return Offence.of(first), Offence.of(second)

    @property
    def excluded(self) -> tuple[Excluded, ...]:
        """Return each pair of effects that exclude each other, without repeats."""
        return tuple(
            Excluded(
                (self._with_offence(0, clash.effects[0]), self._with_offence(1, clash.effects[1])),
                None if clash.prevails is None else self.rulings[clash.prevails],
                None if clash.prevails is None else OFFENCE_NAMES[clash.prevails],
                NO_LAW_DECIDES if clash.prevails is None else POINTS[clash.point].says,
            )
            for clash in {clash.effects: clash for clash in self.joined.clashes}.values()
        )

    @property
    def undecided(self) -> tuple[Excluded, ...]:
        return tuple(pair for pair in self.excluded if pair.prevailing is None)

    def _with_offence(self, place: int, effect: Effect) -> OffenceEffect:
        offence = self.offences[place]
        return OffenceEffect(effect, OFFENCE_NAMES[place], offence.incident.id, offence.facts.get(OFFENDER))


def compose(
    table: PairTable, first: Ruling, second: Ruling, pair_facts: Mapping[str, object] = NO_PAIR_FACTS
) -> Composition:
    """Combine two rulings of one law set. Their order does not change which effects are carried out.

    ``pair_facts`` has the known facts of the pair: which offence came first, and whether both are one act.

    Raises InvalidInput in these cases:

    - A ruling still needs facts.
    - The rulings are by different law sets.
    - The rulings have different answers to a fact of the deal (SHARED_FACTS).
    - The table of pairs has no entry for the two offences.
    - An answer in ``pair_facts`` is not accepted.
    - The side of an offender is unknown, but it matters whether both offenders are of one side.
    """
    if first.law_set != second.law_set:
        raise InvalidInput({"law_set": _("two offences of one deal are ruled by one law set.")})
    rulings = (first, second)
    if due := _facts_due(rulings):
        raise InvalidInput(due)
    if contrary := [
        key for key in SHARED_FACTS if len({ruling.known.get(key) for ruling in rulings} - {None}) > 1
    ]:
        reason = _("the first offence has another answer to this, and both are about one deal.")
        raise InvalidInput({f"{SECOND}.facts.{key}": reason for key in contrary})
    joined = table.join((Offence.of(first), Offence.of(second)), read_pair_facts(pair_facts))
    if joined is None:
        one, other = (ruling.table.incident.topic for ruling in rulings)
        reason = _("no law says how {one} and {other} go together.", one=one, other=other)
        raise InvalidInput({SECOND: reason})
    facts = _known_facts(table, joined.own_incident, rulings) if joined.own_incident else {}
    ending = _ending_options(table, [rulings[place] for place in joined.order])
    return Composition(joined, rulings, facts, tuple(ending) if len(joined.order) > 1 else ())


def _facts_due(rulings: Iterable[Ruling]) -> dict[str, str | Sequence[str]]:
    named: set[str] = set()
    reasons: dict[str, str | Sequence[str]] = {}
    for which, ruling in zip(OFFENCE_NAMES, rulings, strict=True):
        keys = [fact.key for fact in ruling.questions if fact.key not in named]
        named |= set(SHARED_FACTS).intersection(keys)
        if ruling.is_open:
            reasons[which] = _("this needs facts first: {due}.", due=", ".join(keys or named))
    return reasons


def share_facts(incident: Incident, facts: Mapping[str, str], others: Mapping[str, str]) -> dict[str, str]:
    """Return the facts of an offence. Add facts of the deal (SHARED_FACTS) from the other offence.

    ``facts`` are the facts of the offence, ``others`` those of the other offence. An answer is added only if
    the incident accepts it and ``facts`` has no answer to that fact.
    """
    known = incident.every_fact
    shared = {
        key: others[key] for key in SHARED_FACTS if key in known and others.get(key) in known[key].slugs
    }
    return {**shared, **facts}


def _ending_options(table: PairTable, standing: Iterable[Ruling]) -> Iterator[DealEndingOption]:
    for ruling in standing:
        for choice in ruling.choices:
            for option in choice.options:
                if any(effect.kind in table.ending for effect in option.effects):
                    yield DealEndingOption(ruling, choice, option)


def _known_facts(table: PairTable, together: Together, rulings: Iterable[Ruling]) -> dict[str, str]:
    return {
        fact: known[source]
        for known in ({**ruling.aside, **ruling.known} for ruling in rulings)
        for fact, source in together.sources.items()
        if known.get(source) in table.answers[fact]
    }


def missing(table: PairTable, topics: Iterable[Topic]) -> list[Pair]:
    """Return the pairs of topics that have no entry in the table of pairs.

    Each topic is paired with itself and with the other topics of the same game.
    """
    return [
        pair_of(first.name, second.name)
        for first, second in combinations_with_replacement(topics, 2)
        if first.game == second.game and pair_of(first.name, second.name) not in table.pairs
    ]


def read_pairs(reader: Reader, node: Node, vocabulary: Vocabulary) -> PairTable:
    """Parse the table of pairs of offences. Raises BrokenBook with every fault found.

    An entry applies to each name in its list ``between``, paired with each name in its list ``and``. If the
    list ``and`` is missing, each name in ``between`` is paired with itself.
    """
    table = reader.record(node, "pairs", "ending* pairs* both_end outside moments", by_name=True)
    ending, both_end = (
        {name: reader.sentence(entry, name) for name, entry, _line in table.pairs(key)}
        for key in ("ending", "both_end")
    )
    reader.check_accepted(ending, KINDS, _("effect"), node.line, "ending", unknown)
    outside = table.texts("outside")
    reader.check_accepted(outside, vocabulary.topics, _("topic"), node.line, "outside")
    names = _names(vocabulary)
    pairs: dict[Pair, dict[Sides, Together]] = {}
    for name, entry, line in table.pairs("pairs"):
        between, sides, together = _read_pair(reader.record(entry, name, PAIR_KEYS), vocabulary, names)
        for pair in between:
            ways = pairs.setdefault(pair, {})
            if sides in ways or (ways and "any" in (sides, *ways)):
                reader.fault(line, name, f"{' and '.join(pair)} stand in the table already.")
            ways[sides] = together
    for pair, ways in pairs.items():
        if "any" not in ways and len(ways) == 1:
            reader.fault(node.line, " and ".join(pair), "say it for the same side and for different sides.")
    moments = {}
    for name, entry, line in table.pairs("moments"):
        reader.check_accepted([name], names, _("topic"), line, "moments")
        moments[name] = dict(_read_moments(reader, name, entry))
    if reader.faults:
        raise BrokenBook(reader.faults)
    answers = {
        fact: vocabulary.incidents[way.incident].fact(fact).slugs
        for ways in pairs.values()
        for way in ways.values()
        for fact in way.sources
    }
    places = {incident: place for place, incident in enumerate(vocabulary.incidents)}
    return PairTable(pairs, ending, answers, frozenset(outside), both_end, moments, places)


def _names(vocabulary: Vocabulary) -> dict[str, Sequence[Incident]]:
    names: dict[str, Sequence[Incident]] = {
        name: tuple(topic.incidents.values()) for name, topic in vocabulary.topics.items()
    }
    return names | {
        f"{incident.topic}/{incident.id}": (incident,) for incident in vocabulary.incidents.values()
    }


def _read_moments(reader: Reader, name: str, node: Node) -> Iterator[tuple[tuple[str, str], Span]]:
    if isinstance(node, Items):
        yield (ALWAYS, ""), _read_span(reader, name, node)
        return
    for fact, entry, _line in reader.pairs(node, name):
        for value, span, _line in reader.pairs(entry, fact):
            yield (fact, value), _read_span(reader, f"{name}.{fact}.{value}", span)


def _read_span(reader: Reader, key: str, node: Node) -> Span:
    stages = [reader.word(item, key, STAGES, _("stage")) for item in reader.items(node, key)]
    places = [STAGES.index(stage) for stage in stages if stage in STAGES]
    return (min(places, default=0), max(places, default=0))


def _read_pair(
    record: Record, vocabulary: Vocabulary, names: Mapping[str, Sequence[Incident]]
) -> tuple[list[Pair], Sides, Together]:
    sides = cast(Sides, record.word("sides", SIDES, _("sides"), "any"))
    topics, others = record.texts("between"), record.texts("and")
    record.check_accepted((*topics, *others), names, _("topic"))
    relation = record.word("relation", RELATIONS, _("relation"))
    leads = record.word("leads", (*topics, *others), _("topic"))
    slug = record.word("incident", vocabulary.incidents, _("incident"))
    if (relation in ("absorbed", "sequenced")) != bool(leads):
        record.fault("absorbed and sequenced name the topic that leads, the others do not.")
    if (relation == "own-incident") != bool(slug):
        record.fault("own-incident names the incident, the others do not.")
    if "one_act" in record and relation != "absorbed":
        record.fault("only one that absorbs asks whether the two are one act.", "one_act")
    sources = {fact: record.reader.text(source, record.key) for fact, source, _line in record.pairs("told")}
    incident = vocabulary.incidents.get(slug)
    record.check_accepted(sources, [fact.key for fact in incident.facts] if incident else [], _("fact"))
    if_both = record.texts("if_both")
    record.check_accepted(if_both, KINDS, _("effect"), unknown)
    between = [pair_of(topic, other) for topic in topics for other in others or (topic,)]
    together = Together(
        cast(Relation, relation),
        record.sentence("says"),
        leads,
        slug,
        sources,
        frozenset(if_both),
        _read_one_act(record) if "one_act" in record else None,
        cast(OfOne, record.word("of_one", OF_ONE, _("likeness"))),
    )
    return list(dict.fromkeys(between)), sides, together


def _read_one_act(record: Record) -> OneAct:
    needs = {fact: record.reader.texts(values, record.key) for fact, values, _line in record.pairs("needs")}
    return OneAct(
        record.sentence("one_act"),
        record.sentence("otherwise"),
        record.word("same", ("player", "trick"), _("likeness")),
        needs,
        frozenset(read_effects(record, "undone_by")),
    )
