"""Rulings and scores agree: a ruling on an offence has the effects that scoring gives to the offence.

The effects of a ruling are put on a deal as a director would order them. The deal must then have the same
score as with the offence entered by its name. This is tested under each law set, and with parameters that a
club has changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.compiled_book import LawBook, compile_book
from laws.domain.effects import KINDS, Effect
from laws.domain.lawset import LawSet
from laws.domain.parameters import Value
from laws.domain.ruling import Ruling
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.score import Score, score
from tests.running.day import some_of

CINCH = GAMES["cinch"]
DEALER, MAKER, BID = 4, 1, 8
REACHED = {"by-its-own": [9, 5], "only-with-revoked": [7, 7], "no": [3, 11]}
"""Points of the maker around a bid of eight. With 7, one point from an adversary reaches the bid."""
ROLES = {1: "maker", 2: "adversary", 3: "makers-partner", 4: "adversary"}
SIDES = {"makers-side": 1, "makers-adversaries": 2}
MAKERS_SIDE = (1, 3)
DEALERS = (DEALER, MAKER)
"""The dealers to try: an adversary of the maker, and the maker."""
Question = tuple[str, dict[str, str]]
"""An incident and its facts."""
LOST = ("game",)
"""The points in the tricks of the player who revoked, where only these points go to the maker."""
DEALS = [
    pytest.param([9, 5], id="the bid made"),
    pytest.param([8, 6], id="the bid just made"),
    pytest.param([7, 7], id="the bid missed by one"),
    pytest.param([3, 11], id="the bid missed by far"),
    pytest.param([14, 0], id="every point made"),
]
REVOKES = {
    "revoke_by_adversary": ("side-scores-nothing", "points-to-maker"),
    "revoke_by_maker": ("side-scores-nothing", "set-back"),
    "revoke_by_makers_partner": ("as-maker", "points-to-maker"),
    "revoke_waives_bid": (True, False),
    "revoke_scope": ("side", "player"),
    "revoke_by_maker_adds_bid": (False, True),
    "revoked_points_count_for_bid": (True, False),
}
BOTH = {name: values for name, values in REVOKES.items() if name != "revoked_points_count_for_bid"}
BOTH["revoke_by_both"] = ("neither-scores", "each-alone")
BIDS = {**REVOKES, "failed_rule": ("adversaries-own-plus-bid", "fourteen-plus-gap", "set-back")}
FOUL_HANDS = {
    "foul_hand": ("side-scores-nothing", "misdeal", "none"),
    "foul_hand_dealer": ("as-others", "corrected"),
    "foul_hand_waives_bid": (False, True),
    "misdeal_effect": ("pass-left", "same-dealer"),
}


def houses(slug: str, changed: Mapping[str, tuple[Value, ...]]) -> Iterator[LawSet]:
    """Yield the law set with combinations of values for these parameters.

    The gate tries some combinations each day; the full run tries all.
    """
    # Neither two nor three divides five, so that the values of every parameter take turns.
    for values in some_of(product(*changed.values()), 5):
        yield library.law_set(slug).derive(dict(zip(changed, values, strict=True)))


def law_book(law_set: LawSet, incident: str) -> LawBook:
    """Return the law book of a law set with only the topic of one incident."""
    ours = library.law_book(law_set.slug)
    described = ours.vocabulary.incidents[incident]
    topic = replace(ours.vocabulary.topics[described.topic], incidents={incident: described})
    return compile_book(law_set, ours.rules, replace(ours.vocabulary, topics={described.topic: topic}))


def ordered(effect: Effect, seat: int, lost: tuple[str, ...] = LOST) -> list[dict[str, object]]:
    """Return an effect as penalties that a director orders. Empty if the effect does not change a score."""
    kind, parameters = KINDS[effect.kind].scored_as, dict(effect.parameters)
    own = 2 - seat % 2
    if kind == "side-cannot-score" and parameters["side"] == "both-sides":
        return [{"kind": kind, "side": side} for side in (1, 2)]
    if kind == "side-cannot-score":
        return [{"kind": kind, "side": SIDES.get(parameters["side"], own)}]
    if kind == "set-back":
        return [{"kind": kind, "seat": MAKER if parameters["who"] == "maker" else seat}]
    if kind == "points-to-maker" and parameters["points"] == "tricks":
        return [{"kind": kind, "seat": seat, "points": list(lost)}]
    if kind == "points-to-maker":
        return [{"kind": kind, "side": own}]
    if kind == "new-deal":
        return [{"kind": kind, "dealer": parameters["dealer"]}]
    return [{"kind": kind}] if kind else []


def entered(law_set: LawSet, seat: int, lost: tuple[str, ...] = LOST) -> dict[str, object]:
    """Return a revoke as an offence entered by name."""
    named = law_set["revoke_scope"] == "player" and seat % 2 == 0
    return {"offence": "revoke", "seat": seat, **({"points": list(lost)} if named else {})}


def scored(
    law_set: LawSet, points: list[int], penalties: list[dict[str, object]], dealer: int = DEALER
) -> Score:
    """Return the score of a deal with penalties."""
    deal = {"dealer": dealer, "maker": MAKER, "bid": BID, "trump": "H", "points": points}
    return score(parse_deal({**deal, "penalties": penalties}, CINCH, law_set), law_set, CINCH)


def possible(seat: int, reached: str) -> bool:
    """Return whether an offence by this seat allows this answer to ``bid_reached``.

    Only a revoke by an adversary gives points to the maker.
    """
    return reached != "only-with-revoked" or ROLES[seat] == "adversary"


def asked(offence: str, seat: int, dealer: int = DEALER) -> Question:
    """Return the incident and the facts of an offence by a seat."""
    if offence == "foul-hand":
        whose = "dealers" if seat == dealer else "others"
        facts = {"stage": "in-play", "cards": "more", "played_to_first": "yes", "whose": whose}
        return "wrong-number-of-cards", {**facts, "offender": ROLES[seat]}
    facts = {"act": "neither-followed-nor-trumped", "answer": "not-asked"}
    return "revoke", {**facts, "trick": "turned", "claimed": "yes", "offender": ROLES[seat]}


def refused(part: str) -> Question:
    """Return the incident and the facts if a player in this role refused a penalty that could be paid."""
    return "penalty-refused", {"performable": "yes", "trick": "turned", "claimed": "yes", "offender": part}


def both_revoked(seat: int) -> Question:
    return "revokes-by-both-sides", {"makers_side_by": ROLES[seat]}


def bid_after_revoke(seat: int, reached: str) -> Question:
    return "bid-after-revoke", {"offender": ROLES[seat], "bid_reached": reached}


QUESTIONS: list[Question] = [
    *(asked("revoke", seat) for seat in ROLES),
    *(asked("foul-hand", seat, dealer) for seat, dealer in product(ROLES, DEALERS)),
    *(refused(part) for part in sorted(set(ROLES.values()))),
    *(both_revoked(seat) for seat in MAKERS_SIDE),
    *(
        bid_after_revoke(seat, reached)
        for seat, reached in product(ROLES, REACHED)
        if possible(seat, reached)
    ),
]
"""The questions whose rulings these tests compare with the score, in every book with rules on them."""


def check(law_set: LawSet, offence: str, deals: Iterable[list[int]]) -> None:
    """Compare the score of the ruling on an offence with the score of the offence entered by its name.

    Every seat is the offender on every deal.
    """
    book = law_book(law_set, asked(offence, MAKER)[0])
    for seat, points, dealer in product(ROLES, deals, DEALERS):
        ruling = arbiter.rule(book, *asked(offence, seat, dealer))
        assert ruling.status == "ruled"
        lost = LOST if points[1] else ()
        by_name = entered(law_set, seat, lost) if offence == "revoke" else {"offence": offence, "seat": seat}
        same(law_set, points, ruling, seat, [by_name], dealer)


def same(
    law_set: LawSet,
    points: list[int],
    ruling: Ruling,
    seat: int,
    by_name: list[dict[str, object]],
    dealer: int = DEALER,
) -> None:
    """Compare the score of a deal with a ruling's effects, and the score with offences entered by name."""
    lost = LOST if points[1] else ()
    orders = [order for effect in ruling.effects for order in ordered(effect, seat, lost)]
    ruled = scored(law_set, points, orders, dealer)
    named = scored(law_set, points, by_name, dealer)
    assert (ruled.scored, ruled.new_deal, ruled.next_dealer) == (
        named.scored, named.new_deal, named.next_dealer
    ), (seat, points, ruling.effects)  # fmt: skip


