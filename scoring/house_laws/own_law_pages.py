"""The pages on which a law of a club's own is written by answering questions, changed, and taken out."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.own_law import OwnLaw, own_law
from laws.domain.roles import fill
from laws.domain.rule import Rule
from laws.domain.vocabulary import Incident
from laws.pages.answers import shown
from laws.templatetags.sentences import translated
from scoring.callers import caller
from scoring.clubs.access import Actor, club_for
from scoring.forms.refusals import refuse
from scoring.house_laws import queries as selected
from scoring.house_laws import services as service
from scoring.house_laws.own_law_forms import (
    CaseForm,
    IncidentForm,
    OwnLawForm,
    initial_law,
    typed_again,
)
from scoring.house_laws.own_law_trial import OwnDraft, Trial, tried, typed_cases
from scoring.house_laws.pages import told_changes
from scoring.house_laws.records import read_text
from scoring.models import Club, HouseLawSet
from scoring.refusals import Conflict, NotFound


@dataclass(frozen=True, slots=True)
class Desk:
    """What lies on the desk: the club, who writes, the law set as it stands written, and its mark."""

    club: Club
    actor: Actor
    found: HouseLawSet
    mark: str
    draft: OwnDraft

    @classmethod
    def of(cls, request: HttpRequest, slug: str, house: str) -> "Desk":
        """Return the desk of whoever asks; refused to all who may not write."""
        club, actor = club_for(caller(request), slug, "write house laws")
        found = selected.one_of(club, house)
        draft, text = selected.draft_of(found), selected.text_of(found)
        mark = draft.mark if draft else ""
        return cls(club, actor, found, mark, OwnDraft(text, read_text(found.slug, text)))

    def rule(self, topic: str, name: str) -> Rule:
        """Return one of the club's own rules, or raise NotFound."""
        rule = self.draft.rule(topic, name)
        if rule is None:
            raise NotFound
        return rule


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str, house: str) -> HttpResponse:
    """Choose what happened, and then write a law of the club's own on it."""
    desk = Desk.of(request, slug, house)
    vocabulary = library.law_book(desk.draft.known.base).vocabulary
    form = IncidentForm(request.GET if "incident" in request.GET else None, vocabulary=vocabulary)
    if form.is_bound and form.is_valid():
        return _write(request, desk, vocabulary.incidents[form.cleaned_data["incident"]], None)
    context = {"club": desk.club, "house": desk.found, "form": form}
    return render(
        request, "scoring/house_laws/own_incident.html", context, status=400 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change(request: HttpRequest, slug: str, house: str, topic: str, name: str) -> HttpResponse:
    """Change a law of the club's own; one that the questions cannot tell is changed in the file."""
    desk = Desk.of(request, slug, house)
    before = own_law(desk.draft.known, desk.rule(topic, name))
    if before is None:
        messages.info(request, gettext("This law says more than the questions can: change it in the file."))
        return redirect("house-file", desk.club.slug, desk.found.slug)
    incident = library.law_book(desk.draft.known.base).vocabulary.incidents[before.incident]
    return _write(request, desk, incident, before)


@require_POST
@login_required
def remove(request: HttpRequest, slug: str, house: str, topic: str, name: str) -> HttpResponse:
    """Take a law of the club's own out of the draft, with its cases; what was published stays."""
    desk = Desk.of(request, slug, house)
    rule = desk.rule(topic, name)
    written = desk.draft.without(rule)
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
        over=desk.draft.over(incident, before),
        taken=desk.draft.taken(incident.topic),
        is_new=before is None,
    )
    trial: Trial | None = None
    status = 400 if form.errors else 200
    if posted is not None and form.is_bound and form.is_valid():
        try:
            own = form.law(before)
            trial = tried(desk.draft, own, posted if deed == "keep" else None)
            if trial.is_confirmed:
                written = desk.draft.with_law(own, trial.made)
                mark = posted.get("mark", "")
                service.write(law_set=desk.found, actor=desk.actor, written=written, mark=mark)
                return redirect("house-check", desk.club.slug, desk.found.slug)
            status = 400 if any(case.errors for case in trial.cases) else 200
        except InvalidInput as refusal:
            refuse(form, refusal)
            status = 400
        except Conflict as conflict:
            form.add_error(None, translated(conflict.detail))
            status = 409
    context = {
        "club": desk.club,
        "house": desk.found,
        "form": form,
        "title": fill(incident.title),
        "before": before,
        "mark": desk.mark,
        "trial": trial,
        "cases": [(case, _outcome(case)) for case in trial.cases] if trial else typed_cases(incident, posted),
        "changes": told_changes(trial.seen, incident.id) if trial else (),
        "is_tried": trial is not None,
    }
    return render(request, "scoring/house_laws/own_law.html", context, status=status)


def _outcome(case: CaseForm) -> Any:
    return shown(case.outcome) if case.outcome is not None else None
