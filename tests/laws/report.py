"""Report how completely the law books are encoded: ``python -m tests.laws.report [--clauses] [TOPIC …]``.

It prints the numbers of situations, rules, cases and clauses, then every fault. It exits with 1 if there is
a fault. ``--clauses`` lists every clause that is not classified.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from laws import library
from laws.domain import proofs
from laws.domain.compiled_book import LawBook
from laws.domain.errors import not_among
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.register import STATUSES, UNCLASSIFIED, Clause
from laws.domain.rule import RuleBook
from laws.domain.sentences import _
from laws.domain.vocabulary import Topic

RESOLUTIONS = ("readings", "silent", "argued")
"""How an ambiguous clause can be resolved: a rule lists the interpretations, states a silence, or argues."""

UNRESOLVED = "unsettled"


def unclassified(clauses: Iterable[Clause]) -> Iterator[str]:
    """Yield a sentence for each clause without a status."""
    for clause in clauses:
        if clause.status == UNCLASSIFIED:
            carried = f"carried by {', '.join(clause.laws)}" if clause.laws else "carried by no law"
            yield f"{clause.inventory}: {clause.id} is not classified; {carried}"


def our_resolutions() -> Mapping[str, str]:
    """Return how each ambiguous or incomplete clause of our books is resolved, by its id."""
    doubtful = (clause for clause in library.clauses().values() if clause.doubt)
    rule_books = (book.rules for book in library.law_books().values())
    return resolutions(doubtful, library.law_sets().values(), rule_books)


def resolutions(
    clauses: Iterable[Clause], law_sets: Iterable[LawSet], rule_books: Iterable[RuleBook]
) -> Mapping[str, str]:
    """Return the first of ``RESOLUTIONS`` that holds for each clause, or UNRESOLVED, by its id."""
    ways = {way: set[str]() for way in RESOLUTIONS}
    for book in rule_books:
        for rule in book.every_rule:
            ways["readings"].update(rule.cites if rule.interpretation else ())
            silent = any(outcome.is_silent for outcome in rule.outcomes.values())
            ways["silent"].update(rule.cites if silent else ())
            ways["argued"].update(rule.cites if rule.note else ())
    for law_set in law_sets:
        for name, setting in law_set.settings.items():
            if setting.law and setting.status in ("open", "inferred") and PARAMETERS[name].words:
                ways["readings"].add(setting.law)
        ways["silent"].update(law.id for law in law_set.laws.values() if law.status == "open")
        ways["argued"].update(law.id for law in law_set.laws.values() if law.note)
    return {
        clause.id: next((way for way, laws in ways.items() if laws.intersection(clause.laws)), UNRESOLVED)
        for clause in clauses
    }


def run(topics: Sequence[str], in_full: bool) -> int:
    """Print the report on the given topics, or on all, and return the number of faults."""
    known = library.vocabulary().topics
    if strange := [not_among(name, known, _("topic")) for name in topics if name not in known]:
        say(*strange)
        return len(strange)
    books = library.law_books()
    say(f"{'topic':<22}{'law set':<16}{'incidents':>10}{'situations':>12}{'rules':>7}{'cases':>7}")
    for topic in (known[name] for name in topics or known):
        say(*(_line(topic, book) for book in books.values()))
    _clauses_by_topic(topics)
    if not topics or in_full:
        _clauses_by_inventory()
    say(*unclassified(library.clauses().values() if in_full else ()))
    faults = proofs.find(books, list(topics))
    say(*map(str, faults), f"{len(faults)} faults")
    return len(faults)


def _line(topic: Topic, book: LawBook) -> str:
    tables = [book.tables[incident] for incident in topic.incidents if book.tables[incident].rules]
    on_topic = book.rules.on(topic.name)
    situations = sum(table.possible.bit_count() for table in tables)
    rules, cases = len(on_topic.rules), len(on_topic.cases)
    return f"{topic.name:<22}{book.slug:<16}{len(tables):>10}{situations:>12}{rules:>7}{cases:>7}"


def _clauses_by_topic(topics: Sequence[str]) -> None:
    """Print the number of clauses with each status, by topic and law set."""
    carried: dict[tuple[str, str], set[str]] = {}
    for law in library.laws().values():
        if not topics or law.topic in topics:
            carried.setdefault((law.topic, law.law_set), set()).update(law.clauses)
    say(f"{'clauses on':<22}{'law set':<16}{_columns(STATUSES)}")
    for (topic, law_set), clauses in sorted(carried.items()):
        say(f"{topic:<22}{law_set:<16}{_by_status(clauses)}")


def _clauses_by_inventory() -> None:
    """Print the number of clauses with each status, by inventory, and how the doubtful ones are resolved."""
    say(f"{'inventory':<22}{_columns(STATUSES)}")
    for inventory, clauses in library.inventories().items():
        say(f"{inventory:<22}{_by_status(clauses)}")
    ways = Counter(our_resolutions().values())
    counts = ", ".join(f"{ways[way]} {way}" for way in (*RESOLUTIONS, UNRESOLVED))
    say(f"{ways.total()} doubtful clauses: {counts}")


def _by_status(clauses: Iterable[str]) -> str:
    count = Counter(library.clauses()[clause].status for clause in clauses)
    return _columns(count[status] for status in STATUSES)


def _columns(entries: Iterable[object]) -> str:
    return "".join(f"{str(entry)[:12]:>13}" for entry in entries)


def say(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    named = [word for word in sys.argv[1:] if word != "--clauses"]
    sys.exit(1 if run(named, "--clauses" in sys.argv) else 0)
