"""The pages on which a club writes, changes and removes its own laws by answering questions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws import library
from laws.domain import own_law, roles
from laws.domain.vocabulary import Incident
from laws.templatetags.sentences import translated
from scoring.clubs import guards
from scoring.clubs.access import Actor
from scoring.clubs.models import Club
from scoring.house_laws import own_law_forms, own_law_trial, queries, services
from scoring.house_laws.pages import changes_in_words
from scoring.refusals import Conflict
from scoring.templatetags.form_errors import error_lines
from scoring.web import pages, refusals


@guards.club_page("write house laws", "write house laws")
def new(request: HttpRequest, club: Club, actor: Actor, house: str) -> HttpResponse:
    """Choose an incident, then write a law of the club's own on it."""
    draft = own_law_trial.OwnDraft.of(queries.one_of(club, house))
    vocabulary = library.law_book(draft.known.head.base).vocabulary
    chosen = request.GET if "incident" in request.GET else None
    form = own_law_forms.IncidentForm(chosen, vocabulary=vocabulary)
    if form.is_bound and form.is_valid():
        return _write(request, actor, draft, vocabulary.incidents[form.cleaned_data["incident"]], None)
    template = "scoring/house_laws/own_incident.html"
    return refusals.form_page(request, template, form, club=club, house=draft.law_set)


@guards.club_page("write house laws", "write house laws")
def change(request: HttpRequest, club: Club, actor: Actor, house: str, topic: str, name: str) -> HttpResponse:
    """Change a law of the club's own; redirect to the file if the questions cannot express the law."""
    draft = own_law_trial.OwnDraft.of(queries.one_of(club, house))
    before = own_law.own_law(draft.known, draft.rule_due(topic, name))
    if before is None:
        messages.info(request, gettext("This law says more than the questions can. Change it in the file."))
        return redirect("house-file", club.slug, house)
    incident = library.law_book(draft.known.head.base).vocabulary.incidents[before.incident]
    return _write(request, actor, draft, incident, before)


@guards.club_page("", "write house laws")
def remove(request: HttpRequest, club: Club, actor: Actor, house: str, topic: str, name: str) -> HttpResponse:
    """Remove a law of the club's own and its cases from the draft. Published revisions stay."""
    draft = own_law_trial.OwnDraft.of(queries.one_of(club, house))
    written = draft.without(draft.rule_due(topic, name))
    services.write(law_set=draft.law_set, actor=actor, written=written, mark=draft.mark)
    return pages.redirect_saying(request, gettext("The law was removed."), "house-draft", club.slug, house)


def _write(
    request: HttpRequest,
    actor: Actor,
    draft: own_law_trial.OwnDraft,
    incident: Incident,
    before: own_law.OwnLaw | None,
) -> HttpResponse:
    """Show the questions, propose cases once the law is complete, and save it once they are confirmed."""
    posted = request.POST if request.method == "POST" else None
    action = request.POST.get("action", "")
    form = own_law_forms.OwnLawForm(
        posted,
        before=before,
        incident=incident,
        over=draft.over(incident, before),
        taken=draft.taken(incident.topic),
    )
    if action == "shape":
        form.forget_refusals()
    trial: own_law_trial.Trial | None = None
    status = 200
    if action != "shape" and form.is_valid():
        try:
            with refusals.refusals_in(form):
                own = form.law(before)
                trial = own_law_trial.tried(draft, own, posted if action == "keep" else None)
                if trial.is_confirmed:
                    written, mark = draft.with_law(own, trial.made), request.POST.get("mark", "")
                    services.write(law_set=draft.law_set, actor=actor, written=written, mark=mark)
                    return redirect("house-check", draft.law_set.club.slug, draft.law_set.slug)
        except Conflict as conflict:
            form.add_error(None, translated(conflict.detail))
            status = 409
    cases = trial.cases if trial else own_law_trial.typed_cases(incident, posted)
    if status == 200 and (form.errors or (trial and any(case.errors for case in cases))):
        status = 400
    shown = [form, *cases]
    context = {
        "refused": [error for each in shown for error in each.non_field_errors()],
        "lines": [line for each in shown for line in error_lines(each)],
        "club": draft.law_set.club,
        "house": draft.law_set,
        "form": form,
        "title": roles.fill(incident.title),
        "before": before,
        "mark": draft.mark,
        "cases": [(case, case.outcome) for case in cases],
        "changes": changes_in_words(trial.findings, incident.id) if trial else (),
        "is_tried": trial is not None,
    }
    return render(request, "scoring/house_laws/own_law.html", context, status=status)
