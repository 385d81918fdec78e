"""manage.py restore: put a backup back in place of the whole database, while nothing else uses it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scoring.office import backups
from scoring.office.verification import breaches


class Command(BaseCommand):
    """Check everything in a backup, apart; then replace the database by it and bring it up to date."""

    help = "Replace the whole database by a backup. Stop the site first; what is there now is lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, and the word that says one means it."""
        parser.add_argument("file", type=Path, help="A file that manage.py backup wrote.")
        parser.add_argument("--yes", action="store_true", help="Replace the database without asking.")
        parser.add_argument(
            "--unchecked", action="store_true", help="Put it back without checking first what is in it."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the backup apart, put it back, migrate it, verify it."""
        if not options["yes"]:
            try:
                answer = input("This replaces every record by those of the backup. Type yes to go on: ")
            except EOFError as end:
                raise CommandError("Nothing was changed. Where nobody can type, say --yes.") from end
            if answer.strip() != "yes":
                raise CommandError("Nothing was changed.")
        try:
            if not options["unchecked"]:
                backups.must_hold(options["file"], breaches)
            backups.put_back(options["file"])
        except (backups.BackupFailed, OSError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        call_command("verify", stdout=self.stdout)
        self.stdout.write(f"Restored from {options['file']}.")
