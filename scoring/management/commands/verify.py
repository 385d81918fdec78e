"""manage.py verify: compute everything again from the facts, and say what does not hold."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.tables.models import DealRevision, Table


class Command(BaseCommand):
    """Check the whole database; exit code 1 where anything is wrong."""

    help = "Compute every score again from what was recorded, and check chains, numbering and sums."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add how many breaches to print."""
        parser.add_argument(
            "--most", type=int, default=50, help="Print at most so many breaches (default 50)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print every breach, or that all holds."""
        count = 0
        for breach in breaches():
            count += 1
            if count <= options["most"]:
                self.stdout.write(str(breach))
        if count:
            raise CommandError(f"{count} things do not hold.")
        self.stdout.write(
            f"All holds: {Table.objects.count()} tables, {DealRevision.objects.count()} revisions of deals, "
            f"{Entry.objects.count()} journal entries."
        )
