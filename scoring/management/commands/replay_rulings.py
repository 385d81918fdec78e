"""Compute every recorded ruling again under the law set revision of its dispute.

With ``--under``, also list the confirmed rulings that would be different under another law set.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.domain.errors import InvalidInput
from laws.queries import RevisionDamaged
from scoring.clubs.models import Club
from scoring.disputes.verification import ChangedDecision, decisions, law_set_named, replayed, under


class Command(BaseCommand):
    """Computes recorded rulings again, and fails if a ruling differs from the recorded ruling."""

    help = "Compute every recorded ruling again. It must be the same under its own law set revision."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--under",
            metavar="SLUG|REVISION",
            help="Also list the rulings that would differ under this law set.",
        )
        parser.add_argument("--club", metavar="SLUG", help="Only the rulings of this club.")

    def handle(self, *args: Any, **options: Any) -> None:
        club = None
        if options["club"] and (club := Club.objects.filter(slug=options["club"]).first()) is None:
            raise CommandError(f"There is no club {options['club']}.")
        other = None
        if options["under"]:
            try:
                other = law_set_named(options["under"])
            except (InvalidInput, RevisionDamaged) as refusal:
                raise CommandError(str(refusal)) from refusal
        count = broken = differing = 0
        for step in decisions(club):
            count += 1
            if (changed := replayed(step)) is not None:
                broken += 1
                self.stdout.write(self._line(changed))
            if other and step.kind == "confirmed" and (changed := under(step, *other)) is not None:
                differing += 1
                self.stdout.write(self._line(changed))
        self.stdout.write(f"{count} rulings computed again; {broken} have another result.")
        if other:
            self.stdout.write(f"Under {other[0].title}, {differing} rulings would differ.")
        if broken:
            raise CommandError("Some rulings differ from the recorded rulings.")

    def _line(self, changed: ChangedDecision) -> str:
        step = changed.step
        return f"dispute {step.dispute_id}, step {step.seq} ({step.dispute.incident}): {changed.difference}"
