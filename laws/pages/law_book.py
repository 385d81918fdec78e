"""The law pages: law sets, topics, laws and the clauses of the sources, each by itself and in a search."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import contents, library, queries
from laws.domain import arbiter, lawset, parameters
from laws.domain.errors import InvalidInput
from laws.domain.lawbook import LawBook
from laws.domain.rule import Case, Outcome, Rule
from laws.pages import answers, comparison, questions
from laws.pages.forms import ClauseSearchForm, LawSearchForm

ON_A_PAGE, LIKELIEST = 20, 5


def law_set_or_404(slug: str) -> lawset.LawSet:
    """Return a law set, a club's own as it last stood, or answer that there is none."""
    try:
        return queries.law_set_named(slug)
    except InvalidInput as unknown:
        raise Http404("No such law set.") from unknown


@require_safe
def law_list(request: HttpRequest) -> HttpResponse:
    """List the law sets; with words, list the laws that speak of them."""
    form = LawSearchForm(request.GET or None)
    conditions = form.conditions()
    is_search = any(conditions.values())
    laws = queries.find_laws(**conditions) if is_search else []
    context = {
        "form": form,
        "is_search": is_search,
        "meant": [] if form["effect"].value() else form.meant(),
        "page": Paginator(laws, ON_A_PAGE).get_page(request.GET.get("page")),
        "query": form.query(),
        "law_sets": queries.all_law_sets(),
    }
    if is_search and not form["effect"].value():
        context |= _clauses(form.cleaned_data["q"], form.cleaned_data["law_set"])
    template = "laws/_search_results.html" if getattr(request, "htmx", False) else "laws/law_list.html"
    return render(request, template, context, status=400 if form.errors else 200)


def _clauses(q: str, law_set: str) -> dict[str, object]:
    """Return the likeliest clauses of the sources that speak of some words, and how many there are."""
    clauses = queries.find_clauses(q=q, law_set=law_set or None) if q.strip() else []
    return {"clauses": clauses[:LIKELIEST], "clauses_found": len(clauses)}


@require_safe
def law_set_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a law set: every parameter with its meaning, value, how sure it is, and the law that says so."""
    law_set = law_set_or_404(slug)
    context = {
        "law_set": law_set,
        "settings": _lines_of(law_set.settings),
        "of_games": [
            (contents.game_title(game), _lines_of(own)) for game, own in law_set.game_settings.items()
        ],
        "sections": contents.sections(law_set),
        "statuses": lawset.STATUSES,
    }
    return render(request, "laws/law_set_detail.html", context)


def _lines_of(settings: lawset.Settings) -> list[tuple[parameters.Parameter, lawset.Setting]]:
    """Return settings with their parameters, in the order of the table."""
    table = parameters.PARAMETERS
    return [(parameter, settings[name]) for name, parameter in table.items() if name in settings]


@require_safe
def law_page(request: HttpRequest, law_id: str) -> HttpResponse:
    """Show one law: our wording and where it stands, its rules and cases, and the laws around it."""
    try:
        law = queries.law_named(law_id.rstrip("/"))
    except InvalidInput as unknown:
        raise Http404("No such law.") from unknown
    law_set = queries.law_set_named(law.law_set)
    others = [other for other in library.law_sets().values() if other.slug != law.law_set]
    rests = [
        {
            "parameter": parameters.PARAMETERS[name],
            "value": setting.value,
            "elsewhere": [(other, other[name]) for other in others if other[name] != setting.value],
        }
        for name, setting in law_set.settings.items()
        if setting.law == law.id
    ]
    before, after = contents.neighbours(law, law_set)
    book = queries.law_book_at(law_set.revision)
    context = {
        "law": law,
        "law_set": law_set,
        "rests": rests,
        "effects": [lawset.EFFECTS.get(effect, effect) for effect in law.effects],
        "topic_title": contents.topic_title(law.topic),
        "clauses": [library.clauses()[clause] for clause in law.clauses],
        "rules": list(rules_of(law, book)),
        "cases": list(cases_of(law, law_set, book)),
        "others": [(other, comparison.counterparts(law, law_set, other)) for other in others],
        "before": before,
        "after": after,
    }
    return render(request, "laws/law_detail.html", context)


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule with the rules to which it is an exception, and the exceptions to it."""

    rule: Rule
    prevails_over: tuple[Rule, ...]
    gives_way_to: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """A case, where to ask it, what comes out, and the law sets that rule it otherwise."""

    case: Case
    address: str
    outcome: Outcome
    elsewhere: tuple[answers.OtherRuling, ...]


