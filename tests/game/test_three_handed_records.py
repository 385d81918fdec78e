"""What a record of three players can hold: cards left in the pack, and what holds for every deal of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from scoring.game.notation import format_deal, parse_deal
from scoring.game.score import Score
from tests.game.tables import (
    BICYCLE,
    CHICAGO,
    FOSTER,
    MODERN,
    SIX_TRICKS_OF_THREE,
    THREE_HANDED_CINCH,
    at_each_level,
    deal,
    score_of,
    texts,
)
from tests.strategies import bare_deals_of_three, named_deals_of_three, recorded_deals

EVERY_POINT = ("high", "low", "jack", "game", "right-pedro", "left-pedro")
laws_of_any_kind = st.sampled_from([CHICAGO, FOSTER, MODERN, BICYCLE])
penalties = st.lists(
    st.fixed_dictionaries({"offence": st.sampled_from(["revoke", "foul-hand"]), "seat": st.integers(1, 3)}),
    max_size=3,
)
cards_of_three = recorded_deals(game=THREE_HANDED_CINCH) | recorded_deals(
    lawful=False, game=THREE_HANDED_CINCH
)


def of_three(written: dict[str, Any], laws: LawSet, before: tuple[int, ...] | None = None) -> Score:
    return score_of(written, laws, before, THREE_HANDED_CINCH)


def won(*takers: Any) -> dict[str, Any]:
    return dict(zip(EVERY_POINT, takers, strict=True))


def test_what_is_left_in_the_pack_has_to_be_told_apart_from_the_discards() -> None:
    written = deal(bid=3, trump="H", tricks=list(SIX_TRICKS_OF_THREE))
    with pytest.raises(InvalidInput) as missing:
        of_three(written | {"discards": {"2": ["TH", "5H"]}}, CHICAGO)
    assert missing.value.errors == {
        "deal.discards": [
            "the five of diamonds (left pedro) is nowhere: say who discarded it, or that it was left in the "
            "pack."
        ]
    }  # fmt: skip
    found = of_three(written | {"discards": {"2": ["TH", "5H"]}, "stock": ["5D", "4H"]}, CHICAGO)
    # High, low and jack are won, the ten and the five come from the discards: 3 and 6; the pedro is dead.
    assert (found.points.values, found.dead) == ((9, 0, 0), 5)


def test_the_lowest_trump_out_is_low_though_the_deuce_lies_in_the_pack() -> None:
    # Chicago 1890, law 13: the smallest trump that is out.
    tricks = [
        [[1, "AH"], [2, "3H"], [3, "4H"]],
        [[1, "KH"], [2, "6S"], [3, "7S"]],
        [[1, "QS"], [2, "8S"], [3, "KS"]],
        [[3, "JH"], [1, "TS"], [2, "JS"]],
        [[3, "TH"], [1, "2C"], [2, "3C"]],
        [[3, "8H"], [1, "4C"], [2, "6C"]],
    ]
    written = deal(bid=2, trump="H", tricks=tricks, stock=["2H", "5H", "5D"])
    assert of_three(written, CHICAGO).won == won(1, 1, 3, 3, None, None)
    # Foster's Low is the deuce itself.
    assert of_three(written, FOSTER).won == won(1, None, 3, 3, None, None)


def test_the_explanation_speaks_of_three_players_by_their_seats() -> None:
    told = texts(of_three(deal([6, 3, 0], bid=6), CHICAGO, (10, 20, 30)))
    assert told == [
        "Seat 1 took 6, seat 2 3 and seat 3 0.",
        "5 points were out of play and count for nobody.",
        "Seat 1 bid 6 and took 6: made.",
        "Each scores what he made: seat 1 scores 6, seat 2 3 and seat 3 0.",
        "Seat 1 now has 16, seat 2 23 and seat 3 30, of 42.",
    ]


@given(written=bare_deals_of_three() | named_deals_of_three() | cards_of_three, laws=laws_of_any_kind,
       wrong=penalties)  # fmt: skip
def test_the_three_and_what_is_dead_add_up_to_fourteen(
    written: dict[str, Any], laws: LawSet, wrong: list[Any]
) -> None:
    found = of_three(written | {"penalties": wrong}, laws)
    assert sum(found.points.values) + found.dead == (0 if found.new_deal else 14)
    assert found.explanation
    assert all(line.text.endswith(".") and line.law for line in found.explanation)
    assert not any("side" in line.text.lower() or "partner" in line.text for line in found.explanation)


@given(written=cards_of_three, laws=laws_of_any_kind)
def test_the_three_levels_of_a_record_agree(written: dict[str, Any], laws: LawSet) -> None:
    in_full, named, bare = at_each_level(written, laws, THREE_HANDED_CINCH)
    assert in_full.scored == named.scored == bare.scored
    assert in_full.points == named.points == bare.points
    assert in_full.dead == named.dead == bare.dead


@given(written=bare_deals_of_three() | named_deals_of_three() | cards_of_three, laws=laws_of_any_kind)
def test_a_deal_of_three_is_written_as_it_is_read(written: dict[str, Any], laws: LawSet) -> None:
    value = parse_deal(written, THREE_HANDED_CINCH, laws)
    assert parse_deal(format_deal(value), THREE_HANDED_CINCH, laws) == value


@given(written=bare_deals_of_three() | named_deals_of_three(), laws=laws_of_any_kind)
def test_each_scores_his_own_and_only_the_maker_is_set_back(written: dict[str, Any], laws: LawSet) -> None:
    found = of_three(written, laws)
    for side, scored in found.scored.items():
        failed = found.bid_made is False and side == written["maker"]
        assert scored == (-found.bid if failed else found.points[side])
