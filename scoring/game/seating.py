"""Seats and sides of a table: partners, turns, and one value per side.

Seats are numbered clockwise from 1, sides from 1. All arithmetic on seats and sides is in this module.

Sentences name a side by its number, with :func:`inside` and :func:`at_start`. At a table without partners,
:func:`worded` replaces the side by its only seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Generic, TypeVar

from laws.domain.sentences import Sentence, _, gettext_noop, ngettext_noop

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PerSide(Generic[T]):
    """One value per side, indexed by side from 1.

    >>> PerSide((5, 9))[2]
    9
    """

    values: tuple[T, ...]

    @classmethod
    def filled(cls, sides: int, value: T) -> PerSide[T]:
        """Return a PerSide with the same value for each side."""
        return cls((value,) * sides)

    def __getitem__(self, side: int) -> T:
        """Return the value of a side; raise IndexError for a side that does not exist."""
        if side < 1:
            raise IndexError(f"there is no side {side}")
        return self.values[side - 1]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    def sides(self) -> range:
        """Return the sides, 1 first."""
        return range(1, len(self.values) + 1)

    def items(self) -> Iterator[tuple[int, T]]:
        return enumerate(self.values, 1)


@lru_cache(maxsize=4096)
def figures(values: tuple[int, ...]) -> PerSide[int]:
    """Return one value per side. Cached, because stored deals repeat the same few values."""
    return PerSide(values)


@dataclass(frozen=True, slots=True)
class TableSeats:
    """The seats and sides of a table: partners sit opposite each other, or everybody plays alone.

    With four seats and two sides, side 1 is seats 1 and 3; with six seats and three sides, side 1 is seats 1
    and 4; with as many sides as seats, side n is seat n.
    """

    count: int
    side_count: int

    @property
    def has_partners(self) -> bool:
        """Tell whether sides have several seats.

        >>> TableSeats(4, 2).has_partners, TableSeats(3, 3).has_partners
        (True, False)
        """
        return self.side_count < self.count

    def seats(self) -> range:
        """Return the seats, 1 first."""
        return range(1, self.count + 1)

    def sides(self) -> range:
        """Return the sides, 1 first."""
        return range(1, self.side_count + 1)

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for.

        >>> [TableSeats(4, 2).side_of(seat) for seat in (1, 2, 3, 4)]
        [1, 2, 1, 2]
        """
        return (seat - 1) % self.side_count + 1

    def seats_of(self, side: int) -> Sequence[int]:
        return range(side, self.count + 1, self.side_count)

    def left_of(self, seat: int) -> int:
        return seat % self.count + 1

    def partner_of(self, seat: int) -> int | None:
        """Return the seat of the partner; None for a side with one seat."""
        partner = (seat - 1 + self.side_count) % self.count + 1
        return None if partner == seat else partner

    def eldest_hand(self, dealer: int) -> int:
        """Return the seat to the left of the dealer, which bids first."""
        return self.left_of(dealer)

    def in_turn(self, first: int) -> tuple[int, ...]:
        """Return all seats clockwise from ``first``.

        >>> TableSeats(4, 2).in_turn(3)
        (3, 4, 1, 2)
        """
        return tuple((first - 1 + step) % self.count + 1 for step in range(self.count))


@dataclass(frozen=True, slots=True)
class CalledSides(TableSeats):
    """The two sides of a deal on which the maker calls a partner: side 1 the ``makers``, side 2 all others.

    Nobody changes seats. A maker who plays alone is the only seat of side 1.
    """

    makers: frozenset[int]

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for on this deal.

        >>> [CalledSides(5, 2, frozenset((2, 4))).side_of(seat) for seat in (1, 2, 3, 4, 5)]
        [2, 1, 2, 1, 2]
        """
        return 1 if seat in self.makers else 2

    def seats_of(self, side: int) -> Sequence[int]:
        return [seat for seat in self.seats() if self.side_of(seat) == side]

    def partner_of(self, seat: int) -> int | None:
        """Return the other seat of a side with two seats; None for a side of another size."""
        others = [other for other in self.seats_of(self.side_of(seat)) if other != seat]
        return others[0] if len(others) == 1 else None


@cache
def inside(side: int) -> Sentence:
    """Return a side for use inside a sentence: "side 1"."""
    return _("side {side}", side=side)


@cache
def at_start(side: int) -> Sentence:
    """Return a side for the start of a sentence: "Side 1"."""
    return inside(side).begun()


@cache
def seat_inside(seat: int) -> Sentence:
    """Return a seat for use inside a sentence: "seat 3"."""
    return _("seat {seat}", seat=seat)


@cache
def seat_at_start(seat: int) -> Sentence:
    """Return a seat for the start of a sentence: "Seat 3"."""
    return seat_inside(seat).begun()


LAY = (
    "The {points} lay among the discards and counts for {side}, the maker's.",
    "The {points} lay among the discards and count for {side}, the maker's.",
)
GOES = (
    "{why}: {what} taken by {side} goes to {maker}, the maker's.",
    "{why}: {what} taken by {side} go to {maker}, the maker's.",
)
"""Sentences about the maker's side, in singular and plural; the other wordings share them."""

