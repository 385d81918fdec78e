"""A movement that draws every round anew. It avoids repeated partners first, then repeated opponents.

The search (`optimiser`) starts from an order drawn by the event's seed. If the result still breaks a wish or
lets anybody meet again, the search also starts from other orders, and the best result counts. No source
mentions a redraw: it is the director's choice.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from operator import itemgetter

from laws.domain.sentences import _
from scoring.events.planning.domain.event_games import table_play
from scoring.events.play.domain.constraints import OUT_OF_SEAT
from scoring.events.play.domain.optimiser import TRIES_A_PLAYER, Optimiser
from scoring.events.play.domain.plan_input import SITS_OUT, Room, SeatingDraft
from scoring.events.play.domain.values import Place

ORDERS, TRIES = 40, 60_000
"""The most orders from which the search starts, and the most exchanges that it tries in all."""


def redraw(room: Room) -> SeatingDraft:
    situation = room.situation
    order = {player: room.lot(f"sit-out/{situation.round_number}", player) for player in room.present}
    idle = room.sitting_out(order)
    playing = [player for player in room.present if player not in idle]
    seats = _searched(room, playing).tables()
    tables = tuple(room.table(number, players) for number, players in enumerate(seats, 1))
    reasons = dict.fromkeys(idle, SITS_OUT)
    for table in tables:
        why = (
            _("Drawn for table {table}, where old partners and opponents meet least.", table=table.number)
            if table.partners()
            else _("Drawn for table {table}, where those who have met before meet least.", table=table.number)
        )
        reasons |= dict.fromkeys(table.players, (why, ""))
    return SeatingDraft(tables, idle, reasons)


def _searched(room: Room, playing: Sequence[int]) -> Optimiser:
    situation, met = room.situation, room.met
    purpose, most = f"redraw/{situation.round_number}", TRIES_A_PLAYER * len(playing)
    found: list[tuple[int, bool, int, Optimiser]] = []
    for number in range(max(1, min(ORDERS, TRIES // most))):
        drawn_by = f"{purpose}/{number}" if number else purpose
        order = sorted(playing, key=lambda player: room.lot(drawn_by, player))
        search = Optimiser(_starting_tables(order, room), situation.game, room.constraints, met)
        search.improve(most)
        if not search.weight:
            return search
        tables = itertools.starmap(room.table, enumerate(search.tables(), 1))
        is_mixed = len(room.shape.sizes) > 2 and met.are_mixed_by(tables)
        # All meetings together weigh less than `OUT_OF_SEAT`, so the quotient comes from broken wishes alone.
        found.append((search.weight // OUT_OF_SEAT, is_mixed, search.weight, search))
    return min(found, key=itemgetter(0, 1, 2))[3]


def _starting_tables(order: Sequence[int], room: Room) -> list[list[int]]:
    wished, sizes = room.constraints, room.shape.sizes
    free = dict.fromkeys(room.shape.seats())
    seats: dict[Place, int] = {}
    left = dict.fromkeys(order)

    def seat(player: int, place: Place) -> None:
        seats[place] = player
        del free[place], left[player]

    fixed = [(player, *wished.fixed[player]) for player in order if player in wished.fixed]
    for player, table, number in sorted(fixed, key=lambda wish: wish[2] is None):
        matching = (place for place in free if place[0] == table and number in (None, place[1]))
        if (place := next(matching, None)) is not None:
            seat(player, place)
    for player in [*left]:
        partner = wished.partners.get(player)
        if partner in left and player in left and (side := _free_side(free, room)) is not None:
            seat(player, side[0])
            seat(partner, side[1])
        elif player in left:
            seat(player, next(iter(free)))
    return [[seats[table, number] for number in range(1, size + 1)] for table, size in enumerate(sizes, 1)]


def _free_side(free: Collection[Place], room: Room) -> tuple[Place, Place] | None:
    for table, seat in free:
        size = room.shape.sizes[table - 1]
        opposite = (table, seat + size // 2)
        if opposite in free and 2 * table_play(room.situation.game, size).sides == size:
            return (table, seat), opposite
    return None
