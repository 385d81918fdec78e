"""Look up law sets, laws and clauses: from our books, from clubs, and from past revisions.

The name of a law set is the slug of a book or of a club's own law set. The slug of a club's law set means the
latest revision. ``slug@number`` means the revision with this number.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from laws import library, yaml_files
from laws.domain import register, rule_notation, search
from laws.domain.compiled_book import LawBook, compile_book, compile_over
from laws.domain.errors import InputProblems, InvalidInput, not_among, unknown
from laws.domain.house import read_own_rules
from laws.domain.lawset import EFFECTS, Law, LawSet, digest
from laws.domain.register import Clause
from laws.domain.sentences import _
from laws.domain.vocabulary import Incident
from laws.models import HouseRevision, LawSetRevision, RuleBookRevision

LONGEST_SEARCH = 100
AT = "@"
"""The separator between the slug of a club's law set and the number of a revision: ``slug@number``."""


class RevisionDamaged(Exception):
    """The stored content of a published revision does not match its hash, so the row was altered."""


@lru_cache(maxsize=64)
def law_set_at(revision: str) -> LawSet:
    """Return the law set of a revision, from the books or from the published revisions.

    Raises InvalidInput for an unknown revision, RevisionDamaged for an altered row.
    """
    for law_set in library.law_sets().values():
        if law_set.revision == revision:
            return law_set
    missing = _("no law set was published under this revision.")
    return LawSet.from_canonical(_published(LawSetRevision, revision, missing))


@lru_cache(maxsize=64)
def law_book_at(revision: str) -> LawBook:
    """Return the law book of a revision, compiled from the rules of that time.

    Raises InvalidInput for an unknown revision, RevisionDamaged for an altered row.
    """
    law_set = law_set_at(revision)
    ours = library.law_sets().get(law_set.slug)
    if ours is not None and ours.rule_book == law_set.rule_book:
        book = library.law_book(ours.slug)
        return book if ours == law_set else compile_book(law_set, book.rules, book.vocabulary)
    content = _rules_at(law_set.rule_book)
    if "house" in content:
        return _house_book(law_set, content)
    vocabulary, rules = rule_notation.read_rule_text(content, law_set.slug, law_set.laws)
    return compile_book(law_set, rules, vocabulary)


def _rules_at(revision: str) -> dict[str, object]:
    return _published(RuleBookRevision, revision, _("no rules were published with this revision."))


def _published(
    model: type[LawSetRevision] | type[RuleBookRevision], revision: str, missing: str
) -> dict[str, object]:
    row = model.objects.filter(revision=revision).first()
    if row is None:
        raise InvalidInput({"revision": missing})
    if digest(row.content) != revision:
        raise RevisionDamaged(f"{row} does not have the content that its hash was made of.")
    content: dict[str, object] = row.content
    return content


def _house_book(law_set: LawSet, words: Mapping[str, object]) -> LawBook:
    base, root = str(words["base"]), yaml_files.read(str(words["house"]), law_set.slug)
    ours = library.law_sets().get(base)
    if ours is not None and ours.rule_book == words["base_rules"]:
        below = library.law_book(base)
    else:
        content = _rules_at(str(words["base_rules"]))
        vocabulary, rules = rule_notation.read_rule_text(content, base, law_set.laws)
        below = compile_book(law_set, rules, vocabulary)
    return compile_over(below, law_set, read_own_rules(root, law_set, below.vocabulary, below.rules))


def house_revision(name: str) -> HouseRevision | None:
    """Return a revision of a club's law set, or None if the name is unknown.

    ``slug@number`` is the name of a revision. The slug alone means the latest revision.
    """
    slug, at, number = name.partition(AT)
    revisions = HouseRevision.objects.select_related("law_set").defer("law_set__content").filter(slug=slug)
    if at:
        is_number = number.isascii() and number.isdigit() and len(number) < 7
        revisions = revisions.filter(number=int(number) if is_number else 0)
    return revisions.order_by("-number").first() if slug.isprintable() else None


def law_set_named(name: object) -> LawSet:
    """Return a law set by name: a book, the latest revision of a club's law set, or ``slug@number``.

    Raises InvalidInput for an unknown name. The refusal lists only the books, because only the members of a
    club may learn of its law set.
    """
    if not isinstance(name, str):
        return library.law_set(name)
    law_set = library.law_sets().get(name)
    if law_set is not None:
        return law_set
    return law_set_at(numbered_revision(name) if AT in name else _house_revision(name))


def _house_revision(name: str) -> str:
    revision = house_revision(name) if name and len(name) <= LONGEST_SEARCH else None
    if revision is None:
        raise InvalidInput({"law_set": not_among(name, library.law_sets(), _("law set"))})
    return revision.law_set.revision


@lru_cache(maxsize=64)
def numbered_revision(name: str) -> str:
    """Return the hash of the revision with the name ``slug@number``. Cached, because it never changes.

    Raises InvalidInput for an unknown name.
    """
    return _house_revision(name)


def name_of(law_set: LawSet) -> str:
    """Return the name of a published law set: its slug, or ``slug@number`` for a club's law set.

    Parameters that were chosen for a table or an event leave the name unchanged.
    """
    number = number_of(law_set)
    return law_set.slug if number is None else f"{law_set.slug}{AT}{number}"


def number_of(law_set: LawSet) -> int | None:
    """Return the number of the revision of a club's law set. None for a book or an unpublished law set."""
    if law_set.slug in library.law_sets():
        return None
    try:
        return published_number(law_set.slug, law_set.revision, law_set.base_revision)
    except HouseRevision.DoesNotExist:
        return None