ALONE: Mapping[str, str] = {
    "side {side}": gettext_noop("seat {side}"),
    "Each side scores what it made: {sides}.": gettext_noop("Each scores what they made: {sides}."),
    "All sides took {points}: nobody scores.": gettext_noop("All took {points}: nobody scores."),
    "All sides took {points}, and each scores them.": gettext_noop(
        "All took {points}, and each scores them."
    ),
    "No side can score on this deal.": gettext_noop("Nobody can score on this deal."),
    "Both sides took {points}: nobody scores.": gettext_noop("Both took {points}: nobody scores."),
    "Both sides took {points}, and each scores them.": gettext_noop(
        "Both took {points}, and each scores them."
    ),
    "Neither side can score on this deal.": gettext_noop("Nobody can score on this deal."),
    "Both sides revoked: neither scores, and the bid is not waived.": gettext_noop(
        "Both revoked: neither scores, and the bid is not waived."
    ),
    "Both sides revoked: each revoke is dealt with by itself.": gettext_noop(
        "Both revoked: each revoke is dealt with by itself."
    ),
    **dict(
        zip(
            LAY,
            ngettext_noop(
                "The {points} lay among the discards and counts for {side}, the maker.",
                "The {points} lay among the discards and count for {side}, the maker.",
            ),
            strict=True,
        )
    ),
    "The revoke costs the maker's side the bid as well: {side} adds {bid}.": gettext_noop(
        "The revoke costs the maker the bid as well: {side} adds {bid}."
    ),
    "{why}: the points would go to the maker's side, which has them already.": gettext_noop(
        "{why}: the points would go to the maker, who has them already."
    ),
    **dict(
        zip(
            GOES,
            ngettext_noop(
                "{why}: {what} taken by {side} goes to {maker}, the maker.",
                "{why}: {what} taken by {side} go to {maker}, the maker.",
            ),
            strict=True,
        )
    ),
}
"""The wording of each sentence about sides for tables without partners, where side n is seat n."""

CALLED: Mapping[str, str] = {
    "Each side scores what it made: {sides}.": gettext_noop("Each side keeps what it made: {sides}."),
    "All sides took {points}: nobody scores.": gettext_noop("Both took {points}: nobody scores."),
    "All sides took {points}, and each scores them.": gettext_noop(
        "Both took {points}, and each scores them."
    ),
    "No side can score on this deal.": gettext_noop("Neither side can score on this deal."),
    **dict(
        zip(
            LAY,
            ngettext_noop(
                "The {points} lay among the discards and counts for {side}.",
                "The {points} lay among the discards and count for {side}.",
            ),
            strict=True,
        )
    ),
    **dict(
        zip(
            GOES,
            ngettext_noop(
                "{why}: {what} taken by {side} goes to {maker}.",
                "{why}: {what} taken by {side} go to {maker}.",
            ),
            strict=True,
        )
    ),
}
"""The wording of each sentence about sides for deals on which the maker calls a partner."""


def worded(sentence: Sentence, seating: TableSeats) -> Sentence:
    """Return a sentence in the wording for a table.

    >>> worded(_("{side} bid {bid}.", side=at_start(2), bid=8), TableSeats(3, 3))
    'Seat 2 bid 8.'
    """
    if isinstance(seating, CalledSides):
        return _of_called(sentence.reworded(CALLED))
    return sentence if seating.has_partners else sentence.reworded(ALONE)


def _of_called(sentence: Sentence) -> Sentence:
    """Return a sentence with side 1 named as the maker's side and side 2 as the opposition."""
    template, _plural, values = sentence.made_of
    if template == "side {side}":
        side = _("the maker's side") if values["side"] == 1 else _("the opposition")
        return side.begun() if sentence.begins else side
    return sentence.with_values(lambda value: _of_called(value) if isinstance(value, Sentence) else value)
