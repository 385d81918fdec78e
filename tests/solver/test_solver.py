"""The solver on the Chicago booklet's hands and on generated endings."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from scoring.game.cards import PACK, SUITS, Card, parse_card
from scoring.game.play import STRICT, revokes, winner_of
from scoring.game.rules import rules_of
from scoring.game.seating import PerSide
from scoring.solver.domain.layout import PLAIN, TOP_TRUMP, TRUMP, Layout, layout_of
from scoring.solver.domain.search import REPORT_EVERY, DoubleDummy, solve
from tests.game.tables import CHICAGO, CINCH, FOSTER, MODERN, cases, varied
from tests.solver.dealing import after_a_draw, leads, tried_out


def hands_of(a: str, y: str, b: str, z: str) -> dict[int, tuple[Card, ...]]:
    written = {1: a, 2: y, 3: b, 4: z}
    return {seat: tuple(filter(None, map(parse_card, cards.split()))) for seat, cards in written.items()}


ONE = hands_of("AC KC QC 2H 3H 4H", "TC 8C 6C 5C 3C 5S", "JC 9C 7C 6H 7H 8H", "4C 2C 2D 3D 4D 6D")
TWO = hands_of("AC 7C 6C 4C 2H 3H", "KC QC JC TC 5C 5S", "9C 3C 6H 7H 8H 9H", "8C 2C 2D 3D 4D 6D")
THREE = hands_of("KC QC 6C 3C 2H 3H", "AC JC TC 9C 5C 5S", "8C 4C 6H 7H 8H 9H", "7C 2C 2D 3D 4D 6D")
"""Chicago 1890, General: clubs are trumps, A leads. The plain cards are ours; the source leaves them open."""


@cases(
    "steps, points",
    {
        "trumps one after the other": ((TRUMP, TRUMP, TRUMP), (3, 11)),
        "trumps from the top": ((TOP_TRUMP,) * 6, (3, 11)),
        "two trumps and then a plain card": ((TRUMP, TRUMP, PLAIN), (4, 10)),
        "a trump and then a plain card": ((TRUMP, PLAIN), (9, 5)),
        "a plain card first": ((PLAIN,), (14, 0)),
        "as he likes": ((), (14, 0)),
    },
)
def test_the_booklets_plans_for_its_first_hand(steps, points):
    # Chicago 1890, General: 3, 4, 9 and 14, and no more than fourteen can be made.
    found = solve(layout_of(ONE, "C", 1, rules_of(CHICAGO, CINCH), {1: steps}))
    assert found.points.values == points


DUEL = hands_of("KC 4C", "AC 5C", "QC 2H", "2D 3D")
PEDRO_WITH_Z = hands_of("AC 7C 6C 4C 2H 3H", "KC QC JC TC 5C 5D", "9C 3C 6H 7H 8H 9H", "8C 2C 5S 2D 3D 4D")


@cases(
    "hands, bid",
    {"second hand": (TWO, 7), "third hand": (THREE, 6), "second hand, a pedro with Z": (PEDRO_WITH_Z, 6)},
)
def test_only_a_plain_card_first_makes_the_bid(hands, bid):
    # Chicago 1890, General: A has bid 6 or 7, and a plain card is the only hope; so too if Z has a pedro.
    plain, trump, top = (
        solve(layout_of(hands, "C", 1, rules_of(CHICAGO, CINCH), {1: steps})).points[1]
        for steps in ((PLAIN,), (TRUMP,), (TOP_TRUMP,))
    )
    assert plain >= bid > trump >= top


@cases(
    "hands, steps, points",
    {
        "the four: the king behind it takes the pedro": (DUEL, (TRUMP,), (5, 1)),
        "from the top: the ace takes the king, and the pedro is good": (DUEL, (TOP_TRUMP,), (0, 6)),
        "a hand with no plain card leads as it likes": (DUEL, (PLAIN,), (5, 1)),
        "the nine, for the king would take the ten": (
            hands_of("TC 9C", "KC 2H", "3H 4H", "2D 3D"),
            (),
            (1, 0),
        ),
    },
)
def test_two_tricks(hands, steps, points):
    assert solve(layout_of(hands, "C", 1, rules_of(FOSTER, CINCH), {1: steps})).points.values == points


def worth(hands: Mapping[int, tuple[Card, ...]], laws=CHICAGO) -> dict[str, int]:
    found = layout_of(hands, "C", 1, rules_of(laws, CINCH)).worth
    return {card.rank + card.suit: points for card, points in found.items() if points}


NO_TOP_OR_BOTTOM = hands_of("JC 9C", "8C 5C", "TC 5S", "4C 3C")


@cases(
    "laws, expected",
    {
        "Chicago, law 13: High and Low of those out": (
            CHICAGO,
            {"TC": 1, "5C": 5, "5S": 5, "3C": 1, "JC": 1},
        ),
        "modern book": (MODERN, {"JC": 2, "TC": 1, "5C": 5, "5S": 5, "3C": 1}),
        "Foster, Scoring: the ace and the deuce": (FOSTER, {"JC": 1, "TC": 1, "5C": 5, "5S": 5}),
    },
)
def test_a_card_is_worth_what_the_law_set_counts(laws, expected):
    assert worth(NO_TOP_OR_BOTTOM, laws) == expected


@cases(
    "laws, steps, points",
    {
        "Low for the hand that was dealt it: Z": (varied(low_to="holder"), (PLAIN,), (13, 1)),
        "a trump must be led first, and a plain card next": (varied(first_lead_trump=True), (), (9, 5)),
        "whatever the plan says": (varied(first_lead_trump=True), (PLAIN, PLAIN), (9, 5)),
        "which may say more": (varied(first_lead_trump=True), (TOP_TRUMP,) * 6, (3, 11)),
    },
)
def test_other_laws_on_the_first_hand(laws, steps, points):
    # Foster 1897, Variations. The points follow from the booklet's: 14 less Low; 9 is the most after a trump.
    assert solve(layout_of(ONE, "C", 1, rules_of(laws, CINCH), {1: steps})).points.values == points


@st.composite
def endings(draw: st.DrawFn) -> Layout:
    """Return the last one to three tricks of a random deal. Only trumps count points, or any card can.

    Some deals have a plan for the leads.
    """
    chance = random.Random(draw(st.integers(0, 2**32)))
    trumps = CINCH.trumps(draw(st.sampled_from(SUITS)))
    size = draw(st.integers(1, 3))
    plain = [card for card in PACK if card.rank in "AKQJ" and card not in trumps.strength]
    count = draw(st.integers(0, 4 * size))
    pack = chance.sample(trumps.cards, count) + chance.sample(plain, 4 * size - count)
    chance.shuffle(pack)
    hands = {seat: tuple(pack[size * (seat - 1) : size * seat]) for seat in range(1, 5)}
    anything = draw(st.booleans())
    worth = {card: chance.choice((0, 0, 1, 3)) for card in pack if anything or card in trumps.strength}
    steps = st.lists(st.sampled_from((TRUMP, TOP_TRUMP, PLAIN)), min_size=1, max_size=3).map(tuple)
    plan = draw(st.fixed_dictionaries(dict.fromkeys(hands, steps)) | st.just({}))
    follow_rule = draw(st.sampled_from(("follow-or-trump", STRICT)))
    leader = draw(st.integers(1, 4))
    return Layout(hands, leader, trumps, worth, PerSide((0, 0)), follow_rule, plan, draw(st.booleans()))


@given(layout=endings())
def test_an_ending_is_worth_what_trying_every_play_gives_after_every_trick_of_the_line(layout):
    found = solve(layout)
    hands, leader, plan, won = dict(layout.hands), layout.leader, dict(layout.plan), 0
    assert sum(found.points.values) == sum(layout.worth.values())
    assert found.points[1] == tried_out(layout, hands, leader, plan)
    for trick in found.line:
        assert trick[0][1] in leads(hands[leader], plan.get(leader, ())[:1], layout)
        plan[leader] = plan.get(leader, ())[1:]
        assert [seat for seat, _ in trick] == [(leader + step - 1) % 4 + 1 for step in range(4)]
        for seat, card in trick:
            rules = (layout.trumps, layout.follow_rule, layout.must_trump)
            assert not revokes(card, trick[0][1], hands[seat], *rules)
            hands[seat] = tuple(other for other in hands[seat] if other != card)
        leader = winner_of(trick, layout.trumps)
        won += sum(layout.worth.get(card, 0) for _, card in trick) if leader % 2 else 0
        assert won + tried_out(layout, hands, leader, plan) == found.points[1]
    assert not any(hands.values())


def test_hands_of_different_sizes_are_refused():
    # Searched they would never end: whoever has no card left cannot play to the trick.
    with pytest.raises(ValueError, match="not of one size"):
        solve(layout_of({**ONE, 4: ONE[4][:5]}, "C", 1, rules_of(CHICAGO, CINCH)))


def test_a_watch_receives_the_narrowing_range_and_may_end_the_search():
    told = []

    def watch(*words):
        told.append(words)
        if len(told) == 5:
            raise TimeoutError

    layout = after_a_draw(88, rules_of(FOSTER, CINCH))
    with pytest.raises(TimeoutError):
        solve(layout, watch)
    ranges = [(least, most) for least, most, _positions in told]
    made = solve(layout).points[1]
    assert all(least <= made <= most for least, most in ranges)
    assert ranges == sorted(ranges, key=lambda each: each[1] - each[0], reverse=True)
    assert len(set(ranges)) > 1
    assert [positions for *_range, positions in told] == [REPORT_EVERY * count for count in range(1, 6)]


def test_a_table_that_is_emptied_again_and_again_changes_nothing_but_the_work():
    search = DoubleDummy(layout_of(ONE, "C", 1, rules_of(FOSTER, CINCH)), table_limit=50)
    assert search.most() == 14
    assert len(search.table) <= 50
