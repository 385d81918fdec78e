"""Parse law books into law sets, and report every fault with its file, line, law and key.

A book is ``lawset.yaml`` and one file per topic. The caller opens the files.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from laws.domain.document import Fields, Node, Reader, Record, Text
from laws.domain.errors import BrokenBook, Fault, not_among, quote, unknown
from laws.domain.lawset import (
    CERTAINTIES,
    EFFECTS,
    KINDS_OF_LAW,
    LISTED,
    Certainty,
    Law,
    LawSet,
    Setting,
    Status,
    Variation,
    cited,
)
from laws.domain.parameters import PARAMETERS, Value
from laws.domain.register import Clause, read_carried
from laws.domain.sentences import _

HEAD = "lawset.yaml"
READ_AS_RULES = ("definitions", "rules", "cases")
"""The keys of a topic's file that ``rule_notation`` parses after all laws have been parsed."""

HEAD_KEYS = "title* year* source* games* parameters* other_games base fallback"
TOPIC_KEYS = f"game* laws* variations {' '.join(READ_AS_RULES)}"
LAW_KEYS = "title* cite* text* clauses* effects status note game topic kind applied_by"
UNFIT = ("defective", "superseded", LISTED)
"""The kinds of law whose ``note`` must say why the law is of this kind."""

ENTRY_STATUSES: tuple[Status | str, ...] = (*CERTAINTIES, "silent")


@dataclass(frozen=True, slots=True)
class Book:
    """A parsed law book. Parameters on which the book is silent have no value yet."""

    head: LawSet
    other_games: tuple[str, ...] = ()
    settings: dict[str, Setting] = field(default_factory=dict)
    silent: dict[tuple[str, str], str] = field(default_factory=dict)
    """Why the book is silent on a parameter, by game and parameter. An empty game stands for all games."""
    game_settings: dict[str, dict[str, Setting]] = field(default_factory=dict)
    laws: dict[str, Law] = field(default_factory=dict)
    variations: dict[str, Variation] = field(default_factory=dict)
    clauses: dict[str, list[Clause]] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.head.slug}/{HEAD}"

    @property
    def every_game(self) -> tuple[str, ...]:
        return self.head.games + self.other_games


class Books(NamedTuple):
    """All parsed books.

    - ``law_sets``: the law sets by slug.
    - ``clauses``: the copies of each clause, by clause id. Each law that restates a clause has its own copy.
    """

    law_sets: dict[str, LawSet]
    clauses: dict[str, list[Clause]]


def read_books(books: Mapping[str, Mapping[str, Node]], clauses: Collection[str]) -> Books:
    """Return the law sets of all books, and the clauses that their laws restate.

    ``books`` maps each book's slug to its parsed files, by file name. ``clauses`` are the ids of all clauses.
    Raises BrokenBook with every fault found.
    """
    faults: list[Fault] = []
    read = {slug: _read_book(slug, files, clauses, faults) for slug, files in books.items()}
    if not faults:
        known = {law_id for book in read.values() for law_id in book.laws}
        for book in read.values():
            faults += _citation_faults(book, known)
    law_sets: dict[str, LawSet] = {}
    waiting = list(read.values())
    while waiting and not faults:
        ready = [book for book in waiting if book.head.fallback in (None, *law_sets)]
        if not ready:
            what = _("law set to fall back on")
            faults += [
                Fault(book.file, 1, "fallback", not_among(book.head.fallback, law_sets, what))
                for book in waiting
            ]
        for book in ready:
            law_sets[book.head.slug] = _with_fallback(book, law_sets.get(book.head.fallback or ""), faults)
        waiting = [book for book in waiting if book.head.slug not in law_sets]
    if faults:
        raise BrokenBook(faults)
    carried: dict[str, list[Clause]] = {}
    for book in read.values():
        for clause, by_law in book.clauses.items():
            carried.setdefault(clause, []).extend(by_law)
    return Books({slug: law_sets[slug] for slug in books}, carried)


