"""Plans → JSON: what everybody is told about a move. Names are not in it: sentences hold ``{player:12}``."""

from typing import Any

from scoring.domain.events.values import Move, Plan, TieCut


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
