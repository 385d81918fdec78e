"""Load the law books from their files, once per process, and give access to laws and law sets by id."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import yaml

from laws.domain import (
    compose,
    likeness,
    proposals,
    register,
    rule_notation,
    search,
    vocabulary_notation,
)
from laws.domain.book_notation import Books, read_books
from laws.domain.compiled_book import LawBook, compile_book
from laws.domain.document import Fields, Items, Node, Reader, Record, Text
from laws.domain.errors import BrokenBook, Fault, InvalidInput, not_among
from laws.domain.lawset import Law, LawSet, digest
from laws.domain.pairs import PairTable
from laws.domain.register import Clause, ids, read_inventory
from laws.domain.roles import fill
from laws.domain.sentences import _
from laws.domain.vocabulary import Incident, Vocabulary

BOOKS = Path(__file__).parent / "books"
VOCABULARY = Path(__file__).parent / "vocabulary"
CLAUSES = "clauses"
LANGUAGES = VOCABULARY / "languages"
"""The folder with one file of players' words for each language other than English."""
WORDS, PAIRS = "words", "pairs"
"""The files of the vocabulary that are not topics: the words of players, and the table of pairs."""
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The YAML loader that keeps every scalar as text, in its faster C version if available."""


def parse(text: str, file: str) -> Node:
    """Parse YAML to nodes with line numbers. Raises BrokenBook if the text is not YAML or is empty."""
    try:
        root = yaml.compose(text, Loader=LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise BrokenBook([Fault(file, line, "yaml", getattr(error, "problem", None) or str(error))]) from None
    if root is None:
        raise BrokenBook([Fault(file, 1, "yaml", "the file is empty.")])
    return _node(root)


def parse_file(path: Path) -> Node:
    """Parse a YAML file to nodes. Raises BrokenBook as ``parse`` does. Faults name the folder and file."""
    return parse(path.read_text("utf-8"), f"{path.parent.name}/{path.name}")


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


@cache
def parse_books() -> Mapping[str, Mapping[str, Node]]:
    """Return the parsed files of our books, by book and file name."""
    return {
        book.name: {path.name: parse_file(path) for path in sorted(book.glob("*.yaml"))}
        for book in sorted(path for path in BOOKS.iterdir() if path.is_dir() and path.name != CLAUSES)
    }


@cache
def inventory_files() -> Mapping[str, Node]:
    """Return the parsed file of each inventory, by name."""
    return {path.stem: parse_file(path) for path in sorted((BOOKS / CLAUSES).glob("*.yaml"))}


def _clause_ids() -> frozenset[str]:
    return frozenset(clause for node in inventory_files().values() for clause in ids(node))


@cache
def books() -> Books:
    """Return our parsed books. Raises BrokenBook with every fault found."""
    return read_books(parse_books(), _clause_ids())


@cache
def inventories() -> Mapping[str, Mapping[str, Clause]]:
    """Return the clauses of each inventory by id, in the order of the source.

    Raises BrokenBook with every fault found.
    """
    faults: list[Fault] = []
    known, carried = _clause_ids(), books().clauses
    clauses = {
        name: read_inventory(Reader(f"{CLAUSES}/{name}.yaml", faults), node, name, known, carried)
        for name, node in inventory_files().items()
    }
    if faults:
        raise BrokenBook(faults)
    return clauses


@cache
def law_sets() -> Mapping[str, LawSet]:
    """Return the law sets of our books by slug, oldest first, undated law sets last.

    Raises BrokenBook with every fault found.
    """
    by_year = sorted(books().law_sets.values(), key=lambda law_set: (law_set.year or 9999, law_set.slug))
    return {
        law_set.slug: replace(law_set, rule_book=digest(rule_text_of(law_set.slug))) for law_set in by_year
    }


def rule_text_of(slug: str) -> rule_notation.RuleText:
    """Return the vocabulary and the rules of one of our law sets, in the form that is published."""
    return rule_notation.rule_text(vocabulary_files(), parse_books()[slug])


def law_set(slug: object) -> LawSet:
    """Return a law set of our books. Raises InvalidInput for an unknown slug, with the accepted slugs."""
    match = law_sets().get(slug) if isinstance(slug, str) else None
    if match is None:
        raise InvalidInput({"law_set": not_among(slug, law_sets(), _("law set"))})
    return match


@cache
def laws() -> Mapping[str, Law]:
    """Return all laws of our books by id, book by book in the order of `law_sets`."""
    return {law_id: law for law_set in law_sets().values() for law_id, law in law_set.laws.items()}


@cache
def topics() -> tuple[str, ...]:
    """Return all topics on which a book has laws, in alphabetical order."""
    return tuple(sorted({law.topic for law in laws().values()}))


@cache
def games() -> tuple[str, ...]:
    """Return all games on which a book has laws, in alphabetical order."""
    return tuple(sorted({law.game for law in laws().values()}))


@cache
def _player_words() -> Record:
    path = VOCABULARY / f"{WORDS}.yaml"
    return Reader(f"vocabulary/{path.name}").record(
        parse_file(path), WORDS, "words* frequent* people* table* games* outside*"
    )


def _kinds(record: Record) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return record.texts("people"), record.texts("table")


def _lists(record: Record, block: str) -> dict[str, tuple[str, ...]]:
    lists = {name: record.reader.texts(node, name) for name, node, _line in record.pairs(block)}
    # The reader also has the faults of fields that were read before.
    if record.reader.faults:
        raise BrokenBook(record.reader.faults)
    return lists


@cache
def sayings() -> Mapping[str, tuple[str, ...]]:
    """Return the expressions of players, each with the phrases of the law that it can mean.

    Raises BrokenBook with every fault found.
    """
    return _lists(_player_words(), "words")


@cache
def game_names() -> Mapping[str, tuple[str, ...]]:
    """Return the names that players use for each game. Raises BrokenBook with every fault found."""
    record, games = _player_words(), {incident.game for incident in vocabulary().incidents.values()}
    for game, _node, line in record.pairs("games"):
        record.reader.check_accepted((game,), games, _("game"), line, "games")
    return _lists(record, "games")


@cache
def frequent() -> Mapping[str, str]:
    """Return the most frequent incidents by id, each with its usual description, most frequent first.

    Raises BrokenBook with every fault found.
    """
    record = _player_words()
    reader, names = record.reader, list(record.pairs("frequent"))
    said = {incident: reader.sentence(node, incident) for incident, node, _line in names}
    for incident, _node, line in names:
        reader.check_accepted((incident,), vocabulary().incidents, _("incident"), line, "frequent")
    if reader.faults:
        raise BrokenBook(reader.faults)
    return said


@cache
def index() -> search.Index[Law]:
    """Return the search index of the laws of our books."""
    return search.Index(map(search.law_entry, laws().values()), search.LAW_WEIGHTS, sayings())


@cache
def clause_index() -> search.Index[Clause]:
    return search.Index(map(search.clause_entry, wordings().values()), search.LAW_WEIGHTS, sayings())


@cache
def incident_index() -> search.Index[Incident]:
    books = [book.rules for book in law_books().values()]
    entries = []
    for topic in vocabulary().topics.values():
        for incident in topic.incidents.values():
            rules = [rule for book in books for rule in book.every_rule if incident.id in rule.incidents]
            texts = dict.fromkeys(laws()[law].text for rule in rules for law in rule.cites)
            entries.append(search.incident_entry(incident, topic.title, _cases_of(incident.id), texts))
    return search.Index(
        entries,
        search.INCIDENT_WEIGHTS,
        sayings(),
        figures_alike=True,
        people=_player_words().texts("people"),
    )


def _cases_of(incident: str) -> list[str]:
    books = [book.rules for book in law_books().values()]
    return [case.says for book in books for case in book.cases if case.incident == incident]


@cache
def english() -> likeness.Likeness:
    """Return the English phrases for the incidents.

    Sentences about something that no law decides have OUTSIDE in place of an incident's id.
    """
    told = [(proposals.OUTSIDE, text) for text in _player_words().texts("outside")]
    for topic in vocabulary().topics.values():
        for incident in topic.incidents.values():
            often = frequent().get(incident.id, "")
            texts = (incident.title, topic.title, often, *incident.phrases, *_cases_of(incident.id))
            told += [(incident.id, fill(text)) for text in texts]
    return likeness.Likeness(
        likeness.language_of(
            proposals.ENGLISH, search.words_of, search.DULL, sayings(), *_kinds(_player_words())
        ),
        told,
    )


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that have a file of players' words. English is not among them."""
    return tuple(sorted(path.stem for path in LANGUAGES.glob("*.yaml")))


