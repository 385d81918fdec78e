"""manage.py restore: put a backup back in place of the whole database, while nothing else uses it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scoring.office import backups


class Command(BaseCommand):
    """Replace the database by a backup, bring it up to date, and check everything in it."""

    help = "Replace the whole database by a backup. Stop the site first; what is there now is lost."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, and the word that says one means it."""
        parser.add_argument("file", type=Path, help="A file that manage.py backup wrote.")
        parser.add_argument("--yes", action="store_true", help="Replace the database without asking.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Put the backup back, migrate it, verify it."""
        if not options["yes"]:
            try:
                answer = input("This replaces every record by those of the backup. Type yes to go on: ")
            except EOFError as end:
                raise CommandError("Nothing was changed. Where nobody can type, say --yes.") from end
            if answer.strip() != "yes":
                raise CommandError("Nothing was changed.")
        try:
            backups.put_back(options["file"])
        except (backups.BackupFailed, OSError) as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0)
        call_command("verify", stdout=self.stdout)
        self.stdout.write(f"Restored from {options['file']}.")
