"""The pages on which a law of a club's own is written by answering questions, changed, and taken out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws import library
from laws.answering import shown
from laws.domain.compile import Table
from laws.domain.errors import InvalidInput
from laws.domain.house import HouseLaws
from laws.domain.house_checks import Examination
from laws.domain.lawbook import LawBook
from laws.domain.own_cases import (
    cases_of,
    has_outside,
    number_of,
    propose_inside,
    propose_outside,
    situations_of,
)
from laws.domain.own_law import OwnLaw, own_law, own_rules, with_law, without_rule
from laws.domain.roles import fill
from laws.domain.rule import Case, Rule
from laws.domain.vocabulary import Incident
from scoring.access import Actor, club_for
from scoring.callers import caller
from scoring.forms.own_law import (
    JUDGES,
    CaseForm,
    IncidentForm,
    OwnLawForm,
    free,
    initial_case,
    initial_law,
    typed_again,
)
from scoring.forms.refusals import refuse
from scoring.house_records import examination, fields_of, read_fields, read_text
from scoring.models import Club, HouseLawSet
from scoring.refusals import Conflict, NotFound
from scoring.selectors import house as selected
from scoring.services import house as service
from scoring.views.house import told_changes


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies on the desk: the club, who writes, the law set as it stands written, and its mark."""

    club: Club
    actor: Actor
    found: HouseLawSet
    text: str
    mark: str
    known: HouseLaws

    @classmethod
    def of(cls, request: HttpRequest, slug: str, house: str) -> "Desk":
        """Return the desk of whoever asks; refused to all who may not write."""
        club, actor = club_for(caller(request), slug, "write house laws")
        found = selected.one_of(club, house)
        draft, text = selected.draft_of(found), selected.text_of(found)
        return cls(club, actor, found, text, draft.mark if draft else "", read_text(found.slug, text))

    def rule(self, topic: str, name: str) -> Rule:
        """Return one of the club's own rules, or raise NotFound."""
        wanted = f"{self.found.slug}/{topic}/{name}"
        rule = next((each for each in own_rules(self.known) if each.id == wanted), None)
        if rule is None:
            raise NotFound
        return rule

    def cases(self, topic: str) -> dict[str, Case]:
        """Return the club's own cases on a topic."""
        spoken = self.known.layer.topics.get(topic)
        return dict(spoken.cases) if spoken else {}


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


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str, house: str) -> HttpResponse:
    """Choose what happened, and then write a law of the club's own on it."""
    desk = Desk.of(request, slug, house)
    vocabulary = library.law_book(desk.known.base).vocabulary
    form = IncidentForm(request.GET if "incident" in request.GET else None, vocabulary=vocabulary)
    if form.is_bound and form.is_valid():
        return _write(request, desk, vocabulary.incidents[form.cleaned_data["incident"]], None)
    context = {"club": desk.club, "house": desk.found, "form": form}
    return render(request, "scoring/own_incident.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change(request: HttpRequest, slug: str, house: str, topic: str, name: str) -> HttpResponse:
    """Change a law of the club's own; one that the questions cannot tell is changed in the file."""
    desk = Desk.of(request, slug, house)
    before = own_law(desk.known, desk.rule(topic, name))
    if before is None:
        messages.info(request, gettext("This law says more than the questions can: change it in the file."))
        return redirect("house-file", desk.club.slug, desk.found.slug)
    incident = library.law_book(desk.known.base).vocabulary.incidents[before.incident]
    return _write(request, desk, incident, before)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, house: str, topic: str, name: str) -> HttpResponse:
    """Take a law of the club's own out of the draft, with its cases; what was published stays."""
    desk = Desk.of(request, slug, house)
    rule = desk.rule(topic, name)
    book = examination(desk.known).book
    cases = _names_of(desk, book, rule)
    for other in own_rules(desk.known):
        if other.id != rule.id and other.topic == topic:
            cases -= _names_of(desk, book, other)
    fields = without_rule(fields_of(desk.text), desk.found.slug, rule.id, cases)
    written = read_fields(desk.found.slug, fields)
    service.write(law_set=desk.found, actor=desk.actor, written=written, mark=desk.mark)
    messages.success(request, gettext("The law is taken out."))
    return redirect("house-draft", desk.club.slug, desk.found.slug)


def _write(request: HttpRequest, desk: Desk, incident: Incident, before: OwnLaw | None) -> HttpResponse:
    """Show the questions; propose the cases once the law is whole; keep it once the cases are confirmed."""
    posted = request.POST if request.method == "POST" else None
    deed = posted.get("deed", "") if posted is not None else ""
    data, initial = posted, initial_law(before) if before else {}
    if posted is not None and deed == "shape":
        data, initial = None, typed_again(posted)
    form = OwnLawForm(
        data,
        initial=initial,
        incident=incident,
        over=_over(desk, incident, before),
        taken=_taken(desk, incident.topic),
        is_new=before is None,
    )
    trial: Trial | None = None
    status = 400 if form.errors else 200
    if posted is not None and form.is_bound and form.is_valid():
        try:
            own = form.law(before)
            trial = _tried(desk, own, before, posted if deed == "keep" else None)
            if trial.is_confirmed:
                _keep(desk, own, trial, posted.get("mark", ""))
                return redirect("house-check", desk.club.slug, desk.found.slug)
            status = 400 if any(case.errors for case in trial.cases) else 200
        except InvalidInput as refusal:
            refuse(form, refusal)
            status = 400
        except Conflict as conflict:
            form.add_error(None, str(conflict))
            status = 409
    context = {
        "club": desk.club,
        "house": desk.found,
        "form": form,
        "title": fill(incident.title),
        "before": before,
        "mark": desk.mark,
        "trial": trial,
        "cases": [(case, _outcome(case)) for case in trial.cases] if trial else _kept(incident, posted),
        "changes": told_changes(trial.seen, incident.id) if trial else (),
        "is_tried": trial is not None,
    }
    return render(request, "scoring/own_law.html", context, status=status)


