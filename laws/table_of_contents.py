"""The table of contents of a law book: laws in the order of the sources, and parameters under headings."""

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
"""Games whose title keeps the hyphen of the slug."""

LAST = 1_000_000
"""The position of laws and topics without a clause in an inventory: after all others."""


@cache
def places() -> Mapping[str, int]:
    """Return the position of each clause in its inventory, by clause id."""
    inventories = library.inventories().values()
    return {clause: place for clauses in inventories for place, clause in enumerate(clauses)}


def place_of(laws: Iterable[Law]) -> float:
    """Return the median position of the clauses that these laws restate; LAST if they restate none."""
    known = places()
    numbers = [known[clause] for law in laws for clause in law.clauses if clause in known]
    return median(numbers) if numbers else LAST


@cache
def topics() -> tuple[Topic, ...]:
    """Return the topics of the vocabulary in the order of the default law set.

    Topics on which that law set has no rule come last.
    """
    rules, laws = library.law_book(library.common_law_set().slug).rules, library.laws()
    spoken = {
        name: place_of(laws[rule.cites[0]] for rule in topic.rules.values() if rule.cites)
        for name, topic in rules.topics.items()
    }
    return tuple(sorted(library.vocabulary().topics.values(), key=lambda topic: spoken.get(topic.name, LAST)))


@dataclass(frozen=True, slots=True)
class Section:
    """The laws of a law set on one topic of one game, in the order of the book."""

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
    """Return the title of a topic.

    A name that is not in the vocabulary, such as the status of a clause, is returned in words.
    """
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
"""The titles of topics without incidents, and of the statuses of clauses, marked for translation."""


def sections(law_set: LawSet) -> tuple[Section, ...]:
    """Return the laws of a law set in sections, one section for each topic of a game.

    The games have the order of ``law_set.games``. The topics of a game have the order of the sources, see
    `place_of`. Laws of other sources, which are shown for comparison only, are left out.
    """
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
    """Return the items before and after ``thing`` in a sequence; None where there is no item.

    Both are None if the sequence does not contain ``thing``.
    """
    if thing not in row:
        return None, None
    place = row.index(thing)
    return (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)


def neighbours(law: Law, law_set: LawSet) -> tuple[Law | None, Law | None]:
    """Return the laws before and after a law in the table of contents of a law set, see `around`."""
    return around(law, [other for section in sections(law_set) for other in section.laws])


@dataclass(frozen=True, slots=True)
class ParameterEntry:
    """A parameter of a law set with its setting, and its value in another law set for comparison."""

    parameter: Parameter
    setting: Setting
    differs: bool = False
    other: Value = None


def speaks_of(parameter: Parameter, typed: str, translate: Callable[[str], str]) -> bool:
    """Tell whether each typed word is the beginning of a word in the parameter's texts.

    The texts are the title, the meaning and the values, each translated by ``translate``. If nothing is
    typed, the result is True.
    """
    text = " ".join(map(translate, [parameter.title, parameter.meaning, *parameter.says.values()])).lower()
    return all(f" {word}" in f" {text}" for word in typed.lower().split())


def lines_of(settings: Settings, other: LawSet | None = None) -> list[ParameterEntry]:
    """Return an entry for each setting, in the order of PARAMETERS.

    With ``other`` each entry also has the value in that law set.
    """
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
    """Return the entries under the headings of GROUPS. Empty headings are left out."""
    by_name = {entry.parameter.name: entry for entry in entries}
    groups = [
        (title, [by_name[parameter.name] for parameter in group if parameter.name in by_name])
        for title, group in GROUPS.items()
    ]
    return [(title, own) for title, own in groups if own]


def compared_with(law_set: LawSet) -> LawSet:
    """Return the law set to compare with: the base or, without a base, the default law set.

    The default law set itself is compared with the oldest other book.
    """
    if law_set.base:
        return queries.law_set_named(law_set.base)
    common = library.common_law_set()
    others = [common, *library.law_sets().values()]
    return next(other for other in others if other.slug != law_set.slug)


def in_books(name: str) -> list[tuple[str, list[str]]]:
    """Return the values of a parameter in words, each with the titles of the books that have the value."""
    values: dict[str, list[str]] = {}
    for law_set in library.law_sets().values():
        values.setdefault(in_words(name, law_set[name]), []).append(law_set.title)
    return list(values.items())


@dataclass(frozen=True, slots=True)
class VariationEntry:
    """A variation of a law set, and the law that describes the variation.

    - ``before``: the law set without the variation.
    - ``after``: the law set with the variation.
    - ``changes``: the parameters that the variation changes. Each has its name and its new value.
    """

    variation: Variation
    law: Law
    before: LawSet
    after: LawSet
    changes: tuple[tuple[str, Value], ...]

    @property
    def headings(self) -> list[Sentence]:
        """Return the headings of GROUPS for the parameters of this variation."""
        names = self.variation.settings
        return [
            title for title, group in GROUPS.items() if any(parameter.name in names for parameter in group)
        ]


@lru_cache(maxsize=32)
def variations(law_set: LawSet) -> tuple[VariationEntry, ...]:
    """Return the variations of a law set, without those that conflict with values already chosen in it."""
    entries = []
    for variation in law_set.variations.values():
        try:
            after = law_set.derive({}, [variation.slug])
        except InvalidInput:
            continue
        changes = tuple((name, after[name]) for name in variation.settings if law_set[name] != after[name])
        entries.append(VariationEntry(variation, library.laws()[variation.law], law_set, after, changes))
    return tuple(entries)
