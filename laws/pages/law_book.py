"""The law book beyond a single law: a topic, two law sets side by side, and the director's card."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, order, shelves
from laws import queries as selectors
from laws.domain import difference
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import fill
from laws.pages import card
from laws.pages import comparison as beside
from laws.pages.forms import CompareForm
from laws.views import found_law_set


@require_safe
def topic_page(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """Show what a law set has on a topic, by game, and what can be asked about it."""
    law_set = found_law_set(slug)
    if topic not in library.topics() and topic not in library.vocabulary().topics:
        raise Http404("No such topic.")
    order = list(dict.fromkeys(shelf.topic for shelf in shelves.shelves(law_set)))
    place = order.index(topic) if topic in order else None
    around = [] if place is None else [(place - 1) if place else None, place + 1]
    before, after = (
        order[at] if at is not None and at < len(order) else None for at in around or (None, None)
    )
    context = {
        "law_set": law_set,
        "topic": topic,
        "title": shelves.topic_title(topic),
        "shelves": [shelf for shelf in shelves.shelves(law_set) if shelf.topic == topic],
        "incidents": shelves.incidents_of(slug, topic),
        "others": [other for other in library.law_sets().values() if other.slug != slug],
        "before": (before, shelves.topic_title(before)) if before else None,
        "after": (after, shelves.topic_title(after)) if after else None,
    }
    return render(request, "laws/topic.html", context)


@require_safe
def compare_page(request: HttpRequest) -> HttpResponse:
    """Show two law sets side by side: what they decide otherwise, and each topic or the laws of one."""
    form = CompareForm(request.GET if "b" in request.GET else None, first=request.GET.get("a"))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        one, other = (selectors.law_set_named(form.cleaned_data[name]) for name in ("a", "b"))
        context |= {"one": one, "other": other} | _compared(one, other, form.cleaned_data["topic"])
    return render(request, "laws/compare.html", context, status=400 if form.errors else 200)


def _compared(one: LawSet, other: LawSet, topic: str) -> dict[str, Any]:
    books = {law_set: selectors.law_book_at(law_set.revision) for law_set in (one, other)}
    readings = [
        {
            "question": fill(each.question.question),
            "before": difference.in_words(each.rule, each.before),
            "after": difference.in_words(each.rule, each.after),
            "laws": each.rule.cites,
        }
        for each in difference.readings((one, books[one]), (other, books[other]))
        if topic in ("", each.rule.topic)
    ]
    if topic:
        by_law, alone = beside.beside(one, other, topic)
        return {
            "topic": topic,
            "title": shelves.topic_title(topic),
            "readings": readings,
            "differences": list(shelves.differences(one, other, topic)),
            "beside": by_law,
            "apart": alone,
        }
    rows = []
    for each in order.topics():
        found = list(shelves.differences(one, other, each.name))
        speak = [
            any(books[law_set].tables[incident].rules for incident in each.incidents)
            for law_set in (one, other)
        ]
        if any(speak):
            alike = sum(difference.alike for difference in found)
            only = "" if all(speak) else (one if speak[0] else other).title
            rows.append(
                (each.name, each.title, alike, sum(difference.situations for difference in found), only)
            )
    both = [name for name in PARAMETERS if name in one.settings and name in other.settings]
    apart = [name for name in both if one.settings[name].value != other.settings[name].value]
    settings = [(PARAMETERS[name], one.settings[name], other.settings[name]) for name in apart]
    held = {shelf.topic for law_set in (one, other) for shelf in shelves.shelves(law_set)}
    more = [name for name in library.topics() if name in held - library.vocabulary().topics.keys()]
    titles = [(name, shelves.topic_title(name)) for name in more]
    return {"rows": rows, "settings": settings, "readings": readings, "more_topics": titles}


@require_safe
def card_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a law set on one page to print: each incident with what follows and the citation."""
    law_set = found_law_set(slug)
    context = {"law_set": law_set, "card": card.card(law_set)}
    return render(request, "laws/card.html", context)
