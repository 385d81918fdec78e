"""The winner-progressive movement, whole: winners up, those who sit out, the room filled, partners parted."""

from __future__ import annotations

from scoring.domain.events import reasons
from scoring.domain.events.progressive import Claim, claims, outcomes
from scoring.domain.events.room import fill, fixed_claims
from scoring.events.domain.pairing import PairingRule, seat_table
from scoring.events.domain.situation import ODD_LAW, Draft, Room
from scoring.events.domain.values import SeatedRound, SeatedTable
from scoring.events.domain.wishes import repair


def winners_up(room: Room) -> Draft:
    """Return the next round. Raises InvalidInput under "results.N" or "cuts.N" where a table is undecided."""
    asked = room.situation
    decided = outcomes(room.last.tables, room.results(), room.tie_rule())
    everybody = {claim.player: claim for claim in claims(decided, asked.settings)}
    tables = len(room.shape.sizes)
    order = {player: _order(player, everybody.get(player), room) for player in room.present}
    idle = room.sitting_out(order)
    playing = [claim for player, claim in everybody.items() if player in room.present and player not in idle]
    fixed = {
        player: entrant.fixed_table
        for player, entrant in room.present.items()
        if entrant.fixed_table is not None
    }
    floating = sorted(
        (player for player in room.present if player not in everybody and player not in idle),
        key=lambda player: (player not in room.last.sitting_out, order[player]),
    )
    placed, whys = fill(room.shape, fixed_claims(playing, fixed, tables), floating)
    before = {player: table for table, players in placed.items() for player in players}
    repair(placed, room.wishes)
    for table, players in placed.items():
        for player in players:
            if before[player] != table:
                whys[player] = (reasons.for_wishes(table), "")
    whys |= dict.fromkeys(idle, (reasons.sits_out(), ODD_LAW))
    rule = pairing_rule(room)
    return Draft(
        tables=tuple(SeatedTable(table, seat_table(table, placed[table], rule)) for table in placed),
        sitting_out=idle,
        whys=whys,
        stars={player: claim.star for player, claim in everybody.items()},
        ties=tuple(one.cut for one in decided if one.cut is not None),
    )


def pairing_rule(room: Room) -> PairingRule:
    """Return what seating a table needs, from the round before."""
    asked = room.situation
    last = asked.history[-1] if asked.history else SeatedRound(0, ())
    return PairingRule(
        settings=asked.settings,
        wishes=room.wishes,
        met=room.met,
        places=last.places(),
        mates=last.mates(),
        lot=room.lot,
        round_number=asked.round_number,
    )


def _order(player: int, claim: Claim | None, room: Room) -> tuple[int, int, str]:
    """Return who sits out first among those who are equal: from the last table up, losers before winners."""
    by_lot = room.lot(f"sit-out/{room.situation.round_number}", player)
    return (0, 0, by_lot) if claim is None else (-claim.table, -claim.rank, by_lot)
