"""Strict parsing of seats, sides and cards from JSON; every problem is collected."""

from __future__ import annotations

from laws.domain.errors import InputProblems, quote
from laws.domain.sentences import _
from scoring.game.cards import CARD_ORDER, Card, parse_card
from scoring.game.references import competitor, inside
from scoring.game.seating import CalledSides, PerSide, TableSeats, figures

FARTHEST_SCORE = 99_999
"""The largest running score accepted, positive or negative, under any law set."""


class Problems(InputProblems):
    """The problems found in a request.

    Each method parses a value, adds a problem for each mistake, and returns what is valid.
    """

    __slots__ = ()

    def seat(self, value: object, path: str, seating: TableSeats) -> int | None:
        return self.integer(value, path, 1, seating.count, _("a seat"))

    def side(self, value: object, path: str, seating: TableSeats) -> int | None:
        return self.integer(value, path, 1, seating.side_count, competitor("a", seating))

    def per_side(
        self, value: object, path: str, seating: TableSeats, low: int, high: int
    ) -> PerSide[int] | None:
        """Return one whole number for each side, from a list that begins with side 1.

        None if the list has another length or a value that is no whole number from ``low`` to ``high``.
        """
        if type(value) is not list or len(value) != seating.side_count:
            sides = seating.side_count
            reason = _(
                "a list of {sides} numbers is needed, one for {each} in order.",
                sides=sides,
                each=competitor("each", seating),
            )
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
        """Return the valid cards of a list in the order given."""
        cards = [
            self.card(entry, f"{path}.{place}")
            for place, entry in enumerate(self.items(value, path, _("a list of cards")))
        ]
        return tuple(card for card in cards if card is not None)

    def cards(self, value: object, path: str) -> tuple[Card, ...]:
        """Return the valid cards of a list, sorted in the order of a hand."""
        return tuple(sorted(self.cards_in_order(value, path), key=CARD_ORDER.__getitem__))

    def by_seat(self, value: object, path: str, seating: TableSeats) -> dict[int, tuple[Card, ...]]:
        """Return the valid cards of each seat from an object whose keys are seats, such as "1"."""
        entries = self.record(value, path, [str(seat) for seat in seating.seats()]) or {}
        return {int(seat): self.cards(entries[seat], f"{path}.{seat}") for seat in sorted(entries)}
