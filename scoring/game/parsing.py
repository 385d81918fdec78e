"""Strict parsing of numbers, seats, words and cards from JSON; every problem is collected.

Nothing is converted: true is not 1, "7" is not 7 and 7.0 is not 7.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice

from laws.domain.errors import InvalidInput, not_among, quote, quote_as_no_number
from laws.domain.sentences import _
from scoring.game.cards import CARD_ORDER, Card, parse_card
from scoring.game.references import inside
from scoring.game.seating import CalledSides, PerSide, TableSeats, figures

FARTHEST_SCORE = 99_999
"""The largest running score accepted, positive or negative, under any law set."""

LONGEST_LIST = 60
"""The longest list accepted: a little more than the cards of a pack."""

MOST_NAMED = 20
"""The number of unknown fields of an object that are reported; the rest are ignored."""


class Problems:
    """The problems of a request, collected by field.

    Each parsing method returns the value, or None or an empty value after adding a problem under ``path``.
    """

    __slots__ = ("errors", "law")

    def __init__(self) -> None:
        self.errors: dict[str, list[str]] = {}
        self.law: str | None = None

    def add(self, field: str, reason: str, law: str | None = None) -> None:
        """Add a reason under a field. ``law`` is the broken law; only the first law given is kept."""
        self.errors.setdefault(field, []).append(reason)
        self.law = self.law or law

    def take(self, refusal: InvalidInput) -> None:
        """Add the reasons of another refusal."""
        for field, reasons in refusal.errors.items():
            self.errors.setdefault(field, []).extend(reasons)
        self.law = self.law or refusal.law

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Collect the reasons of an InvalidInput raised inside the block, and continue after the block."""
        try:
            yield
        except InvalidInput as refusal:
            self.take(refusal)

    def settle(self) -> None:
        """Raise InvalidInput with all problems, if there are any."""
        if self.errors:
            raise InvalidInput(self.errors, law=self.law)

    def record(self, value: object, path: str, known: Collection[str]) -> dict[str, object] | None:
        """Return the known fields of an object; an unknown field is reported with the nearest known name."""
        if not isinstance(value, dict):
            self.add(path, _("an object with fields is needed, not {value}.", value=quote(value)))
            return None
        if all(name in known for name in value):
            return value
        for name in islice((name for name in value if name not in known), MOST_NAMED):
            self.add(f"{path}.{_key(name)}" if path else _key(name), not_among(name, known, _("field")))
        return {name: content for name, content in value.items() if name in known}

    def items(self, value: object, path: str, what: str) -> list[object]:
        """Return the entries of a list; empty if the value is not a list or is too long."""
        if isinstance(value, list) and len(value) <= LONGEST_LIST:
            return value
        description = _("{count} entries", count=len(value)) if isinstance(value, list) else quote(value)
        self.add(path, _("{what} is needed, not {shown}.", what=what, shown=description))
        return []

    def integer(self, value: object, path: str, low: int, high: int, what: str) -> int | None:
        """Return a whole number from ``low`` to ``high``; ``what`` names the number in the problem."""
        if type(value) is int and low <= value <= high:
            return value
        reason = _(
            "{what} is a whole number from {low} to {high}, not {value}.",
            what=what,
            low=low,
            high=high,
            value=quote_as_no_number(value),
        )
        self.add(path, reason)
        return None

    def seat(self, value: object, path: str, seating: TableSeats) -> int | None:
        return self.integer(value, path, 1, seating.count, _("a seat"))

    def side(self, value: object, path: str, seating: TableSeats) -> int | None:
        return self.integer(value, path, 1, seating.side_count, _("a side"))

    def word(self, value: object, path: str, accepted: Iterable[str], what: str) -> str | None:
        """Return the value if it is an accepted word."""
        words = list(accepted)
        if isinstance(value, str) and value in words:
            return value
        self.add(path, not_among(value, words, what))
        return None

    def per_side(
        self, value: object, path: str, seating: TableSeats, low: int, high: int
    ) -> PerSide[int] | None:
        """Return a whole number for each side, given as a list with side 1 first."""
        if type(value) is not list or len(value) != seating.side_count:
            sides = seating.side_count
            reason = _("a list of {sides} numbers is needed, one for each side in order.", sides=sides)
            if isinstance(seating, CalledSides):
                reason = _(
                    "two numbers are needed: what the maker's side took, and what the opposition took."
                )
            self.add(path, reason)
            return None
        if all(type(entry) is int and low <= entry <= high for entry in value):
            return figures(tuple(value))
        for place, entry in enumerate(value):
            what = _("the figure of {side}", side=inside(place + 1, seating))
            self.integer(entry, f"{path}.{place}", low, high, what)
        return None

    def card(self, value: object, path: str) -> Card | None:
        card = parse_card(value) if isinstance(value, str) else None
        if card is None:
            reason = _(
                "{value} is not a card; a card is rank then suit, such as AS, TH or 5D.", value=quote(value)
            )
            self.add(path, reason)
        return card

    def cards_in_order(self, value: object, path: str) -> tuple[Card, ...]:
        """Return the cards of a list in the order given."""
        cards = [
            self.card(entry, f"{path}.{place}")
            for place, entry in enumerate(self.items(value, path, _("a list of cards")))
        ]
        return tuple(card for card in cards if card is not None)

    def cards(self, value: object, path: str) -> tuple[Card, ...]:
        """Return the cards of a list, sorted in the order of a hand."""
        return tuple(sorted(self.cards_in_order(value, path), key=CARD_ORDER.__getitem__))

    def by_seat(self, value: object, path: str, seating: TableSeats) -> dict[int, tuple[Card, ...]]:
        """Return the cards of each seat from an object whose keys are seats, such as "1"."""
        entries = self.record(value, path, [str(seat) for seat in seating.seats()]) or {}
        return {int(seat): self.cards(entries[seat], f"{path}.{seat}") for seat in sorted(entries)}


def _key(name: object) -> str:
    """Return a field's name for use in a path, shortened and printable."""
    return quote(name)[1:-1]