BOOKS = pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])


@BOOKS
@pytest.mark.parametrize("points", DEALS)
@pytest.mark.parametrize("offence", ["revoke", "foul-hand"])
def test_an_offence_ruled_costs_what_it_costs_when_entered(slug, offence, points):
    check(library.law_set(slug), offence, [points])


@BOOKS
def test_a_house_that_changed_the_penalty_of_a_revoke_gets_the_ruling_it_scores(slug):
    for law_set in houses(slug, REVOKES):
        check(law_set, "revoke", ([9, 5], [7, 7], [3, 11]))


def test_a_refused_penalty_costs_what_a_revoke_of_that_player_costs():
    """Foster, The Revoke: not to pay a penalty that could be paid is a revoke."""
    for law_set in houses("foster-1897", REVOKES):
        refusals, revoked = law_book(law_set, "penalty-refused"), law_book(law_set, "revoke")
        for part in set(ROLES.values()):
            ruling = arbiter.rule(refusals, *refused(part))
            seat = next(seat for seat, role in ROLES.items() if role == part)
            assert ruling.effects == arbiter.rule(revoked, *asked("revoke", seat)).effects


@BOOKS
def test_a_house_that_changed_the_penalty_of_a_foul_hand_gets_the_ruling_it_scores(slug):
    for law_set in houses(slug, FOUL_HANDS):
        check(law_set, "foul-hand", ([9, 5], [3, 11]))


