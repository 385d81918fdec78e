"""Disputes without a database: the state after the steps, and the effect of decisions on a deal."""

import pytest
from hypothesis import given, strategies as st

from laws import library
from laws.domain.errors import InvalidInput
from scoring.disputes.domain.state import (
    DisputeState,
    KnownFact,
    StepRecord,
    possible_rulings,
    turns_on_points,
)
from scoring.game.applied_rulings import penalties_of, ruled
from scoring.game.combined_decisions import Decided, Join, Order, in_force
from scoring.game.games import GAMES
from scoring.game.notation import format_deal, parse_deal
from scoring.game.rules import rules_of
from scoring.game.score import score
from scoring.game.state import game_state
from tests.game.tables import tricks, varied
from tests.refusals import refusing

CINCH, FOSTER = GAMES["cinch"], library.law_set("foster-1897")
FOSTER_BOOK = library.law_book("foster-1897")
RULES = rules_of(FOSTER, CINCH)
DEAL = {"dealer": 4, "maker": 1, "bid": 9, "trump": "H", "points": [8, 6]}
REVOKE = {
    "act": "neither-followed-nor-trumped",
    "trick": "turned",
    "answer": "not-asked",
    "claimed": "yes",
    "offender": "adversary",
}
BARRED, WAIVED = (
    Order({"kind": "side-cannot-score", "side": "offenders"}),
    Order({"kind": "bid-waived"}, "foster-1897/revoke/by-an-adversary"),
)
NEW_DEAL = Order({"kind": "new-deal", "dealer": "same"})


def deal(**fields):
    return parse_deal({**DEAL, **fields}, CINCH, FOSTER)


def step(seq, kind, **content):
    return StepRecord(seq, kind, "member:1", content)


def begun(*further: StepRecord, facts=REVOKE, incident="revoke", **content) -> DisputeState:
    """Return the state of a dispute under Foster, after it was raised and after further steps."""
    said = {key: KnownFact(value).canonical() for key, value in facts.items()}
    first = step(1, "raised", incident=incident, facts=said, **content)
    return DisputeState([first, *further], FOSTER_BOOK, GAMES["cinch"].seating)


def one(dispute: int, *orders: Order, seat: int = 2, at: int | None = None, **more) -> Decided:
    return Decided(dispute, at or dispute, 1, orders, {"offender": seat}, **more)


def test_a_dispute_waits_for_facts_then_for_a_choice_then_for_a_director():
    play = {"hand": "fourth", "before": "second"}
    raised = begun(facts=play, incident="play-out-of-turn")
    assert (raised.stage, raised.waits_for, raised.questions) == ("needs-facts", "table", ("third_played",))
    with pytest.raises(InvalidInput) as refused:
        raised.must_be_known()
    due = {"facts.third_played": ["still needed: Had the third hand played already?"]}
    assert refused.value.errors == due
    told = step(2, "answered", facts={"third_played": KnownFact("no").canonical()})
    asked = begun(told, facts=play, incident="play-out-of-turn")
    assert (asked.stage, asked.waits_for) == ("needs-choice", "adversaries")
    chosen = begun(told, step(3, "chosen", holder="adversaries", option="claim"),
                   facts=play, incident="play-out-of-turn")  # fmt: skip
    assert (chosen.stage, chosen.waits_for) == ("proposed", "director")
    assert [effect.kind for effect in chosen.effects if effect.kind.startswith("award")] == ["award-trick"]


def test_facts_and_possible_rulings_come_in_the_order_in_which_the_law_asks():
    asked = list(FOSTER_BOOK.tables["revoke"].incident.every_fact)
    found = begun(facts=dict(reversed(REVOKE.items())))
    assert list(found.facts) == [key for key in asked if key in REVOKE]

    differing = {"answer": ("not-asked", "denied"), "claimed": ("yes", "no")}
    disputed = {key: KnownFact(None, "disputed", values=values) for key, values in differing.items()}
    facts = {key: KnownFact(value) for key, value in REVOKE.items()} | disputed
    ways = possible_rulings(FOSTER_BOOK, "revoke", dict(reversed(facts.items())))
    assert [tuple(way.facts.items()) for way in ways] == [
        (("answer", answer), ("claimed", claimed))
        for answer in ("not-asked", "denied")
        for claimed in ("yes", "no")
    ]


@pytest.mark.parametrize(
    ("effect", "fields"),
    [
        ({"kind": "card-exposed", "by": "offender", "cards": "card-led"}, ["cards", "by"]),
        ({"kind": "score-up", "points": 3, "side": 2}, ["side", "points"]),
        ({"kind": "points-to-maker", "points": ["low"], "seat": 4}, ["seat", "points"]),
        ({"kind": "of-a-past-version", "seat": 4, "colour": "red"}, ["seat", "colour"]),
    ],
)
def test_the_fields_of_an_effect_have_one_order_however_they_were_stored(effect, fields):
    stored = [Order.read(effect), Order.read(dict(reversed(effect.items())))]
    assert [list(order.parameters) for order in stored] == [fields, fields]
    assert len({order.says_at(GAMES["cinch"].seating) for order in stored}) == 1