def _read_book(slug: str, files: Mapping[str, Node], clauses: Collection[str], faults: list[Fault]) -> Book:
    reader = Reader(f"{slug}/{HEAD}", faults)
    if HEAD not in files:
        reader.fault(1, slug, "the file is missing.")
        return Book(LawSet(slug, "", None, "", (), {}, {}))
    book = _read_head(reader, files[HEAD], slug)
    for name, node in files.items():
        if name != HEAD:
            _read_topic(Reader(f"{slug}/{name}", faults), node, name.removesuffix(".yaml"), book, clauses)
    return book


def _read_head(reader: Reader, node: Node, slug: str) -> Book:
    head = reader.record(node, slug, HEAD_KEYS, by_name=True)
    law_set = LawSet(
        slug=slug,
        title=head.text("title"),
        year=read_year(head),
        source=head.text("source"),
        games=head.texts("games"),
        settings={},
        laws={},
        base=head.text("base") or None,
        fallback=head.text("fallback") or None,
    )
    book = Book(law_set, head.texts("other_games"))
    entries = {name: (entry, line) for name, entry, line in head.pairs("parameters")}
    for name, (entry, line) in entries.items():
        if name == "games":
            _read_game_settings(reader, entry, book)
        elif _known(reader, name, line):
            _read_entry(reader, name, entry, book)
    line = head.fields["parameters"].line if "parameters" in head else 1
    for name in PARAMETERS:
        if name not in entries:
            reader.fault(line, f"parameters.{name}", "give a value, or say that the book is silent, and why.")
    return book


def read_year(head: Record) -> int | None:
    """Return the year of a law set; None without a year. A faulty year is recorded as a fault."""
    year = head.text("year")
    if year.isascii() and year.isdigit() and len(year) == 4:
        return int(year)
    if year not in ("", "null"):
        reason = _("give a year of four figures, or null if there is none, not {year}.", year=quote(year))
        head.fault(reason, "year")
    return None


def _read_game_settings(reader: Reader, node: Node, book: Book) -> None:
    for game, own, line in reader.pairs(node, "parameters.games"):
        key = f"parameters.games.{game}"
        reader.check_accepted([game], book.head.games, _("game"), line, key)
        settings = book.game_settings.setdefault(game, {})
        for name, entry, name_line in reader.pairs(own, key):
            if name == "like":
                others = [other for other in book.game_settings if other != game]
                settings.update(book.game_settings.get(reader.word(entry, key, others, _("game")), {}))
            elif _known(reader, name, name_line):
                _read_entry(reader, name, entry, book, game)


def _known(reader: Reader, name: str, line: int) -> bool:
    reader.check_accepted([name], PARAMETERS, _("parameter"), line, f"parameters.{name}")
    return name in PARAMETERS


def _read_entry(reader: Reader, name: str, node: Node, book: Book, game: str = "") -> None:
    entry = reader.record(node, f"parameters.{name}", "value law status* note")
    status = entry.word("status", ENTRY_STATUSES, _("status"))
    note = entry.text("note")
    if status != "stated" and not note:
        entry.fault(f"a note must say why this is {status}.")
    if status == "silent":
        if "value" in entry or "law" in entry:
            entry.fault("a silent book gives neither value nor law.")
        if book.head.fallback is None:
            entry.fault("nothing is there to fall back on.")
        book.silent[game, name] = note
        return
    for missing in {"value", "law"} - set(entry.fields):
        entry.fault(f"the key {missing} is missing.")
    if "value" in entry:
        value = read_value(reader, name, entry.fields["value"], entry.key)
        into = book.game_settings.setdefault(game, {}) if game else book.settings
        into[name] = Setting(value, cast(Certainty, status), entry.text("law"), note)


def read_value(reader: Reader, name: str, node: Node, key: str) -> Value:
    """Parse the value of a parameter. If the value is refused, record a fault and return None."""
    try:
        return PARAMETERS[name].read(reader.plain(node, key))
    except ValueError as refusal:
        reader.fault(node.line, key, refusal.args[0])
        return None