def _rules(law: lawset.Law, book: LawBook) -> list[Rule]:
    return [rule for rule in book.rules.every_rule if law.id in rule.cited_under(book.law_set)]


def rules_of(law: lawset.Law, book: LawBook) -> Iterator[RuleEntry]:
    """Yield the rules that rest on a law."""
    for rule in _rules(law, book):
        around = book.rules.topics[rule.topic].rules.values()
        yield RuleEntry(
            rule,
            tuple(map(book.rules.rule, rule.exception_to)),
            tuple(other for other in around if rule.id in other.exception_to),
        )


def cases_of(law: lawset.Law, law_set: lawset.LawSet, book: LawBook) -> Iterator[CaseEntry]:
    """Yield the cases that a law decides, each with the law sets that rule it otherwise."""
    incidents = {incident for rule in _rules(law, book) for incident in rule.incidents}
    for case in book.rules.cases:
        if case.incident not in incidents:
            continue
        ruling = arbiter.rule(book, case.incident, case.facts)
        if law.id in ruling.laws:
            question = questions.Question(law_set, case.incident, case.facts)
            elsewhere = tuple(each for each in answers.elsewhere(question, ruling) if not each.is_same)
            yield CaseEntry(case, question.address, ruling.possible[0], elsewhere)


@require_safe
def topic_page(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """Show what a law set has on a topic, by game, and what can be asked about it."""
    law_set = law_set_or_404(slug)
    if topic not in library.topics() and topic not in library.vocabulary().topics:
        raise Http404("No such topic.")
    sections = contents.sections(law_set)
    before, after = contents.around(topic, list(dict.fromkeys(section.topic for section in sections)))
    known = library.vocabulary().topics.get(topic)
    context = {
        "law_set": law_set,
        "topic": topic,
        "title": contents.topic_title(topic),
        "sections": [section for section in sections if section.topic == topic],
        "listed": [law for law in law_set.laws.values() if law.is_listed and law.topic == topic],
        "incidents": [
            (incident, questions.Question(law_set, incident.id).address)
            for incident in (known.incidents.values() if known else ())
        ],
        "others": [other for other in library.law_sets().values() if other.slug != slug],
        "before": (before, contents.topic_title(before)) if before else None,
        "after": (after, contents.topic_title(after)) if after else None,
    }
    return render(request, "laws/topic.html", context)


@require_safe
def clause_list(request: HttpRequest) -> HttpResponse:
    """List the clauses of the sources, or those that speak of what somebody typed."""
    form = ClauseSearchForm(request.GET or None)
    clauses = [] if form.errors else queries.find_clauses(**form.conditions())
    page = Paginator(clauses, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "query": form.query()}
    return render(request, "laws/clause_list.html", context, status=400 if form.errors else 200)


@require_safe
def clause_page(request: HttpRequest, clause_id: str) -> HttpResponse:
    """Show one clause: our wording and where it stands, what became of it, and what it is to be read with."""
    known = library.clauses()
    if (clause := known.get(clause_id)) is None:
        raise Http404("No such clause.")
    before, after = contents.around(clause, queries.find_clauses(inventory=clause.inventory))
    context = {
        "clause": clause,
        "laws": [library.laws()[law] for law in clause.laws],
        "see": [known[other] for other in clause.see],
        "against": [known[other] for other in clause.against],
        "before": before,
        "after": after,
    }
    return render(request, "laws/clause_detail.html", context)
