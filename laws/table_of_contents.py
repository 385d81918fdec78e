"""The law book's table of contents: topics and laws in the order in which the sources come to them.

Topics are listed as a deal goes and not by name. What a law says is in the books, and what a page looks like
in its template.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from statistics import median
from typing import TypeVar

from laws import library, queries
from laws.domain.errors import InvalidInput
from laws.domain.lawset import Law, LawSet, Setting, Settings, Variation
from laws.domain.parameters import GROUPS, PARAMETERS, Parameter, Value, in_words
from laws.domain.roles import fill
from laws.domain.sentences import Sentence, gettext_noop
from laws.domain.vocabulary import Topic

Thing = TypeVar("Thing")

HYPHENATED = {"seven-up": "Seven-up", "sixty-three": "Sixty-three"}
"""Games whose name is written as their slug is."""

LAST = 1_000_000
"""The place of what stands in no inventory of a source."""


@cache
def places() -> Mapping[str, int]:
    """Return, by clause, its place in the inventory of its source."""
    inventories = library.inventories().values()
    return {clause: place for clauses in inventories for place, clause in enumerate(clauses)}


def place_of(laws: Iterable[Law]) -> float:
    """Return the place of the middle one of the clauses that some laws carry."""
    known = places()
    numbers = [known[clause] for law in laws for clause in law.clauses if clause in known]
    return median(numbers) if numbers else LAST


@cache
def topics() -> tuple[Topic, ...]:
    """Return the topics that can be asked, in the order of the law set that is offered first."""
    rules, laws = library.law_book(library.common_law_set().slug).rules, library.laws()
    spoken = {
        name: place_of(laws[rule.cites[0]] for rule in topic.rules.values() if rule.cites)
        for name, topic in rules.topics.items()
    }
    return tuple(sorted(library.vocabulary().topics.values(), key=lambda topic: spoken.get(topic.name, LAST)))


@dataclass(frozen=True, slots=True)
class Section:
    """The laws of one law set on one topic of one game, in the order of the book."""

    game: str
    game_title: str
    topic: str
    title: str
    laws: tuple[Law, ...]


def game_title(game: str) -> str:
    """Return the name of a game in words.

    >>> game_title("seven-up"), game_title("auction-pitch")
    ('Seven-up', 'Auction Pitch')
    """
    return HYPHENATED.get(game) or game.replace("-", " ").title()


def topic_title(topic: str) -> str:
    """Return the name of a topic in words."""
    known = library.vocabulary().topics.get(topic)
    return fill(known.title if known else topic.replace("-", " ").capitalize())


TITLES = (
    *(gettext_noop("Bidding"), gettext_noop("Cards"), gettext_noop("Cutting out"), gettext_noop("Dealing")),
    *(gettext_noop("Convention"), gettext_noop("End of game"), gettext_noop("Etiquette")),
    *(gettext_noop("Formation"), gettext_noop("Good play"), gettext_noop("Order of precedence")),
    *(gettext_noop("Play"), gettext_noop("Scoring"), gettext_noop("Variations")),
    *(gettext_noop("Ruled"), gettext_noop("Procedural"), gettext_noop("Listed"), gettext_noop("Advice")),
    *(gettext_noop("Not yet"), gettext_noop("Open"), gettext_noop("Unclassified")),
    *(gettext_noop("Defective"), gettext_noop("Superseded")),
)
"""The titles of topics that have no incidents and the standings of clauses, for translators."""


def sections(law_set: LawSet) -> tuple[Section, ...]:
    """Return what a law set says by game and topic, in the order of the book; a club's own stand last."""
    by_topic: dict[tuple[str, str], list[Law]] = {}
    first = {game: place for place, game in enumerate(law_set.games)}
    for law in law_set.laws.values():
        if not law.is_listed:
            by_topic.setdefault((law.game, law.topic), []).append(law)
    in_order = sorted(by_topic, key=lambda key: (first.get(key[0], len(first)), place_of(by_topic[key])))
    return tuple(
        Section(game, game_title(game), topic, topic_title(topic), tuple(by_topic[game, topic]))
        for game, topic in in_order
    )