def test_a_choice_that_new_facts_make_impossible_is_forgotten():
    play = {"hand": "fourth", "before": "second", "third_played": "no"}
    chosen = step(2, "chosen", holder="adversaries", option="claim")
    otherwise = step(3, "answered", facts={"third_played": KnownFact("yes").canonical()})

    found = begun(chosen, otherwise, facts=play, incident="play-out-of-turn")

    assert found.elected == {}


@pytest.mark.parametrize(
    ("kinds", "stage", "following"),
    [
        ([], "proposed", {"answered", "overruled", "dropped", "confirmed"}),
        (["confirmed"], "decided", {"appealed", "spent"}),
        (["confirmed", "appealed"], "appealed", {"upheld", "changed", "withdrawn"}),
        (["confirmed", "appealed", "upheld"], "decided", {"spent"}),
        (["confirmed", "appealed", "changed"], "decided", {"spent"}),
        (["overruled", "appealed", "withdrawn"], "withdrawn", set()),
        (["dropped"], "dropped", set()),
    ],
)
def test_which_steps_may_follow(kinds, stage, following):
    found = begun(*(step(seq, kind, effects=[], is_in_play=False) for seq, kind in enumerate(kinds, 2)))

    assert (found.stage, set(found.next_steps)) == (stage, following)
    assert found.is_applied == (stage in ("decided", "appealed"))


@pytest.mark.parametrize("is_recorded", [False, True])
def test_points_are_named_for_a_decision_in_play_until_the_deal_is_recorded(is_recorded):
    claimed = [{"kind": "award-trick", "side": "adversaries"}]
    steps = [
        StepRecord(1, "raised", "user:7", {"incident": "play-out-of-turn", "is_in_play": True}),
        step(2, "overruled", effects=claimed, is_in_play=True, points=None),
    ]

    found = DisputeState(steps, FOSTER_BOOK, GAMES["cinch"].seating, is_recorded=is_recorded)

    assert ("answered" in found.next_steps, turns_on_points(found)) == (not is_recorded, not is_recorded)
    assert found.is_in_play == (not is_recorded)


def test_a_dropped_dispute_needs_no_points():
    played = {"hand": "fourth", "before": "second", "third_played": "no"}

    undecided = begun(facts=played, incident="play-out-of-turn")
    dropped = begun(step(2, "dropped"), facts=played, incident="play-out-of-turn")

    assert (turns_on_points(undecided), turns_on_points(dropped)) == (True, False)


def test_effects_that_were_carried_out_before_a_change_say_nothing_of_the_new_effects():
    exposed = [{"kind": "card-exposed", "by": "offender", "cards": "card-led"}]
    barred = [{"kind": "must-lead", "who": "offender", "suit": "trump"}]
    steps = [step(2, "overruled", effects=exposed, is_in_play=True, points=None), step(3, "spent", effect=0)]

    before = begun(*steps)
    settled = step(5, "changed", effects=barred, is_in_play=True, points=None)
    after = begun(*steps, step(4, "appealed"), settled)

    assert (before.to_come, after.to_come) == ([], [0])


def test_rulings_are_no_part_of_the_record():
    recorded = deal()
    found = ruled([one(1, BARRED, WAIVED)], recorded, RULES)

    assert format_deal(found) == format_deal(recorded)
    assert score(found, FOSTER, CINCH).scored.values == (8, 0)
    assert ruled([], found, RULES) == recorded, "taken back, it is as it was"
    side_alone = Decided(1, 1, 1, (BARRED, WAIVED), facts={"offender": "adversary"})
    assert ruled([side_alone], recorded, RULES) == found, "which adversary it was need not be known"


def test_the_law_of_a_ruling_is_cited_and_without_one_the_parameters():
    found = score(ruled([one(1, BARRED, WAIVED)], deal(), RULES), FOSTER, CINCH)

    laws = {line.text: line.law for line in found.explanation}
    assert laws["The bid is waived: side 1 scored as if it had been made."] == WAIVED.law
    assert laws["By ruling: side 2 scored nothing on this deal."] == FOSTER.law("revoke_by_maker")


