"""manage.py restore: replace the whole database by a backup, while nothing else uses the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from cinchclub.launcher import Halt
from cinchclub.launcher.folder import hold, in_words, left
from scoring.office import backups
from scoring.office.verification import breaches


class Command(BaseCommand):
    """Check a backup in a separate database, and replace the club's database by the backup.

    The command refuses to run while the club is open. It backs up the present database before the
    replacement. After the replacement it migrates the database and verifies the records. With ``--unchecked``
    the backup is not checked.
    """

    help = "Replace the whole database by a backup. Stop the site first. The present database is backed up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="A file that manage.py backup wrote.")
        parser.add_argument("--yes", action="store_true", help="Replace the database without asking.")
        parser.add_argument(
            "--unchecked", action="store_true", help="Restore the backup without checking its records first."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["yes"]:
            try:
                answer = input("This replaces all records by the records of the backup. Type yes to go on: ")
            except EOFError as end:
                raise CommandError("Nothing was changed. Without a terminal, use --yes.") from end
            if answer.strip() != "yes":
                raise CommandError("Nothing was changed.")
        try:
            with hold(settings.VAR):
                self.restore(options["file"], is_checked=not options["unchecked"])
        except (backups.BackupFailed, Halt, OSError) as error:
            raise CommandError(str(error)) from error

    def restore(self, file: Path, *, is_checked: bool) -> None:
        """Restore the backup. Raises BackupFailed if the club is open or the backup fails a check."""
        if running := left(settings.VAR):
            raise backups.BackupFailed(f"The club is still open: {in_words(running)}. Stop it first.")
        backups.must_be_unused()
        if is_checked:
            backups.must_hold(file, breaches)
        if kept := backups.keep_what_is_there(now=timezone.now()):
            self.stdout.write(f"The replaced database is kept in {kept}.")
        backups.put_back(file)
        call_command("migrate", interactive=False, verbosity=0)
        call_command("verify", stdout=self.stdout)
        self.stdout.write(f"Restored from {file}.")
