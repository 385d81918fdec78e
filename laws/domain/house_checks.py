"""Whether a house law set may be published: what it changes, which laws of the book give way, what is wrong.

Everything is shown on the compiled tables. A law of the book gives way only to a house law that names it, so
that each has been confirmed by somebody; past rulings are not known here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from laws.domain import cases, difference, proofs
from laws.domain.compile import LawTable, can_arise, lowest
from laws.domain.difference import ChangedParameter, RulingChange
from laws.domain.house import HouseLaws
from laws.domain.lawbook import LawBook, stand_over
from laws.domain.proofs import Finding
from laws.domain.roles import fill
from laws.domain.rule import Case, Rule, RuleBook
from laws.domain.vocabulary import Incident, Vocabulary

OWN_BUSINESS = ("case-fails", "always-overridden")
"""Checks that say nothing against a house where they strike a rule or case of the book: it is overruled."""


@dataclass(frozen=True, slots=True)
class GivesWay:
    """A rule of the book that a house rule meets and contradicts: in how many situations, and one of them.

    ``is_confirmed`` tells whether the house rule names it, so that it gives way; else the two contradict.
    """

    own: Rule
    law: Rule
    incident: Incident
    situations: int
    facts: Mapping[str, str]
    is_confirmed: bool

    @property
    def sentence(self) -> str:
        """Return what somebody has to confirm before the house rule may stand."""
        example = " ".join(self.incident.means(self.facts))
        return (
            f"it contradicts {self.law.id} (“{fill(self.law.says)}”), for example here: {example} "
            "Name that rule in exception_to if it is to give way."
        )


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found: the compiled book, faults, what gives way, changes, cases of the book turned round."""

    book: LawBook
    faults: tuple[Finding, ...]
    gives_way: tuple[GivesWay, ...]
    parameters: tuple[ChangedParameter, ...]
    changes: tuple[RulingChange, ...]
    overturned: tuple[Case, ...]

    @property
    def unconfirmed(self) -> tuple[GivesWay, ...]:
        """Return the laws of the book that are contradicted without being named."""
        return tuple(each for each in self.gives_way if not each.is_confirmed)

    @property
    def is_sound(self) -> bool:
        return not self.objections

    @property
    def objections(self) -> tuple[Finding, ...]:
        """Return all that stands against publishing it: faults, and contradictions that nobody confirmed."""
        conflicts = (proofs.of("conflict", each.own, each.sentence) for each in self.unconfirmed)
        return (*self.faults, *(_in_words(conflict, self.book) for conflict in conflicts))


def _in_words(finding: Finding, book: LawBook) -> Finding:
    """Return a finding of a house law set by its short name, with facts in words in which it shows."""
    subject = finding.subject.removeprefix(f"{book.slug}/")
    return replace(finding, subject=subject, sentence=finding.sentence + _witness(finding, book.vocabulary))


def _witness(finding: Finding, vocabulary: Vocabulary) -> str:
    """Return the witness of a finding in words, if it has one."""
    if not finding.witness or finding.check == "case-fails":
        return ""
    names = (finding.subject, *finding.subject.split("/"))
    incident = next(
        each
        for each in vocabulary.incidents.values()
        if (each.id in names or each.topic in names)
        and finding.witness.keys() <= {fact.key for fact in each.facts}
    )
    return f" This shows, for example, here: {' '.join(incident.means(finding.witness))}"


def examine(house: HouseLaws, below: LawBook) -> Examination:
    """Return everything that can be said of a house law set before it is published.

    All but the laws that have to give way is told as if each of them did.
    """
    book = stand_over(below, house.law_set, house.layer)
    touched = [
        topic.name
        for topic in below.vocabulary.topics.values()
        if any(book.tables[each].cells is not below.tables[each].cells for each in topic.incidents)
    ]
    gives_way = tuple(_giving_way(house, book, below))
    if not all(each.is_confirmed for each in gives_way):
        book = stand_over(below, house.law_set, with_confirmed(house.layer, gives_way))
    faults = (finding for name in touched for finding in proofs.of_book(book, name))
    findings = [finding for finding in faults if _concerns(finding, house)]
    findings += _without_cases(house, book)
    return Examination(
        book=book,
        faults=tuple(_in_words(finding, book) for finding in findings),
        gives_way=gives_way,
        parameters=tuple(difference.parameters(below.law_set, house.law_set)),
        changes=tuple(difference.rulings(below, book)),
        overturned=tuple(_overturned(book, below, touched)),
    )


def with_confirmed(layer: RuleBook, gives_way: Iterable[GivesWay]) -> RuleBook:
    """Return the rules of a house, each naming the rules of the book that it contradicts."""
    more: dict[str, list[str]] = {}
    for each in gives_way:
        more.setdefault(each.own.id, []).append(each.law.id)
    topics = {}
    for name, topic in layer.topics.items():
        rules = {}
        for rule_id, rule in topic.rules.items():
            named = dict.fromkeys([*rule.exception_to, *more.get(rule_id, ())])
            rules[rule_id] = replace(rule, exception_to=tuple(named))
        topics[name] = replace(topic, rules=rules)
    return RuleBook(layer.slug, topics)


def _concerns(finding: Finding, house: HouseLaws) -> bool:
    """Tell whether a finding is a fault of the house; cases of its own are looked at by themselves."""
    if finding.check == "rule-without-case":
        return False
    return finding.check not in OWN_BUSINESS or finding.subject.startswith(f"{house.law_set.slug}/")


def _tables_of(book: LawBook, rule: Rule) -> Iterator[tuple[LawTable, int]]:
    """Yield the tables in which a rule stands, each with its number there."""
    for incident in rule.incidents:
        table = book.tables[incident]
        if can_arise(table.incident, book.law_set):
            yield table, cases.number_of(table, rule.id)


def _giving_way(house: HouseLaws, book: LawBook, below: LawBook) -> Iterator[GivesWay]:
    for rule in house.layer.every_rule:
        for table, number in _tables_of(book, rule):
            under = below.tables[table.incident.id]
            for place, law in enumerate(under.rules):
                both = table.applies[number] & under.stands[place]
                if both and table.rule_outcomes[number].gist != under.rule_outcomes[place].gist:
                    yield GivesWay(
                        own=rule,
                        law=law,
                        incident=table.incident,
                        situations=both.bit_count(),
                        facts=table.space.facts_of(lowest(both)),
                        is_confirmed=law.id in rule.exception_to,
                    )


def _overturned(book: LawBook, below: LawBook, topics: Sequence[str]) -> Iterator[Case]:
    """Yield the cases of the book that come out otherwise than they say."""
    for topic in topics:
        for case in below.rules.on(topic).cases.values():
            if cases.fault(book.tables[case.incident], case):
                yield case


def _without_cases(house: HouseLaws, book: LawBook) -> Iterator[Finding]:
    """Yield each house rule that lacks a case of its own: one that it decides, and one just outside it."""
    for rule in house.layer.every_rule:
        tables = list(_tables_of(book, rule))
        pairs = [cases.cases_of(*each, house.layer.cases) for each in tables]
        if not any(inside for inside, _outside in pairs):
            yield proofs.of("no-case-inside", rule, "give it a case of its own that it decides.")
        if any(cases.has_outside(*each) for each in tables) and not any(
            outside for _inside, outside in pairs
        ):
            sentence = "give it a case just outside: one answer away from it, where it does not apply."
            yield proofs.of("no-case-outside", rule, sentence)
