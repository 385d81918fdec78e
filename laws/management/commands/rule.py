"""Ask for a ruling from a terminal: ``manage.py rule LAW_SET INCIDENT fact=value …``."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from laws import json_reader, library, open_readings
from laws.answer_serializers import AnswerSerializer
from laws.domain.arbiter import RulingRequest
from laws.domain.errors import BrokenBook, InvalidInput, not_among
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from laws.strict_fields import sent


class Command(BaseCommand):
    """Prints a ruling and, if the law set is silent, the ruling of its fallback law set.

    The exit code is 1 if the question is refused or if a book has a fault.
    """

    requires_system_checks = ()  # a ruling by a book needs neither the database nor the URLs
    help = "Ask a law set for its ruling on an incident with the known facts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("law_set")
        parser.add_argument("incident")
        parser.add_argument("facts", nargs="*", metavar="fact=value")
        parser.add_argument("--file", help="a JSON file with more facts")
        parser.add_argument(
            "--reading",
            action="append",
            default=[],
            metavar="rule=reading",
            help="another reading of a rule's unclear wording; can be repeated",
        )
        parser.add_argument("--json", action="store_true", help="print the ruling as JSON, as in the API")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            typed = dict(_pair(text, "facts") for text in options["facts"])
            facts = {**_from_file(options["file"]), **typed}
            read = dict(_pair(text, "readings") for text in options["reading"])
            ruling = open_readings.answer(
                RulingRequest(options["law_set"], options["incident"], facts, readings=read)
            )
        except InvalidInput as refusal:
            raise CommandError(refusal.lines, returncode=1) from refusal
        except DatabaseError as fault:
            known = not_among(options["law_set"], library.law_sets(), _("law set"))
            raise CommandError(f"law_set: {known}", returncode=1) from fault
        except BrokenBook as broken:
            raise CommandError(str(broken), returncode=1) from broken
        if options["json"]:
            self.stdout.write(json.dumps(sent(AnswerSerializer, ruling), indent=2))
            return
        for shown in (ruling, ruling.fallback):
            if shown is not None:
                self.stdout.write("\n".join(_in_words(shown)))


def _pair(text: str, field: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        kinds = {"facts": "a fact as fact=value", "readings": "a reading as rule=reading"}
        raise InvalidInput({field: f"write {kinds[field]}, not “{text}”."})
    return key, value


def _from_file(name: str | None) -> dict[str, object]:
    if name is None:
        return {}
    try:
        facts = json_reader.read(Path(name).read_bytes())
    except (OSError, ValueError) as fault:
        raise CommandError(f"{name}: {fault}", returncode=1) from fault
    if not isinstance(facts, dict):
        raise CommandError(f"{name}: give facts with their values.", returncode=1)
    return facts


def _in_words(ruling: Ruling) -> list[str]:
    lines = [f"{ruling.status.upper()}: {ruling.table.incident.title} ({ruling.law_set})"]
    lines += [f"  • {effect.says}" for effect in ruling.effects]
    for choice in ruling.choices:
        options = "; ".join(f"{fill(option.label)} [{option.id}]" for option in choice.options)
        lines.append(f"  • {choice.who} may choose: {options}")
    for fact in ruling.questions:
        values = "; ".join(f"{fill(value.label)} [{value.slug}]" for value in fact.values)
        lines.append(f"  ? {fill(fact.ask)} ({fact.key}) {values}")
    lines += [f"  {number}. {step}" for number, step in enumerate(ruling.because, 1)]
    for reading in () if ruling.is_open else (*ruling.readings, *ruling.left_open, *ruling.chosen):
        lines.append(f"  ~ {fill(reading.question)} {fill(reading.in_words)}")
        others = ", ".join(name for name in reading.says if name != reading.taken)
        lines.append(f"    [{reading.rule}={reading.taken}; or {others}]")
    lines += [f"  Law: {law.title} ({law.cite}) [{law.id}]" for law in ruling.cited]
    return lines
