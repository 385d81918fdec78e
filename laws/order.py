"""The order in which the sources come to things, so that topics are listed as a deal goes and not by name."""

from collections.abc import Iterable, Mapping
from functools import cache
from statistics import median

from laws import library
from laws.domain.law import Law
from laws.domain.vocabulary import Topic

LAST = 1_000_000
"""The place of what stands in no inventory of a source."""


@cache
def places() -> Mapping[str, int]:
    """Return, by clause, its place in the inventory of its source."""
    found = library.inventories(library.BOOKS).values()
    return {clause: place for clauses in found for place, clause in enumerate(clauses)}


def place_of(laws: Iterable[Law]) -> float:
    """Return the place of the middle one of the clauses that some laws carry."""
    known = places()
    found = [known[clause] for law in laws for clause in law.clauses if clause in known]
    return median(found) if found else LAST


@cache
def topics() -> tuple[Topic, ...]:
    """Return the topics that can be asked, in the order of the law set that is offered first."""
    rules, laws = library.law_book(library.common_law_set().slug).rules, library.laws()
    spoken = {
        name: place_of(laws[rule.cites[0]] for rule in topic.rules.values() if rule.cites)
        for name, topic in rules.topics.items()
    }
    return tuple(sorted(library.vocabulary().topics.values(), key=lambda topic: spoken.get(topic.name, LAST)))
