"""Lists and searches the laws from a terminal: ``manage.py laws [WORDS …] [--law-set …] [--effect …]``."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws import queries
from laws.domain.errors import BrokenBook, InvalidInput

CONDITIONS = ("law_set", "game", "topic", "effect")


class Command(BaseCommand):
    """Prints the laws that meet every condition; exits with 1 where one is unknown."""

    requires_system_checks = ()  # it needs neither the database nor the site
    help = "List the laws, or find them by words, law set, game, topic or consequence."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the words, the conditions and the form of the answer."""
        parser.add_argument("words", nargs="*", help="what to look for, in a player's words")
        for name in CONDITIONS:
            parser.add_argument(f"--{name.replace('_', '-')}")
        parser.add_argument("--clauses", action="store_true", help="the clauses of the sources instead")
        parser.add_argument("--json", action="store_true", help="the laws as the API gives them")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find and print."""
        if options["clauses"]:
            self._clauses(options)
            return
        asked = {name: options[name] for name in CONDITIONS if options[name] is not None}
        try:
            found = queries.find_laws(q=" ".join(options["words"]) or None, **asked)
        except InvalidInput as refusal:
            raise CommandError(refusal.lines, returncode=1) from refusal
        except BrokenBook as broken:
            raise CommandError(str(broken), returncode=1) from broken
        if options["json"]:
            self.stdout.write(json.dumps([{"id": law.id, **law.canonical()} for law in found], indent=2))
            return
        for law in found:
            self.stdout.write(f"{law.id}\n  {law.text}\n  {law.cite}")
        self.stdout.write(f"{len(found)} laws")

    def _clauses(self, options: dict[str, Any]) -> None:
        """Find clauses of the sources by words and law set, and print them."""
        refused = [name for name in CONDITIONS if name != "law_set" and options[name] is not None]
        if refused:
            raise CommandError(f"clauses are not found by {', '.join(refused)}.", returncode=1)
        try:
            found = queries.find_clauses(q=" ".join(options["words"]) or None, law_set=options["law_set"])
        except InvalidInput as refusal:
            raise CommandError(refusal.lines, returncode=1) from refusal
        rows = [queries.clause_row(clause) for clause in found]
        if options["json"]:
            self.stdout.write(json.dumps(rows, indent=2))
            return
        for row in rows:
            self.stdout.write(
                f"{row['id']} ({row['status']})\n  {row['when']} {row['then']}\n  {row['cite']}"
            )
        self.stdout.write(f"{len(rows)} clauses")
