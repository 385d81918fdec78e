"""How long scoring takes: ``python -m tests.benchmarks.bench_score`` prints one table.

Each row is the least processor time of many short rounds, per call, with its ratio to an empty Python loop of
a thousand turns measured in the same run, so that figures from two machines can be compared. The limits are
those the project has set itself: a deal at level 1 or 2 in 20 microseconds and a full card record in 500,
both without reading the explanation; reading a deal at level 1 in 15; the course of 200 deals in 5,000;
finding what was irregular in a full card record in 2,000. A row over its limit is marked, and the exit status
is then 1. Nothing here needs a database.
"""

import sys
from collections.abc import Callable
from time import process_time

from laws.library import law_set, vocabulary
from scoring.disputes.domain.known import known_facts
from scoring.game.cutting import draw
from scoring.game.games import GAMES
from scoring.game.irregularities import irregularities_in
from scoring.game.notation import parse_deal, score_answer
from scoring.game.rules import rules_of
from scoring.game.score import score
from scoring.game.seating import PerSide
from scoring.game.state import game_state

CINCH = GAMES["cinch"]
FOSTER = law_set("foster-1897")
CHICAGO = law_set("chicago-1890")
TURNS = 1000
ROUNDS = 30

BARE = {"dealer": 4, "maker": 1, "bid": 8, "trump": "D", "points": [5, 9]}
REVOKED = BARE | {"penalties": [{"offence": "revoke", "seat": 2}]}
NAMED = {
    "dealer": 4,
    "maker": 1,
    "bid": 8,
    "won": {"high": 1, "low": 2, "jack": 1, "game": 2, "right-pedro": 2, "left-pedro": "discards"},
}
IN_FULL = {
    "dealer": 4,
    "maker": 1,
    "bid": 8,
    "trump": "D",
    "tricks": [
        [[1, "AD"], [2, "3D"], [3, "5H"], [4, "4D"]],
        [[1, "KD"], [2, "2D"], [3, "6D"], [4, "9D"]],
        [[1, "8S"], [2, "2S"], [3, "7D"], [4, "TS"]],
        [[3, "JS"], [4, "QC"], [1, "8D"], [2, "9H"]],
        [[1, "AS"], [2, "3C"], [3, "QH"], [4, "JD"]],
        [[4, "QD"], [1, "TD"], [2, "5D"], [3, "JC"]],
    ],
}
"""Foster's illustrative hand, card by card."""

ASTRAY = IN_FULL | {
    "bidding": [[3, 14], [1, 5], [2, 4], [1, 16], [4, 0], [3, 0]],
    "discards": {"2": ["KH", "JH", "9C", "8C"], "3": ["AH", "KC", "2H"]},
    "maker": 2,
    "tricks": [
        [[1, "AD"], [3, "7S"], [4, "4D"], [2, "3H"]],
        [[1, "KD"], [4, "9D"], [2, "2D"], [3, "6H"]],
        [[1, "8S"], [2, "2C"], [4, "TS"], [3, "7D"]],
        [[4, "JS"], [3, "6D"], [1, "8D"], [2, "2S"]],
        [[1, "AS"], [2, "3C"], [3, "5H"], [4, "JD"]],
        [[2, "5D"], [1, "TD"], [4, "QD"], [3, "JC"]],
    ],
}
"""A deal on which nearly everything was done wrong."""

NEARLY_OUT = PerSide.of(34, 33)
"""Both sides can be out on the deal of bare points, so that every way of winning them is tried."""


def empty_loop() -> None:
    """The measure of the machine: a thousand turns of nothing."""
    for _ in range(TURNS):
        pass


def seconds(task: Callable[[], object], calls: int) -> float:
    """Return the least processor time that one call took, over several rounds of many calls."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for _ in range(calls):
            task()
        best = min(best, (process_time() - start) / calls)
    return best


def rows() -> list[tuple[str, Callable[[], object], int, float | None]]:
    """Return what is measured: a name, a call, how often it is made in a round, its limit in microseconds."""
    bare, revoked = parse_deal(BARE, CINCH, FOSTER), parse_deal(REVOKED, CINCH, FOSTER)
    named, in_full = parse_deal(NAMED, CINCH, FOSTER), parse_deal(IN_FULL, CINCH, FOSTER)
    drawn = parse_deal(BARE | {"points": [7, 7], "bid": 7}, CINCH, FOSTER)
    astray, rules = parse_deal(ASTRAY, CINCH, FOSTER), rules_of(FOSTER, CINCH)
    revoke = vocabulary().incidents["revoke"]
    evening = [bare if number % 2 else drawn for number in range(200)]
    return [
        ("score, level 1", lambda: score(bare, FOSTER, CINCH), 400, 20),
        ("score, level 1, Chicago", lambda: score(bare, CHICAGO, CINCH), 400, 20),
        ("score, level 1, a revoke", lambda: score(revoked, FOSTER, CINCH), 400, None),
        ("score, level 1, with its explanation", lambda: score(bare, FOSTER, CINCH).explanation, 400, None),
        ("score, level 2", lambda: score(named, FOSTER, CINCH), 400, 20),
        ("score, every card", lambda: score(in_full, FOSTER, CINCH), 60, 500),
        ("score, counted out by name", lambda: score(named, CHICAGO, CINCH, NEARLY_OUT), 400, None),
        ("answer as JSON holds it, level 1", lambda: score_answer(score(bare, FOSTER, CINCH)), 200, None),
        ("read, level 1", lambda: parse_deal(BARE, CINCH, FOSTER), 400, 15),
        ("read, level 2", lambda: parse_deal(NAMED, CINCH, FOSTER), 400, None),
        ("read, every card", lambda: parse_deal(IN_FULL, CINCH, FOSTER), 60, None),
        ("find what was irregular, every card", lambda: irregularities_in(in_full, rules), 60, 2000),
        ("find what was irregular, nearly all", lambda: irregularities_in(astray, rules), 60, 2000),
        ("facts of a revoke, every card", lambda: known_facts(revoke, 2, astray, rules, CINCH), 60, None),
        ("course of 200 deals", lambda: game_state(evening, FOSTER, CINCH, 1), 2, 5000),
        ("draw for partners", lambda: draw("ABCD", "autumn", FOSTER), 50, None),
    ]


def main() -> int:
    """Measure everything, print the table, and return 1 where a limit is passed."""
    measure = seconds(empty_loop, 100)
    lines = [f"{'what':38} {'µs':>10} {'limit':>8} {'to the loop':>14}"]
    is_slow = False
    for name, task, calls, limit in rows():
        took = seconds(task, calls)
        over = limit is not None and took * 1e6 > limit
        is_slow |= over
        allowed = "" if limit is None else f"{limit:g}"
        lines.append(
            f"{name:38} {took * 1e6:10.2f} {allowed:>8} {took / measure:14.2f}{'  OVER' if over else ''}"
        )
    lines.append(f"{'an empty loop of 1,000 turns':38} {measure * 1e6:10.2f} {'':>8} {1:14.2f}")
    sys.stdout.write("\n".join(lines) + "\n")
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main())
