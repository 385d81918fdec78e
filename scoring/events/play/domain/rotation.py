"""A rotation: after each round, all players with the same seat number move on by the same number of tables.

The rotation does not depend on results. The four seats form four rings of players around the tables. The
number of tables by which a ring moves is its stride. An event can set the strides for all rounds. If it does
not set them, there are two cases:

- If everybody has a fixed partner, the strides keep the partners together.
- Otherwise the strides of each round are chosen to avoid repeated partners first, then repeated opponents.

At a table of five the fifth seat is one more place in one of the rings. A table of three is left out of the
fourth ring. No source mentions a rotation: it is the director's choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, product
from operator import add

from laws.domain.sentences import Sentence, _
from scoring.events.planning.domain.settings import Strides
from scoring.events.play.domain.optimiser import meet_wishes
from scoring.events.play.domain.plan_input import (
    SITS_OUT,
    Room,
    SeatingDraft,
    changed_for_wishes,
    takes_a_place,
)
from scoring.events.play.domain.values import Place

KNOWN_GOOD: Strides = (0, -1, 1, 2)

FIXED_PAIRS: Strides = (0, 1, 0, 1)
"""Strides for fixed partners: at each table one pair stays and the other pair moves on."""

TRIED = (0, -1, 1, 2, -2, 3, -3, 4)


PARTNERS = ((0, 2), (1, 3))
OPPONENTS = ((0, 1), (1, 2), (2, 3), (3, 0))
"""The pairs of rings whose players are opponents. `PARTNERS` has the rings whose players are partners."""


@cache
def strides_to(round_number: int, tables: int) -> Strides:
    """Return the strides of the move to a round: by how many tables each ring of players moves on.

    ``round_number`` is at least 2. The cost of a meeting is the number of earlier meetings of the two
    players. The cheapest strides win: first the cost of all partners counts, then the cost of all opponents,
    then the highest cost of a single meeting. Of equally cheap strides, the strides of the previous move come
    first, then (0, -1, +1, +2).

    >>> strides_to(8, 7), strides_to(2, 6), strides_to(3, 6)
    ((0, -1, 1, 2), (0, -1, 1, 2), (0, -1, 1, 3))
    """
    moves = [strides_to(number, tables) for number in range(2, round_number)]
    places = [*accumulate(moves, _moved, initial=(0, 0, 0, 0))]
    met = Counter(
        (pair, _displacement(place, pair, tables)) for place in places for pair in PARTNERS + OPPONENTS
    )

    def cost(strides: Strides) -> tuple[int, int, int]:
        place = _moved(places[-1], strides)
        partners, opponents = (
            [met[pair, _displacement(place, pair, tables)] for pair in pairs]
            for pairs in (PARTNERS, OPPONENTS)
        )
        return sum(partners), sum(opponents), max(partners + opponents)

    tried = [*moves[-1:], KNOWN_GOOD]
    tried += [(0, two, three, four) for two, three, four in product(TRIED, repeat=3)]
    best = min(tried, key=cost)
    if cost(best)[0] and round_number <= tables:
        # All strides tried so far repeat partners, so strides to tables farther on are tried too.
        farther = product(TRIED, range(tables), range(tables))
        best = min((best, *((0, two, three, four) for two, three, four in farther)), key=cost)
    return best


def _moved(place: Strides, strides: Strides) -> Strides:
    first, second, third, fourth = map(add, place, strides)
    return first, second, third, fourth


def _displacement(place: Strides, rings: tuple[int, int], tables: int) -> int:
    """Return by how many tables one ring is ahead of the other, modulo the number of tables.

    If two rings have the same displacement in two rounds, the same players of these rings meet in both.
    """
    ours, theirs = rings
    return (place[ours] - place[theirs]) % tables


def rotated(sizes: Sequence[int], strides: Strides, staying: Mapping[Place, int]) -> dict[Place, Place]:
    """Return place → next place. ``sizes`` are the numbers of players at the tables.

    The places with the same seat number are a ring, in the order of the tables. The fifth seat of a table is
    added to one of the four rings. ``strides`` has for each ring the number of places by which its players
    move on. Players at ``staying`` places stay, and the rings skip these places.

    >>> rotated((4, 4, 4), (0, -1, 1, 2), {})[3, 3]
    (1, 3)
    """
    moves = {place: place for place in staying}
    fives = [table for table, size in enumerate(sizes, 1) if size > 4]
    for ring, stride in enumerate(strides, 1):
        places = [(table, ring) for table, size in enumerate(sizes, 1) if size >= ring]
        places += [(table, 5) for table in fives[ring - 1 : ring]]
        places = [place for place in places if place not in staying]
        for position, place in enumerate(places):
            moves[place] = places[(position + stride) % len(places)]
    return moves


def rotation(room: Room) -> SeatingDraft:
    """Return the next round. The players of each ring move on by its stride.

    Players with a fixed table go there. Players without a free next place fill the places that are left. At
    the end, players are exchanged to meet further wishes.
    """
    last, situation, before = room.last, room.situation, room.places
    order = {player: room.lot(f"sit-out/{situation.round_number}", player) for player in room.present}
    idle = room.sitting_out(order)
    fixed = {
        player: _fixed_place(table, seat, before.get(player))
        for player, (table, seat) in room.constraints.fixed.items()
        if player not in idle
    }
    staying = {place: player for player, place in fixed.items() if before.get(player) == place}
    moves = rotated([len(table.players) for table in last.tables], chosen_strides(room), staying)
    targets = {player: moves[place] for player, place in before.items()} | fixed
    seats: dict[Place, int] = {}
    free = set(room.shape.seats())
    waiting: list[int] = []
    playing = [player for player in room.present if player not in idle]
    playing.sort(key=lambda player: (player not in fixed, before.get(player, (0, 0)), order[player]))
    for player in playing:
        place = targets.get(player)
        if place in free:
            seats[place] = player
            free.remove(place)
        else:
            waiting.append(player)
    seats |= dict(zip(sorted(free), waiting, strict=True))
    placed: dict[int, list[int]] = {}
    for table, seat in room.shape.seats():
        placed.setdefault(table, []).append(seats[table, seat])
    meet_wishes(placed, situation.game, room.constraints)
    tables = tuple(room.table(table, players) for table, players in placed.items())
    reasons = dict.fromkeys(idle, SITS_OUT)
    now = {player: (table.number, seat) for table in tables for seat, player in enumerate(table.players, 1)}
    for player, place in now.items():
        reasons[player] = (_why(player, place, before.get(player), targets, staying), "")
    return SeatingDraft(tables, idle, reasons)


def _fixed_place(table: int, seat: int | None, before: Place | None) -> Place:
    if seat is not None:
        return table, seat
    return before if before is not None and before[0] == table else (table, 1)


def chosen_strides(room: Room) -> Strides:
    """Return the strides for the next round.

    - The strides in the event's settings, if the settings have strides.
    - Otherwise `FIXED_PAIRS`, if everybody has a fixed partner.
    - Otherwise the strides that `strides_to` finds.
    """
    situation = room.situation
    if situation.settings.strides is not None:
        return situation.settings.strides
    if room.constraints.partners.keys() == room.present.keys():
        return FIXED_PAIRS
    return strides_to(situation.round_number, len(room.last.tables))


def _why(
    player: int,
    place: Place,
    before: Place | None,
    targets: Mapping[int, Place],
    staying: Mapping[Place, int],
) -> Sentence:
    table = place[0]
    if place in staying:
        return _("Keeps a fixed place at table {table}.", table=table)
    if before is None:
        return takes_a_place(table)
    if targets[player][0] != table:
        return changed_for_wishes(table)
    if table == before[0]:
        return _("Keeps the place at table {table}, as everybody in this seat does.", table=table)
    return _("Moves on to table {table}, as everybody in this seat does.", table=table)
