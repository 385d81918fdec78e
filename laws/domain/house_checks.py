"""Check a house law set before publication, and list how it changes its base book.

A house rule must name each rule of the book that it contradicts. In this way the club confirms that the house
rule overrides the other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from laws.domain import cases, difference, proofs
from laws.domain.compile import LawTable, can_arise, lowest
from laws.domain.compiled_book import LawBook, compile_over
from laws.domain.difference import ChangedParameter, RulingChange
from laws.domain.house import HouseLaws
from laws.domain.proofs import Finding
from laws.domain.roles import fill
from laws.domain.rule import Case, Rule, RuleBook
from laws.domain.vocabulary import Incident, Vocabulary

OWN_BUSINESS = ("case-fails", "always-overridden")
"""Checks that may fail for a rule or case of the book if a house law set overrides it."""


@dataclass(frozen=True, slots=True)
class GivesWay:
    """A rule of the book that a house rule contradicts in an incident.

    - ``own``: the house rule.
    - ``law``: the rule of the book.
    - ``situations``: the number of situations in which the two rules contradict each other.
    - ``facts``: one of these situations.
    - ``is_confirmed``: whether the house rule names the rule of the book in ``exception_to``.
    """

    own: Rule
    law: Rule
    incident: Incident
    situations: int
    facts: Mapping[str, str]
    is_confirmed: bool

    @property
    def sentence(self) -> str:
        """Return the contradiction as a sentence for the author, who must confirm it before publication."""
        example = " ".join(self.incident.means(self.facts))
        return (
            f"it contradicts {self.law.id} (“{fill(self.law.says)}”), for example here: {example} "
            "Name that rule in exception_to if it is to give way."
        )


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of examining a house law set.

    - ``book``: the compiled book of the house law set, as if the club had confirmed every contradiction.
    - ``gives_way``: the rules of the base book that house rules contradict.
    - ``parameters``: the parameters that differ from the base book.
    - ``changes``: the rulings that differ from the base book.
    - ``overturned``: the cases of the base book that no longer have the expected outcome.
    """

    book: LawBook
    faults: tuple[Finding, ...]
    gives_way: tuple[GivesWay, ...]
    parameters: tuple[ChangedParameter, ...]
    changes: tuple[RulingChange, ...]
    overturned: tuple[Case, ...]

    @property
    def unconfirmed(self) -> tuple[GivesWay, ...]:
        """Return the contradictions that the house rule does not confirm in ``exception_to``."""
        return tuple(conflict for conflict in self.gives_way if not conflict.is_confirmed)

    @property
    def is_sound(self) -> bool:
        return not self.objections

    @property
    def objections(self) -> tuple[Finding, ...]:
        """Return what prevents publication: the faults and the unconfirmed contradictions."""
        conflicts = (
            proofs.finding("conflict", conflict.own, conflict.sentence) for conflict in self.unconfirmed
        )
        return (*self.faults, *(_in_words(conflict, self.book) for conflict in conflicts))


def _in_words(finding: Finding, book: LawBook) -> Finding:
    subject = finding.subject.removeprefix(f"{book.slug}/")
    return replace(finding, subject=subject, sentence=finding.sentence + _witness(finding, book.vocabulary))


def _witness(finding: Finding, vocabulary: Vocabulary) -> str:
    if not finding.witness or finding.check == "case-fails":
        return ""
    names = (finding.subject, *finding.subject.split("/"))
    incident = next(
        incident
        for incident in vocabulary.incidents.values()
        if (incident.id in names or incident.topic in names)
        and finding.witness.keys() <= {fact.key for fact in incident.facts}
    )
    return f" This shows, for example, here: {' '.join(incident.means(finding.witness))}"


def examine(house: HouseLaws, below: LawBook) -> Examination:
    """Examine a house law set before publication. ``below`` is its base book.

    Faults, changes and overturned cases are found as if the club had confirmed every contradiction. A topic
    whose law tables are all copied from ``below`` is not searched for faults and overturned cases.
    """
    book = compile_over(below, house.law_set, house.layer)
    touched = [
        topic.name
        for topic in below.vocabulary.topics.values()
        if any(book.tables[slug].cells is not below.tables[slug].cells for slug in topic.incidents)
    ]
    gives_way = tuple(_giving_way(house, book, below))
    if not all(conflict.is_confirmed for conflict in gives_way):
        book = compile_over(below, house.law_set, with_confirmed(house.layer, gives_way))
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
    """Return the rules of a house law set as if the club had confirmed every contradiction.

    Each rule then lists in ``exception_to`` all rules of the book that it contradicts.
    """
    more: dict[str, list[str]] = {}
    for conflict in gives_way:
        more.setdefault(conflict.own.id, []).append(conflict.law.id)
    topics = {}
    for name, topic in layer.topics.items():
        rules = {}
        for rule_id, rule in topic.rules.items():
            named = dict.fromkeys([*rule.exception_to, *more.get(rule_id, ())])
            rules[rule_id] = replace(rule, exception_to=tuple(named))
        topics[name] = replace(topic, rules=rules)
    return RuleBook(layer.slug, topics)


def _concerns(finding: Finding, house: HouseLaws) -> bool:
    # ``_without_cases`` reports house rules without cases.
    if finding.check == "rule-without-case":
        return False
    return finding.check not in OWN_BUSINESS or finding.subject.startswith(f"{house.law_set.slug}/")


def _tables_of(book: LawBook, rule: Rule) -> Iterator[tuple[LawTable, int]]:
    for incident in rule.incidents:
        table = book.tables[incident]
        if can_arise(table.incident, book.law_set):
            yield table, cases.number_of(table, rule.id)


def _giving_way(house: HouseLaws, book: LawBook, below: LawBook) -> Iterator[GivesWay]:
    for rule in house.layer.every_rule:
        for table, number in _tables_of(book, rule):
            under = below.tables[table.incident.id]
            for place, law in enumerate(under.rules):
                both = table.applies[number] & under.in_force[place]
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
    for topic in topics:
        for case in below.rules.on(topic).cases.values():
            if cases.fault(book.tables[case.incident], case):
                yield case


def _without_cases(house: HouseLaws, book: LawBook) -> Iterator[Finding]:
    for rule in house.layer.every_rule:
        tables = list(_tables_of(book, rule))
        pairs = [cases.cases_of(table, number, house.layer.cases) for table, number in tables]
        if not any(inside for inside, _outside in pairs):
            yield proofs.finding("no-case-inside", rule, "give it a case of its own that it decides.")
        if any(cases.has_outside(table, number) for table, number in tables) and not any(
            outside for _inside, outside in pairs
        ):
            sentence = "give it a case just outside: one answer away from it, where it does not apply."
            yield proofs.finding("no-case-outside", rule, sentence)
