"""The pages of law sets, topics, laws and clauses, and the search for laws and clauses."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, queries, table_of_contents
from laws.domain import arbiter, lawset, parameters, roles, search, vocabulary
from laws.domain.compiled_book import LawBook, outcome_under
from laws.domain.errors import InvalidInput
from laws.domain.register import Clause
from laws.domain.rule import Case, Outcome, Rule
from laws.domain.ruling import Ruling
from laws.domain.sentences import Sentence
from laws.pages import answers, questions
from laws.pages.forms import ClauseSearchForm, LawSearchForm, ParameterSearchForm
from laws.templatetags.sentences import translated

ON_A_PAGE, LIKELIEST = 20, 5


def law_set_or_404(slug: str) -> lawset.LawSet:
    try:
        return queries.law_set_named(slug)
    except InvalidInput as unknown:
        raise Http404("No such law set.") from unknown


@dataclass(frozen=True)
class LawListPage:
    """The list of law sets, or the laws and the likeliest clauses found by a search.

    ``effects_meant`` is the result of `LawSearchForm.effects_meant`. It is empty if an effect is chosen.
    ``laws_name`` is the name of the searched law set, empty for all law sets.
    """

    form: LawSearchForm
    is_search: bool
    effects_meant: list[tuple[str, str]]
    laws_name: str
    page: Page[lawset.Law]
    query: str
    law_sets: Iterable[lawset.LawSet]
    clauses: Sequence[Clause]
    clauses_found: int


@require_safe
def law_list(request: HttpRequest) -> HttpResponse:
    """List the law sets. With search conditions, list the laws found and the likeliest clauses."""
    form = LawSearchForm(request.GET or None)
    conditions = form.conditions()
    is_search = any(conditions.values())
    laws = queries.find_laws(**conditions) if is_search else []
    effect, q = form["effect"].value(), conditions.get("q")
    clauses = queries.find_clauses(q=q, law_set=conditions["law_set"]) if q and not effect else []
    shown = LawListPage(
        form=form,
        is_search=is_search,
        effects_meant=[] if effect else form.effects_meant(),
        laws_name=conditions.get("law_set") or "",
        page=Paginator(laws, ON_A_PAGE).get_page(request.GET.get("page")),
        query=form.query(),
        law_sets=library.law_sets().values(),
        clauses=clauses[:LIKELIEST],
        clauses_found=len(clauses),
    )
    template = "laws/_search_results.html" if getattr(request, "htmx", False) else "laws/law_list.html"
    return render(request, template, vars(shown), status=400 if form.errors else 200)


@dataclass(frozen=True)
class LawSetPage:
    """A law set with its laws by section and its parameters.

    - ``name``: the name of the law set in addresses.
    - ``other``: another law set, for comparison.
    - ``differing``: the parameters that differ from ``other``.
    - ``groups``: the parameters by heading. After a search, only the parameters found.
    - ``found``: the number of parameters in ``groups``.
    - ``of_games``: for each game with parameters of its own: its slug, its title, and these parameters.
    """

    law_set: lawset.LawSet
    name: str
    form: ParameterSearchForm
    is_search: bool
    found: int
    groups: list[tuple[Sentence, list[table_of_contents.ParameterEntry]]]
    other: lawset.LawSet
    differing: list[table_of_contents.ParameterEntry]
    of_games: list[tuple[str, str, list[table_of_contents.ParameterEntry]]]
    sections: Sequence[table_of_contents.Section]
    statuses: Mapping[lawset.Status, str]
    variations: Sequence[table_of_contents.VariationEntry]


@require_safe
def law_set_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a law set: its laws, its differences from another law set, and its parameters."""
    law_set = law_set_or_404(slug)
    form = ParameterSearchForm(request.GET or None)
    other = table_of_contents.compared_with(law_set)
    entries = table_of_contents.lines_of(law_set.settings, other)
    typed = (form.conditions().get("q") or "").strip()
    found = [entry for entry in entries if table_of_contents.speaks_of(entry.parameter, typed, translated)]
    shown = LawSetPage(
        law_set=law_set,
        name=slug,
        form=form,
        is_search=bool(typed),
        found=len(found),
        groups=table_of_contents.grouped(found),
        other=other,
        differing=[entry for entry in entries if entry.differs],
        of_games=[
            (game, table_of_contents.game_title(game), table_of_contents.lines_of(own))
            for game, own in law_set.game_settings.items()
        ],
        sections=table_of_contents.sections(law_set),
        statuses=lawset.STATUSES,
        variations=table_of_contents.variations(law_set),
    )
    template = "laws/_points.html" if getattr(request, "htmx", False) else "laws/law_set_detail.html"
    return render(request, template, vars(shown), status=400 if form.errors else 200)


