"""Rulings and scores agree: what the law book rules on an offence is what scoring does for it.

The effects of a ruling are laid on a deal as a director would order them, and the deal must then score as if
the offence had been entered by its name; under each law set, and where a house has changed parameters of it.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.effects import KINDS, Effect
from laws.domain.lawbook import LawBook, compile_book
from laws.domain.lawset import LawSet
from laws.domain.parameters import Value
from scoring.domain.games import GAMES
from scoring.domain.notation import parse_deal
from scoring.domain.score import Score, score

CINCH = GAMES["cinch"]
DEALER, MAKER, BID = 4, 1, 8
ROLES = {1: "maker", 2: "adversary", 3: "makers-partner", 4: "adversary"}
SIDES = {"makers-side": 1, "makers-adversaries": 2}
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
}
FOUL_HANDS = {
    "foul_hand": ("side-scores-nothing", "misdeal", "none"),
    "foul_hand_dealer": ("as-others", "corrected"),
    "misdeal_effect": ("pass-left", "same-dealer"),
}


def houses(changed: Mapping[str, tuple[Value, ...]]) -> list[object]:
    """Return every way in which a house can set these parameters, under each of two law sets."""
    return [
        pytest.param(slug, dict(zip(changed, values, strict=True)), id=f"{slug} {' '.join(map(str, values))}")
        for slug in ("foster-1897", "chicago-1890")
        for values in product(*changed.values())
    ]


def law_book(law_set: LawSet, topic: str) -> LawBook:
    """Return the law book of a law set, of one topic alone."""
    ours = library.law_book(law_set.slug)
    words = replace(ours.vocabulary, topics={topic: ours.vocabulary.topics[topic]})
    return compile_book(law_set, ours.rules, words)


def ordered(effect: Effect, seat: int) -> list[dict[str, object]]:
    """Return an effect of a ruling as a director orders it on a deal; nothing where no score is touched."""
    kind, said = KINDS[effect.kind].scored_as, dict(effect.parameters)
    own = 2 - seat % 2
    if kind == "side-cannot-score" and said["side"] == "both-sides":
        return [{"kind": kind, "side": side} for side in (1, 2)]
    if kind == "side-cannot-score":
        return [{"kind": kind, "side": SIDES.get(said["side"], own)}]
    if kind == "set-back":
        return [{"kind": kind, "seat": MAKER if said["who"] == "maker" else seat}]
    if kind == "points-to-maker":
        return [{"kind": kind, "side": own}]
    if kind == "new-deal":
        return [{"kind": kind, "dealer": said["dealer"]}]
    return [{"kind": kind}] if kind else []


def scored(law_set: LawSet, points: list[int], penalties: list[dict[str, object]]) -> Score:
    """Return the score of a deal with penalties."""
    deal = {"dealer": DEALER, "maker": MAKER, "bid": BID, "trump": "H", "points": points}
    return score(parse_deal({**deal, "penalties": penalties}, CINCH, law_set), law_set, CINCH)


def check(law_set: LawSet, offence: str, seat: int, points: list[int]) -> None:
    """Compare the effects of the ruling on an offence with the offence itself, on one deal."""
    if offence == "revoke":
        incident = "revoke"
        facts = {"act": "neither-followed-nor-trumped", "established": "yes", "claimed": "yes"}
        facts["offender"] = ROLES[seat]
    else:
        incident = "wrong-number-of-cards"
        facts = {"stage": "in-play", "cards": "more", "played_to_first": "yes"}
        facts["whose"] = "dealers" if seat == DEALER else "others"
    topic = library.vocabulary().incidents[incident].topic
    ruling = arbiter.rule(law_book(law_set, topic), incident, facts)
    assert ruling.status == "ruled"
    by_ruling = scored(
        law_set, points, [order for effect in ruling.effects for order in ordered(effect, seat)]
    )
    by_name = scored(law_set, points, [{"offence": offence, "seat": seat}])
    assert (by_ruling.scored, by_ruling.new_deal, by_ruling.next_dealer) == (
        by_name.scored, by_name.new_deal, by_name.next_dealer
    ), (seat, ruling.effects)  # fmt: skip


@pytest.mark.parametrize("points", DEALS)
@pytest.mark.parametrize("seat", ROLES)
@pytest.mark.parametrize("offence", ["revoke", "foul-hand"])
@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
def test_an_offence_ruled_costs_what_it_costs_when_entered(
    slug: str, offence: str, seat: int, points: list[int]
) -> None:
    check(library.law_set(slug), offence, seat, points)


@pytest.mark.parametrize(("slug", "house"), houses(REVOKES))
def test_a_house_that_changed_the_penalty_of_a_revoke_gets_the_ruling_it_scores(
    slug: str, house: dict[str, Value]
) -> None:
    for seat, points in product(ROLES, ([9, 5], [7, 7], [3, 11])):
        check(library.law_set(slug).derive(house), "revoke", seat, points)


@pytest.mark.parametrize(("slug", "house"), houses(FOUL_HANDS))
def test_a_house_that_changed_the_penalty_of_a_foul_hand_gets_the_ruling_it_scores(
    slug: str, house: dict[str, Value]
) -> None:
    for seat, points in product(ROLES, ([9, 5], [3, 11])):
        check(library.law_set(slug).derive(house), "foul-hand", seat, points)