def test_a_decision_that_comes_first_is_carried_out_first():
    alone, first, second = Join("independent"), Join("sequenced", 1), Join("sequenced", 2)
    for join, order in ((alone, [1, 2]), (first, [1, 2]), (second, [2, 1])):
        second_last = in_force([one(2, BARRED, joins={1: join}), one(1, WAIVED)])
        first_last = in_force([one(2, BARRED), one(1, WAIVED, at=3, joins={2: join})])
        assert [[each.dispute for each in made] for made in (second_last, first_last)] == [order, order]


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"kind": "side-cannot-score", "side": "offenders"}, "seat"),
        ({"kind": "award-trick", "side": "adversaries"}, "points"),
        ({"kind": "points-to-maker", "points": "tricks"}, "seat"),
        ({"kind": "points-dead", "points": "tricks"}, "points"),
        ({"kind": "points-dead", "points": "side"}, "seat"),
        ({"kind": "new-deal", "dealer": "lawful"}, "seats.lawful-dealer"),
    ],
)
def test_an_effect_that_needs_more_facts_names_them(order, field):
    with pytest.raises(InvalidInput) as refusal:
        penalties_of([Decided(1, 1, 1, (Order(order),))], deal(), RULES)

    assert list(refusal.value.errors) == [f"deal.ruling.{field}"]


def test_totals_do_not_tell_which_points_of_a_side_nobody_counts():
    buried = one(1, Order({"kind": "points-dead", "points": "side"}), seat=2)
    won = {"high": 1, "low": 1, "jack": 1, "game": 2, "right-pedro": 1, "left-pedro": 2}
    told = {name: value for name, value in DEAL.items() if name != "points"}
    found = parse_deal({**told, "won": won}, CINCH, FOSTER)

    assert score(ruled([buried], found, RULES), FOSTER, CINCH).points.values == (8, 0)
    with refusing("deal.won"):
        penalties_of([buried], deal(), RULES)


def test_points_among_the_discards_go_to_the_maker_where_a_ruling_says_so():
    bicycle = library.law_set("bicycle")
    won = {"high": 1, "low": 1, "jack": 2, "game": 2, "right-pedro": 1, "left-pedro": "discards"}
    told = {name: value for name, value in DEAL.items() if name != "points"}
    found = parse_deal({**told, "bid": 5, "won": won}, CINCH, bicycle)
    rules = rules_of(bicycle, CINCH)
    before = score(found, bicycle, CINCH)
    order = Order({"kind": "points-to-maker", "points": "discards"})

    after = score(ruled([Decided(1, 1, 1, (order,))], found, rules), bicycle, CINCH)

    assert (before.points.values, before.dead) == ((7, 2), 5)
    assert (after.points.values, after.dead) == ((12, 2), 0)


HIGH_AND_LOW_IN_ONE_TRICK = tricks(
    "1: 3H AH 4H 2H, 2: KS QS JS TS, 2: 2C 3C 4C 5C, 1: JH TH 5H 6H, 1: 5D 7C 8C 9C, 1: AD 2D 3D 4D"
)
"""Hearts are trumps: seat 2 wins the first trick with the ace, and seat 4 plays the two to it."""


@pytest.mark.parametrize(("low_to", "points"), [("winner", (14, 0)), ("holder", (13, 1))])
def test_a_claimed_trick_brings_no_point_that_its_holder_scores(low_to, points):
    # Foster 1897, Cinch, Variations: Low can count for the player to whom it was dealt.
    laws = varied(low_to=low_to)
    told = {name: value for name, value in DEAL.items() if name != "points"}
    found = parse_deal({**told, "tricks": HIGH_AND_LOW_IN_ONE_TRICK}, CINCH, laws)
    claimed = one(1, Order({"kind": "award-trick", "side": "adversaries"}), seat=4, trick=1)

    after = score(ruled([claimed], found, rules_of(laws, CINCH)), laws, CINCH)

    assert score(found, laws, CINCH).points.values == (12, 2)
    assert after.points.values == points


orders = st.sampled_from(
    [BARRED, WAIVED, NEW_DEAL]
    + [Order({"kind": "set-back", "who": who}) for who in ("maker", "offender", "partner")]
    + [Order({"kind": "side-cannot-score", "side": side}) for side in (1, 2)]
    + [Order({"kind": "award-points", "side": 1, "points": ["jack"]})]
)
decisions = st.lists(
    st.builds(
        lambda seat, found: (seat, tuple(found)), st.integers(1, 4), st.lists(orders, min_size=1, max_size=3)
    ),
    max_size=4,
).map(lambda drawn: [one(place, *found, seat=seat) for place, (seat, found) in enumerate(drawn, 1)])


@given(decisions)
def test_applying_twice_is_applying_once_and_a_withdrawn_decision_has_no_effect(found):
    recorded = deal()
    once = ruled(found, recorded, RULES)

    assert ruled(found, once, RULES) == once
    assert ruled([], once, RULES) == recorded
    assert parse_deal(format_deal(once), CINCH, FOSTER) == recorded


@given(decisions)
def test_no_point_is_lost_whatever_is_ruled(found):
    scored = game_state([ruled(found, deal(), RULES)], FOSTER, CINCH, 4).entries[0].score

    if not scored.new_deal:
        assert sum(scored.points.values) + scored.dead == 14
