"""Sides, seats and players in sentences, and the one function that replaces them by names.

The domain speaks of side 1, seat 2 or a player's number. Pages and prints replace these by names with
:func:`named`; the API sends them unchanged. Every sentence reads well either way, so no sentence has to be
reworded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from laws.domain.sentences import Reference, Sentence, Translate, TranslateCounted, _, from_json
from scoring.game.seating import CalledSides, TableSeats


class SideRef(Reference):
    """A side in a sentence.

    ``seating`` decides the words: "side 2"; "seat 2" where everybody plays alone; "the opposition" on a deal
    with a called partner. Before a side belongs to a table, ``seating`` is None, see :func:`placed`.
    """

    __slots__ = ("seating", "side")

    side: int
    seating: TableSeats | None

    def begun(self) -> SideRef:
        return _side(self.side, self.seating, begins=True)


class SeatRef(Reference):
    """A seat in a sentence: "seat 3"."""

    __slots__ = ("seat",)

    seat: int

    def begun(self) -> SeatRef:
        return _seat(self.seat, begins=True)


class PlayerRef(Reference):
    """A player in a sentence. Until the player is named, the text is ``{player:12}``."""

    __slots__ = ("player",)

    player: int

    def translation(self, translate: Translate, counted: TranslateCounted) -> str:
        return str(self)

    def begun(self) -> PlayerRef:
        return self


PLAYER = re.compile(r"\{player:(\d+)\}")
"""The pattern of the text that stands for a player until the player's name is put in."""


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


_COMPETITORS = {
    "a": (_("a side"), _("a player")),
    "one": (_("one side"), _("one player")),
    "each": (_("each side"), _("each player")),
}


def competitor(article: str, seating: TableSeats) -> Sentence:
    """Return the word for who scores at a table: a side, or a player where everybody plays alone.

    ``article`` is "a", "one" or "each".

    >>> competitor("each", TableSeats(4, 2)), competitor("each", TableSeats(4, 4))
    ('each side', 'each player')
    """
    of_sides, of_players = _COMPETITORS[article]
    return of_sides if seating.has_partners else of_players


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


@cache
def player_ref(player: int) -> PlayerRef:
    """Return a player for use anywhere in a sentence.

    >>> player_ref(12)
    '{player:12}'
    """
    text = f"{{player:{player}}}"
    reference = PlayerRef(text)
    reference.made_of, reference.begins, reference.player = (text, None, {}), False, player
    return reference


def restored(content: Any) -> Any:
    """Return a sentence from its stored form, in which ``{player:12}`` stands for a player.

    `named` replaces the players of the returned sentence by names.
    """
    return from_json(content, _restored)


def _restored(text: str) -> str:
    found = PLAYER.fullmatch(text)
    return player_ref(int(found[1])) if found else text


def placed(sentence: Sentence, seating: TableSeats) -> Sentence:
    """Return a sentence with the table's words for its sides.

    A side that already belongs to a table is unchanged.

    >>> placed(_("{side} bid {bid}.", side=at_start(2), bid=8), TableSeats(3, 3))
    'Seat 2 bid 8.'
    """

    def at_table(part: Reference) -> Reference:
        if isinstance(part, SideRef):
            return _side(part.side, part.seating or seating, begins=part.begins)
        return part

    return cast(Sentence, sentence.with_references(at_table))


def named(
    text: str,
    seats: Sequence[str] = (),
    player: Callable[[int], str] | None = None,
    sides: Sequence[str] = (),
) -> str:
    """Return a text with names in place of its sides, seats and players.

    - ``seats``: the names in the order of the seats. Without ``seats``, sides and seats are not replaced.
    - ``sides``: the names of the sides. Without ``sides``, a side gets the names of its players.
    - ``player``: a function from a player's number to a name. Without ``player``, players are not replaced.

    A side that belongs to no table yet, or to a deal with a called partner, is never replaced. A plain
    ``str`` is returned unchanged.

    >>> side = inside(1, TableSeats(4, 2))
    >>> named(_("{side} took 9.", side=side), ["Ann", "Bob", "Cal", "Dan"])
    'Ann & Cal took 9.'
    >>> named(_("{player} sits out.", player=player_ref(12)), player={12: "Ann"}.__getitem__)
    'Ann sits out.'
    """

    def name(part: Reference) -> str:
        if isinstance(part, PlayerRef) and player:
            return player(part.player)
        if isinstance(part, SeatRef) and seats:
            return seats[part.seat - 1]
        if isinstance(part, SideRef) and seats and part.seating and not isinstance(part.seating, CalledSides):
            if sides:
                return sides[part.side - 1]
            return " & ".join(seats[seat - 1] for seat in part.seating.seats_of(part.side))
        return part

    return text.with_references(name) if isinstance(text, Sentence) else text


def players_in(text: str) -> tuple[int, ...]:
    """Return the numbers of the players in a sentence, in order.

    >>> players_in(_("{one} and {other} cut.", one=player_ref(3), other=player_ref(1)))
    (3, 1)
    """
    found: list[int] = []

    def note(part: Reference) -> Reference:
        if isinstance(part, PlayerRef):
            found.append(part.player)
        return part

    if isinstance(text, Sentence):
        text.with_references(note)
    return tuple(found)
