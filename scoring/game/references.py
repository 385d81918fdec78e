"""Sides and seats as values of sentences, and the one function that names them.

The domain speaks of side 1 or seat 2. The API keeps these words. Pages and prints
put names in their place with :func:`named`. Every sentence fits all of them, so no sentence is reworded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from laws.domain.sentences import Sentence, _
from scoring.game.seating import CalledSides, TableSeats


class Reference(Sentence):
    """A value of a sentence that a name can replace."""

    __slots__ = ()

    def with_values(self, change: Callable[[str], str]) -> Reference:
        """Return the reference unchanged, because its only value is a number."""
        return self

    filled = with_values

    def reworded(self, otherwise: Mapping[str, str]) -> Reference:
        return self


class SideRef(Reference):
    """A side as a value of a sentence.

    ``seating`` decides the words: "side 2"; "seat 2" where everybody plays alone; "the opposition" on a deal
    with a called partner. It is None until :func:`placed` is called.
    """

    __slots__ = ("seating", "side")

    side: int
    seating: TableSeats | None

    def begun(self) -> SideRef:
        return _side(self.side, self.seating, begins=True)


class SeatRef(Reference):
    """A seat as a value of a sentence: "seat 3"."""

    __slots__ = ("seat",)

    seat: int

    def begun(self) -> SeatRef:
        return _seat(self.seat, begins=True)


@cache
def _side(side: int, seating: TableSeats | None, *, begins: bool) -> SideRef:
    if isinstance(seating, CalledSides):
        words = _("the maker's side") if side == 1 else _("the opposition")
    elif seating is None or seating.has_partners:
        words = _("side {side}", side=side)
    else:
        words = _("seat {seat}", seat=side)
    reference = SideRef(words.begun() if begins else words)
    reference.made_of, reference.begins = words.made_of, begins
    reference.side, reference.seating = side, seating
    return reference


@cache
def _seat(seat: int, *, begins: bool) -> SeatRef:
    words = _("seat {seat}", seat=seat)
    reference = SeatRef(words.begun() if begins else words)
    reference.made_of, reference.begins, reference.seat = words.made_of, begins, seat
    return reference


def inside(side: int, seating: TableSeats | None = None) -> SideRef:
    """Return a side for use inside a sentence.

    >>> inside(2), inside(2, TableSeats(3, 3))
    ('side 2', 'seat 2')
    """
    return _side(side, seating, begins=False)


def at_start(side: int, seating: TableSeats | None = None) -> SideRef:
    """Return a side for the start of a sentence: "Side 1"."""
    return _side(side, seating, begins=True)


def seat_inside(seat: int) -> SeatRef:
    """Return a seat for use inside a sentence: "seat 3"."""
    return _seat(seat, begins=False)


def seat_at_start(seat: int) -> SeatRef:
    """Return a seat for the start of a sentence: "Seat 3"."""
    return _seat(seat, begins=True)


def placed(sentence: Sentence, seating: TableSeats) -> Sentence:
    """Return a sentence with its sides at a table. A side that is at a table already stays there.

    >>> placed(_("{side} bid {bid}.", side=at_start(2), bid=8), TableSeats(3, 3))
    'Seat 2 bid 8.'
    """
    if isinstance(sentence, SideRef):
        return _side(sentence.side, sentence.seating or seating, begins=sentence.begins)
    return sentence.with_values(
        lambda value: placed(value, seating) if isinstance(value, Sentence) else value
    )


def named(text: str, seats: Sequence[str] = ()) -> str:
    """Return a text with names in place of the sides and seats in it.

    ``seats`` are the names in the order of the seats; without names the text stays as it is. Any text but a
    sentence, and the two sides of a deal with a called partner, stay as they are, too.

    >>> side = inside(1, TableSeats(4, 2))
    >>> named(_("{side} took 9.", side=side), ["Ann", "Bob", "Cal", "Dan"])
    'Ann & Cal took 9.'
    """
    if not seats or not isinstance(text, Sentence):
        return text
    if isinstance(text, SeatRef):
        return seats[text.seat - 1]
    if isinstance(text, SideRef):
        if text.seating is None or isinstance(text.seating, CalledSides):
            return text
        return " & ".join(seats[seat - 1] for seat in text.seating.seats_of(text.side))
    return text.with_values(lambda value: named(value, seats))
