"""Results that the sources print, each with its place in the source.

A and B are side 1 (seats 1 and 3), Y and Z side 2 (seats 2 and 4).
"""

from scoring.game.state import game_state
from tests.game.tables import BICYCLE, CHICAGO, CINCH, FOSTER, MODERN, cases, deal, score_of, varied

OLD_SET_BACK = varied("old-set-back")
AT_LEAST_EIGHT = varied("at-least-eight")
REVOKE_BY_Y = [{"offence": "revoke", "seat": 2}]


@cases(
    "laws, written, scored",
    {
        "Foster, Scoring: bid 8 and made 10": (FOSTER, deal([10, 4], bid=8, maker=3), (6, 0)),
        "Foster, Scoring: bid 8 and made 5": (FOSTER, deal([5, 9], bid=8), (0, 17)),
        "Foster, Irregularities in Playing: A has bid nine, Y revokes, A-B make eight": (
            FOSTER, deal([8, 6], bid=9, penalties=REVOKE_BY_Y), (8, 0),
        ),
        "Foster, Cinch Laws, Scoring: eleven and three": (FOSTER, deal([11, 3], bid=11), (8, 0)),
        "Foster, Illustrative hands, No. 1": (FOSTER, deal([7, 7], bid=8), (0, 15)),
        "Foster, Illustrative hands, No. 2": (FOSTER, deal([12, 2], bid=8), (10, 0)),
        "Foster, Illustrative hands, No. 3": (FOSTER, deal([12, 2], bid=12), (10, 0)),
        "Foster, No. 3, had A led the queen": (FOSTER, deal([8, 6], bid=12), (0, 18)),
        "Foster, Illustrative hands, No. 4": (FOSTER, deal([3, 11], bid=8), (0, 19)),
        "Foster, Variations: both sides score 7": (AT_LEAST_EIGHT, deal([7, 7], bid=7), (0, 0)),
        "Foster, Variations: bids 6 and makes 8": (AT_LEAST_EIGHT, deal([8, 6], bid=6), (8, 6)),
        "Foster, Variations: the maker below eight": (AT_LEAST_EIGHT, deal([6, 8], bid=5), (0, 8)),
        "modern book's example under Foster": (FOSTER, deal([5, 9], bid=5), (0, 4)),
        "modern book, Cinch: five bid and made, nine": (MODERN, deal([5, 9], bid=5), (0, 4)),
        "modern book's example under Bicycle": (BICYCLE, deal([5, 9], bid=5), (0, 4)),
        "modern book's example under Chicago 21": (CHICAGO, deal([5, 9], bid=5), (5, 9)),
        "modern book's example, old set-back": (OLD_SET_BACK, deal([5, 9], bid=5), (5, 9)),
        "Chicago 1890, laws 21 and 22: set back": (CHICAGO, deal([5, 9], bid=8), (-8, 9)),
        "Foster's failed bid under the modern book": (MODERN, deal([5, 9], bid=8), (0, 17)),
        "encyclopedia, note 8: fourteen and three": (BICYCLE, deal([5, 9], bid=8), (0, 17)),
    },
)  # fmt: skip
def test_printed_scores(laws, written, scored):
    assert score_of(written, laws).scored.values == scored


def test_the_six_points_add_up_to_fourteen():
    # Foster 1897, Cinch Laws, Scoring: 1, 1, 1, 1, 5 and 5.
    everything = deal(won=dict.fromkeys(("high", "low", "jack", "game", "right-pedro", "left-pedro"), 1))
    assert score_of(everything, FOSTER).points.values == (14, 0)


def test_on_a_cribbage_board_ten_are_up_and_sixty_one_is_game():
    # Foster 1897, Scoring: start with ten up and peg out to 61, so fifty-one are still needed.
    played = game_state([], varied("cribbage-board"), CINCH, first_dealer=1)
    assert played.score.values == (10, 10)
    assert played.to_go.values == (51, 51)


@cases(
    "laws, before, deals, after, winner",
    {
        # The claim is Foster's; these deals are ours (15 + 14 + 14 + 6 = 49).
        "a side needing one point loses to a side needing forty-nine": (
            FOSTER, (50, 2),
            [deal([7, 7], bid=8), *[deal([0, 14], maker=2)] * 2, deal([4, 10], maker=2, bid=8)], (50, 51), 2,
        ),
        # Set back 18 on two failures, Y-Z 16 on those and 23 on their own bids. That A-B made 5 on the latter
        # is not printed, but 51 + 18 - 64 forces it.
        "set back eighteen, 64 and 12 to go": (
            OLD_SET_BACK, (0, 0),
            [*[deal([6, 8], bid=9)] * 2, deal([2, 12], maker=2, bid=8), deal([3, 11], maker=2, bid=8)],
            (51 - 64, 51 - 12), None,
        ),
        "four more deals of eleven leave 20 to go and the others out": (
            OLD_SET_BACK, (51 - 64, 51 - 12), [deal([11, 3], bid=8)] * 4, (51 - 20, 51), 2,
        ),
        "A-B want 15, bid 12 and make it; Y-Z want 2 and sweat out": (
            OLD_SET_BACK, (36, 49), [deal([12, 2], bid=12)], (48, 51), 2,
        ),
    },
)  # fmt: skip
def test_printed_games(laws, before, deals, after, winner):
    # Foster 1897, Scoring.
    for written in deals:
        found = score_of(written, laws, before)
        before = found.after.values
    assert (before, found.winner) == (after, winner)


def test_the_right_pedro_counts_out_before_the_left():
    # Chicago 1890, law 13 and General; the scores of 37 are ours.
    won = {"high": 1, "low": 1, "jack": 2, "game": 2, "right-pedro": 1, "left-pedro": 2}
    found = score_of(deal(won=won, bid=6), CHICAGO, (37, 37))
    assert found.after.values == (44, 44)
    assert (found.winner, found.counted_out) == (1, "right-pedro")
