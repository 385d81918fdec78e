"""The time of scoring: the least processor time per call over many short rounds, without a database.

An empty loop of a thousand turns is measured in the same run, so that figures from two machines can be
compared.
"""

from collections.abc import Callable, Iterator
from functools import partial

from laws.library import vocabulary
from scoring.disputes.domain.known import known_facts
from scoring.game.cutting import draw
from scoring.game.deal import DealRecord
from scoring.game.found_irregularities import irregularities_in
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import parse_deal, score_answer
from scoring.game.rules import Rules, rules_of
from scoring.game.score import score
from scoring.game.seating import PerSide
from scoring.game.state import game_state
from tests.benchmarks.rows import ROUNDS, Row, seconds
from tests.game.tables import BICYCLE, CHICAGO, CINCH, FOSTER, MODERN, tricks

TURNS = 1000
ROUNDS_OF_A_GAME = 8

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
    "tricks": tricks(
        "1: AD 3D 5H 4D, 1: KD 2D 6D 9D, 1: 8S 2S 7D TS, 3: JS QC 8D 9H, 1: AS 3C QH JD, 4: QD TD 5D JC"
    ),
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
"""A deal with nearly every possible mistake."""

NEARLY_OUT = PerSide((34, 33))
"""A running score at which both sides can be out on a deal of bare points, so that every outcome is tried."""


def empty_loop() -> None:
    """Run a thousand empty turns, as a measure of the machine."""
    for _ in range(TURNS):
        pass


def tasks() -> list[tuple[str, Callable[[], object], int, float | None]]:
    """Return the tasks: name, call, number of calls in a round, limit in microseconds."""
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
        ("facts of a revoke, every card", lambda: known_facts(revoke, 2, astray, rules), 60, None),
        ("state after 200 deals", lambda: game_state(evening, FOSTER, CINCH, 1), 2, 5000),
        ("draw for partners", lambda: draw("ABCD", "autumn", FOSTER), 50, None),
    ]


def deal_of(game: GameKind, rules: Rules) -> dict[str, object]:
    """Return a deal of a game in which the first side and the last side alternate in winning the points."""
    deal: dict[str, object] = {"dealer": game.players, "trump": "H"}
    if game.has_bidding:
        deal |= {"maker": 1 if rules.selling == "none" else 2, "bid": rules.min_bid}
    if game.example.called:
        deal["called"] = game.example.called
    sides = rules.for_deal(DealRecord(game.players, 2, called=game.example.called)).seating.side_count
    won = {point: sides if place % 2 else 1 for place, point in enumerate(rules.worth)}
    return deal | {"won": {point: side for point, side in won.items() if point not in game.awards}}


def of_every_game(calls: int, rounds: int) -> Iterator[Row]:
    """Yield for each game the time to score a deal at levels 1 and 2, under its slowest law set."""
    worst = 0.0
    for key, game in GAMES.items():
        taken = 0.0
        for laws in (laws for laws in (FOSTER, CHICAGO, MODERN, BICYCLE) if game.slug in laws.games):
            named = deal_of(game, rules_of(laws, game))
            deals = [parse_deal(named, game, laws)]
            del named["won"]
            totals = list(score(deals[0], laws, game).points.values)
            deals.append(parse_deal(named | {"points": totals}, game, laws))
            for deal in deals:
                taken = max(taken, 1e6 * seconds(partial(score, deal, laws, game), calls, rounds))
        worst = max(worst, taken)
        yield Row(f"score, levels 1 and 2, {key}", taken, "µs", 50)
    yield Row("score, levels 1 and 2, the slowest game", worst, "µs", 50)


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the time of each task."""
    rounds = 1 if tiny else ROUNDS
    yield from of_every_game(1 if tiny else 400, min(rounds, ROUNDS_OF_A_GAME))
    for name, task, calls, limit in tasks():
        yield Row(name, 1e6 * seconds(task, 1 if tiny else calls, rounds), "µs", limit)
    yield Row(f"an empty loop of {TURNS} turns", 1e6 * seconds(empty_loop, 100, rounds), "µs")