def phrases_in(code: str, translated: Callable[[str], str]) -> likeness.Likeness:
    """Return the phrases for the incidents in another language (``code``).

    Sentences about something that no law decides have OUTSIDE in place of an incident's id.
    ``translated`` translates the English texts of the vocabulary. Raises BrokenBook with every fault in the
    language's file.
    """
    path = LANGUAGES / f"{code}.yaml"
    reader = Reader(f"languages/{path.name}")
    record = reader.record(
        parse_file(path), code, "stemmer* dull* people* table* prefixes* forms* words* told* outside*"
    )
    forms = {form: reader.text(node, form) for form, node, _line in record.pairs("forms")}
    told = [(proposals.OUTSIDE, text) for text in record.texts("outside")]
    for name, node, line in record.pairs("told"):
        reader.check_accepted((name,), vocabulary().incidents, _("incident"), line, "told")
        told += [(name, text) for text in reader.texts(node, name)]
    for topic in vocabulary().topics.values():
        for incident in topic.incidents.values():
            asked = (text for fact in incident.facts for text in (fact.ask, *(v.means for v in fact.values)))
            told += [(incident.id, translated(text)) for text in (incident.title, topic.title, *asked)]
    apart = likeness.foreign_words(record.text("stemmer"), forms, record.texts("prefixes"))
    dull, kinds = record.texts("dull"), _kinds(record)
    # Read last, because ``_lists`` raises the faults of all fields that were read before.
    words = _lists(record, "words")
    return likeness.Likeness(likeness.language_of(code, apart, dull, words, *kinds), told)


