"""Plans ⇄ JSON: what everybody is told about a move. Names are not in it: sentences hold ``{player:12}``."""

from collections.abc import Mapping
from typing import Any

from laws.domain.sentences import Sentence, _
from scoring.events.domain.values import Metrics, Move, Plan, SeatedRound, TieCut


def told(plan: Plan) -> dict[str, Any]:
    """Return who moved where and why, which ties were cut, and which wishes could not be met."""
    return {
        "moved": [_move(move) for move in plan.moves],
        "ties_cut": [_tie(cut) for cut in plan.ties_cut],
        "breaches": [
            {"kind": breach.kind, "players": list(breach.players), "why": str(breach.why)}
            for breach in plan.breaches
        ],
        "metrics": {
            "repeated_partners": plan.metrics.repeated_partners,
            "repeated_opponents": plan.metrics.repeated_opponents,
            "new_repeated_partners": [list(pair) for pair in plan.metrics.new_repeated_partners],
            "fewest_sit_outs": plan.metrics.fewest_sit_outs,
            "most_sit_outs": plan.metrics.most_sit_outs,
        },
    }


def _move(move: Move) -> dict[str, Any]:
    return {
        "player": move.player,
        "from": list(move.from_place) if move.from_place else None,
        "to": list(move.to_place) if move.to_place else None,
        "star": move.star,
        "why": str(move.why),
        "law": move.law,
    }


def _tie(cut: TieCut) -> dict[str, Any]:
    return {
        "table": cut.table,
        "cutters": {str(player): side for player, side in cut.cutters.items()},
        "draws": [
            {
                str(player): list(shown) if isinstance(shown, tuple) else shown
                for player, shown in draw.items()
            }
            for draw in cut.draws
        ],
        "source": cut.source,
        "seed": cut.seed,
        "winners": list(cut.winners),
        "explanation": [str(line) for line in cut.explanation],
    }


def plan_told(seated: SeatedRound, told: Mapping[str, Any], generation: int, digest: str) -> Plan:
    """Return a round that was seated as the plan it was, with its ways and ties as they were told.

    How often the same players meet, and which wishes are unmet, is left out.
    """
    return Plan(
        round=seated,
        generation=generation,
        moves=tuple(_move_told(move) for move in told["moved"]),
        ties_cut=tuple(_tie_told(tie) for tie in told["ties_cut"]),
        metrics=Metrics(0, 0, (), 0, 0),
        breaches=(),
        digest=digest,
    )


def _move_told(move: Mapping[str, Any]) -> Move:
    return Move(
        player=move["player"],
        from_place=tuple(move["from"]) if move["from"] else None,
        to_place=tuple(move["to"]) if move["to"] else None,
        star=move["star"],
        why=_sentence(move["why"]),
        law=move["law"],
    )


def _tie_told(tie: Mapping[str, Any]) -> TieCut:
    return TieCut(
        table=tie["table"],
        cutters={int(player): side for player, side in tie["cutters"].items()},
        draws=tuple(
            {int(player): tuple(shown) if isinstance(shown, list) else shown for player, shown in one.items()}
            for one in tie["draws"]
        ),
        source=tie["source"],
        seed=tie["seed"],
        winners=tuple(tie["winners"]),
        explanation=tuple(_sentence(line) for line in tie["explanation"]),
    )


def _sentence(text: str) -> Sentence:
    """Return a sentence that was kept as text; it cannot be said in another language any more."""
    return _("{text}", text=text)
