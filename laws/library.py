"""The law books, read once for each process: law sets and laws by their ids.

Here files are opened and split into text with line numbers; what they mean is decided in
``laws.domain.book``.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import yaml

from laws.domain.book import read_books
from laws.domain.document import Fields, Items, Node, Reader, Text
from laws.domain.errors import BrokenBook, Fault, InvalidInput, not_among
from laws.domain.law import Law
from laws.domain.lawset import LawSet
from laws.domain.search import Index

BOOKS = Path(__file__).parent / "books"
VOCABULARY = Path(__file__).parent / "vocabulary"
CLAUSES = "clauses"
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""Reads every scalar as the text it is; the one written in C where the wheel has it, which is far quicker."""


def parse(text: str, file: str) -> Node:
    """Return a YAML text as pieces with line numbers. Raises BrokenBook where it is no YAML, or empty."""
    try:
        root = yaml.compose(text, Loader=LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise BrokenBook([Fault(file, line, "yaml", getattr(error, "problem", None) or str(error))]) from None
    if root is None:
        raise BrokenBook([Fault(file, 1, "yaml", "the file is empty.")])
    return _node(root)


def _node(node: yaml.Node) -> Node:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        return Fields(
            tuple((Text(str(key.value), key.start_mark.line + 1), _node(child)) for key, child in node.value),
            line,
        )
    if isinstance(node, yaml.SequenceNode):
        return Items(tuple(_node(child) for child in node.value), line)
    return Text(str(node.value), line)


def read(folder: Path) -> Mapping[str, LawSet]:
    """Return the law sets of a folder of books by slug, the oldest first and undated ones last.

    Raises BrokenBook with every fault found.
    """
    clauses = frozenset(
        line for path in sorted((folder / CLAUSES).glob("*.txt")) for line in path.read_text("utf-8").split()
    )
    books: dict[str, dict[str, Node]] = {}
    for book in sorted(path for path in folder.iterdir() if path.is_dir() and path.name != CLAUSES):
        books[book.name] = {
            path.name: parse(path.read_text("utf-8"), f"{book.name}/{path.name}")
            for path in sorted(book.glob("*.yaml"))
        }
    found = read_books(books, clauses).values()
    return MappingProxyType(
        {
            law_set.slug: law_set
            for law_set in sorted(found, key=lambda law_set: (law_set.year or 9999, law_set.slug))
        }
    )


@cache
def law_sets() -> Mapping[str, LawSet]:
    """Return the law sets of our books, by slug."""
    return read(BOOKS)


def law_set(slug: object) -> LawSet:
    """Return a law set. Raises InvalidInput naming the nearest slug and all that are accepted."""
    found = law_sets().get(slug) if isinstance(slug, str) else None
    if found is None:
        raise InvalidInput({"law_set": not_among(slug, law_sets(), "law set")})
    return found


@cache
def laws() -> Mapping[str, Law]:
    """Return every law of every book by its id, in the order of the books."""
    return MappingProxyType(
        {law_id: law for law_set in law_sets().values() for law_id, law in law_set.laws.items()}
    )


def law(law_id: str) -> Law:
    """Return a law. Raises InvalidInput naming the nearest id."""
    found = laws().get(law_id)
    if found is None:
        raise InvalidInput({"law": not_among(law_id, laws(), "law").split(" Accepted:")[0]})
    return found


@cache
def topics() -> tuple[str, ...]:
    """Return every topic on which a book has laws, in alphabetical order."""
    return tuple(sorted({law.topic for law in laws().values()}))


@cache
def games() -> tuple[str, ...]:
    """Return every game of which a book speaks."""
    return tuple(sorted({game for law_set in law_sets().values() for game in law_set.games}))


@cache
def index() -> Index:
    """Return the laws made ready for searching, with what players say for what."""
    path = VOCABULARY / "words.yaml"
    reader = Reader(f"vocabulary/{path.name}")
    fields = reader.fields(parse(path.read_text("utf-8"), reader.file), "words", ("words",), ("words",))
    sayings = {
        said: reader.texts(node, said) for said, node, _line in reader.pairs(fields.get("words"), "words")
    }
    if reader.faults:
        raise BrokenBook(reader.faults)
    return Index(laws().values(), sayings)


@cache
def common_law_set() -> LawSet:
    """Return the law set that most others fall back on where they are silent: the one to offer first."""
    named = [found.fallback for found in law_sets().values() if found.fallback]
    return law_sets()[max(named, key=named.count)]
