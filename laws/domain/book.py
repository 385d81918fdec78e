"""Books into law sets, strictly: every fault is found and named with its file, line, law and key.

A book is ``lawset.yaml`` and one file a topic. Where a book is silent on a parameter it says so, and the law
set on which it falls back decides. Opening files is not done here.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import cast

from laws.domain.document import Fields, Node, Reader, Text
from laws.domain.errors import BrokenBook, Fault, not_among, unknown
from laws.domain.lawset import (
    CERTAINTIES,
    EFFECTS,
    KINDS_OF_LAW,
    Certainty,
    Law,
    LawSet,
    Setting,
    Status,
    Variation,
)
from laws.domain.parameters import PARAMETERS, SLUG
from laws.domain.sentences import _

HEAD = "lawset.yaml"
READ_AS_RULES = ("definitions", "rules", "cases")
"""The keys of a topic's file that are read in ``rule_notation``, once every law is known."""

ENTRY_STATUSES: tuple[Status | str, ...] = (*CERTAINTIES, "silent")


@dataclass(slots=True)
class Book:
    """A book as it was read, before another law set has spoken where it is silent."""

    slug: str
    file: str
    title: str = ""
    year: int | None = None
    source: str = ""
    base: str | None = None
    fallback: str | None = None
    games: tuple[str, ...] = ()
    other_games: tuple[str, ...] = ()
    settings: dict[str, Setting] = field(default_factory=dict)
    silent: dict[str, str] = field(default_factory=dict)
    game_settings: dict[str, dict[str, Setting]] = field(default_factory=dict)
    laws: dict[str, Law] = field(default_factory=dict)
    variations: dict[str, Variation] = field(default_factory=dict)