def around(thing: Thing, row: Sequence[Thing]) -> tuple[Thing | None, Thing | None]:
    """Return what stands before and after a thing in a row; none at either end, or where it is not in it."""
    if thing not in row:
        return None, None
    place = row.index(thing)
    return (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)


def neighbours(law: Law, law_set: LawSet) -> tuple[Law | None, Law | None]:
    """Return the laws before and after one as they are read; none for one that was dropped."""
    return around(law, [each for section in sections(law_set) for each in section.laws])


@dataclass(frozen=True, slots=True)
class ParameterEntry:
    """What a law set says on a point, and what another says if that is something else."""

    parameter: Parameter
    setting: Setting
    differs: bool = False
    other: Value = None


def speaks_of(parameter: Parameter, typed: str, told: Callable[[str], str]) -> bool:
    """Tell whether each word typed begins one in a parameter's heading, its meaning or its values as told."""
    text = " ".join(map(told, [parameter.title, parameter.meaning, *parameter.says.values()])).lower()
    return all(f" {word}" in f" {text}" for word in typed.lower().split())


def lines_of(settings: Settings, other: LawSet | None = None) -> list[ParameterEntry]:
    """Return settings with their parameters, in the order of the table, held against another law set."""
    return [
        ParameterEntry(
            parameter,
            settings[name],
            other is not None and other[name] != settings[name].value,
            None if other is None else other[name],
        )
        for name, parameter in PARAMETERS.items()
        if name in settings
    ]


def grouped(entries: Iterable[ParameterEntry]) -> list[tuple[Sentence, list[ParameterEntry]]]:
    """Return entries under the headings of the table, those that have any."""
    by_name = {each.parameter.name: each for each in entries}
    groups = [
        (title, [by_name[each.name] for each in group if each.name in by_name])
        for title, group in GROUPS.items()
    ]
    return [(title, own) for title, own in groups if own]


def held_against(law_set: LawSet) -> LawSet:
    """Return the law set beside which to read one: its book, else the common one, else another book."""
    if law_set.base:
        return queries.law_set_named(law_set.base)
    common = library.common_law_set()
    others = [common, *library.law_sets().values()]
    return next(each for each in others if each.slug != law_set.slug)


def in_books(name: str) -> list[tuple[str, list[str]]]:
    """Return the values of a parameter in the books, each with the titles of the books that have it."""
    values: dict[str, list[str]] = {}
    for law_set in library.law_sets().values():
        values.setdefault(in_words(name, law_set[name]), []).append(law_set.title)
    return list(values.items())


@dataclass(frozen=True, slots=True)
class VariationEntry:
    """A variation of a law set: the law that tells of it, the law set with it, and what is then otherwise.

    Each change is a parameter's name with its new value.
    """

    variation: Variation
    law: Law
    before: LawSet
    after: LawSet
    changes: tuple[tuple[str, Value], ...]

    @property
    def headings(self) -> list[Sentence]:
        """Return the headings under which its parameters stand."""
        names = self.variation.settings
        return [title for title, group in GROUPS.items() if any(each.name in names for each in group)]


@lru_cache(maxsize=32)
def variations(law_set: LawSet) -> tuple[VariationEntry, ...]:
    """Return the variations that can be chosen of a law set, as it stands."""
    entries = []
    for variation in law_set.variations.values():
        try:
            after = law_set.derive({}, [variation.slug])
        except InvalidInput:  # it does not go together with what was chosen already
            continue
        changes = tuple((name, after[name]) for name in variation.settings if law_set[name] != after[name])
        entries.append(VariationEntry(variation, library.laws()[variation.law], law_set, after, changes))
    return tuple(entries)
