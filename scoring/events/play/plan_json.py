"""Stores movement plans as JSON, and compares a stored plan with a plan made now.

A seating stores its plan as JSON. The JSON contains no names: a player in a sentence is stored as
``{player:12}``.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from laws.domain.sentences import Sentence, to_json
from scoring.events.loaded_records import AMENDED, SWAP
from scoring.events.play.domain.movement_plan import compare, plan
from scoring.events.play.domain.values import Metrics, Move, Plan, TieCut, UnmetWish
from scoring.events.play.rounds import EventRound
from scoring.events.state import EventState
from scoring.game.references import restored
from scoring.journal.chain import digest


def plan_content(made: Plan) -> dict[str, Any]:
    """Return a plan as JSON: moves with reasons, ties that were cut, unmet wishes, and metrics."""
    content = {
        "moved": [
            {
                "player": move.player,
                "from": move.from_place,
                "to": move.to_place,
                "star": move.star,
                "why": to_json(move.why),
                "law": move.law,
                "card": move.card,
            }
            for move in made.moves
        ],
        "ties_cut": [
            asdict(cut) | {"explanation": [to_json(line) for line in cut.explanation]}
            for cut in made.ties_cut
        ],
        "breaches": [asdict(breach) | {"why": to_json(breach.why)} for breach in made.breaches],
        "metrics": asdict(made.metrics),
    }
    # The database returns JSON with lists in place of tuples and text in place of numeric keys.
    return dict(json.loads(json.dumps(content)))


def published_plan(event_round: EventRound) -> Plan:
    content = event_round.seating.plan
    repeats = tuple(tuple(pair) for pair in content["metrics"]["new_repeated_partners"])
    return Plan(
        round=event_round.seated(),
        generation=event_round.seating.generation,
        moves=tuple(_move_from(move) for move in content["moved"]),
        ties_cut=published_ties(event_round),
        metrics=Metrics(**content["metrics"] | {"new_repeated_partners": repeats}),
        breaches=tuple(
            UnmetWish(breach["kind"], tuple(breach["players"]), restored(breach["why"]))
            for breach in content["breaches"]
        ),
        digest=event_round.seating.digest,
    )


def published_move(event_round: EventRound, player: int) -> Move | None:
    """Return a player's move to their place in a round, or None if the player has no place in the round."""
    moves = event_round.seating.plan["moved"]
    return next((_move_from(move) for move in moves if move["player"] == player), None)


def published_ties(event_round: EventRound) -> tuple[TieCut, ...]:
    """Return the cuts that decided who won tables in the previous round.

    The players of each draw are in the order of their sides.
    """
    return tuple(map(_tie_from, event_round.seating.plan["ties_cut"]))


def _move_from(move: Mapping[str, Any]) -> Move:
    return Move(
        player=move["player"],
        from_place=tuple(move["from"]) if move["from"] else None,
        to_place=tuple(move["to"]) if move["to"] else None,
        star=move["star"],
        why=restored(move["why"]),
        law=move["law"],
        card=move.get("card"),
    )


def _tie_from(tie: Mapping[str, Any]) -> TieCut:
    sides = tie["cutters"]
    in_order = sorted(sides, key=sides.__getitem__)
    return TieCut(
        table=tie["table"],
        cutters={int(player): sides[player] for player in in_order},
        draws=tuple(
            {int(player): draw[player] for player in in_order if player in draw} for draw in tie["draws"]
        ),
        source=tie["source"],
        seed=tie["seed"],
        winners=tuple(tie["winners"]),
        explanation=tuple(restored(line) for line in tie["explanation"]),
    )


def differences(state: EventState, event_round: EventRound) -> dict[int, Sentence]:
    """Return player → text: what would differ if the round were seated now, with the current results.

    Players without a difference are left out. Empty for round 1, for a round whose seats were changed by
    hand, and if the input has not changed. Raises InvalidInput if the round could not be seated now, for
    example because a result was removed.
    """
    if event_round.number == 1 or event_round.seating.cause in (SWAP, AMENDED):
        return {}
    situation = state.situation(event_round.number, event_round.seating.generation)
    if situation.digest() == event_round.seating.digest:
        return {}
    return compare(published_plan(event_round), plan(situation))


def mark_of(differing: Mapping[int, Sentence]) -> str:
    """Return a digest of `differences`, by which a later request can tell whether they have changed."""
    return digest(sorted([player, to_json(why)] for player, why in differing.items()))
