"""The pool of a game: stakes and forfeits put in, and what the winners take. Counters, and no money."""

from scoring.game.combined_decisions import Decided, Order
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.pool import pool_of
from scoring.game.rules import rules_of
from scoring.game.state import game_state
from tests.game.tables import FOSTER, cases

FORFEIT = Order({"kind": "pays-the-pool", "who": "offender"})


def revoke(seat):
    """Return a decision that a revoke costs a counter."""
    return Decided(1, 1, 1, (FORFEIT,), {"offender": seat})


TO_THE_END = [[0, 0, 4, 0, 0], [0, 0, 3, 1, 0]]


# Foster 1897, Auction Pitch, Counters: red counters make the pool. Scoring: the first who is rid of seven
# white ones takes all of it. Irregularities in Play: a revoke forfeits a red counter. How much each puts in
# is open: one. Chicago 1890, Auction Cinch: several who are out together divide the stake.
@cases(
    "game, chosen, rows, revoker, paid, taken, left",
    {
        "nobody has won yet": ("auction-pitch", {}, TO_THE_END[:1], None, [1] * 5, [0] * 5, 0),
        "the winner takes all": ("auction-pitch", {}, TO_THE_END, None, [1] * 5, [0, 0, 5, 0, 0], 0),
        "a revoke costs one more": ("auction-pitch", {}, TO_THE_END, 4, [1, 1, 1, 2, 1], [0, 0, 6, 0, 0], 0),
        "the winner's own revoke": ("auction-pitch", {}, TO_THE_END, 3, [1, 1, 2, 1, 1], [0, 0, 6, 0, 0], 0),
        "a stake of three": ("auction-pitch", {"stake": 3}, TO_THE_END, None, [3] * 5, [0, 0, 15, 0, 0], 0),
        "divided, and one left": (
            "auction-pitch", {"counting_out": "divide-stake", "game_score": 2, "selling": "none"},
            [[0, 0, 2, 2, 0]], None, [1] * 5, [0, 0, 2, 2, 0], 1,
        ),
        "partners share it": ("seven-up", {"stake": 1}, [[4, 0], [3, 0]], None, [1] * 4, [2, 0, 2, 0], 0),
    },
)  # fmt: skip
def test_what_each_player_pays_into_and_takes_from_the_pool(game, chosen, rows, revoker, paid, taken, left):
    laws, kind = FOSTER.chosen_for(game, chosen), GAMES[game]
    bid = {"maker": 3, "bid": 1} if kind.has_bidding else {}
    deals = [parse_deal({"dealer": 1, "trump": "S", "points": row} | bid, kind, laws) for row in rows]
    state = game_state(deals, laws, kind, 1)
    decided = [[revoke(revoker)] if revoker and place == 0 else [] for place in range(len(deals))]
    pool = pool_of(state, decided, rules_of(laws, kind))
    assert (list(pool.paid), list(pool.taken), pool.left) == (paid, taken, left)
    assert sum(pool.paid) == sum(pool.taken) + pool.left or not state.over


def test_where_the_law_names_no_stake_there_is_no_pool():
    for game in ("cinch", "seven-up", "all-fives"):
        kind = GAMES[game]
        assert pool_of(game_state([], FOSTER, kind, 1), [], rules_of(FOSTER, kind)) is None