def read_books(books: Mapping[str, Mapping[str, Node]], clauses: Collection[str]) -> dict[str, LawSet]:
    """Return the law sets by slug, from the parsed files of each book and the register of clause ids.

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
        ready = [book for book in waiting if book.fallback is None or book.fallback in law_sets]
        if not ready:
            faults += [
                Fault(
                    book.file, 1, "fallback", not_among(book.fallback, law_sets, _("law set to fall back on"))
                )
                for book in waiting
            ]
        for book in ready:
            law_sets[book.slug] = _settle(book, law_sets.get(book.fallback or ""), faults)
        waiting = [book for book in waiting if book.slug not in law_sets]
    if faults:
        raise BrokenBook(faults)
    return {slug: law_sets[slug] for slug in books}


def _read_book(slug: str, files: Mapping[str, Node], clauses: Collection[str], faults: list[Fault]) -> Book:
    book = Book(slug, f"{slug}/{HEAD}")
    if HEAD not in files:
        faults.append(Fault(book.file, 1, slug, "the file is missing."))
        return book
    head = Reader(book.file, faults)
    _read_head(head, files[HEAD], book)
    for name, node in files.items():
        if name != HEAD:
            _read_topic(Reader(f"{slug}/{name}", faults), node, name.removesuffix(".yaml"), book, clauses)
    return book


def _read_head(reader: Reader, node: Node, book: Book) -> None:
    required = ("title", "year", "source", "games", "parameters")
    fields = reader.fields(node, book.slug, (*required, "other_games", "base", "fallback"), required)
    book.title = reader.text(fields.get("title"), "title")
    book.source = reader.text(fields.get("source"), "source")
    book.base = reader.text(fields.get("base"), "base") or None
    book.fallback = reader.text(fields.get("fallback"), "fallback") or None
    book.games = reader.texts(fields.get("games"), "games")
    book.other_games = reader.texts(fields.get("other_games"), "other_games")
    year = reader.text(fields.get("year"), "year")
    if year not in ("", "null") and not (year.isascii() and year.isdigit() and len(year) == 4):
        reader.fault(
            fields["year"].line,
            "year",
            f"a year of four figures is due here, or null where there is none, not {year}.",
        )
    elif year.isdigit():
        book.year = int(year)
    spoken_of = set()
    for name, entry, line in reader.pairs(fields.get("parameters"), "parameters"):
        spoken_of.add(name)
        if name == "games":
            _read_game_settings(reader, entry, book)
        elif _known(reader, name, line):
            _read_entry(reader, name, entry, book, book.settings)
    for name in PARAMETERS:
        if name not in spoken_of:
            line = fields["parameters"].line if "parameters" in fields else 1
            reader.fault(line, f"parameters.{name}", "give a value, or say that the book is silent, and why.")


def _read_game_settings(reader: Reader, node: Node, book: Book) -> None:
    for game, own, line in reader.pairs(node, "parameters.games"):
        if game not in book.games:
            reader.fault(line, f"parameters.games.{game}", not_among(game, book.games, _("game")))
        for name, entry, name_line in reader.pairs(own, f"parameters.games.{game}"):
            if _known(reader, name, name_line):
                _read_entry(reader, name, entry, book, book.game_settings.setdefault(game, {}))


def _known(reader: Reader, name: str, line: int) -> bool:
    if name in PARAMETERS:
        return True
    reader.fault(line, f"parameters.{name}", not_among(name, PARAMETERS, _("parameter")))
    return False


def _read_entry(reader: Reader, name: str, node: Node, book: Book, into: dict[str, Setting]) -> None:
    """Read ``{value, law, status, note}``, or ``{status: silent, note}`` where another law set decides."""
    key = f"parameters.{name}"
    fields = reader.fields(node, key, ("value", "law", "status", "note"), ("status",))
    status = reader.word(fields.get("status"), key, ENTRY_STATUSES, _("status"))
    note = reader.text(fields.get("note"), key)
    if status != "stated" and not note:
        reader.fault(node.line, key, f"a note must say why this is {status}.")
    if status == "silent":
        if "value" in fields or "law" in fields:
            reader.fault(node.line, key, "a silent book gives neither value nor law.")
        if book.fallback is None or into is not book.settings:
            reader.fault(node.line, key, "nothing is there to fall back on.")
        book.silent[name] = note
        return
    for missing in {"value", "law"} - set(fields):
        reader.fault(node.line, key, f"the key {missing} is missing.")
    if "value" in fields:
        setting = _setting(reader, name, fields["value"], key, reader.text(fields.get("law"), key))
        if setting:
            into[name] = Setting(setting.value, cast(Certainty, status), setting.law, note)


def _setting(reader: Reader, name: str, node: Node, key: str, law: str) -> Setting | None:
    try:
        return Setting(PARAMETERS[name].read(reader.plain(node, key)), "variation", law)
    except ValueError as reason:
        reader.fault(node.line, key, str(reason))
        return None


def _read_topic(reader: Reader, node: Node, topic: str, book: Book, clauses: Collection[str]) -> None:
    fields = reader.fields(node, topic, ("game", "laws", "variations", *READ_AS_RULES), ("game", "laws"))
    game = reader.word(fields.get("game"), "game", (*book.games, *book.other_games), _("game"))
    for name, entry, line in reader.pairs(fields.get("laws"), "laws"):
        law_id = f"{book.slug}/{topic}/{name}"
        if not SLUG.match(name) or not SLUG.match(topic):
            reader.fault(line, law_id, "a law's name is lower-case words joined by hyphens.")
        book.laws[law_id] = _read_law(reader, entry, law_id, game, book, clauses)
    for name, entry, line in reader.pairs(fields.get("variations"), "variations"):
        if not SLUG.match(name):
            reader.fault(line, name, "a variation's name is lower-case words joined by hyphens.")
        book.variations[name] = _read_variation(reader, name, entry)


def _read_law(
    reader: Reader, node: Node, law_id: str, game: str, book: Book, clauses: Collection[str]
) -> Law:
    keys = ("cite", "text", "clauses", "effects", "status", "note", "game", "topic", "kind", "applied_by")
    games = (*book.games, *book.other_games)
    fields = reader.fields(node, law_id, keys, ("cite", "text", "clauses"))
    status = reader.word(fields.get("status"), law_id, CERTAINTIES, _("status"), "stated")
    note = reader.text(fields.get("note"), law_id)
    if status != "stated" and not note:
        reader.fault(node.line, law_id, f"a note must say why this is {status}.")
    carried = reader.texts(fields.get("clauses"), law_id)
    effects = reader.texts(fields.get("effects"), law_id)
    for clause in carried:
        if clause not in clauses:
            reader.fault(fields["clauses"].line, law_id, _unknown_clause(clause, clauses))
    for effect in effects:
        if effect not in EFFECTS:
            reader.fault(fields["effects"].line, law_id, not_among(effect, EFFECTS, _("effect")))
    kind = reader.word(fields.get("kind"), law_id, KINDS_OF_LAW, _("kind of law"))
    if kind in ("defective", "superseded") and not note:
        reader.fault(node.line, law_id, f"a note must say why this is {kind}.")
    return Law(
        id=law_id,
        law_set=book.slug,
        game=reader.word(fields.get("game"), law_id, games, _("game"), game),
        topic=reader.text(fields.get("topic"), law_id) or law_id.split("/")[1],
        cite=reader.text(fields.get("cite"), law_id),
        text=reader.text(fields.get("text"), law_id),
        clauses=carried,
        effects=effects,
        status=cast(Certainty, status),
        note=note,
        kind=kind,
        applied_by=reader.texts(fields.get("applied_by"), law_id),
    )


def _unknown_clause(clause: str, clauses: Collection[str]) -> str:
    """Refuse a clause id without reciting the whole register."""
    return unknown(clause, sorted(clauses), _("clause")) + " It is in no inventory."


def _read_variation(reader: Reader, slug: str, node: Node) -> Variation:
    """Read a title, a law and the parameters overridden: a bare value, or one marked open with its reason."""
    fields = reader.fields(node, slug, ("title", "law", "parameters"), ("title", "law", "parameters"))
    law = reader.text(fields.get("law"), slug)
    settings: dict[str, Setting] = {}
    for name, entry, line in reader.pairs(fields.get("parameters"), slug):
        if not _known(reader, name, line):
            continue
        status, note, value = "variation", "", entry
        if isinstance(entry, Fields) and any(key.value == "status" for key, _ in entry.pairs):
            marked = reader.fields(
                entry, f"{slug}.{name}", ("value", "status", "note"), ("value", "status", "note")
            )
            status = reader.word(marked.get("status"), f"{slug}.{name}", ("open", "inferred"), _("status"))
            note = reader.text(marked.get("note"), f"{slug}.{name}")
            value = marked.get("value", Text("", entry.line))
        setting = _setting(reader, name, value, f"{slug}.{name}", law)
        if setting:
            settings[name] = Setting(setting.value, "open" if status == "open" else "variation", law, note)
    return Variation(slug, reader.text(fields.get("title"), slug), law, settings)


def _citation_faults(book: Book, known: Collection[str]) -> list[Fault]:
    """Return a fault for each law that a setting or variation cites and no book has."""
    cited = [(f"parameters.{name}", setting.law) for name, setting in book.settings.items()]
    for game, own in book.game_settings.items():
        cited += [(f"parameters.games.{game}.{name}", setting.law) for name, setting in own.items()]
    cited += [(f"variations.{slug}", variation.law) for slug, variation in book.variations.items()]
    return [
        Fault(book.file, 1, key, unknown(law, book.laws, _("law"))) for key, law in cited if law not in known
    ]


def _settle(book: Book, fallback: LawSet | None, faults: list[Fault]) -> LawSet:
    """Return the law set, with the fallback's decision wherever the book is silent."""
    settings: dict[str, Setting] = {}
    for name in PARAMETERS:
        if name in book.silent and fallback is not None:
            lent = fallback.settings[name]
            status: Status = "open" if lent.status == "open" else "fallback"
            settings[name] = Setting(lent.value, status, lent.law, f"{book.silent[name]} {lent.note}".strip())
        else:
            settings[name] = book.settings[name]
    law_set = LawSet(
        slug=book.slug,
        title=book.title,
        year=book.year,
        source=book.source,
        games=book.games,
        settings=settings,
        laws=book.laws,
        variations=book.variations,
        game_settings=book.game_settings,
        base=book.base,
        fallback=book.fallback,
    )
    at_odds = law_set.at_odds()
    faults += [Fault(book.file, 1, f"parameters.{name}", reason) for name, reason in at_odds.items()]
    return law_set
