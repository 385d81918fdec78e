"""Movements of fixed partners: the partners of round 1 stay together all evening.

The pairs go up and down as in `winners_up` without parting, or each pair meets each other pair once. A player
who comes later replaces a player who left. No source mentions these movements: they are an organiser's
choice.
"""

from __future__ import annotations

from dataclasses import replace

from laws.domain.sentences import _
from scoring.events.play.domain.constraints import SeatConstraints
from scoring.events.play.domain.individual import drawn_instead, standing_in
from scoring.events.play.domain.plan_input import SITS_OUT, Room, SeatingDraft
from scoring.events.play.domain.values import FULL
from scoring.events.play.domain.winners_up import winners_up

Pair = tuple[int, int]


def pairs_up(room: Room) -> SeatingDraft:
    """Return the next round, in which the winning pairs go up."""
    return winners_up(_with_pairs(room))


def pairs_round_robin(room: Room) -> SeatingDraft:
    """Return the next round, in which each pair meets a pair that it has not met."""
    pairs = _pairs(room)
    if pairs is None:
        return drawn_instead(_with_pairs(room))
    # The first pair stays in place. The others move on by one place in each round.
    first, *others = pairs
    far = (room.situation.round_number - 1) % len(others)
    ring = [first, *others[far:], *others[:far]]
    opponents = [(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)]
    idle = tuple(player for both in opponents if None in both for pair in both if pair for player in pair)
    met = [(ours, theirs) for ours, theirs in opponents if ours and theirs]
    tables = tuple(
        room.table_as_wished(number, (ours[0], theirs[0], ours[1], theirs[1]))
        for number, (ours, theirs) in enumerate(met, 1)
    )
    why = _(
        "Round {number} of the pairs: each meets each other pair once.", number=room.situation.round_number
    )
    whys = {player: (why, "") for table in tables for player in table.players}
    return SeatingDraft(tables, idle, whys | dict.fromkeys(idle, SITS_OUT))


def _pairs(room: Room) -> list[Pair | None] | None:
    """Return the pairs in ring order, with a None if the pairs are an odd number.

    The pair that meets None sits out. Returns None if not everybody has a partner. In round 1 the first pair
    meets the last, the second pair meets the last but one, and so on.
    """
    holders = standing_in(room.situation)
    first = room.situation.history[0]
    if (
        holders is None
        or len(first.sitting_out) not in (0, 2)
        or any(len(table.players) != FULL for table in first.tables)
    ):
        return None
    seats = [holders[place : place + FULL] for place in range(0, FULL * len(first.tables), FULL)]
    ours: list[Pair | None] = [(table[0], table[2]) for table in seats]
    theirs: list[Pair | None] = [(table[1], table[3]) for table in seats]
    if first.sitting_out:
        ours.append((holders[-2], holders[-1]))
        theirs.append(None)
    return ours + theirs[::-1]


def _with_pairs(room: Room) -> Room:
    """Return the room with the partners of round 1 as fixed partners.

    Players without a partner form new pairs.
    """
    partners = _kept_together(room)
    alone = [player for player in room.present if player not in partners]
    for ours, theirs in zip(alone[::2], alone[1::2], strict=False):
        partners |= {ours: theirs, theirs: ours}
    present = {
        player: replace(entrant, partner=partners.get(player)) for player, entrant in room.present.items()
    }
    constraints = SeatConstraints.of(present, is_mixed=room.situation.settings.mixed_pairs)
    return replace(room, present=present, constraints=constraints)


def _kept_together(room: Room) -> dict[int, int]:
    """Return player → first partner, for partners who are both present."""
    partners: dict[int, int] = {}
    for played in room.situation.history:  # a substitute makes way when the first partner is back
        for player, mate in played.mates().items():
            if not {player, mate} & partners.keys() and room.present.keys() >= {player, mate}:
                partners |= {player: mate, mate: player}
    return partners
