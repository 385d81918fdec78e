"""A law of a club's own that is being written: the draft around it, and the law tried in it by its cases."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from laws import library
from laws.domain.cases import (
    cases_of,
    has_outside,
    number_of,
    propose_inside,
    propose_outside,
    situations_of,
)
from laws.domain.compile import LawTable
from laws.domain.errors import InvalidInput
from laws.domain.house import HouseLaws
from laws.domain.house_checks import Examination
from laws.domain.lawbook import LawBook
from laws.domain.own_law import OwnCase, OwnLaw, own_rules, with_law, without_rule
from laws.domain.rule import Case, Rule
from laws.domain.vocabulary import Incident
from scoring.house_laws import queries
from scoring.house_laws.models import HouseLawSet
from scoring.house_laws.own_law_forms import JUDGES, CaseForm, free, initial_case
from scoring.house_laws.records import examination, fields_of, read_fields, read_text
from scoring.refusals import NotFound


@dataclass(frozen=True, slots=True)
class OwnDraft:
    """A law set of a club's own as it stands written: its mark, its text, and what that says."""

    law_set: HouseLawSet
    mark: str
    text: str
    known: HouseLaws

    @classmethod
    def of(cls, law_set: HouseLawSet) -> "OwnDraft":
        draft, text = queries.draft_of(law_set), queries.text_of(law_set)
        return cls(law_set, draft.mark if draft else "", text, read_text(law_set.slug, text))

    def rule_due(self, topic: str, name: str) -> Rule:
        """Return one of the club's own rules, or raise NotFound."""
        rule = self.rule(topic, name)
        if rule is None:
            raise NotFound
        return rule

    def rule(self, topic: str, name: str) -> Rule | None:
        """Return one of the club's own rules, None where there is none of this name."""
        wanted = f"{self.known.slug}/{topic}/{name}"
        return next((each for each in own_rules(self.known) if each.id == wanted), None)

    def cases(self, topic: str) -> dict[str, Case]:
        """Return the club's own cases on a topic."""
        spoken = self.known.layer.topics.get(topic)
        return dict(spoken.cases) if spoken else {}

    def over(self, incident: Incident, before: OwnLaw | None) -> list[Rule]:
        """Return the rules that may give way: the book's on the incident, and the club's others."""
        below = library.law_book(self.known.base).tables[incident.id].rules
        others = [rule for rule in own_rules(self.known) if incident.id in rule.incidents]
        return [*below, *(rule for rule in others if before is None or rule.name != before.name)]

    def taken(self, topic: str) -> frozenset[str]:
        """Return the names of rules and laws on a topic that a new law cannot have."""
        prefix = f"{self.known.slug}/{topic}/"
        spoken = self.known.layer.topics.get(topic)
        ids = [*self.known.laws, *(spoken.rules if spoken else ())]
        return frozenset(each.removeprefix(prefix) for each in ids if each.startswith(prefix))

    def cases_of(self, table: LawTable, rule: Rule) -> tuple[Case | None, Case | None]:
        """Return the cases of the club's own inside and just outside a rule, None where there is none."""
        return cases_of(table, number_of(table, rule.id), self.cases(rule.topic))

    def names_of(self, book: LawBook, rule: Rule) -> set[str]:
        """Return the names of the cases inside and just outside a rule of the club's own."""
        pairs = [self.cases_of(book.tables[incident], rule) for incident in rule.incidents]
        return {_name(case) for pair in pairs for case in pair if case is not None}

    def with_law(self, own: OwnLaw, cases: tuple[OwnCase, ...]) -> HouseLaws:
        """Return the law set with a law in it. Raises InvalidInput where it cannot be taken."""
        fields = with_law(fields_of(self.text), own, cases, self.known.title)
        return read_fields(self.known.slug, fields)

    def without(self, rule: Rule) -> HouseLaws:
        """Return the law set without a rule of the club's own and without the cases that are its alone."""
        book = examination(self.known).book
        cases = self.names_of(book, rule)
        for other in own_rules(self.known):
            if other.id != rule.id and other.topic == rule.topic:
                cases -= self.names_of(book, other)
        fields = without_rule(fields_of(self.text), self.known.slug, rule.id, cases)
        return read_fields(self.known.slug, fields)


@dataclass(slots=True)
class Trial:
    """A law tried: what the draft says with it, and the form of each of its cases with the name it will have.

    A case that was there before keeps its name, so that it is replaced.
    """

    seen: Examination
    cases: list[CaseForm]
    names: list[str]

    @property
    def is_confirmed(self) -> bool:
        """Tell whether both cases were shown and confirmed as they come out now."""
        return all(case.is_bound and case.is_valid() for case in self.cases)

    @property
    def made(self) -> tuple[OwnCase, ...]:
        """Return the cases as they are to be kept."""
        found = (form.case(name) for form, name in zip(self.cases, self.names, strict=True))
        return tuple(case for case in found if case is not None)


def tried(draft: OwnDraft, own: OwnLaw, posted: Any) -> Trial:
    """Return what the draft comes to with a law in it, its cases typed, there before, or proposed.

    Raises InvalidInput where the law can never decide anything, or cannot be taken.
    """
    rule = f"{draft.known.slug}/{own.topic}/{own.name}"
    seen = examination(draft.with_law(own, ()))
    table = seen.book.tables[own.incident]
    number = number_of(table, rule)
    facts = propose_inside(table, number)
    if facts is None:
        reason = gettext("It never decides anything: its facts cannot be so together, or others prevail.")
        raise InvalidInput({"law": reason})
    there: tuple[Case | None, Case | None] = (None, None)
    if (before := draft.rule(own.topic, own.name)) is not None:
        there = draft.cases_of(examination(draft.known).book.tables[own.incident], before)
    forms = [_case_form("inside", table, number, facts, there[0], posted)]
    if has_outside(table, number):
        outside = propose_outside(table, number, forms[0].facts_so_far() or facts) or {}
        forms.append(_case_form("outside", table, number, outside, there[1], posted))
    for form in forms:
        form.look(table, number)
    known = {_name(each) for each in draft.cases(own.topic).values()}
    names = [
        _name(case) if case else free(f"{own.name}-{form.place}", known)
        for form, case in zip(forms, there, strict=False)
    ]
    return Trial(seen, forms, names)


def _case_form(
    place: str, table: LawTable, number: int, facts: Mapping[str, str], there: Case | None, posted: Any
) -> CaseForm:
    """Return the form of a case: as it was typed, as it was there before, or as it is proposed."""
    if posted is not None and f"{place}-says" in posted:
        return CaseForm(place, table.incident, posted)
    if there is not None and JUDGES[place](table, number, situations_of(table, there.facts)):
        return CaseForm(place, table.incident, initial=initial_case(table.incident, there.facts, there.says))
    return CaseForm(place, table.incident, initial=initial_case(table.incident, facts))


def typed_cases(incident: Incident, posted: Any) -> list[CaseForm]:
    """Return the cases as they were typed while the law itself does not fit yet, so that nothing is lost."""
    forms = []
    for place in JUDGES:
        typed = {
            name.removeprefix(f"{place}-"): posted[name] for name in posted or () if name.startswith(place)
        }
        if typed:
            forms.append(CaseForm(place, incident, initial=typed))
    return forms


def _name(case: Case) -> str:
    return case.id.rsplit("/", 1)[-1]
