"""Tries a club's own law within its draft, by a case inside and a case just outside the law."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django import forms
from django.utils.translation import gettext

from laws import library
from laws.domain import errors, house, house_checks, lawbook, own_law, roles, vocabulary
from laws.domain.cases import (
    cases_of,
    has_outside,
    is_inside,
    is_just_outside,
    number_of,
    open_facts,
    outcome_of,
    propose_inside,
    propose_outside,
    situations_of,
)
from laws.domain.compile import LawTable
from laws.domain.rule import Case, Outcome, Rule
from scoring.house_laws import models, queries, records
from scoring.house_laws.own_law_forms import WordsField, free
from scoring.refusals import NotFound


@dataclass(frozen=True, slots=True)
class OwnDraft:
    """A house law set in its current text: the draft, or else the latest revision."""

    law_set: models.HouseLawSet
    mark: str
    text: str
    known: house.HouseLaws

    @classmethod
    def of(cls, law_set: models.HouseLawSet) -> "OwnDraft":
        draft, text = queries.draft_of(law_set), queries.text_of(law_set)
        return cls(law_set, draft.mark if draft else "", text, records.read_text(law_set.slug, text))

    def rule_due(self, topic: str, name: str) -> Rule:
        """Return one of the club's own rules, or raise NotFound."""
        rule = self.rule(topic, name)
        if rule is None:
            raise NotFound
        return rule

    def rule(self, topic: str, name: str) -> Rule | None:
        """Return one of the club's own rules, or None."""
        rule_id = f"{self.known.law_set.slug}/{topic}/{name}"
        return next((rule for rule in self.known.layer.every_rule if rule.id == rule_id), None)

    def over(self, incident: vocabulary.Incident, before: own_law.OwnLaw | None) -> list[Rule]:
        """Return the rules that may give way to an own law: the book's and the club's others."""
        below = library.law_book(self.known.head.base).tables[incident.id].rules
        others = [rule for rule in self.known.layer.every_rule if incident.id in rule.incidents]
        return [*below, *(rule for rule in others if before is None or rule.name != before.name)]

    def taken(self, topic: str) -> frozenset[str]:
        """Return the names of rules and laws on a topic that a new law cannot have."""
        prefix = f"{self.known.law_set.slug}/{topic}/"
        ids = [*self.known.laws, *self.known.layer.on(topic).rules]
        return frozenset(each.removeprefix(prefix) for each in ids if each.startswith(prefix))

    def cases_of(self, table: LawTable, rule: Rule) -> tuple[Case | None, Case | None]:
        """Return the club's case inside a rule and its case just outside, each None if missing."""
        return cases_of(table, number_of(table, rule.id), self.known.layer.cases)

    def names_of(self, book: lawbook.LawBook, rule: Rule) -> set[str]:
        """Return the names of the cases inside and just outside a rule of the club's own."""
        pairs = [self.cases_of(book.tables[incident], rule) for incident in rule.incidents]
        return {_name(case) for pair in pairs for case in pair if case is not None}

    def with_law(self, own: own_law.OwnLaw, cases: tuple[own_law.OwnCase, ...]) -> house.HouseLaws:
        """Return the law set with the law added or replaced. Raises InvalidInput if it is not valid."""
        fields = own_law.with_law(records.fields_of(self.text), own, cases, self.known.head.citation)
        return records.read_fields(self.known.law_set.slug, fields)

    def without(self, rule: Rule) -> house.HouseLaws:
        """Return the law set without a rule and without the cases that belong only to that rule."""
        book = records.examination(self.known).book
        cases = self.names_of(book, rule)
        for other in self.known.layer.every_rule:
            if other.id != rule.id and other.topic == rule.topic:
                cases -= self.names_of(book, other)
        fields = own_law.without_rule(records.fields_of(self.text), self.known.law_set.slug, rule.id, cases)
        return records.read_fields(self.known.law_set.slug, fields)


JUDGES = {"inside": is_inside, "outside": is_just_outside}


