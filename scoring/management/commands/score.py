"""Score a deal from a file. The request, the answer and the refusals are as in the API.

Unlike the API, the command works without a database, so it knows only the law sets of the books.
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws import json_reader
from laws.domain.errors import InvalidInput
from laws.library import law_set
from laws.strict_fields import checked
from scoring.game.notation import score_answer, score_request
from scoring.game.score import score
from scoring.tables.api.schemas import ScoreInput


class Command(BaseCommand):
    """Prints the score of a deal in a file: ``manage.py score FILE.json``.

    The exit code is 1 if the deal is refused or the file cannot be read.
    """

    requires_system_checks = ()  # scoring a deal needs neither the database nor the URLs
    help = (
        "Score a deal from a JSON file: {law_set, game, deal, before?, players?, parameters?, variations?}."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file with the request, or - for standard input")
        parser.add_argument(
            "--text", action="store_true", help="print only the explanation, one sentence per line"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            fields = checked(ScoreInput, _read(options["file"]))
            request = score_request(find_law_set=law_set, **fields)
            result = score(request.deal, request.law_set, request.game, request.before)
        except InvalidInput as refusal:
            law = f"\nLaw: {refusal.law}" if refusal.law else ""
            raise CommandError(f"{refusal.lines}{law}", returncode=1) from refusal
        if options["text"]:
            for line in result.explanation:
                self.stdout.write(f"{line.text} ({line.law})" if line.law else line.text)
                if line.reading:
                    self.stdout.write(f"  {line.reading}")
        else:
            self.stdout.write(json.dumps(score_answer(result), indent=2))


def _read(name: str) -> object:
    try:
        return json_reader.read(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except OSError as fault:
        raise CommandError(f"{name}: {fault.strerror}.") from fault
    except ValueError as fault:
        raise CommandError(f"{name} is {fault}") from fault