@cache
def common_law_set() -> LawSet:
    """Return the default law set, on which most others fall back."""
    fallbacks = [law_set.fallback for law_set in law_sets().values() if law_set.fallback]
    return law_sets()[max(fallbacks, key=fallbacks.count)]


@cache
def vocabulary_files() -> Mapping[str, Node]:
    """Return the parsed files of the vocabulary by name, without the files WORDS and PAIRS.

    Raises BrokenBook for a file that is not YAML.
    """
    paths = sorted(VOCABULARY.glob("*.yaml"))
    return {path.stem: parse_file(path) for path in paths if path.stem not in (WORDS, PAIRS)}


@cache
def vocabulary() -> Vocabulary:
    """Return the vocabulary. Raises BrokenBook with every fault found."""
    return vocabulary_notation.read_vocabulary(vocabulary_files())


@cache
def law_books() -> Mapping[str, LawBook]:
    """Return the compiled law book of each law set, by slug. Raises BrokenBook with every fault found."""
    rules = rule_notation.read_rule_books(parse_books(), vocabulary(), laws())
    return {slug: compile_book(law_set, rules[slug], vocabulary()) for slug, law_set in law_sets().items()}


@cache
def pairs() -> PairTable:
    """Return the table of pairs, which says how two offences in one deal combine.

    Raises BrokenBook with every fault found.
    """
    path = VOCABULARY / f"{PAIRS}.yaml"
    reader = Reader(f"vocabulary/{path.name}")
    return compose.read_pairs(reader, parse_file(path), vocabulary())


@cache
def wordings() -> Mapping[str, Clause]:
    """Return all clauses of the inventories by id, without their status and their laws."""
    return {clause.id: clause for clauses in inventories().values() for clause in clauses.values()}


@cache
def clause_revision() -> str:
    """Return the hash of all clauses."""
    return digest({name: asdict(clause) for name, clause in wordings().items()})


@cache
def clauses() -> Mapping[str, Clause]:
    """Return all clauses of the inventories by id, each with its status and its laws."""
    rules = (book.rules for book in law_books().values())
    return register.classify(wordings().values(), law_sets().values(), rules)


def law_book(slug: object) -> LawBook:
    """Return the law book of one of our law sets. Raises InvalidInput for an unknown slug."""
    return law_books()[law_set(slug).slug]
