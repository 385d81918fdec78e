"""Partners and seats at a table. The players of the table are already known.

Law: Foster 1897, Progressive Cinch: partners who arrive divide. Foster, Progressive Euchre, Changing
Partners: this holds for all tables except the head table. A player who stayed keeps their seat and takes an
arriving player as partner. With the setting "seat", that player is the one in the lower seat (with mixed
pairs the one on the first list), and the partner is the player who arrives from the lower seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.events.planning.domain.event_games import is_in_fours
from scoring.events.play.domain.plan_input import Room
from scoring.events.play.domain.values import FULL, HEAD, Place

Pairs = tuple[tuple[int, int], tuple[int, int]]


def seat_table(number: int, players: Sequence[int], room: Room) -> tuple[int, ...]:
    """Return the players of a table in seat order, without regard to fixed seats.

    In games without partners, players who stay keep their seats.
    """
    if len(players) != FULL or not is_in_fours(room.situation.game):
        return _seat_alone(number, players, room)
    first, second = pairs_at(number, players, room)
    return _seats(number, first, second, room)


def pairs_at(number: int, players: Sequence[int], room: Room) -> Pairs:
    """Return the two pairs of four players. The first pair contains the player who keeps the seat."""
    order = _in_order(number, players, room)
    first, second, third, fourth = order
    ways: list[Pairs] = [
        ((first, third), (second, fourth)),
        ((first, fourth), (second, third)),
        ((first, second), (third, fourth)),
    ]
    keeps = _head_stays(number, order, room)

    def cost(pairs: Pairs) -> tuple[object, ...]:
        return room.constraints.weight(pairs), *_cost(pairs, room, keeps=keeps, number=number)

    return min(ways, key=cost)


def _head_stays(number: int, order: Sequence[int], room: Room) -> bool:
    """Return whether two winners stay at the head table as partners."""
    chosen = room.situation.settings
    if number > HEAD or chosen.head_winners != "keep" or chosen.head_losers == "stay":
        return False
    first, second = order[:2]
    stayed = [player for player in order if room.places.get(player, (0, 0))[0] == number]
    return len(stayed) == 2 and room.mates.get(first) == second


def _in_order(number: int, players: Sequence[int], room: Room) -> list[int]:
    """Return the players who stayed, then the players who came, each group by their previous seats."""

    def key(player: int) -> tuple[bool, bool, Place, str]:
        place = room.places.get(player)
        stayed = place is not None and place[0] == number
        second = room.situation.settings.mixed_pairs and stayed and room.constraints.lists[player] != 0
        newcomer = room.lot(f"newcomer/{room.situation.round_number}", player) if place is None else ""
        return (not stayed, second, place or (1_000_000, 0), newcomer)

    return sorted(players, key=key)


def _cost(pairs: Pairs, room: Room, *, keeps: bool, number: int) -> tuple[object, ...]:
    """Return the cost of the pairs, most important criterion first. Lower is better."""
    together = sum(room.mates.get(player) == partner for player, partner in pairs)
    parted = -together if keeps else together
    if room.situation.settings.split == "seat":
        return (parted,)
    if room.situation.settings.split == "seeded":
        (a, b), _ = pairs
        return (parted, room.lot(f"split/{room.situation.round_number}/{number}/{room.lot('', a)}", b))
    (a, b), (c, d) = pairs
    as_partners = room.met.as_partners(a, b) + room.met.as_partners(c, d)
    against = sum(room.met.as_opponents(ours, theirs) for ours in (a, b) for theirs in (c, d))
    return (parted, as_partners, against)


def _seats(number: int, first: tuple[int, int], second: tuple[int, int], room: Room) -> tuple[int, ...]:
    """Return the pairs in seats: the first player keeps their seat, and the partner sits opposite."""

    def seat_of(player: int) -> int | None:
        place = room.places.get(player)
        return place[1] if place is not None and place[0] == number and place[1] <= 4 else None

    first_seat = seat_of(first[0]) or 1
    left = first_seat % 4 + 1
    right = (first_seat + 2) % 4 + 1
    seats = {first_seat: first[0], (first_seat + 1) % 4 + 1: first[1]}
    ours, theirs = second
    if seat_of(ours) == right or seat_of(theirs) == left:
        ours, theirs = theirs, ours
    seats |= {left: ours, right: theirs}
    return tuple(seats[seat] for seat in (1, 2, 3, 4))


def _seat_alone(number: int, players: Sequence[int], room: Room) -> tuple[int, ...]:
    order = _in_order(number, players, room)
    seats: dict[int, int] = {}
    for player in order:
        place = room.places.get(player)
        own_seat = place[1] if place is not None and place[0] == number else None
        if own_seat is not None and own_seat <= len(players) and own_seat not in seats:
            seats[own_seat] = player
    waiting = [player for player in order if player not in seats.values()]
    for seat in range(1, len(players) + 1):
        if seat not in seats:
            seats[seat] = waiting.pop(0)
    return tuple(seats[seat] for seat in range(1, len(players) + 1))
