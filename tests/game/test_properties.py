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
from tests.strategies import (
    bare_deals,
    bare_deals_of_three,
    named_deals,
    named_deals_of_three,
    recorded_deals,
)

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


def any_cards(game):
    """Generate a deal with every card, lawful or not."""
    return recorded_deals(game=game) | recorded_deals(lawful=False, game=game)


SEATS = st.integers(1, 4)
penalties = st.lists(
    st.fixed_dictionaries({"offence": st.just("revoke"), "seat": SEATS, "points": st.just([])})
    | st.fixed_dictionaries({"offence": st.just("foul-hand"), "seat": SEATS}),
    max_size=3,
)
of_three = st.fixed_dictionaries(
    {"offence": st.sampled_from(["revoke", "foul-hand"]), "seat": st.integers(1, 3)}
)


@pytest.mark.parametrize(
    ("game", "deals", "offences"),
    [
        (CINCH, bare_deals() | named_deals() | any_cards(CINCH), penalties),
        (
            THREE_HANDED_CINCH,
            bare_deals_of_three() | named_deals_of_three() | any_cards(THREE_HANDED_CINCH),
            st.lists(of_three, max_size=3),
        ),
    ],
    ids=["of four", "of three"],
)
@given(data=st.data(), laws=laws_of_any_kind)
def test_the_points_add_up_to_what_is_in_play_and_every_line_has_its_law(game, deals, offences, data, laws):
    wrong = data.draw(offences)
    found = score_of(data.draw(deals) | {"penalties": wrong}, laws, game=game)
    assert sum(found.points.values) + found.dead == (0 if found.new_deal else 14)
    assert found.explanation
    assert all(line.text.endswith(".") and line.law for line in found.explanation)
    if game is THREE_HANDED_CINCH:
        assert not any("side" in line.text.lower() or "partner" in line.text for line in found.explanation)


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


@given(deals=st.lists(bare_deals(), max_size=8), known=st.integers(0, 8))
def test_a_state_goes_on_from_where_it_was(deals, known):
    values = [parse_deal(written, CINCH, FOSTER) for written in deals]
    begun = game_state(values[:known], FOSTER, CINCH, 1)
    assert game_state(values[known:], FOSTER, CINCH, 1, begun) == game_state(values, FOSTER, CINCH, 1)
