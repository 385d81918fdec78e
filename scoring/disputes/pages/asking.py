"""A dispute that is about to be raised, read from an address: what happened, who did it, the facts so far.

Nothing is stored before it is raised, so that every tap is a link, and a link opens the same question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from laws.domain.compile import LawTable
from laws.domain.errors import InvalidInput, quote
from laws.domain.proposals import LONGEST_TEXT

INCIDENT, WORDS, AGAIN = "incident", "in-words", "ask-again"
SEAT, TRICK, DIFFER = "at-seat", "in-trick", "in-dispute"
"""What an address holds besides facts, none of which has a hyphen in its name: the seat in error, the trick,
and the facts about which people differ, each with what they say."""

OWN = (INCIDENT, WORDS, AGAIN, SEAT, TRICK)
NOBODY = "nobody"
"""Stands for the seat where it is not known who was in error, or nobody in particular was."""

HERE = "#now"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is being raised about deal ``number`` of a table.

    ``seat`` is None while nobody has said who it was, 0 where that is not known.
    """

    table: int
    number: int
    incident: str = ""
    seat: int | None = None
    trick: int | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    differ: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    again: str = ""
    words: str = ""
    is_in_play: bool = False

    @property
    def address(self) -> str:
        """Return the address that opens this."""
        return self.page + (HERE if self.incident else "")

    @property
    def page(self) -> str:
        """Return the address without a place on the page."""
        return reverse("dispute-new", args=[self.table, self.number]) + (f"?{self.held}" if self.held else "")

    @property
    def held(self) -> str:
        """Return what the address holds of this, which is also what is sent when it is raised."""
        own = {INCIDENT: self.incident, AGAIN: self.again, WORDS: self.words}
        if self.seat is not None:
            own[SEAT] = str(self.seat) if self.seat else NOBODY
        if self.trick is not None:
            own[TRICK] = str(self.trick)
        said = [(name, value) for name, value in own.items() if value]
        differing = [(DIFFER, ".".join((key, *values))) for key, values in self.differ.items()]
        return urlencode(said + list(self.facts.items()) + differing)

    @property
    def sent(self) -> dict[str, object]:
        """Return the facts as they are sent with a dispute."""
        return {**self.facts, **{key: {"disputed": list(values)} for key, values in self.differ.items()}}

    def by(self, seat: int) -> "Asked":
        """Return the same with who was in error."""
        return replace(self, seat=seat)

    def answering(self, table: LawTable, key: str, value: str) -> "Asked":
        """Return the same with an answer, without those earlier ones that cannot be so together with it."""
        kept = {key: value}
        for other, said in self.facts.items():
            own = {name: word for name, word in {**kept, other: said}.items() if name in table.steps}
            if other not in kept and table.known(own):
                kept[other] = said
        in_order = {name: kept[name] for name in (*self.facts, key) if name in kept}
        differ = {name: values for name, values in self.differ.items() if name != key}
        return replace(self, facts=in_order, differ=differ, again="", words="")

    def differing(self, key: str, values: tuple[str, ...]) -> "Asked":
        """Return the same with a fact about which people differ."""
        facts = {name: value for name, value in self.facts.items() if name != key}
        return replace(self, facts=facts, differ={**self.differ, key: values}, again="", words="")

    def asking_again(self, key: str) -> "Asked":
        """Return the same, putting the question of a fact again."""
        return replace(self, again=key)


def read(query: QueryDict, table: int, number: int, seats: int) -> Asked:
    """Return what an address says. Raises InvalidInput by field; facts are read by the domain."""
    errors: dict[str, str] = {}
    given: dict[str, str] = {}
    for name, values in query.lists():
        if name != DIFFER and len(set(values)) > 1:
            errors[name[:40]] = gettext("This was given more than once, with different answers.")
        elif name != DIFFER and values and values[0]:
            given[name] = str(values[0])
    words = given.get(WORDS, "")
    if len(words) > LONGEST_TEXT or not words.replace("\r", "").replace("\n", "").isprintable():
        errors[WORDS] = gettext("Plain words are due here, at most %(most)s characters.") % {
            "most": LONGEST_TEXT
        }
    differ = {}
    for text in query.getlist(DIFFER)[:9]:
        key, *said = str(text).split(".")
        differ[key] = tuple(said)
    if errors:
        raise InvalidInput(errors)
    return Asked(
        table,
        number,
        given.get(INCIDENT, ""),
        _seat(given.get(SEAT), seats),
        _trick(given.get(TRICK)),
        {name: value for name, value in given.items() if name not in OWN},
        differ,
        given.get(AGAIN, ""),
        words,
    )


def _seat(text: str | None, seats: int) -> int | None:
    if text is None:
        return None
    if text == NOBODY:
        return 0
    if text in [str(seat) for seat in range(1, seats + 1)]:
        return int(text)
    raise InvalidInput({SEAT: gettext("There is no seat %(seat)s here.") % {"seat": quote(text)}})


def _trick(text: str | None) -> int | None:
    if text is None:
        return None
    if text.isascii() and text.isdigit() and len(text) == 1:
        return int(text)
    raise InvalidInput(
        {TRICK: gettext("The number of a trick is due here, not %(text)s.") % {"text": quote(text)}}
    )
