"""manage.py verify: compute everything again from the records, and print the faults found in them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.tables.models import DealRevision, Table


class Command(BaseCommand):
    """Checks the whole database, and prints the first faults and the number of all faults.

    The exit code is 1 if there is a fault.
    """

    help = "Compute every score again from the records, and check hash chains, numbers and sums."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--most", type=int, default=50, help="Print at most this many faults (default 50)."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for breach in breaches():
            count += 1
            if count <= options["most"]:
                self.stdout.write(str(breach))
        if count:
            raise CommandError(f"Faults found: {count}.")
        self.stdout.write(
            f"No faults found: {Table.objects.count()} tables, "
            f"{DealRevision.objects.count()} deal revisions, {Entry.objects.count()} journal entries."
        )