@BOOKS
def test_revokes_by_both_sides_cost_by_the_ruling_what_they_cost_when_entered(slug):
    for law_set in houses(slug, BOTH):
        book = law_book(law_set, "revokes-by-both-sides")
        for seat, points in product(MAKERS_SIDE, ([9, 5], [7, 7], [3, 11])):
            ruling = arbiter.rule(book, *both_revoked(seat))
            same(law_set, points, ruling, 2, [entered(law_set, seat), entered(law_set, 2)])


@BOOKS
def test_what_a_revoke_does_to_the_bid_is_what_is_scored(slug):
    for law_set in houses(slug, BIDS):
        book = law_book(law_set, "bid-after-revoke")
        for seat, (reached, points) in product(ROLES, REACHED.items()):
            if possible(seat, reached):
                ruling = arbiter.rule(book, *bid_after_revoke(seat, reached))
                if ruling.status == "ruled" and can_be(law_set, seat, reached):
                    check_bid(law_set, ruling, seat, points)


def can_be(law_set: LawSet, seat: int, reached: str) -> bool:
    """Return whether a bid of eight can have this result under the law set.

    A maker who gets all points of the adversaries cannot fail.
    """
    gives_all = law_set["revoke_by_adversary"] == "points-to-maker" and law_set["revoke_scope"] == "side"
    return reached != "no" or ROLES[seat] != "adversary" or not gives_all


def check_bid(law_set: LawSet, ruling: Ruling, seat: int, points: list[int]) -> None:
    """Compare the effects of a ruling on the bid with the score of the revoke entered by its name."""
    score = scored(law_set, points, [entered(law_set, seat)])
    kinds = {effect.kind for effect in ruling.effects}
    case = (seat, points, kinds, score.scored)
    assert ("set-back" in kinds) == (score.scored[1] == -BID), case
    if "bid-made" in kinds:
        assert score.bid_made is True, case
        assert score.scored[1] > 0, case
    if "bid-waived" in kinds:
        assert score.scored.values == (points[0], 0), case
    if "bid-not-added" in kinds:
        assert score.scored.values == (0, points[1]), case
    if "bid-to-adversaries" in kinds:
        lost = 0 if score.points.values == tuple(points) else law_set.points()[LOST[0]]
        assert score.scored[2] == points[1] - lost + BID, case


def test_agreement_by_accident_is_noticed():
    """Control: with another penalty in the law set that scores the deal, ruling and score differ."""
    foster = library.law_set("foster-1897")
    ruling = arbiter.rule(
        law_book(foster, "revokes-by-both-sides"), "revokes-by-both-sides", {"makers_side_by": "maker"}
    )
    other = foster.derive({"revoke_by_both": "each-alone", "revoke_by_maker": "set-back"})
    with pytest.raises(AssertionError):
        same(other, [9, 5], ruling, 2, [entered(other, 1), entered(other, 2)])