def _read_topic(reader: Reader, node: Node, topic: str, book: Book, clauses: Collection[str]) -> None:
    file = reader.record(node, topic, TOPIC_KEYS, by_name=True)
    game = file.word("game", book.every_game, _("game"))
    for name, entry, line in file.pairs("laws"):
        law_id = f"{book.head.slug}/{topic}/{name}"
        reader.check_slug(f"{topic}-{name}", line, law_id, "a law's name")
        law = reader.record(entry, law_id, LAW_KEYS)
        own = _read_law(law, game, book, clauses)
        if "title" in law and any(own.title == other.title for other in book.laws.values()):
            law.fault(f"another law of this book has the title {quote(own.title)} too.", "title")
        book.laws[law_id] = own
    for name, entry, line in file.pairs("variations"):
        reader.check_slug(name, line, name, "a variation's name")
        book.variations[name] = _read_variation(reader, name, entry)


def _read_law(law: Record, game: str, book: Book, clauses: Collection[str]) -> Law:
    kind = law.word("kind", KINDS_OF_LAW, _("kind of law"))
    status = law.word("status", CERTAINTIES, _("status"), "open" if kind == LISTED else "stated")
    note = law.text("note")
    for claim in (status if status != "stated" and kind != LISTED else "", kind if kind in UNFIT else ""):
        if claim and not note:
            law.fault(f"a note must say why this is {claim}.")
    carried, effects = read_carried(law, clauses), law.texts("effects")
    for clause in carried.values():
        book.clauses.setdefault(clause.id, []).append(clause)
    origins = [clause.origin for clause in carried.values()]
    for effect in effects:
        if effect not in EFFECTS:
            law.fault(not_among(effect, EFFECTS, _("effect")), "effects")
    return Law(
        id=law.key,
        law_set=book.head.slug,
        game=law.word("game", book.every_game, _("game"), game),
        topic=law.text("topic") or law.key.split("/")[1],
        title=law.text("title"),
        cite=cited(law.text("cite"), origins),
        origin=", ".join(dict.fromkeys(filter(None, origins))),
        text=law.text("text"),
        clauses=tuple(carried),
        effects=effects,
        status=cast(Certainty, status),
        note=note,
        kind=kind,
        applied_by=law.texts("applied_by"),
    )


def _read_variation(reader: Reader, slug: str, node: Node) -> Variation:
    variation = reader.record(node, slug, "title* law* parameters*")
    law = variation.text("law")
    settings: dict[str, Setting] = {}
    for name, entry, line in variation.pairs("parameters"):
        if not _known(reader, name, line):
            continue
        key, value, status, note = f"{slug}.{name}", entry, "variation", ""
        # A value can be a mapping itself, so only the key "status" marks ``{value, status, note}``.
        if isinstance(entry, Fields) and any(field_key.value == "status" for field_key, _ in entry.pairs):
            marked = reader.record(entry, key, "value* status* note*")
            is_open = marked.word("status", ("open", "inferred"), _("status")) == "open"
            status, note = "open" if is_open else "variation", marked.text("note")
            value = marked.fields.get("value", Text("", entry.line))
        settings[name] = Setting(read_value(reader, name, value, key), cast(Status, status), law, note)
    return Variation(slug, variation.text("title"), law, settings)


def _citation_faults(book: Book, known: Collection[str]) -> list[Fault]:
    cited = [(f"parameters.{name}", setting.law) for name, setting in book.settings.items()]
    for game, own in book.game_settings.items():
        cited += [(f"parameters.games.{game}.{name}", setting.law) for name, setting in own.items()]
    cited += [(f"variations.{slug}", variation.law) for slug, variation in book.variations.items()]
    return [
        Fault(book.file, 1, key, unknown(law, book.laws, _("law"))) for key, law in cited if law not in known
    ]


def _with_fallback(book: Book, fallback: LawSet | None, faults: list[Fault]) -> LawSet:
    for (game, name), note in book.silent.items():
        if fallback is not None:
            lent = fallback.game_settings.get(game, {}).get(name, fallback.settings[name])
            status: Status = "open" if lent.status == "open" else "fallback"
            into = book.game_settings.setdefault(game, {}) if game else book.settings
            into[name] = Setting(lent.value, status, lent.law, f"{note} {lent.note}".strip())
    law_set = replace(
        book.head,
        settings={name: book.settings[name] for name in PARAMETERS},
        laws=book.laws,
        variations=book.variations,
        game_settings=book.game_settings,
    )
    at_odds = law_set.at_odds()
    faults += [Fault(book.file, 1, f"parameters.{name}", reason) for name, reason in at_odds.items()]
    return law_set
