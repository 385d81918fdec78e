"""What would have been different: one plan beside another, player by player.

It is shown when a result is corrected after the move: the seats stay, unless the move is taken back.
"""

from __future__ import annotations

from dataclasses import dataclass

from laws.domain.sentences import Sentence, _
from scoring.events.domain.values import Plan, reference

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """A player whose place, partner or star would be another. A place is None for somebody without one."""

    player: int
    is_at: Place | None
    would_be_at: Place | None
    partner: int | None
    would_have_partner: int | None
    says: Sentence


def compare(made: Plan, would_be: Plan) -> tuple[Difference, ...]:
    """Return everybody for whom the second plan differs from the first, as the first has them in order."""
    places, others = made.round.places(), would_be.round.places()
    mates, other_mates = made.round.mates(), would_be.round.mates()
    stars = {move.player: move.star for move in made.moves}
    other_stars = {move.player: move.star for move in would_be.moves}
    found = []
    for player in dict.fromkeys([*stars, *other_stars]):
        here, there = places.get(player), others.get(player)
        mate, other_mate = mates.get(player), other_mates.get(player)
        if here != there or mate != other_mate or stars.get(player) != other_stars.get(player):
            new_mate = other_mate if other_mate != mate else None
            said = _said(player, here, there, new_mate)
            found.append(Difference(player, here, there, mate, other_mate, said))
    return tuple(found)


def _said(player: int, here: Place | None, there: Place | None, mate: int | None) -> Sentence:
    """Say the difference that matters most: the table, the seat, the partner, the star."""
    name = reference(player)
    if there is None and here is not None:
        return _("{player} would sit out.", player=name)
    if there is not None and (here is None or here[0] != there[0]):
        table, seat = there
        return _("{player} would be at table {table}, seat {seat}.", player=name, table=table, seat=seat)
    if there is not None and here != there:
        return _("{player} would be in seat {seat} of the same table.", player=name, seat=there[1])
    if mate is not None:
        return _("{player} would play with {mate}.", player=name, mate=reference(mate))
    return _("{player} would be in the same place with another star.", player=name)
