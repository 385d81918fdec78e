"""The wishes that a round could not honour, each with the reason. Honouring them is done elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from laws.domain.sentences import _
from scoring.events.domain.values import Breach, Entrant, SeatedRound, reference
from scoring.events.domain.wishes import Wishes


def breaches(now: SeatedRound, wishes: Wishes) -> list[Breach]:
    """Return the wishes that this round does not honour, each with the reason."""
    places, mates = now.places(), now.mates()
    found: list[Breach] = []
    for player, entrant in sorted(wishes.entrants.items()):
        place = places.get(player)
        if place is not None and entrant.fixed_table is not None:
            found += _seat_breach(entrant, entrant.fixed_table, place, len(now.tables))
        if entrant.partner is not None and player < entrant.partner and entrant.partner in wishes.entrants:
            found += _partner_breach(player, entrant.partner, places, mates)
        for other in sorted(wishes.apart.get(player, ())):
            if place is not None and player < other and places.get(other, (0, 0))[0] == place[0]:
                found.append(_apart_breach(player, other))
        mate = mates.get(player)
        if wishes.is_mixed and mate is not None and player < mate:
            found += _mixed_breach(player, mate, wishes)
    return found


def _seat_breach(entrant: Entrant, table: int, place: tuple[int, int], tables: int) -> list[Breach]:
    seat, player = entrant.fixed_seat, reference(entrant.player)
    if place[0] == table and seat in (None, place[1]):
        return []
    if table > tables:
        why = _("{player} cannot be at table {table}, which is not there now.", player=player, table=table)
    elif seat is None:
        why = _(
            "{player} cannot be at table {table}: others have to be there.",
            player=player,
            table=table,
        )
    else:
        why = _(
            "{player} cannot be in seat {seat} of table {table}: somebody else has to be there.",
            player=player, seat=seat, table=table,
        )  # fmt: skip
    return [Breach("fixed-seat", (entrant.player,), why)]


def _partner_breach(
    player: int, partner: int, places: Mapping[int, tuple[int, int]], mates: Mapping[int, int]
) -> list[Breach]:
    if mates.get(player) == partner or (player not in places and partner not in places):
        return []
    one, other = reference(player), reference(partner)
    if player not in places or partner not in places:
        why = _(
            "{one} and {other} are not partners now: it is the turn of {idle} to sit out.",
            one=one, other=other, idle=one if player not in places else other,
        )  # fmt: skip
    elif player not in mates or partner not in mates:
        why = _(
            "{one} and {other} are not partners now: at a table of three or five everybody plays alone.",
            one=one, other=other,
        )  # fmt: skip
    else:
        why = _("{one} and {other} cannot be partners now: another wish is against it.", one=one, other=other)
    return [Breach("fixed-partner", (player, partner), why)]


def _apart_breach(player: int, other: int) -> Breach:
    why = _(
        "{one} and {other} could not be kept apart: there is no other place.",
        one=reference(player),
        other=reference(other),
    )
    return Breach("keep-apart", (player, other), why)


def _mixed_breach(player: int, mate: int, wishes: Wishes) -> list[Breach]:
    if wishes.entrants[player].on_list != wishes.entrants[mate].on_list:
        return []
    why = _(
        "{one} and {other} are of the same list: the lists are not equal here.",
        one=reference(player),
        other=reference(mate),
    )
    return [Breach("mixed-pairs", (player, mate), why)]
