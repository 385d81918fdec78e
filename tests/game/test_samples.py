"""The effect of a variation on the scores of sample deals; the expected scores are computed by hand."""

from scoring.game.games import GAMES
from scoring.game.samples import effect_on_score
from tests.game.tables import FOSTER, cases


@cases(
    "game, variation, samples",
    {
        # Foster 1897, Variations: each side scores its own, and a missed bid comes off: 9 to 5, then 6 of 8.
        "the old set-back": ("cinch", "old-set-back", [(8, (4, 0), (9, 5)), (8, (0, 16), (-8, 8))]),
        # Who falls short of eight scores nothing, and the others score theirs.
        "at least eight": ("cinch", "at-least-eight", [(8, (4, 0), (9, 5)), (6, (0, 2), (0, 8))]),
        "of three": (
            "three-handed-cinch", "at-least-eight", [(6, (6, 8, 0), (0, 8, 0)), (7, (7, 7, 0), (0, 7, 0))],
        ),
        "of two": ("two-handed-cinch", "at-least-eight", [(6, (6, 8), (0, 8)), (7, (7, 7), (0, 0))]),
        # Low goes from the maker, who won it, to the player who held it: 9 to 5 becomes 8 to 6.
        "Low to its holder": ("cinch", "low-to-dealt", [(8, (4, 0), (2, 0))]),
        "Low of three": ("three-handed-cinch", "low-to-dealt", [(8, (9, 0, 5), (8, 1, 5))]),
        "Low of two": ("two-handed-cinch", "low-to-dealt", [(8, (9, 5), (8, 6))]),
        "a point can stay in the pack": ("cinch", "blind-dealer-draw", [(6, None, (9, 0))]),
        "only the cut": ("cinch", "ace-low", []),
        "only the play": ("cinch", "trump-first-lead", []),
        "only the deal": ("cinch", "four-extra-cards", []),
        "another game": ("cinch", "whole-pack", []),
    },
)  # fmt: skip
def test_the_samples_that_a_variation_scores_otherwise(game, variation, samples):
    base = FOSTER.for_game(game)
    found = effect_on_score(base, base.derive({}, [variation]), GAMES[game])
    assert [
        (each.deal.bid, each.before and each.before.scored.values, each.after and each.after.scored.values)
        for each in found
    ] == samples


def test_a_sample_of_players_alone_speaks_of_the_maker():
    base, game = FOSTER.for_game("three-handed-cinch"), GAMES["three-handed-cinch"]
    [sample, _tied] = effect_on_score(base, base.derive({}, ["at-least-eight"]), game)
    assert sample.says == "The bid is 6. The maker takes 6 points, the others 8 and 0."
    assert sample.says_after == "The maker scores 0, the others 8 and 0."


def test_the_cribbage_board_changes_where_the_game_begins_and_ends_and_no_deal():
    [sample] = effect_on_score(FOSTER, FOSTER.derive({}, ["cribbage-board"]))

    assert not sample.changes_the_deal
    assert (sample.before.after.values, sample.before.rules.game_score) == ((4, 0), 51)
    assert (sample.after.after.values, sample.after.rules.game_score) == ((14, 10), 61)


def test_a_parameter_chosen_by_itself_is_shown_like_a_variation():
    """Six of eight: eight off, and the others score their eight."""
    samples = effect_on_score(FOSTER, FOSTER.derive({"failed_rule": "set-back"}))

    assert [(each.deal.bid, each.after.scored.values) for each in samples] == [(8, (-8, 8))]


def test_a_sample_is_described_by_its_bid_and_points():
    [made, _failed] = effect_on_score(FOSTER, FOSTER.derive({}, ["old-set-back"]))

    assert made.says == "The bid is 8. The maker's side takes 9 points, the others 5."
    assert made.says_after == "The maker's side scores 9, the others 5."
