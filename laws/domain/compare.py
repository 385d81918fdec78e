"""The same facts under every law set; where one is silent, what the law set it falls back on would say.

Each law set is asked by itself in ``arbiter``; whose answer is the club's is not decided here.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain import arbiter
from laws.domain.lawbook import LawBook
from laws.domain.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Answer:
    """A law set's own ruling and, where it is silent, that of the law set on which it falls back."""

    ruling: Ruling
    fallback: Ruling | None = None


def answer(
    books: Mapping[str, LawBook],
    slug: str,
    incident: str,
    facts: Mapping[str, object],
    *,
    assume: bool = False,
) -> Answer:
    """Return the ruling of one law set, and its fallback's where it does not provide for this.

    Raises InvalidInput as the arbiter does.
    """
    ruling = arbiter.rule(books[slug], incident, facts, assume=assume)
    fallback = books[slug].fallback
    if ruling.status != "silent" or fallback is None:
        return Answer(ruling)
    return Answer(ruling, arbiter.rule(books[fallback], incident, facts, assume=assume))


def compare(
    books: Mapping[str, LawBook], incident: str, facts: Mapping[str, object], *, assume: bool = False
) -> dict[str, Answer]:
    """Return what every law set says of the same facts, by slug. Raises InvalidInput as the arbiter does."""
    return {slug: answer(books, slug, incident, facts, assume=assume) for slug in books}
