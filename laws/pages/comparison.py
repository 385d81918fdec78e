"""Compare two law sets: their rulings, interpretations, parameters and laws side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, queries, table_of_contents
from laws.domain import arbiter, difference, roles, why
from laws.domain.compile import lowest
from laws.domain.compiled_book import LawBook
from laws.domain.lawset import Law, LawSet, Setting
from laws.domain.parameters import PARAMETERS, Parameter
from laws.domain.rule import Outcome
from laws.pages.forms import CompareForm
from laws.pages.questions import Question


@dataclass(frozen=True)
class ComparedLawSets:
    """Two law sets side by side on one topic, or on all topics if ``topic`` is empty.

    With a topic:

    - ``differences``: one entry for each incident of the topic.
    - ``laws``: each law set with its name in addresses and its laws on the topic.

    Without a topic:

    - ``rows``: a row for each topic on which at least one of the law sets has rules. A row has the name of
      the topic, the title of the topic, the number of situations with the same outcome, the number of all
      situations, and the title of the only law set with rules on the topic (empty if both have rules).
    - ``more_topics``: the name and title of each topic that has laws in a law set, but no incidents.
    """

    first: LawSet
    second: LawSet
    settings: list[tuple[Parameter, Setting, Setting]]
    readings: list[difference.OtherReading]
    topic: str = ""
    title: str = ""
    differences: "Sequence[IncidentDifference]" = ()
    laws: Sequence[tuple[LawSet, str, list[Law]]] = ()
    rows: Sequence[tuple[str, str, int, int, str]] = ()
    more_topics: Sequence[tuple[str, str]] = ()


@require_safe
def compare_page(request: HttpRequest) -> HttpResponse:
    """Show the differences between two law sets: an overview by topic, or details and laws on one topic.

    If no law sets are chosen, or the choice is refused, show only the form.
    """
    form = CompareForm(request.GET if "b" in request.GET else None, first=request.GET.get("a"))
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        context |= vars(_compared(**form.cleaned_data))
    return render(request, "laws/compare.html", context, status=400 if form.errors else 200)


def _compared(a: str, b: str, topic: str) -> ComparedLawSets:
    first, second = map(queries.law_set_named, (a, b))
    asked = Question(first).under(first, a)
    books = queries.law_book_at(first.revision), queries.law_book_at(second.revision)
    compared = ComparedLawSets(
        first, second, list(_settings(first, second, topic)), list(difference.readings(*books, topic))
    )
    if topic:
        return replace(
            compared,
            topic=topic,
            title=table_of_contents.topic_title(topic),
            differences=list(_differences(asked, *books, topic)),
            laws=[(first, a, _laws_on(first, topic)), (second, b, _laws_on(second, topic))],
        )
    rows = []
    for listed in table_of_contents.topics():
        ours, theirs = (any(book.tables[incident].rules for incident in listed.incidents) for book in books)
        if ours or theirs:
            incidents = list(_differences(asked, *books, listed.name))
            alike, situations = sum(row.alike for row in incidents), sum(row.situations for row in incidents)
            only = "" if ours and theirs else (first if ours else second).title
            rows.append((listed.name, listed.title, alike, situations, only))
    held = {section.topic for law_set in (first, second) for section in table_of_contents.sections(law_set)}
    more = [name for name in library.topics() if name in held - library.vocabulary().topics.keys()]
    titles = [(name, table_of_contents.topic_title(name)) for name in more]
    return replace(compared, rows=rows, more_topics=titles)


def _settings(first: LawSet, second: LawSet, topic: str) -> Iterator[tuple[Parameter, Setting, Setting]]:
    for changed in difference.parameters(first, second):
        settings = first.settings[changed.name], second.settings[changed.name]
        laws = (
            law_set.laws.get(own.law or "") for law_set, own in zip((first, second), settings, strict=True)
        )
        if not topic or topic in {law.topic for law in laws if law}:
            yield (PARAMETERS[changed.name], *settings)


def _laws_on(law_set: LawSet, topic: str) -> list[Law]:
    sections = table_of_contents.sections(law_set)
    return [law for section in sections if section.topic == topic for law in section.laws]


@dataclass(frozen=True, slots=True)
class IncidentDifference:
    """The differences between two law sets on one incident.

    ``alike`` is the number of situations with the same outcome, ``situations`` the number of all situations.
    ``facts``, ``outcomes`` and ``address`` describe one situation with different outcomes. Without such a
    situation, ``facts`` and ``outcomes`` are empty.
    """

    title: str
    alike: int
    situations: int
    facts: list[str]
    outcomes: tuple[Outcome, ...]
    address: str


def _differences(
    asked: Question, first: LawBook, second: LawBook, topic: str
) -> Iterator[IncidentDifference]:
    known = library.vocabulary().topics.get(topic)
    for incident in known.incidents if known else ():
        yield _difference(asked, incident, first, second)


def _difference(asked: Question, incident: str, first: LawBook, second: LawBook) -> IncidentDifference:
    ours, theirs = first.tables[incident], second.tables[incident]
    apart = difference.apart(ours, theirs)
    facts: dict[str, str] = {}
    outcomes: tuple[Outcome, ...] = ()
    if apart:
        whole = ours.space.facts_of(lowest(apart))
        rulings = [arbiter.rule(book, incident, whole) for book in (first, second)]
        telling = {key for ruling in rulings for key in why.sufficient(ruling)}
        facts = {key: value for key, value in whole.items() if key in telling}
        outcomes = tuple(ruling.possible[0] for ruling in rulings)
    return IncidentDifference(
        roles.fill(ours.incident.title),
        (ours.possible & ~apart).bit_count(),
        ours.possible.bit_count(),
        ours.incident.means(facts),
        outcomes,
        asked.about(incident, facts).address,
    )
