"""The effect of a variation on the scores of sample deals; the expected scores are computed by hand."""

import pytest

from laws import library
from scoring.game.games import GAMES
from scoring.game.samples import effect_on_score

FOSTER = library.law_set("foster-1897")


def shown(variation, base=FOSTER, game=None):
    samples = effect_on_score(base, base.derive({}, [variation]), game)
    return [
        (each.deal.bid, each.before and each.before.scored.values, each.after and each.after.scored.values)
        for each in samples
    ]


def test_the_old_set_back_lets_each_side_score_its_own_and_takes_off_a_missed_bid():
    """Foster 1897, Variations: 9 to 5 was 4 to nothing; 6 of 8 was 8 and the bid to the others."""
    assert shown("old-set-back") == [(8, (4, 0), (9, 5)), (8, (0, 16), (-8, 8))]


def test_with_at_least_eight_a_bid_of_six_made_by_six_scores_nothing():
    """Foster 1897, Variations: the maker's side needs eight to score; else the others score theirs."""
    assert shown("at-least-eight") == [(8, (4, 0), (9, 5)), (6, (0, 2), (0, 8))]


@pytest.mark.parametrize(
    ("game", "variation", "expected"),
    [
        # Foster 1897, Variations: who falls short of eight scores nothing, and the others count their own.
        ("three-handed-cinch", "at-least-eight", [(6, (6, 8, 0), (0, 8, 0)), (7, (7, 7, 0), (0, 7, 0))]),
        ("two-handed-cinch", "at-least-eight", [(6, (6, 8), (0, 8)), (7, (7, 7), (0, 0))]),
        # Low goes from the maker, who won it, to the second player, who held it.
        ("three-handed-cinch", "low-to-dealt", [(8, (9, 0, 5), (8, 1, 5))]),
        ("two-handed-cinch", "low-to-dealt", [(8, (9, 5), (8, 6))]),
    ],
)
def test_where_everybody_plays_alone_a_sample_has_a_score_for_each_player(game, variation, expected):
    played = GAMES[game]
    assert shown(variation, FOSTER.for_game(game), played) == expected


def test_a_sample_of_players_alone_speaks_of_the_maker():
    base, game = FOSTER.for_game("three-handed-cinch"), GAMES["three-handed-cinch"]
    [sample, _tied] = effect_on_score(base, base.derive({}, ["at-least-eight"]), game)
    assert sample.says == "The bid is 6. The maker takes 6 points, the others 8 and 0."
    assert sample.says_after == "The maker scores 0, the others 8 and 0."


def test_low_to_its_holder_moves_a_point_from_the_side_that_won_it():
    """9 to 5 becomes 8 to 6, and so 4 to nothing becomes 2 to nothing."""
    assert shown("low-to-dealt") == [(8, (4, 0), (2, 0))]


def test_a_point_can_stay_in_the_pack_only_where_the_dealer_draws_unseen():
    assert shown("blind-dealer-draw") == [(6, None, (9, 0))]


def test_the_cribbage_board_changes_where_the_game_begins_and_ends_and_no_deal():
    [sample] = effect_on_score(FOSTER, FOSTER.derive({}, ["cribbage-board"]))

    assert not sample.changes_the_deal
    assert (sample.before.after.values, sample.before.rules.game_score) == ((4, 0), 51)
    assert (sample.after.after.values, sample.after.rules.game_score) == ((14, 10), 61)


@pytest.mark.parametrize("variation", ["ace-low", "trump-first-lead", "four-extra-cards", "whole-pack"])
def test_what_touches_only_the_cut_the_deal_or_the_play_changes_no_score(variation):
    assert shown(variation) == []


def test_a_parameter_chosen_by_itself_is_shown_like_a_variation():
    """Six of eight: eight off, and the others score their eight."""
    samples = effect_on_score(FOSTER, FOSTER.derive({"failed_rule": "set-back"}))

    assert [(each.deal.bid, each.after.scored.values) for each in samples] == [(8, (-8, 8))]


def test_a_sample_is_described_by_its_bid_and_points():
    [made, _failed] = effect_on_score(FOSTER, FOSTER.derive({}, ["old-set-back"]))

    assert made.says == "The bid is 8. The maker's side takes 9 points, the others 5."
    assert made.says_after == "The maker's side scores 9, the others 5."