def _over(desk: Desk, incident: Incident, before: OwnLaw | None) -> list[Rule]:
    """Return the rules that may give way: the book's on the incident, and the club's others."""
    below = library.law_book(desk.known.base).tables[incident.id].rules
    others = [rule for rule in own_rules(desk.known) if incident.id in rule.incidents]
    return [*below, *(rule for rule in others if before is None or rule.name != before.name)]


def _taken(desk: Desk, topic: str) -> frozenset[str]:
    """Return the names of rules and laws on a topic that a new law cannot have."""
    prefix = f"{desk.found.slug}/{topic}/"
    spoken = desk.known.layer.topics.get(topic)
    ids = [*desk.known.laws, *(spoken.rules if spoken else ())]
    return frozenset(each.removeprefix(prefix) for each in ids if each.startswith(prefix))


def _cases_of(desk: Desk, table: Table, rule: Rule) -> tuple[Case | None, Case | None]:
    return cases_of(table, number_of(table, rule.id), desk.cases(rule.topic))


def _names_of(desk: Desk, book: LawBook, rule: Rule) -> set[str]:
    """Return the names of the cases inside and just outside a rule of the club's own."""
    found = [case for each in rule.incidents for case in _cases_of(desk, book.tables[each], rule)]
    return {_name(case) for case in found if case is not None}


def _name(case: Case) -> str:
    return case.id.rsplit("/", 1)[-1]


def _tried(desk: Desk, own: OwnLaw, before: OwnLaw | None, posted: Any) -> Trial:
    """Return what the draft comes to with a law in it, its cases typed, there before, or proposed.

    Raises InvalidInput where the law can never decide anything, or cannot be taken.
    """
    rule = f"{desk.found.slug}/{own.topic}/{own.name}"
    tried = read_fields(desk.found.slug, with_law(fields_of(desk.text), own, (), desk.known.title))
    seen = examination(tried)
    table = seen.book.tables[own.incident]
    number = number_of(table, rule)
    facts = propose_inside(table, number)
    if facts is None:
        reason = gettext("It never decides anything: its facts cannot be so together, or others prevail.")
        raise InvalidInput({"law": reason})
    there: tuple[Case | None, Case | None] = (None, None)
    if before:
        was = examination(desk.known).book.tables[own.incident]
        there = _cases_of(desk, was, desk.rule(own.topic, own.name))
    forms = [_case_form("inside", table, number, facts, there[0], posted)]
    if has_outside(table, number):
        outside = propose_outside(table, number, forms[0].facts_so_far() or facts) or {}
        forms.append(_case_form("outside", table, number, outside, there[1], posted))
    for form in forms:
        form.look(table, number)
    known = {_name(each) for each in desk.cases(own.topic).values()}
    names = [
        _name(case) if case else free(f"{own.name}-{form.place}", known)
        for form, case in zip(forms, there, strict=False)
    ]
    return Trial(seen, forms, names)


def _case_form(
    place: str, table: Table, number: int, facts: Mapping[str, str], there: Case | None, posted: Any
) -> CaseForm:
    """Return the form of a case: as it was typed, as it was there before, or as it is proposed."""
    if posted is not None and f"{place}-says" in posted:
        return CaseForm(place, table.incident, posted)
    if there is not None and JUDGES[place](table, number, situations_of(table, there.facts)):
        return CaseForm(place, table.incident, initial=initial_case(table.incident, there.facts, there.says))
    return CaseForm(place, table.incident, initial=initial_case(table.incident, facts))


def _kept(incident: Incident, posted: Any) -> list[tuple[CaseForm, Any]]:
    """Return the cases as they were typed while the law itself does not fit yet, so that nothing is lost."""
    if posted is None:
        return []
    typed = [
        {name.removeprefix(f"{place}-"): posted.get(name, "") for name in posted if name.startswith(place)}
        for place in ("inside", "outside")
    ]
    forms = zip(("inside", "outside"), typed, strict=True)
    return [(CaseForm(place, incident, initial=said), None) for place, said in forms if said]


def _outcome(case: CaseForm) -> Any:
    return shown(case.outcome) if case.outcome is not None else None


def _keep(desk: Desk, own: OwnLaw, trial: Trial, mark: str) -> None:
    """Write the law with its confirmed cases into the draft."""
    made = [form.case(name) for form, name in zip(trial.cases, trial.names, strict=True)]
    cases = [case for case in made if case is not None]
    fields = with_law(fields_of(desk.text), own, tuple(cases), desk.known.title)
    written = read_fields(desk.found.slug, fields)
    service.write(law_set=desk.found, actor=desk.actor, written=written, mark=mark)
