"""Report how completely the law books are encoded and checked: ``manage.py laws_report [TOPIC …]``."""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws import library
from laws.domain import proofs, register
from laws.domain.errors import BrokenBook, not_among
from laws.domain.lawbook import LawBook
from laws.domain.sentences import _
from laws.domain.vocabulary import Topic


class Command(BaseCommand):
    """Prints the numbers of situations, rules, cases and clauses, then every fault.

    The exit code is 1 if there is a fault.
    """

    requires_system_checks = ()  # it makes the checks of the books itself, and needs no database
    help = "Report situations, rules, cases and faults of the law books, for some topics or for all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--clauses", action="store_true", help="name every clause not classified yet")
        parser.add_argument("topics", nargs="*", help="topics of the vocabulary; all where none is named")

    def _clauses_by_topic(self, topics: list[str]) -> None:
        """Print the number of clauses with each status, by topic and law set."""
        carried: dict[tuple[str, str], set[str]] = {}
        for law in library.laws().values():
            if not topics or law.topic in topics:
                carried.setdefault((law.topic, law.law_set), set()).update(law.clauses)
        self.stdout.write(f"{'clauses on':<22}{'law set':<16}{_columns(register.STATUSES)}")
        for (topic, law_set), clauses in sorted(carried.items()):
            self.stdout.write(f"{topic:<22}{law_set:<16}{_by_status(clauses)}")

    def _clauses(self, in_full: bool, topics: list[str]) -> None:
        """Print the number of clauses with each status, by inventory; ``in_full`` lists unclassified ones."""
        if topics and not in_full:
            return
        self.stdout.write(f"{'inventory':<22}{_columns(register.STATUSES)}")
        for inventory, clauses in library.inventories().items():
            self.stdout.write(f"{inventory:<22}{_by_status(clauses)}")
        ways = Counter(library.resolutions().values())
        counts = ", ".join(f"{ways[way]} {way}" for way in (*register.RESOLUTIONS, register.UNRESOLVED))
        self.stdout.write(f"{ways.total()} doubtful clauses: {counts}")
        for clause in library.clauses().values() if in_full else ():
            if clause.status == register.UNCLASSIFIED:
                carried = f"carried by {', '.join(clause.laws)}" if clause.laws else "carried by no law"
                self.stdout.write(f"{clause.inventory}: {clause.id} is not classified; {carried}")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            books = library.law_books()
            topics = library.vocabulary().topics
        except BrokenBook as broken:
            raise CommandError(str(broken), returncode=1) from broken
        for name in options["topics"]:
            if name not in topics:
                raise CommandError(not_among(name, topics, _("topic")), returncode=1)
        chosen = [
            topic for name, topic in topics.items() if not options["topics"] or name in options["topics"]
        ]
        self.stdout.write(
            f"{'topic':<22}{'law set':<16}{'incidents':>10}{'situations':>12}{'rules':>7}{'cases':>7}"
        )
        for topic in chosen:
            for book in books.values():
                self.stdout.write(_line(topic, book))
        self._clauses_by_topic(options["topics"])
        self._clauses(options["clauses"], options["topics"])
        faults = proofs.find(books, options["topics"])
        for fault in faults:
            self.stdout.write(str(fault))
        self.stdout.write(f"{len(faults)} faults")
        if faults:
            raise CommandError("the law books are not sound.", returncode=1)


def _by_status(clauses: Iterable[str]) -> str:
    count = Counter(library.clauses()[clause].status for clause in clauses)
    return _columns(count[status] for status in register.STATUSES)


def _columns(entries: Iterable[object]) -> str:
    return "".join(f"{str(entry)[:12]:>13}" for entry in entries)


def _line(topic: Topic, book: LawBook) -> str:
    tables = [book.tables[incident] for incident in topic.incidents if book.tables[incident].rules]
    on_topic = book.rules.on(topic.name)
    situations = sum(table.possible.bit_count() for table in tables)
    rules, cases = len(on_topic.rules), len(on_topic.cases)
    return f"{topic.name:<22}{book.slug:<16}{len(tables):>10}{situations:>12}{rules:>7}{cases:>7}"
