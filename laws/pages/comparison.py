"""Compare two law sets: their differences, and matching laws side by side.

Laws match if they decide the same situations. If a law decides none, laws match that set the same parameter,
whose clauses refer to each other, or that have the same name, in this order.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, queries, table_of_contents
from laws.domain import arbiter, difference, parameters, roles, why
from laws.domain.compile import Situations, lowest
from laws.domain.lawbook import LawBook
from laws.domain.lawset import Law, LawSet
from laws.domain.rule import Outcome
from laws.pages.forms import CompareForm
from laws.pages.questions import Question


@require_safe
def compare_page(request: HttpRequest) -> HttpResponse:
    """Show the differences between two law sets: an overview by topic, or all laws on one topic."""
    form = CompareForm(request.GET if "b" in request.GET else None, first=request.GET.get("a"))
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        first, second = (queries.law_set_named(form.cleaned_data[name]) for name in ("a", "b"))
        context |= {"first": first, "second": second} | _compared(first, second, form.cleaned_data["topic"])
    return render(request, "laws/compare.html", context, status=400 if form.errors else 200)


def _compared(first: LawSet, second: LawSet, topic: str) -> dict[str, Any]:
    books = queries.law_book_at(first.revision), queries.law_book_at(second.revision)
    readings = list(difference.readings(*books, topic))
    if topic:
        by_law, alone = law_by_law(first, second, topic)
        return {
            "topic": topic,
            "title": table_of_contents.topic_title(topic),
            "readings": readings,
            "differences": list(differences(first, second, topic)),
            "law_by_law": by_law,
            "unmatched": alone,
        }
    rows = []
    for listed in table_of_contents.topics():
        ours, theirs = (any(book.tables[incident].rules for incident in listed.incidents) for book in books)
        if ours or theirs:
            incidents = list(differences(first, second, listed.name))
            alike, situations = sum(row.alike for row in incidents), sum(row.situations for row in incidents)
            only = "" if ours and theirs else (first if ours else second).title
            rows.append((listed.name, listed.title, alike, situations, only))
    settings = [
        (parameters.PARAMETERS[changed.name], first.settings[changed.name], second.settings[changed.name])
        for changed in difference.parameters(first, second)
    ]
    held = {section.topic for law_set in (first, second) for section in table_of_contents.sections(law_set)}
    more = [name for name in library.topics() if name in held - library.vocabulary().topics.keys()]
    titles = [(name, table_of_contents.topic_title(name)) for name in more]
    return {"rows": rows, "settings": settings, "readings": readings, "more_topics": titles}


@dataclass(frozen=True, slots=True)
class IncidentDifference:
    """The differences between two law sets on one incident.

    ``alike`` of its ``situations`` have the same outcome. ``facts``, ``outcomes`` and ``address`` are an
    example of a situation with different outcomes.
    """

    title: str
    alike: int
    situations: int
    facts: list[str]
    outcomes: tuple[Outcome, ...]
    address: str


def differences(first: LawSet, second: LawSet, topic: str) -> Iterator[IncidentDifference]:
    """Yield the differences between two law sets on each incident of a topic."""
    known = library.vocabulary().topics.get(topic)
    books = queries.law_book_at(first.revision), queries.law_book_at(second.revision)
    for incident in known.incidents if known else ():
        yield _difference(incident, *books)


def _difference(incident: str, first: LawBook, second: LawBook) -> IncidentDifference:
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
        Question(first.law_set, incident, facts).address,
    )


Decided = Mapping[str, Situations]
"""The situations that a law decides, by incident."""

MOST = 3
"""The most matching laws to show for one law."""


@dataclass(frozen=True, slots=True)
class CounterpartRow:
    """Matching laws of two law sets. One side can be empty.

    Both sides decide the ``shared`` situations, and ``alike`` of these have the same outcome. Both numbers
    are 0 if the laws match for another reason.
    """

    ours: tuple[Law, ...]
    theirs: tuple[Law, ...]
    shared: int = 0
    alike: int = 0

    @property
    def game(self) -> str:
        """Return the game of the first law."""
        return (*self.ours, *self.theirs)[0].game


@dataclass(slots=True)
class TopicLaws:
    """The laws of a law set on a topic.

    ``decides`` holds the situations for which a law is the first law cited, by law id and incident.
    ``bears_on`` holds those for which the law is cited after another law.
    """

    law_set: LawSet
    laws: dict[str, Law]
    decides: dict[str, dict[str, Situations]] = field(default_factory=dict)
    bears_on: dict[str, dict[str, Situations]] = field(default_factory=dict)

    def situations(self, law: str) -> Decided:
        """Return the situations that a law decides or, if there are none, those that it bears on."""
        return self.decides.get(law) or self.bears_on.get(law) or {}

    def parameters(self, law: str) -> set[str]:
        """Return the parameters whose setting cites a law. Open parameters do not count."""
        return {
            name for name, setting in self.law_set.settings.items() if setting.law == law
        } - self.left_open

    @property
    def left_open(self) -> set[str]:
        return set(filter(self.law_set.is_open, self.law_set.settings))

    def resting_on(self, parameters: set[str]) -> list[str]:
        """Return the laws of this law set that the settings of these parameters cite."""
        held = parameters - self.left_open
        rest = [setting.law or "" for name, setting in self.law_set.settings.items() if name in held]
        return [law for law in dict.fromkeys(rest) if law in self.law_set.laws]


# The page of a law compares it with three law sets, at about 9 ms of processor time each.
@lru_cache(maxsize=64)
def law_by_law(
    first: LawSet, second: LawSet, topic: str
) -> tuple[tuple[CounterpartRow, ...], tuple[CounterpartRow, ...]]:
    """Return the laws of two law sets on a topic, side by side, in the order of the first law set.

    The second tuple has the laws without a match that belong to a game of only one of the law sets.
    """
    rows = _rows(first, second, topic)
    both = set.intersection(*({law.game for law in law_set.laws.values()} for law_set in (first, second)))
    held = [row for row in rows if row.game in both or (row.ours and row.theirs)]
    return tuple(held), tuple(row for row in rows if row not in held)


def counterparts(law: Law, own: LawSet, other: LawSet) -> CounterpartRow:
    """Return a law with the matching laws of another law set; alone if ``own`` no longer has the law."""
    matching = (row for rows in law_by_law(own, other, law.topic) for row in rows if law in row.ours)
    return next(matching, CounterpartRow((law,), ()))


def _rows(first: LawSet, second: LawSet, topic: str) -> list[CounterpartRow]:
    ours, theirs = _side(first, topic), _side(second, topic)
    pairs = {law.id: _counterparts(law, ours, theirs) for law in ours.laws.values()}
    placed = {match for row in pairs.values() for match in row}
    alone: list[CounterpartRow] = []
    for law in theirs.laws.values():
        if law.id in placed:
            continue
        nearest = _counterparts(law, theirs, ours)[:1]
        if nearest and nearest[0] in pairs:
            pairs[nearest[0]].append(law.id)
        else:
            shared = _alike(ours, nearest, theirs, [law.id])
            alone.append(CounterpartRow(tuple(first.laws[match] for match in nearest), (law,), *shared))
    return [
        CounterpartRow(
            (first.laws[law],), tuple(second.laws[match] for match in row), *_alike(ours, [law], theirs, row)
        )
        for law, row in pairs.items()
    ] + alone


def _side(law_set: LawSet, topic: str) -> TopicLaws:
    laws = {
        law.id: law
        for section in table_of_contents.sections(law_set)
        for law in section.laws
        if law.topic == topic
    }
    side = TopicLaws(law_set, laws)
    known = library.vocabulary().topics.get(topic)
    incidents = known.incidents if known else {}
    for incident, table in queries.law_book_at(law_set.revision).tables.items():
        for rule, stands in zip(table.rules, table.stands, strict=True):
            for place, law in enumerate(rule.cited_under(law_set)):
                into = side.bears_on if place else side.decides
                into.setdefault(law, {})[incident] = into.get(law, {}).get(incident, 0) | stands
    for law, decided in side.decides.items():
        if decided.keys() & incidents.keys():
            laws.setdefault(law, law_set.laws[law])
    return side


def _counterparts(law: Law, here: TopicLaws, there: TopicLaws) -> list[str]:
    """Return the ids of the matching laws of the other side, best match first; its own id if both have it."""
    if law.id in there.law_set.laws:
        return [law.id]
    return (
        _of_the_same_situations(law, here, there)
        or _named_alike(law, there.resting_on(here.parameters(law.id)))[:MOST]
        or [other.id for other in there.law_set.laws.values() if not other.is_listed and _refer(law, other)][
            :MOST
        ]
        or [other.id for other in there.laws.values() if (other.game, other.name) == (law.game, law.name)]
    )


def _named_alike(law: Law, matches: list[str]) -> list[str]:
    """Return the matches with the same name as this law; all matches if none has the same name."""
    return [match for match in matches if match.rsplit("/", 1)[-1] == law.name] or matches


def _of_the_same_situations(law: Law, here: TopicLaws, there: TopicLaws) -> list[str]:
    """Return the laws that share at least half of the situations of either law, best match first."""
    own = here.situations(law.id)
    nearness: dict[str, tuple[bool, float]] = {}
    for other in dict.fromkeys([*there.laws, *there.decides]):
        others = there.situations(other)
        shared = _count(_common(own, others))
        if shared and 2 * shared >= min(_count(own), _count(others)):
            share = shared / (_count(own) + _count(others) - shared)
            nearness[other] = (there.law_set.laws[other].name == law.name, share)
    return sorted(nearness, key=lambda other: nearness[other], reverse=True)[:MOST]


def _refer(first: Law, second: Law) -> bool:
    words = library.wordings()

    def named(law: Law) -> set[str]:
        return {other for clause in law.clauses for other in (*words[clause].see, *words[clause].against)}

    return bool(named(first) & set(second.clauses) or named(second) & set(first.clauses))


def _alike(ours: TopicLaws, own: Iterable[str], theirs: TopicLaws, others: Iterable[str]) -> tuple[int, int]:
    """Return how many situations both law sets decide, and in how many of these they agree."""
    shared = _common(_joined(ours, own), _joined(theirs, others))
    tables = [queries.law_book_at(side.law_set.revision).tables for side in (ours, theirs)]
    alike = {
        incident: situations & ~difference.apart(tables[0][incident], tables[1][incident])
        for incident, situations in shared.items()
    }
    return _count(shared), _count(alike)


def _joined(side: TopicLaws, laws: Iterable[str]) -> Decided:
    joined: dict[str, Situations] = {}
    for law in laws:
        for incident, situations in side.situations(law).items():
            joined[incident] = joined.get(incident, 0) | situations
    return joined


def _common(first: Decided, second: Decided) -> Decided:
    both = {incident: situations & second.get(incident, 0) for incident, situations in first.items()}
    return {incident: situations for incident, situations in both.items() if situations}


def _count(situations: Decided) -> int:
    return sum(decided.bit_count() for decided in situations.values())
