"""The law pages: the law sets side by side, one law set with its parameters, one law, and a search."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, shelves, sources
from laws import queries as selectors
from laws.domain.errors import InvalidInput
from laws.domain.law import EFFECTS
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.setting import STATUSES, Settings
from laws.pages import comparison as beside
from laws.pages.forms import LawSearchForm
from laws.queries import find_clauses, find_laws
from laws.settled import settled
from laws.templatetags.sentences import translated_errors

LAWS, CLAUSES = 20, 5


def found_law_set(slug: str) -> LawSet:
    """Return a law set, a club's own as it last stood, or answer that there is none."""
    try:
        return selectors.law_set_named(slug)
    except InvalidInput as unknown:
        raise Http404("No such law set.") from unknown


@require_safe
def law_list(request: HttpRequest) -> HttpResponse:
    """List the law sets; with words, list the laws that speak of them."""
    form = LawSearchForm(request.GET or None)
    found, asked = [], False
    if form.is_valid():
        wanted = {name: form.cleaned_data[name] or None for name in form.fields}
        asked = any(wanted.values())
        try:
            found = find_laws(**wanted)
        except InvalidInput as refusal:
            form.add_error("q", " ".join(translated_errors(refusal).get("q", [str(refusal)])))
    context = {
        "form": form,
        "asked": asked,
        "meant": [] if form["effect"].value() else form.meant(),
        "page": Paginator(found, LAWS).get_page(request.GET.get("page")),
        "query": form.query(),
        "law_sets": selectors.all_law_sets(),
    }
    if asked and not form.errors and not form["effect"].value():
        context |= _clauses(form.cleaned_data["q"], form.cleaned_data["law_set"])
    template = "laws/_found.html" if getattr(request, "htmx", False) else "laws/law_list.html"
    return render(request, template, context, status=400 if form.errors else 200)


def _clauses(q: str, law_set: str) -> dict[str, object]:
    """Return the likeliest clauses of the sources that speak of some words, and how many there are."""
    found = find_clauses(q=q, law_set=law_set or None) if q.strip() else []
    return {"clauses": sources.shown(clause.id for clause in found[:CLAUSES]), "clauses_found": len(found)}


@require_safe
def law_set_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a law set: every parameter with its meaning, value, how sure it is, and the law that says so."""
    law_set = found_law_set(slug)
    context = {
        "law_set": law_set,
        "settings": _lines_of(law_set.settings),
        "of_games": [
            (shelves.game_title(game), _lines_of(own)) for game, own in law_set.game_settings.items()
        ],
        "shelves": shelves.shelves(law_set),
        "statuses": STATUSES,
    }
    return render(request, "laws/law_set_detail.html", context)


def _lines_of(settings: Settings) -> list[dict[str, Any]]:
    return [
        {
            "parameter": parameter,
            "setting": settings[name],
            "status_means": STATUSES[settings[name].status],
        }
        for name, parameter in PARAMETERS.items()
        if name in settings
    ]


@require_safe
@settled()
def law_page(request: HttpRequest, law_id: str) -> HttpResponse:
    """Show one law: our wording and where it stands, its rules and cases, and the laws around it."""
    try:
        law = selectors.law_named(law_id.rstrip("/"))
    except InvalidInput as unknown:
        raise Http404("No such law.") from unknown
    law_set = selectors.law_set_named(law.law_set)
    others = [other for other in library.law_sets().values() if other.slug != law.law_set]
    rests = [
        {
            "parameter": PARAMETERS[name],
            "value": setting.value,
            "elsewhere": [(other, other[name]) for other in others if other[name] != setting.value],
        }
        for name, setting in law_set.settings.items()
        if setting.law == law.id
    ]
    before, after = shelves.neighbours(law)
    context = {
        "law": law,
        "law_set": law_set,
        "rests": rests,
        "effects": [EFFECTS.get(effect, effect) for effect in law.effects],
        "topic_title": shelves.topic_title(law.topic),
        "clauses": sources.shown(law.clauses),
        "rules": list(shelves.rules_of(law)),
        "cases": list(shelves.cases_of(law)),
        "others": [(other, beside.counterparts(law, other)) for other in others],
        "before": before,
        "after": after,
    }
    return render(request, "laws/law_detail.html", context)