@dataclass(frozen=True, slots=True)
class CitingParameter:
    """A parameter whose setting cites a law.

    - ``value``: the value of the parameter in the law set of the page.
    - ``elsewhere``: the books with a different value, each with its value.
    """

    parameter: parameters.Parameter
    value: parameters.Value
    elsewhere: list[tuple[lawset.LawSet, parameters.Value]]


@dataclass(frozen=True)
class LawPage:
    """A law with its rules and cases.

    - ``name``: the name of the law set in addresses.
    - ``rests``: the parameters whose settings cite the law.
    - ``others``: all books except the law set of the law.
    """

    law: lawset.Law
    law_set: lawset.LawSet
    name: str
    rests: list[CitingParameter]
    effects: list[str]
    topic_title: str
    clauses: list[Clause]
    rules: list["RuleEntry"]
    cases: list["CaseEntry"]
    others: list[lawset.LawSet]
    before: lawset.Law | None
    after: lawset.Law | None


@require_safe
def law_page(request: HttpRequest, law_id: str) -> HttpResponse:
    """Show one law: its text and citation, its rules and cases, and the parameters that cite it."""
    try:
        law = queries.law_named(law_id.rstrip("/"))
    except InvalidInput as unknown:
        raise Http404("No such law.") from unknown
    name = law_id.partition("/")[0]
    law_set = queries.law_set_named(name)
    others = [other for other in library.law_sets().values() if other.slug != law.law_set]
    rests = [
        CitingParameter(
            parameters.PARAMETERS[name],
            setting.value,
            [(other, other[name]) for other in others if other[name] != setting.value],
        )
        for name, setting in law_set.settings.items()
        if setting.law == law.id
    ]
    before, after = table_of_contents.neighbours(law, law_set)
    book = queries.law_book_at(law_set.revision)
    shown = LawPage(
        law=law,
        law_set=law_set,
        name=name,
        rests=rests,
        effects=[lawset.EFFECTS.get(effect, effect) for effect in law.effects],
        topic_title=table_of_contents.topic_title(law.topic),
        clauses=[library.clauses()[clause] for clause in law.clauses],
        rules=list(rules_of(law, _rules(law, book), book)),
        cases=list(cases_of(law, questions.Question(law_set).under(law_set, name), book)),
        others=others,
        before=before,
        after=after,
    )
    return render(request, "laws/law_detail.html", vars(shown))


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule as the page shows it.

    - ``more``: the outcome under the parameters of the law set, as text. Empty if the rule has no parameters,
      or if it has interpretations.
    - ``law``: only for a rule among the ``exceptions`` of another rule. It is the first law that this rule
      cites. None if the rule cites no law, or if it cites the law under which it is listed.
    - ``prevails_over``: the overridden rules that the page names beside this rule.
    - ``readings``: the text of each interpretation, and whether it is in use. Empty if the rule is not
      ambiguous, or if the page has already shown the question.
    - ``why``: the reason for the interpretation in use.
    """

    rule: Rule
    more: str
    law: lawset.Law | None
    prevails_over: tuple[Rule, ...]
    readings: tuple[tuple[str, bool], ...]
    why: str
    exceptions: "tuple[RuleEntry, ...]"


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """A case, the URL to ask it, and its outcome.

    ``elsewhere`` has the rulings of other books that differ (`OtherRuling.is_same` is false). It is empty on
    the page of a topic.
    """

    case: Case
    address: str
    outcome: Outcome
    elsewhere: tuple[answers.OtherRuling, ...] = ()


@dataclass(frozen=True, slots=True)
class LawEntry:
    """A law on the page of its topic. The title leaves out words that the headings already have."""

    law: lawset.Law
    title: str
    rules: tuple[RuleEntry, ...]
    cases: tuple[CaseEntry, ...]


def _rules(law: lawset.Law, book: LawBook) -> list[Rule]:
    return [rule for rule in book.rules.every_rule if law.id in rule.cited_under(book.law_set)]


def rules_of(law: lawset.Law, rules: Collection[Rule], book: LawBook) -> Iterator[RuleEntry]:
    """Yield an entry for each of ``rules``, which all cite ``law``. Each open question appears once.

    An exception to one of these rules has no entry of its own: it is among the ``exceptions`` of the rule.
    """
    own, asked = {rule.id for rule in rules}, set()

    def entry(rule: Rule, is_below: bool = False) -> RuleEntry:
        outcome, cited = outcome_under(book.law_set, rule), rule.cited_under(book.law_set)
        around = book.rules.topics[rule.topic].rules.values()
        is_new = rule.interpretation and rule.interpretation not in asked
        asked.add(rule.interpretation)
        readings = rule.read_otherwise(outcome) if is_new else {}
        return RuleEntry(
            rule=rule,
            more=outcome.in_words if rule.by and not rule.interpretation else "",
            law=book.law_set.laws[cited[0]] if is_below and cited and law.id not in cited else None,
            prevails_over=() if is_below else tuple(map(book.rules.rule, rule.exception_to)),
            readings=tuple((reading.in_words, reading is outcome) for reading in readings.values()),
            why=rule.why_read(book.law_set),
            exceptions=tuple(entry(other, True) for other in around if rule.id in other.exception_to),
        )

    return (entry(rule) for rule in rules if own.isdisjoint(rule.exception_to))


def cases_of(law: lawset.Law, asked: questions.Question, book: LawBook) -> Iterator[CaseEntry]:
    """Yield the cases whose rulings cite a law. ``asked`` is a question to the law set of the law."""
    for case, ruling in _ruled_cases(_rules(law, book), book):
        if law.id in ruling.laws:
            question = asked.about(case.incident, case.facts)
            elsewhere = tuple(other for other in answers.elsewhere(question, ruling) if not other.is_same)
            yield CaseEntry(case, question.address, ruling.possible[0], elsewhere)


def _ruled_cases(rules: Collection[Rule], book: LawBook) -> Iterator[tuple[Case, Ruling]]:
    incidents = {incident for rule in rules for incident in rule.incidents}
    for case in book.rules.cases:
        if case.incident in incidents:
            yield case, arbiter.rule(book, case.incident, case.facts)


def laws_by_game(asked: questions.Question, topic: str) -> dict[str, list[LawEntry]]:
    """Return title of a game → the laws of the asked law set on a topic.

    - A rule is listed under the first law that it cites.
    - A case is listed under the first law that its ruling cites.
    - The topic's own laws come first. Then come laws of other topics that are the first law cited by a rule
      of this topic.
    """
    law_set, title = asked.law_set, table_of_contents.topic_title(topic)
    book = queries.law_book_at(law_set.revision)
    every = {law.id: law for section in table_of_contents.sections(law_set) for law in section.laws}
    rules: dict[str, list[Rule]] = {law.id: [] for law in every.values() if law.topic == topic}
    for rule in book.rules.every_rule:
        first = next(iter(rule.cited_under(law_set)), "")
        if first in rules or (first and rule.topic == topic):
            rules.setdefault(first, []).append(rule)
    cases: dict[str, list[CaseEntry]] = {law: [] for law in rules}
    for case, ruling in _ruled_cases([rule for own in rules.values() for rule in own], book):
        first = next(iter(ruling.laws), "")
        if first in cases and topic in (every[first].topic, case.id.split("/")[1]):
            address = asked.about(case.incident, case.facts).address
            cases[first].append(CaseEntry(case, address, ruling.possible[0]))
    by_game: dict[str, list[LawEntry]] = {}
    for law_id, own in rules.items():
        law, game = every[law_id], table_of_contents.game_title(every[law_id].game)
        read = tuple(replace(rule, prevails_over=()) for rule in rules_of(law, own, book))
        entry = LawEntry(law, _within(law.title, title, game), read, tuple(cases[law_id]))
        by_game.setdefault(game, []).append(entry)
    return by_game


def _within(title: str, *headings: str) -> str:
    """Return the title of a law without the part before a colon, if that part repeats a heading.

    >>> _within("Seven-up: the first lead", "Any card game", "Seven-up")
    'The first lead'
    """
    above, _colon, rest = title.partition(": ")
    is_said = search.words_of(above) in map(search.words_of, headings)
    return roles.capital(rest) if rest and is_said else title


@dataclass(frozen=True)
class TopicPage:
    """The laws of a law set on a topic by game, and the topic's incidents, each with its URL for asking.

    ``name`` is the name of the law set in addresses. ``listed`` are laws of other sources, shown for
    comparison. ``before`` and ``after`` are the neighbouring topics, each a name and a title.
    """

    law_set: lawset.LawSet
    name: str
    topic: str
    title: str
    games: Mapping[str, list[LawEntry]]
    listed: list[lawset.Law]
    incidents: list[tuple[vocabulary.Incident, str]]
    others: list[lawset.LawSet]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@require_safe
def topic_page(request: HttpRequest, slug: str, topic: str) -> HttpResponse:
    """Show the laws of a law set on a topic, by game, and the topic's incidents."""
    law_set = law_set_or_404(slug)
    if topic not in library.topics() and topic not in library.vocabulary().topics:
        raise Http404("No such topic.")
    sections = table_of_contents.sections(law_set)
    before, after = table_of_contents.around(
        topic, list(dict.fromkeys(section.topic for section in sections))
    )
    known = library.vocabulary().topics.get(topic)
    asked = questions.Question(law_set).under(law_set, slug)
    shown = TopicPage(
        law_set=law_set,
        name=slug,
        topic=topic,
        title=table_of_contents.topic_title(topic),
        games=laws_by_game(asked, topic),
        listed=[law for law in law_set.laws.values() if law.is_listed and law.topic == topic],
        incidents=[
            (incident, asked.about(incident.id).address)
            for incident in (library.vocabulary().listed_under(known) if known else ())
        ],
        others=[other for other in library.law_sets().values() if other.slug != slug],
        before=(before, table_of_contents.topic_title(before)) if before else None,
        after=(after, table_of_contents.topic_title(after)) if after else None,
    )
    return render(request, "laws/topic.html", vars(shown))


@require_safe
def clause_list(request: HttpRequest) -> HttpResponse:
    """List the clauses of the sources, or the clauses found by a search."""
    form = ClauseSearchForm(request.GET or None)
    clauses = [] if form.errors else queries.find_clauses(**form.conditions())
    page = Paginator(clauses, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "query": form.query()}
    return render(request, "laws/clause_list.html", context, status=400 if form.errors else 200)


@require_safe
def clause_page(request: HttpRequest, clause_id: str) -> HttpResponse:
    """Show one clause: its text and citation, its status and laws, and related clauses."""
    known = library.clauses()
    if (clause := known.get(clause_id)) is None:
        raise Http404("No such clause.")
    before, after = table_of_contents.around(clause, queries.find_clauses(inventory=clause.inventory))
    context = {
        "clause": clause,
        "laws": [library.laws()[law] for law in clause.laws],
        "see": [known[other] for other in clause.see],
        "against": [known[other] for other in clause.against],
        "before": before,
        "after": after,
    }
    return render(request, "laws/clause_detail.html", context)
