"""The pages on which a club writes, changes and removes its own laws."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from laws import library
from laws.domain import own_law
from laws.domain.house import HouseLaws
from laws.domain.rule import Rule
from laws.templatetags.sentences import translated
from scoring.clubs import guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.house_laws import queries, records, services
from scoring.house_laws.own_law_forms import OwnLawForm
from scoring.refusals import Conflict, NotFound
from scoring.web import pages, refusals


@guards.club_page("write house laws", "write house laws")
def write(
    request: HttpRequest, club: Club, actor: Actor, house: str, topic: str = "", name: str = ""
) -> HttpResponse:
    """Show the form for one of the club's own laws. When sent, write the law and its cases into the draft.

    If the form cannot express the law, redirect to the page of the YAML file.
    """
    law_set = queries.one_of(club, house)
    known = records.read_text(house, queries.text_of(law_set))
    rule = _rule(known, topic, name) if name else None
    before = own_law.own_law(known, rule) if rule else None
    if rule and before is None:
        messages.info(request, gettext("This law says more than the form can. Change it in the file."))
        return redirect("house-file", club.slug, house)
    case = records.own_cases(known, rule)[0] if rule else None
    form = OwnLawForm(
        request.POST or None,
        vocabulary=library.law_book(known.head.base).vocabulary,
        before=before,
        initial={"incident": request.GET.get("incident", ""), "case": case.says if case else ""},
        taken={law.name for law in known.laws.values()} | {own.name for own in known.layer.every_rule},
    )
    status = None
    if form.is_bound and not form.is_unfinished and form.is_valid():
        try:
            with refusals.refusals_in(form):
                written = records.with_law(known, form.law(), form.cleaned_data["case"], rule)
                mark = request.POST.get("mark", "")
                services.write_draft(law_set=law_set, actor=actor, written=written, mark=mark)
                return redirect("house-check", club.slug, house)
        except Conflict as conflict:
            form.add_error(None, translated(conflict.detail))
            status = refusals.status_of(conflict)
    context = {"club": club, "house": law_set, "before": before, "mark": queries.mark_of(law_set)}
    answer = refusals.form_page(request, "scoring/house_laws/own_law.html", form, **context)
    answer.status_code = status or answer.status_code
    return answer


@guards.club_page("", "write house laws")
def remove(request: HttpRequest, club: Club, actor: Actor, house: str, topic: str, name: str) -> HttpResponse:
    """Remove one of the club's own laws and its cases from the draft. Published revisions stay."""
    law_set = queries.one_of(club, house)
    mark, known = queries.mark_of(law_set), records.read_text(house, queries.text_of(law_set))
    written = records.without_law(known, _rule(known, topic, name))
    services.write_draft(law_set=law_set, actor=actor, written=written, mark=mark)
    return pages.redirect_saying(request, gettext("The law was removed."), "house-draft", club.slug, house)


def _rule(known: HouseLaws, topic: str, name: str) -> Rule:
    rule = known.layer.on(topic).rules.get(f"{known.law_set.slug}/{topic}/{name}")
    if rule is None:
        raise NotFound
    return rule
