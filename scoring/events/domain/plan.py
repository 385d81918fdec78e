"""The one entry to the movements: who sits where in the next round, and why.

A pure function: the same situation always gives the same plan, whoever asks and however often, and the plan
holds the hash of its input. The generation (how often the move was taken back and made again) is in the hash
but draws nothing anew: a cut from the seed falls the same way however often a move is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from scoring.domain.events import reasons
from scoring.domain.events.meetings import metrics
from scoring.domain.events.sitting_out import unfairness
from scoring.domain.events.wishes_unmet import breaches
from scoring.events.domain.drawing import DRAW_LAW, first_places
from scoring.events.domain.pairing import seat_table
from scoring.events.domain.redraw import redraw
from scoring.events.domain.rotation import rotation
from scoring.events.domain.situation import Draft, Room, Situation, room_for
from scoring.events.domain.values import Move, Plan, SeatedRound, SeatedTable
from scoring.events.domain.winners_up import pairing_rule, winners_up

MOVEMENTS: Mapping[str, Callable[[Room], Draft]] = MappingProxyType(
    {"winner-progressive": winners_up, "rotation": rotation, "redraw": redraw}
)


def plan(situation: Situation) -> Plan:
    """Return who sits where in the round that is asked for, why, and what it costs.

    Raises InvalidInput under "players", "places", "round", "results.N" and "cuts.N" for what keeps the round
    from being seated.

    Law: Foster 1897, Cinch, Variations, Progressive Cinch; Foster, Progressive Euchre.
    """
    room = room_for(situation)
    draft = MOVEMENTS[situation.settings.kind](room) if situation.history else _first(room)
    seated = SeatedRound(situation.round_number, draft.tables, draft.sitting_out)
    present = tuple(room.present.values())
    unmet = [
        *breaches(seated, room.wishes),
        *unfairness(seated, situation.history, present),
    ]
    return Plan(
        round=seated,
        generation=situation.generation,
        moves=_moves(room, draft, seated),
        ties_cut=draft.ties,
        metrics=metrics(situation.history, seated, present, room.met),
        breaches=tuple(unmet),
        digest=situation.digest(),
    )


def _first(room: Room) -> Draft:
    """Return the first round: places drawn, or set by hand."""
    asked = room.situation
    places = first_places(list(room.present), room.shape, room.wishes, asked.seed, asked.start)
    rule = pairing_rule(room)
    is_drawn = asked.start is None or not (asked.start.cards or asked.start.tables)
    tables = tuple(
        SeatedTable(
            table,
            seat_table(table, players, rule) if is_drawn and room.wishes.concern(players) else tuple(players),
        )
        for table, players in places.room.items()
    )
    whys = {player: (why, DRAW_LAW) for player, why in places.whys.items()}
    return Draft(tables, places.sitting_out, whys, dict.fromkeys(room.present))


def _moves(room: Room, draft: Draft, seated: SeatedRound) -> tuple[Move, ...]:
    """Return everybody's way, those at the head table first."""
    history = room.situation.history
    before = history[-1].places() if history else {}
    now = seated.places()
    mates = seated.mates()
    made = []
    for player in [*now, *seated.sitting_out]:
        why, law = draft.whys[player]
        if player in mates:
            why = reasons.joined(why, reasons.partner_is(mates[player]))
        made.append(Move(player, before.get(player), now.get(player), draft.stars.get(player), why, law))
    return tuple(made)
