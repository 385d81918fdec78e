"""Compute every recorded ruling again under its own law set and, with ``--under``, another law set."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.domain.errors import InvalidInput
from scoring.clubs.models import Club
from scoring.disputes import replay


class Command(BaseCommand):
    """Computes recorded rulings again, and fails if a ruling differs under its own law set."""

    help = "Make every recorded ruling again under its own revision; --under shows what another would change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--under", metavar="SLUG|REVISION", help="List what this law set would change.")
        parser.add_argument("--club", metavar="SLUG", help="Only the rulings of this club.")

    def handle(self, *args: Any, **options: Any) -> None:
        club = None
        if options["club"] and (club := Club.objects.filter(slug=options["club"]).first()) is None:
            raise CommandError(f"There is no club {options['club']}.")
        other = None
        if options["under"]:
            try:
                other = replay.law_set_named(options["under"])
            except InvalidInput as refusal:
                raise CommandError(str(refusal)) from refusal
        count = broken = changed = 0
        for step in replay.decisions(club):
            count += 1
            if (otherwise := replay.replayed(step)) is not None:
                broken += 1
                self.stdout.write(self._line(otherwise))
            if other and step.kind == "confirmed" and (otherwise := replay.under(step, *other)) is not None:
                changed += 1
                self.stdout.write(self._line(otherwise))
        self.stdout.write(f"{count} rulings made again; {broken} came out otherwise.")
        if other:
            self.stdout.write(f"Under {other[0].title} {changed} would have gone otherwise.")
        if broken:
            raise CommandError("Some rulings are not what was recorded.")

    def _line(self, otherwise: replay.Otherwise) -> str:
        step = otherwise.step
        return f"dispute {step.dispute_id}, step {step.seq} ({step.dispute.incident}): {otherwise.why}"
