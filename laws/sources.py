"""The clauses of the sources as they are read: in our own words, with what became of each, and its laws."""

from collections.abc import Iterable
from dataclasses import dataclass

from laws import library
from laws import queries as selectors
from laws.domain import clause as wording
from laws.domain import register
from laws.domain.clause import Wording
from laws.domain.law import Law


@dataclass(frozen=True, slots=True)
class ShownClause:
    """A clause with its standing in words, the laws that carry it, and the clauses it is to be read with."""

    wording: Wording
    status: str
    status_means: str
    certainty_means: str
    laws: tuple[Law, ...]
    see: tuple[Wording, ...]
    against: tuple[Wording, ...]


def shown(clauses: Iterable[str]) -> list[ShownClause]:
    """Return clauses as they are read, by their ids."""
    words, standing, laws = library.wordings(), selectors.clauses(), library.laws()
    return [
        ShownClause(
            words[name],
            standing[name].status,
            register.MEANINGS[standing[name].status],
            wording.CERTAINTIES[words[name].certainty],
            tuple(laws[law] for law in standing[name].laws),
            tuple(words[other] for other in words[name].see),
            tuple(words[other] for other in words[name].against),
        )
        for name in clauses
    ]


def neighbours(name: str) -> tuple[Wording | None, Wording | None]:
    """Return the clauses before and after one in its inventory; none at either end."""
    row = list(library.inventories(library.BOOKS)[library.wordings()[name].inventory].values())
    place = row.index(library.wordings()[name])
    return (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)
