"""Properties of the score that hold for every deal."""

import pytest
from hypothesis import given, strategies as st

from scoring.game.notation import parse_deal
from scoring.game.state import game_state
from tests.game.tables import (
    BICYCLE,
    CHICAGO,
    CINCH,
    FOSTER,
    MODERN,
    THREE_HANDED_CINCH,
    at_each_level,
    score_of,
    varied,
)
from tests.strategies import bare_deals, named_deals, recorded_deals

LAW_SETS = [
    FOSTER,
    CHICAGO,
    CHICAGO.derive({"revoke_scope": "side"}),
    MODERN,
    BICYCLE,
    varied("old-set-back"),
    varied("at-least-eight"),
]
laws_of_any_kind = st.sampled_from(LAW_SETS)
SEATS = st.integers(1, 4)
penalties = st.lists(
    st.fixed_dictionaries({"offence": st.just("revoke"), "seat": SEATS, "points": st.just([])})
    | st.fixed_dictionaries({"offence": st.just("foul-hand"), "seat": SEATS}),
    max_size=3,
)


@given(written=bare_deals() | named_deals() | recorded_deals(), laws=laws_of_any_kind, wrong=penalties)
def test_the_points_add_up_to_what_is_in_play(written, laws, wrong):
    found = score_of(written | {"penalties": wrong}, laws)
    assert sum(found.points.values) + found.dead == (0 if found.new_deal else 14)


@given(written=bare_deals(), laws=laws_of_any_kind, wrong=penalties)
def test_a_score_lies_between_the_bid_set_back_and_the_bid_and_all_points(written, laws, wrong):
    for scored in score_of(written | {"penalties": wrong}, laws).scored.values:
        assert -max(written["bid"], 1) <= scored <= 14 + written["bid"]


@given(written=bare_deals(), wrong=penalties)
def test_under_difference_at_most_one_side_scores(written, wrong):
    scored = score_of(written | {"penalties": wrong}, FOSTER).scored.values
    assert min(scored) == 0


@pytest.mark.parametrize("laws", [FOSTER, MODERN, BICYCLE], ids=["Foster", "modern book", "Bicycle"])
@given(bid=st.integers(0, 7), dealer=SEATS)
def test_nobody_scores_on_a_tie(laws, bid, dealer):
    tied = {"dealer": dealer, "maker": dealer, "bid": bid, "points": [7, 7]}
    assert score_of(tied, laws).scored.values == (0, 0)


@pytest.mark.parametrize("game", [CINCH, THREE_HANDED_CINCH], ids=["of four", "of three"])
@given(data=st.data(), laws=laws_of_any_kind)
def test_a_card_record_scores_as_its_summaries(game, data, laws):
    written = data.draw(recorded_deals(lawful=False, game=game))
    in_full, named, bare = at_each_level(written, laws, game)
    assert in_full.scored == named.scored == bare.scored
    assert in_full.points == named.points == bare.points
    assert in_full.dead == named.dead == bare.dead


@given(deals=st.lists(bare_deals(), max_size=8))
def test_a_state_is_its_deals_one_after_the_other(deals):
    running: tuple[int, ...] = (0, 0)
    winner = None
    for written in deals:
        if winner is None:
            found = score_of(written, FOSTER, running)
            running, winner = found.after.values, found.winner
    replayed = game_state([parse_deal(written, CINCH, FOSTER) for written in deals], FOSTER, CINCH, 1)
    assert (replayed.score.values, replayed.winner) == (running, winner)


@given(deals=st.lists(bare_deals(), max_size=8), known=st.integers(0, 8))
def test_a_state_goes_on_from_where_it_was(deals, known):
    values = [parse_deal(written, CINCH, FOSTER) for written in deals]
    begun = game_state(values[:known], FOSTER, CINCH, 1)
    assert game_state(values[known:], FOSTER, CINCH, 1, begun) == game_state(values, FOSTER, CINCH, 1)


@given(written=bare_deals() | named_deals() | recorded_deals(), laws=laws_of_any_kind, wrong=penalties)
def test_every_line_of_an_explanation_has_its_law(written, laws, wrong):
    found = score_of(written | {"penalties": wrong}, laws)
    assert found.explanation
    assert all(line.text.endswith(".") and line.law for line in found.explanation)
