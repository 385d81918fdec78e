"""Who is meant by the parts that a ruling speaks of, where the record knows who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from laws.domain.roles import ROLES
from laws.domain.sentences import _, in_a_line
from scoring.domain.disputes.places import Places
from scoring.game.parts import seats_of
from scoring.game.seating import Seating

OFFENDER = "offender"
"""The fact that tells who was in error; where people differ about it, nobody is named for it."""


def seats_by_part(
    places: Places, seating: Seating, *, is_disputed: bool = False
) -> dict[str, tuple[int, ...]]:
    """Return the seats of each part that somebody in particular is known to play.

    A part that all play is left out. With ``is_disputed`` people differ about who was in error, so that no
    part is told that is counted from him.

    >>> from scoring.game.parts import Parts
    >>> found = seats_by_part(Places(Parts(Seating(4, 2), maker=1)), Seating(4, 2))
    >>> found["makers-side"]
    (1, 3)
    """
    if is_disputed:
        places = Places(replace(places.parts, offender=None), places.lawful_dealer)
    found: dict[str, tuple[int, ...]] = {}
    for role, place in ROLES.items():
        seats = seats_of(role, places.parts)
        if role == "lawful-dealer" and places.lawful_dealer is not None:
            seats = (places.lawful_dealer,)
        elif not seats and not place.of and places.on_offenders_side is not None:
            # Of a part that several play the side is enough, and any seat on it tells which it is.
            seats = seats_of(role, replace(places.parts, offender=places.on_offenders_side))
        if 0 < len(seats) < seating.count:
            found[role] = seats
    return found


def in_words(parts: Mapping[str, Sequence[int]], names: Sequence[str]) -> dict[str, str]:
    """Return each part with those who play it; ``names`` are the players' in the order of their seats.

    >>> in_words({"makers-side": (1, 3)}, ["A", "Y", "B", "Z"])
    {'makers-side': 'A, seat 1; B, seat 3'}
    """
    return {
        role: in_a_line([_("{name}, seat {seat}", name=names[seat - 1], seat=seat) for seat in seats])
        for role, seats in parts.items()
    }
