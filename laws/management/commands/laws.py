"""List and search the laws from a terminal: ``manage.py laws [WORDS …] [--law-set …] [--effect …]``."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws import queries
from laws.answer_serializers import ClauseSerializer
from laws.domain.errors import BrokenBook, InvalidInput
from laws.strict_fields import sent

CONDITIONS = ("law_set", "game", "topic", "effect")


class Command(BaseCommand):
    """Prints the laws that meet all conditions. With ``--clauses``, prints clauses of the sources instead.

    The exit code is 1 if a condition is refused or if a book has a fault.
    """

    requires_system_checks = ()  # listing laws needs neither the database nor the URLs
    help = "List the laws, or find them by words, law set, game, topic or consequence."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("words", nargs="*", help="words to search for")
        for name in CONDITIONS:
            parser.add_argument(f"--{name.replace('_', '-')}")
        parser.add_argument(
            "--clauses", action="store_true", help="list clauses of the sources instead of laws"
        )
        parser.add_argument("--json", action="store_true", help="print the laws as JSON, as in the API")

    def handle(self, *args: Any, **options: Any) -> None:
        q = " ".join(options["words"]) or None
        conditions = {name: options[name] for name in CONDITIONS if options[name] is not None}
        try:
            rows = self._clauses(q, conditions) if options["clauses"] else self._laws(q, conditions)
        except InvalidInput as refusal:
            raise CommandError(refusal.lines, returncode=1) from refusal
        except BrokenBook as broken:
            raise CommandError(str(broken), returncode=1) from broken
        if options["json"]:
            self.stdout.write(json.dumps([row for row, _text in rows], indent=2))
            return
        for _row, text in rows:
            self.stdout.write(text)
        self.stdout.write(f"{len(rows)} {'clauses' if options['clauses'] else 'laws'}")

    def _laws(self, q: str | None, conditions: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        return [
            ({"id": law.id, **law.canonical()}, f"{law.title} [{law.id}]\n  {law.text}\n  {law.cite}")
            for law in queries.find_laws(q=q, **conditions)
        ]

    def _clauses(self, q: str | None, conditions: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
        if refused := conditions.keys() - {"law_set"}:
            raise CommandError(f"clauses cannot be searched by {', '.join(sorted(refused))}.", returncode=1)
        rows = [sent(ClauseSerializer, clause) for clause in queries.find_clauses(q=q, **conditions)]
        text = "{id} ({status})\n  {then}\n  {cite}"
        return [(row, text.format_map(row)) for row in rows]
