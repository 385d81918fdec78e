"""Seats and sides: who sits where, who is whose partner, and one value for each side.

Seats are numbered from 1 clockwise, sides from 1. This is the only module that does arithmetic on them; who
the players are by name is not known here.

A sentence names a side by its number or, at a table where everybody plays alone, by the one seat that it has:
it is made with :func:`inside` and :func:`at_start`, and `worded` for a table where nobody has a partner.
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
    """One value for each side: the only place where "sides count from 1, tuples from 0" is dealt with.

    >>> PerSide((5, 9))[2]
    9
    """

    values: tuple[T, ...]

    @classmethod
    def filled(cls, sides: int, value: T) -> PerSide[T]:
        """Return the same value for each of so many sides."""
        return cls((value,) * sides)

    def __getitem__(self, side: int) -> T:
        """Return the value of a side; IndexError for a side that is not at the table."""
        if side < 1:
            raise IndexError(f"there is no side {side}")
        return self.values[side - 1]

    def __len__(self) -> int:
        """Return how many sides there are."""
        return len(self.values)

    def __iter__(self) -> Iterator[T]:
        """Go through the values, side 1 first."""
        return iter(self.values)

    def sides(self) -> range:
        """Return the sides, 1 first."""
        return range(1, len(self.values) + 1)

    def items(self) -> Iterator[tuple[int, T]]:
        """Go through the sides with their values."""
        return enumerate(self.values, 1)


@lru_cache(maxsize=4096)
def figures(values: tuple[int, ...]) -> PerSide[int]:
    """Return a figure for each side; the same value for the same, as deals are kept and their figures few."""
    return PerSide(values)


@dataclass(frozen=True, slots=True)
class TableSeats:
    """The seats of a table and the sides they make: partners sit opposite, or everybody plays alone.

    With four seats and two sides, side 1 is seats 1 and 3; with six seats and three sides, side 1 is seats 1
    and 4; with as many sides as seats, side n is seat n.
    """

    count: int
    side_count: int

    @property
    def has_partners(self) -> bool:
        """Return whether seats make sides together; without, side n is seat n.

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
        """Return the seats of a side, the lowest first."""
        return range(side, self.count + 1, self.side_count)

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return seat % self.count + 1

    def partner_of(self, seat: int) -> int | None:
        """Return the partner's seat, or None for one who plays alone."""
        partner = (seat - 1 + self.side_count) % self.count + 1
        return None if partner == seat else partner

    def eldest_hand(self, dealer: int) -> int:
        """Return the seat on the dealer's left, which bids first."""
        return self.left_of(dealer)

    def in_turn(self, first: int) -> tuple[int, ...]:
        """Return every seat clockwise, beginning with one of them.

        >>> TableSeats(4, 2).in_turn(3)
        (3, 4, 1, 2)
        """
        return tuple((first - 1 + step) % self.count + 1 for step in range(self.count))


@dataclass(frozen=True, slots=True)
class CalledSides(TableSeats):
    """The two sides of a deal on which the maker calls a partner: 1 the ``makers``, 2 all others together.

    Nobody changes places; a maker who plays alone is a side of one.
    """

    makers: frozenset[int]

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for on this deal.

        >>> [CalledSides(5, 2, frozenset((2, 4))).side_of(seat) for seat in (1, 2, 3, 4, 5)]
        [2, 1, 2, 1, 2]
        """
        return 1 if seat in self.makers else 2

    def seats_of(self, side: int) -> Sequence[int]:
        """Return the seats of a side on this deal, the lowest first."""
        return [seat for seat in self.seats() if self.side_of(seat) == side]

    def partner_of(self, seat: int) -> int | None:
        """Return the one other seat of the side; None for one who is alone, or one of three or more."""
        others = [other for other in self.seats_of(self.side_of(seat)) if other != seat]
        return others[0] if len(others) == 1 else None


@cache
def inside(side: int) -> Sentence:
    """Return a side as it stands within a sentence: "side 1"."""
    return _("side {side}", side=side)


@cache
def at_start(side: int) -> Sentence:
    """Return a side as a sentence begins with it: "Side 1"."""
    return inside(side).begun()


@cache
def seat_inside(seat: int) -> Sentence:
    """Return a seat as it stands within a sentence: "seat 3"."""
    return _("seat {seat}", seat=seat)


@cache
def seat_at_start(seat: int) -> Sentence:
    """Return a seat as a sentence begins with it: "Seat 3"."""
    return seat_inside(seat).begun()


LAY = (
    "The {points} lay among the discards and counts for {side}, the maker's.",
    "The {points} lay among the discards and count for {side}, the maker's.",
)
GOES = (
    "{why}: {what} taken by {side} goes to {maker}, the maker's.",
    "{why}: {what} taken by {side} go to {maker}, the maker's.",
)
"""What is said of the maker's side, for one point and for many."""

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
"""What is said of partners, and what is said in its place where nobody has one. Side n is then seat n."""

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
"""What is said where one deal makes its own two sides, and the maker's is named so already."""


def worded(sentence: Sentence, seating: TableSeats) -> Sentence:
    """Return a sentence as it is said at such a table.

    >>> worded(_("{side} bid {bid}.", side=at_start(2), bid=8), TableSeats(3, 3))
    'Seat 2 bid 8.'
    """
    if isinstance(seating, CalledSides):
        return _of_called(sentence.reworded(CALLED))
    return sentence if seating.has_partners else sentence.reworded(ALONE)


def _of_called(sentence: Sentence) -> Sentence:
    """Return a sentence of a deal whose sides are the maker's and the opposition."""
    template, _plural, values = sentence.made_of
    if template == "side {side}":
        side = _("the maker's side") if values["side"] == 1 else _("the opposition")
        return side.begun() if sentence.begins else side
    return sentence.with_values(lambda value: _of_called(value) if isinstance(value, Sentence) else value)
