"""manage.py backup: write a backup of the whole database. Deals can be entered meanwhile."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring.office import backups


class Command(BaseCommand):
    """Writes a backup and prints the path of its file."""

    help = "Write a backup of the whole database. Safe while deals are being entered."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to", type=Path, help="The file to write (default: a file with the date in the backups folder)."
        )
        parser.add_argument(
            "--nightly",
            action="store_true",
            help="Make tonight's backup, unless it exists; keep fourteen nights.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = backups.make(now=timezone.now(), to=options["to"], nightly=options["nightly"])
        except (backups.BackupFailed, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(path) if path else "Tonight's backup has been made already.")
