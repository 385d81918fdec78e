"""Changes to a seated round: late entries, withdrawals, and two players who swap.

Seated players stay where they are unless their table has to shrink or to be broken up. A free place goes to
players who sit out, then to late entries. If nobody can fill a place, the event's table sizes decide: the
table gets smaller, or the last table is broken up. Players who still wait join tables that may be larger, or
open a new table.

Fixed partners who wait get the two seats of a side, or both sit out. They can be parted in three cases:

- The game or the event's table sizes allow tables without two pairs.
- The movement chooses the partners and does not heed fixed partners.
- A place is still free, and the last table has begun, so it cannot be broken up to fill the place.

In an evening of pairs only whole pairs get places.

Rounds planned from results are in :mod:`scoring.events.play.domain.movement_plan`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _
from scoring.events.people.domain.pairs import partners_now
from scoring.events.planning.domain.event_games import sizes_of
from scoring.events.play.domain.plan_input import (
    Room,
    Situation,
    planned,
    room_for,
    takes_a_place,
    tally,
    too_few_pairs,
    with_partner,
)
from scoring.events.play.domain.values import FULL, Move, Plan, SeatedRound
from scoring.game.references import player_ref
from scoring.journal.chain import digest

Seats = dict[int, list[int | None]]


def amend(published: Plan, situation: Situation, begun: Collection[int] = ()) -> Plan:
    """Return the plan of the round for the players who are present now. Players who left lose their places.

    ``situation`` is the input for planning the round, with its current entrants. ``begun`` are the tables
    that have begun: they get no additional player. Raises the errors of `room_for`.
    """
    room = room_for(situation)
    sizes, full = sizes_of(situation.game, situation.settings.odd), situation.game.players
    seats: Seats = {
        table.number: [player if player in room.present else None for player in table.players]
        for table in published.tables
    }
    pool = _pool(published, room)
    if situation.settings.keeps_pairs:
        pairs = _partners(published, room)
        if reason := too_few_pairs(situation, pairs):
            raise InvalidInput({"players": reason})
        _seat_pairs(seats, pool, pairs)
        return _amended(published, room, _round(room, seats, pool))
    partners = room.constraints.partners
    parts_pairs = full != FULL or not situation.settings.heeds_partners
    _close_up(seats, pool, full)
    _fill(seats, pool, partners, parts_pairs=parts_pairs)
    while any(None in sitters for sitters in seats.values()):
        if len(sizes) > 1 and _leave_fewer(seats, sizes):
            continue
        if max(seats) in begun and not parts_pairs:
            parts_pairs = True
        else:
            pool[:0] = [player for player in seats.pop(max(seats)) if player is not None]
        _fill(seats, pool, partners, parts_pairs=parts_pairs)
    _join(seats, pool, begun, sizes)
    _open(seats, pool, sizes, partners, parts_pairs=parts_pairs)
    return _amended(published, room, _round(room, seats, pool))


def _round(room: Room, seats: Seats, pool: Sequence[int]) -> SeatedRound:
    tables = tuple(
        room.table(number, [player for player in seats[number] if player is not None])
        for number in sorted(seats)
    )
    return SeatedRound(room.situation.round_number, tables, tuple(pool))


def swap(published: Plan, players: Sequence[int], situation: Situation) -> Plan:
    """Return the plan of the round after two players, or two pairs, have changed places.

    ``players`` has two players who change places. For two pairs it has four: the first changes places with
    the second, and the third with the fourth. One of the players, or of the pairs, may sit out.

    Raises InvalidInput under "players" for a player without a place in the round, and the errors of
    `room_for`.
    """
    seated = published.round
    everybody = {*seated.places(), *seated.sitting_out}
    if missing := [player for player in players if player not in everybody]:
        raise InvalidInput(
            {"players": _("{player} has no place in this round.", player=player_ref(missing[0]))}
        )
    swapped = list(zip(players[::2], players[1::2], strict=True))
    turned = dict(swapped) | {other: one for one, other in swapped}
    changed = SeatedRound(
        seated.number,
        tuple(
            replace(table, players=tuple(turned.get(player, player) for player in table.players))
            for table in seated.tables
        ),
        tuple(turned.get(player, player) for player in seated.sitting_out),
    )
    return _amended(published, room_for(situation), changed, turned)


def changed(published: Plan, situation: Situation, change: Mapping[str, Sequence[int]]) -> Plan:
    """Return the new plan of the round for a recorded seat change.

    ``change`` is the content of the record. If it has the key "swap", the two or four players listed there
    changed places. Otherwise the round was amended. The tables that had begun by then are listed under the
    key "begun", which can be missing.

    Raises InvalidInput like `swap` and `amend`.
    """
    if "swap" in change:
        return swap(published, change["swap"], situation)
    return amend(published, situation, change.get("begun", ()))


def _pool(published: Plan, room: Room) -> list[int]:
    situation = room.situation
    counts = tally(situation.history, situation.entrants, situation.round_number)
    seated = published.round.places()
    idle = [player for player in room.present if player not in seated]

    def order(player: int) -> tuple[bool, int, str]:
        by_lot = room.lot(f"late/{situation.round_number}", player)
        return player not in published.sitting_out, -counts[player], by_lot

    return sorted(idle, key=order)


def _close_up(seats: Seats, pool: Sequence[int], full: int) -> None:
    for sitters in seats.values():
        if len(sitters) > full and None in sitters and not pool:
            last = sitters.pop()
            if last is not None:
                sitters[sitters.index(None)] = last


def _leave_fewer(seats: Seats, sizes: Collection[int]) -> bool:
    for sitters in seats.values():
        left = [player for player in sitters if player is not None]
        if len(left) < len(sitters) and len(left) in sizes:
            sitters[:] = left
            return True
    return False


def _join(seats: Seats, pool: list[int], begun: Collection[int], sizes: Collection[int]) -> None:
    for number in sorted(seats, key=lambda number: (len(seats[number]), number)):
        if pool and len(seats[number]) + 1 in sizes and number not in begun:
            seats[number].append(pool.pop(0))


def _fill(seats: Seats, pool: list[int], partners: Mapping[int, int], *, parts_pairs: bool) -> None:
    coming = _next_to_come(seats, pool, partners, parts_pairs=parts_pairs)
    pool[:] = [player for player in pool if player not in coming]
    _fill_sides(seats, coming, partners)
    for number in sorted(seats):
        sitters = seats[number]
        for seat, player in enumerate(sitters):
            if player is None and coming:
                sitters[seat] = coming.pop(0)


def _next_to_come(
    seats: Seats, pool: Sequence[int], partners: Mapping[int, int], *, parts_pairs: bool
) -> list[int]:
    """Return the waiting players who get the free places, usually the first players of ``pool``.

    - Two waiting partners get both seats of a free side, or neither gets a place.
    - If one place would stay empty while a pair waits, the pair gets this place and the place of a single
      player.
    - With ``parts_pairs``, partners can also get seats on different sides, and one partner alone can get the
      last free place.
    """
    sides = sum(
        sitters[seat::2] == [None, None]
        for sitters in seats.values()
        if len(sitters) == FULL
        for seat in (0, 1)
    )
    places = sum(sitters.count(None) for sitters in seats.values()) - 2 * sides
    waiting = dict(_waiting_pairs(pool, partners))
    chosen: list[tuple[int, ...]] = []
    single: list[tuple[int, ...]] = []
    left: list[tuple[int, ...]] = []
    for player in pool:
        if player in waiting.values():
            continue
        if player in waiting:
            pair = (player, waiting[player])
            if sides:
                sides -= 1
            elif parts_pairs and places > 1:
                places -= 2
            else:
                left.append(pair)
                continue
            chosen.append(pair)
        elif places or sides:
            if not places:
                sides, places = sides - 1, 2
                single.append((player,))
            elif parts_pairs:
                single.append((player,))
            places -= 1
            chosen.append((player,))
    if places and left and single:  # a pair fills a whole side, a single player only half of it
        chosen[chosen.index(single[-1])] = left[0]
    elif places and left and parts_pairs:
        chosen.append(left[0][:1])
    return [player for group in chosen for player in group]


def _open(
    seats: Seats, pool: list[int], sizes: Sequence[int], partners: Mapping[int, int], *, parts_pairs: bool
) -> None:
    while len(pool) >= sizes[0] or len(pool) in sizes:
        number = max(seats, default=0) + 1
        seats[number] = [None] * min(sizes[0], len(pool))
        _fill(seats, pool, partners, parts_pairs=parts_pairs)


def _partners(published: Plan, room: Room) -> dict[int, int]:
    mates = published.round.mates()
    seated = {player: mate for player, mate in mates.items() if {player, mate} <= room.present.keys()}
    others = {player: entrant for player, entrant in room.present.items() if player not in seated}
    return seated | partners_now(others, [*room.situation.history, published.round])


def _seat_pairs(seats: Seats, pool: list[int], partners: Mapping[int, int]) -> None:
    for sitters in seats.values():
        for seat, player in enumerate(sitters):
            opposite = (seat + 2) % FULL
            if player is None or sitters[opposite] is not None:
                continue
            partner = partners.get(player)
            if partner is not None and partner in pool:
                sitters[opposite] = partner
                pool.remove(partner)
            else:
                sitters[seat] = None
                pool.append(player)
    _fill_sides(seats, pool, partners)
    while any(None in sitters for sitters in seats.values()):
        pool[:0] = [player for player in seats.pop(max(seats)) if player is not None]
        _fill_sides(seats, pool, partners)
    while len(_waiting_pairs(pool, partners)) > 1:
        seats[max(seats, default=0) + 1] = [None] * FULL
        _fill_sides(seats, pool, partners)


def _fill_sides(seats: Seats, pool: list[int], partners: Mapping[int, int]) -> None:
    for number in sorted(seats):
        for seat in (0, 1) if len(seats[number]) == FULL else ():
            waiting = _waiting_pairs(pool, partners)
            if waiting and seats[number][seat::2] == [None, None]:
                seats[number][seat::2] = waiting[0]
                pool[:] = [player for player in pool if player not in waiting[0]]


def _waiting_pairs(pool: Sequence[int], partners: Mapping[int, int]) -> list[tuple[int, int]]:
    return [
        (player, partners[player])
        for place, player in enumerate(pool)
        if partners.get(player) in pool[place + 1 :]
    ]


def _amended(
    published: Plan, room: Room, seated: SeatedRound, swapped: Mapping[int, int] = MappingProxyType({})
) -> Plan:
    made_from = [published.digest, room.situation.digest(), [table.players for table in seated.tables]]
    return planned(room, seated, _moves(published, seated, swapped), published.ties_cut, digest(made_from))


def _moves(published: Plan, seated: SeatedRound, swapped: Mapping[int, int]) -> tuple[Move, ...]:
    before = {move.player: move for move in published.moves}
    mates_before, mates, places = published.round.mates(), seated.mates(), seated.places()
    moves = []
    for player in [*places, *seated.sitting_out]:
        place, old = places.get(player), before.get(player)
        is_same = old is not None and old.to_place == place
        if old is not None and is_same and mates.get(player) == mates_before.get(player):
            moves.append(old)
            continue
        why = _why_swapped(place, swapped.get(player)) if swapped else _why_amended(place, is_same)
        if player in mates:
            why = with_partner(why, mates[player])
        came_from, star, card = (old.from_place, old.star, old.card) if old else (None, None, None)
        moves.append(Move(player, came_from, place, star, why, "", card))
    return tuple(moves)


def _why_amended(place: tuple[int, int] | None, is_same: bool) -> Sentence:
    if place is None:
        return _("Sits out: others came, or left, after the places were known.")
    if is_same:
        return _("Keeps the seat at table {table}; others came, or left.", table=place[0])
    return takes_a_place(place[0])


def _why_swapped(place: tuple[int, int] | None, other: int | None) -> Sentence:
    if place is None:
        return _("Sits out: changed places with {player}.", player=player_ref(other or 0))
    if other is None:
        return _("Keeps the seat at table {table}; the partner has changed places.", table=place[0])
    return _(
        "Sits at table {table}, having changed places with {player}.",
        table=place[0],
        player=player_ref(other),
    )