@lru_cache(maxsize=64)
def published_number(slug: str, *revisions: str | None) -> int:
    """Return the lowest number under which a club published a law set with one of these hashes.

    Cached, because the number never changes. Raises HouseRevision.DoesNotExist if none is published.
    """
    published = HouseRevision.objects.filter(slug=slug, law_set__revision__in=revisions)
    return published.values_list("number", flat=True).earliest("number")


def law_books_with(*names: str) -> Mapping[str, LawBook]:
    """Return our law books and the law books of the given law sets, by name."""
    ours = library.law_books()
    others = {name: law_book_at(law_set_named(name).revision) for name in names if name not in ours}
    return {**ours, **others}


@dataclass(frozen=True, slots=True)
class ListedIncident:
    """An incident that can be asked about, and the law sets that have rules on it."""

    incident: Incident
    books: Mapping[str, LawBook]

    @property
    def spoken_of(self) -> list[str]:
        """Return the names of the law sets that have rules on the incident; all other law sets are silent."""
        return [slug for slug, book in self.books.items() if book.tables[self.incident.id].rules]


def law_named(law_id: str) -> Law:
    """Return a law by its id. A law of a club's law set also has the name ``slug@number/topic/law``.

    For the id of a club's law, return the law from the latest revision that has it. Raises InvalidInput for
    an unknown name.
    """
    law = library.laws().get(law_id)
    slug, _slash, rest = law_id.partition("/")
    if AT in slug:
        law = law_set_named(slug).laws.get(f"{slug.partition(AT)[0]}/{rest}")
    if law is None and slug not in library.law_sets() and law_id.isprintable() and len(slug) <= 80:
        rows = HouseRevision.objects.filter(slug=slug).order_by("-number")
        for revision in rows.values_list("law_set__revision", flat=True):
            if law_id in (own := law_set_at(revision).laws):
                return own[law_id]
    if law is None:
        raise InvalidInput({"law": unknown(law_id, library.laws(), _("law"))})
    return law


def name_under(law_id: str, laws_name: str) -> str:
    """Return the name by which a page about the law set ``laws_name`` links a law.

    The name is the law's id. If ``laws_name`` is ``slug@number`` and the law belongs to that law set, the
    name has the number too.

    >>> [name_under(law, "harbour-laws@2") for law in ("harbour-laws/revoke/penalty", "a-book/revoke/act")]
    ['harbour-laws@2/revoke/penalty', 'a-book/revoke/act']
    """
    slug, _slash, rest = law_id.partition("/")
    return f"{laws_name}/{rest}" if rest and laws_name.partition(AT)[0] == slug else law_id


@lru_cache(maxsize=16)
def _index(revision: str) -> search.Index[Law]:
    laws = law_set_at(revision).laws.values()
    return search.Index(map(search.law_entry, laws), search.LAW_WEIGHTS, library.sayings())


def find_laws(
    *,
    q: str | None = None,
    law_set: str | None = None,
    game: str | None = None,
    topic: str | None = None,
    effect: str | None = None,
) -> list[Law]:
    """Return the laws that meet all conditions; without ``law_set``, the laws of all our books.

    If ``q`` has words, the likeliest laws come first. Otherwise the laws have the order of their books.

    Raises InvalidInput for unknown values, with the accepted values, and for a ``q`` that is too long or
    unprintable.
    """
    named = _check_conditions(
        q,
        law_set,
        ("game", game, library.games(), _("game")),
        ("topic", topic, library.topics(), _("topic")),
        ("effect", effect, EFFECTS, _("effect")),
    )
    house = None if law_set in library.law_sets() else named
    if q is not None and q.strip():
        laws: Iterable[Law] = (_index(house.revision) if house else library.index()).search(q)
    else:
        laws = house.laws.values() if house else library.laws().values()
    return [
        law
        for law in laws
        if (law_set is None or house is not None or law.law_set == law_set)
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
    """Return the clauses that meet all conditions.

    ``law_set`` limits the result to clauses that a law of this law set restates. If ``q`` has words, the
    likeliest clauses come first. Otherwise the clauses have the order of the sources.

    Raises InvalidInput for unknown values, with the accepted values, and for a ``q`` that is too long or
    unprintable.
    """
    named = _check_conditions(
        q,
        law_set,
        ("inventory", inventory, library.inventories(), _("inventory")),
        ("status", status, register.STATUSES, _("status")),
    )
    carried: Mapping[str, Law] = named.laws if named else {}
    known = library.clauses()
    searched = q is not None and bool(q.strip())
    fitting = (
        (known[clause.id] for clause in library.clause_index().search(str(q))) if searched else known.values()
    )
    return [
        clause
        for clause in fitting
        if inventory in (None, clause.inventory)
        and status in (None, clause.status)
        and (law_set is None or any(law in carried for law in clause.laws))
    ]


def _check_conditions(
    q: str | None, law_set: str | None, *words: tuple[str, str | None, Collection[str], str]
) -> LawSet | None:
    problems, named = InputProblems(), None
    with problems.gathered():
        named = None if law_set is None else law_set_named(law_set)
    for field, word, accepted, what in words:
        if word is not None:
            problems.word(word, field, accepted, what)
    if q is not None and (reason := _refuse_words(q)):
        problems.add("q", reason)
    problems.settle()
    return named


def _refuse_words(q: str) -> str | None:
    if len(q) > LONGEST_SEARCH:
        return _(
            "at most {most} characters can be searched for; these are {count}.",
            most=LONGEST_SEARCH,
            count=len(q),
        )
    if not q.isprintable():
        return _("this has a character that cannot be typed; remove it.")
    return None
