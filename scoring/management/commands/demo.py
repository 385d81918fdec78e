"""manage.py demo: load the demo evening and say how to sign in."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.office import demo
from scoring.refusals import Conflict


class Command(BaseCommand):
    """Loads the demo club once, with new random passwords, and prints its accounts."""

    help = "Load a demo club with an evening of Cinch at four tables."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            passwords = demo.load()
        except Conflict as error:
            raise CommandError(error.detail) from error
        self.stdout.write("Demo club loaded. Sign in as:")
        for name, password in passwords.items():
            self.stdout.write(f"  {name:<14} {password}")