class CaseForm(forms.Form):
    """A case ``inside`` or just ``outside`` a law: its sentence, its facts, and the confirmed outcome.

    ``facts`` are the proposed facts; without ``says`` they also give the sentence. A case that exists
    already keeps its ``name`` and is replaced. ``mark`` is a digest of facts and outcome; the user confirms
    that digest.
    """

    def __init__(
        self,
        place: str,
        incident: vocabulary.Incident,
        data: Any = None,
        facts: Mapping[str, str] | None = None,
        says: str = "",
    ) -> None:
        facts = facts or {}
        means = " ".join(incident.fact(key).value(value).means for key, value in facts.items())
        sentence = says or roles.fill(means or incident.title + ".")
        initial = {"says": sentence[: house.LONGEST_WORDS]}
        initial |= {f"fact_{key}": value for key, value in facts.items()}
        super().__init__(data, initial=initial, prefix=place, auto_id="%s")
        self.place, self.incident, self.name = place, incident, ""
        self.outcome: Outcome | None = None
        self.mark = ""
        self.fields["says"] = WordsField(gettext("The case in a sentence"), house.LONGEST_WORDS, rows=2)
        for fact in incident.facts:
            answers = [
                ("", gettext("not said")),
                *((each.slug, roles.fill(each.label)) for each in fact.values),
            ]
            self.fields[f"fact_{fact.key}"] = forms.ChoiceField(
                label=roles.fill(fact.ask), required=False, choices=answers
            )
        self.fields["confirmed"] = forms.CharField(required=False, max_length=64)

    @property
    def fact_fields(self) -> list[forms.BoundField]:
        """The fields of the incident's facts."""
        return [self[f"fact_{fact.key}"] for fact in self.incident.facts]

    @property
    def is_confirmed(self) -> bool:
        """Whether the user confirmed exactly the facts and outcome that are shown."""
        return bool(self.mark) and self.is_bound and self.data.get(self.add_prefix("confirmed")) == self.mark

    def facts(self) -> dict[str, str]:
        """Return the submitted facts, or the proposed facts if nothing was submitted."""
        typed = self.cleaned_data if self.is_bound else self.initial
        keys = (fact.key for fact in self.incident.facts)
        return {key: typed[f"fact_{key}"] for key in keys if typed.get(f"fact_{key}")}

    def facts_so_far(self) -> dict[str, str]:
        """Return the facts of the case, empty while the form is invalid."""
        return self.facts() if not self.is_bound or self.is_valid() else {}

    def look(self, table: LawTable, number: int) -> None:
        """Compute outcome and mark, and add errors if the case is in the wrong place or unconfirmed."""
        if self.is_bound and not self.is_valid():
            return
        facts = self.facts()
        self.outcome = outcome_of(table, facts)
        if self.outcome is not None:
            facts_and_outcome = repr((sorted(facts.items()), self.outcome.gist))
            self.mark = sha256(facts_and_outcome.encode()).hexdigest()[:16]
        if self.is_bound and (reason := self._refusal(table, number, facts)):
            self.add_error(None, reason)
        elif self.is_bound and not self.is_confirmed:
            self.add_error("confirmed", gettext("Check the ruling and confirm it."))

    def _refusal(self, table: LawTable, number: int, facts: Mapping[str, str]) -> str:
        situations = situations_of(table, facts)
        if not situations:
            return gettext("These facts cannot all be true.")
        if not JUDGES[self.place](table, number, situations):
            return (
                gettext("The law does not decide this case for certain. Say more, or choose differently.")
                if self.place == "inside"
                else gettext(
                    "This example is not just outside the law. Change one answer so that the law does not "
                    "apply."
                )
            )
        if self.outcome is None:
            open_ones = " ".join(roles.fill(self.incident.fact(key).ask) for key in open_facts(table, facts))
            return gettext("The outcome still depends on: %(facts)s") % {"facts": open_ones}
        return ""


@dataclass(slots=True)
class Trial:
    """The result of trying a law: the examination of the draft with the law, and the forms of its cases."""

    findings: house_checks.Examination
    cases: list[CaseForm]

    @property
    def is_confirmed(self) -> bool:
        """Whether all cases are submitted, valid and confirmed."""
        return all(case.is_bound and case.is_valid() for case in self.cases)

    @property
    def made(self) -> tuple[own_law.OwnCase, ...]:
        """The cases with an outcome, ready to be saved."""
        return tuple(
            own_law.OwnCase(case.name, case.cleaned_data["says"], case.facts(), case.outcome)
            for case in self.cases
            if case.outcome is not None
        )


def tried(draft: OwnDraft, own: own_law.OwnLaw, posted: Any) -> Trial:
    """Try a law in the draft. Its cases are the submitted, the existing or else proposed cases.

    Raises InvalidInput if the law never decides anything or is not valid.
    """
    rule = f"{draft.known.law_set.slug}/{own.topic}/{own.name}"
    findings = records.examination(draft.with_law(own, ()))
    table = findings.book.tables[own.incident]
    number = number_of(table, rule)
    facts = propose_inside(table, number)
    if facts is None:
        reason = gettext("It never decides anything: its facts cannot all be true, or other laws prevail.")
        raise errors.InvalidInput({"law": reason})
    there: tuple[Case | None, Case | None] = (None, None)
    if (before := draft.rule(own.topic, own.name)) is not None:
        there = draft.cases_of(records.examination(draft.known).book.tables[own.incident], before)
    cases = [_case_form("inside", table, number, facts, there[0], posted)]
    if has_outside(table, number):
        outside = propose_outside(table, number, cases[0].facts_so_far() or facts) or {}
        cases.append(_case_form("outside", table, number, outside, there[1], posted))
    for case in cases:
        case.look(table, number)
    known = {_name(each) for each in draft.known.layer.cases if each.id.split("/")[1] == own.topic}
    for case, old in zip(cases, there, strict=False):
        case.name = _name(old) if old else free(f"{own.name}-{case.place}", known)
    return Trial(findings, cases)


def _case_form(
    place: str, table: LawTable, number: int, facts: Mapping[str, str], there: Case | None, posted: Any
) -> CaseForm:
    """Return the form of a case with the submitted values, the existing case, or the proposed facts."""
    if posted is not None and f"{place}-says" in posted:
        return CaseForm(place, table.incident, posted)
    if there is not None and JUDGES[place](table, number, situations_of(table, there.facts)):
        return CaseForm(place, table.incident, facts=there.facts, says=there.says)
    return CaseForm(place, table.incident, facts=facts)


def typed_cases(incident: vocabulary.Incident, posted: Any) -> list[CaseForm]:
    """Return the submitted cases without errors while the law itself is invalid, to keep the input."""
    cases = [CaseForm(place, incident, posted) for place in JUDGES if f"{place}-says" in (posted or ())]
    for case in cases:
        case.errors.clear()
    return cases


def _name(case: Case) -> str:
    return case.id.rsplit("/", 1)[-1]
