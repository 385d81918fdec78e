"""What the page shows of doubtful words: on which of them a ruling rests, and where each other reading leads.

The readings themselves, and the book that rules by them, are in ``readings``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from laws import open_readings as readings
from laws.asking import Question
from laws.domain import arbiter
from laws.domain.errors import InvalidInput
from laws.domain.parameters import PARAMETERS
from laws.domain.ruling import Ruling
from laws.pages import answers as answering


@dataclass(frozen=True, slots=True)
class Way:
    """A way of reading doubtful words: what it says, where it leads, and the ruling if that is another."""

    says: str
    address: str
    is_usual: bool
    is_taken: bool
    outcome: answering.Shown | None


@dataclass(frozen=True, slots=True)
class ShownDoubt:
    """What is doubtful in a ruling, or left open: the question, why we read it so, the ways to read it."""

    question: str
    because: str
    ways: tuple[Way, ...]
    is_left_open: bool


def doubts(question: Question, ruling: Ruling) -> Iterator[ShownDoubt]:
    """Yield the doubtful words on which a ruling rests, with what would follow from other readings."""
    for doubt in readings.doubted(question.law_set, ruling):
        taken = question.read_as.get(doubt.name, doubt.usual)
        ways = []
        for way, says in doubt.ways.items():
            otherwise = question.reading(doubt.name, "" if way == doubt.usual else way)
            try:
                found = arbiter.rule(otherwise.book, question.incident, question.facts, assume=True).possible[
                    0
                ]
            except InvalidInput:
                continue
            differs = way != taken and found.gist != ruling.possible[0].gist
            ways.append(
                Way(
                    says,
                    otherwise.address,
                    way == doubt.usual,
                    way == taken,
                    answering.shown(found) if differs else None,
                )
            )
        yield ShownDoubt(doubt.question, doubt.because, tuple(ways), doubt.name in PARAMETERS)


def read_otherwise(question: Question) -> list[answering.Line]:
    """Return the readings that an address chose in place of the usual ones, with the way back."""
    known = readings.doubts(question.law_set, question.incident)
    return [
        answering.Line(
            known[name].question, known[name].ways[way], "read", question.reading(name, "").address
        )
        for name, way in question.read_as.items()
    ]
