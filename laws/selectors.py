"""Reading law sets and laws: as they stand in the books, and as they were when something was played."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from laws import library
from laws.domain import register
from laws.domain.errors import InvalidInput, not_among
from laws.domain.law import EFFECTS, Law
from laws.domain.lawbook import LawBook, compile_book
from laws.domain.lawset import LawSet, digest
from laws.domain.published import read_rule_text
from laws.domain.register import Clause
from laws.models import LawSetRevision, RuleBookRevision

LONGEST_SEARCH = 100


class RevisionDamaged(Exception):
    """A published law set no longer has the hash under which it was published: the record was altered."""


@lru_cache(maxsize=64)
def law_set_at(revision: str) -> LawSet:
    """Return the law set of a revision, from the books where it still stands there, else as it was published.

    Raises InvalidInput for a revision never published, RevisionDamaged for one whose content was altered.
    """
    for law_set in library.law_sets().values():
        if law_set.revision == revision:
            return law_set
    row = LawSetRevision.objects.filter(revision=revision).first()
    if row is None:
        raise InvalidInput({"revision": "no law set was published under this revision."})
    found = LawSet.from_canonical(row.content)
    if found.revision != revision:
        raise RevisionDamaged(f"{row} does not have the content that its hash was made of.")
    return found


@lru_cache(maxsize=64)
def law_book_at(revision: str) -> LawBook:
    """Return the law book of a revision, compiled from the rules that were published with it.

    Raises InvalidInput for a revision never published, RevisionDamaged for one whose content was altered.
    """
    law_set = law_set_at(revision)
    ours = library.law_sets().get(law_set.slug)
    if ours is not None and ours.rule_book == law_set.rule_book:
        book = library.law_book(ours.slug)
        return book if ours == law_set else compile_book(law_set, book.rules, book.vocabulary)
    row = RuleBookRevision.objects.filter(revision=law_set.rule_book).first()
    if row is None:
        raise InvalidInput({"revision": "no rules were published with this revision."})
    if digest(row.content) != row.revision:
        raise RevisionDamaged(f"{row} does not have the content that its hash was made of.")
    vocabulary, rules = read_rule_text(row.content, law_set.slug, law_set.laws)
    return compile_book(law_set, rules, vocabulary)


def find_laws(
    *,
    q: str | None = None,
    law_set: str | None = None,
    game: str | None = None,
    topic: str | None = None,
    effect: str | None = None,
) -> list[Law]:
    """Return the laws that meet every condition given; with words, the likeliest first, else as in the books.

    Raises InvalidInput naming each condition that is no law set, game, topic or effect, and what would be.
    """
    errors: dict[str, str] = {}
    if law_set is not None:
        _among(errors, "law_set", law_set, library.law_sets(), "law set")
    if game is not None:
        _among(errors, "game", game, library.games(), "game")
    if topic is not None:
        _among(errors, "topic", topic, library.topics(), "topic")
    if effect is not None:
        _among(errors, "effect", effect, EFFECTS, "effect")
    if q is not None and (reason := _refuse_words(q)):
        errors["q"] = reason
    if errors:
        raise InvalidInput(errors)
    found = library.laws().values() if q is None or not q.strip() else library.index().search(q)
    return [
        law
        for law in found
        if law_set in (None, law.law_set)
        and game in (None, law.game)
        and topic in (None, law.topic)
        and (effect is None or effect in law.effects)
    ]


def find_clauses(
    *,
    q: str | None = None,
    inventory: str | None = None,
    status: str | None = None,
    law_set: str | None = None,
) -> list[Clause]:
    """Return the clauses that meet every condition given; with words, the likeliest first, else in order.

    ``law_set`` keeps those that a law of it carries. Raises InvalidInput naming each condition that is no
    inventory, status or law set, and what would be.
    """
    errors: dict[str, str] = {}
    if inventory is not None:
        _among(errors, "inventory", inventory, library.inventories(library.BOOKS), "inventory")
    if status is not None:
        _among(errors, "status", status, register.STATUSES, "status")
    if law_set is not None:
        _among(errors, "law_set", law_set, library.law_sets(), "law set")
    if q is not None and (reason := _refuse_words(q)):
        errors["q"] = reason
    if errors:
        raise InvalidInput(errors)
    known = clauses()
    searched = q is not None and bool(q.strip())
    found = (known[each.id] for each in library.clause_index().search(str(q))) if searched else known.values()
    return [
        clause
        for clause in found
        if inventory in (None, clause.inventory)
        and status in (None, clause.status)
        and (law_set is None or any(law.startswith(f"{law_set}/") for law in clause.laws))
    ]


@cache
def clauses() -> Mapping[str, Clause]:
    """Return every clause of the inventories with what became of it, by its id, in their order."""
    return MappingProxyType({clause.id: clause for clause in library.clauses()})


def _among(errors: dict[str, str], field: str, value: str, accepted: Iterable[str], what: str) -> None:
    words = list(accepted)
    if value not in words:
        errors[field] = not_among(value, words, what)


def _refuse_words(q: str) -> str | None:
    if len(q) > LONGEST_SEARCH:
        return f"at most {LONGEST_SEARCH} characters can be searched for; these are {len(q)}."
    if not q.isprintable():
        return "a character was sent that cannot be typed."
    return None
