"""Disputes at a table of three: who plays which part, which answers can be, what is found and ordered."""

from typing import Any

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.errors import InvalidInput
from laws.domain.roles import ROLES
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import DisputeState, KnownFact, StepRecord
from scoring.disputes.domain.known import known_facts
from scoring.game import consequences
from scoring.game.games import GAMES
from scoring.game.irregularities import irregularities_in
from scoring.game.notation import parse_deal
from scoring.game.orders import Decided, Order
from scoring.game.parts import Parts, answers_at, is_at, seats_by_part, seats_of
from scoring.game.rules import rules_of
from scoring.game.score import score
from scoring.game.seating import TableSeats
from tests.game.tables import CHICAGO, FOSTER, SIX_TRICKS_OF_THREE, deal, score_of

GAME = GAMES["three-handed-cinch"]
THREE = GAME.seating
# Seat 1 dealt, seat 3 made the trump, seat 2 erred, seat 3 led and seat 1 won the trick.
PARTS = Parts(THREE, dealer=1, maker=3, offender=2, leader=3)

SEATS = {
    "offender": (2,),
    "partner": (),
    "left-adversary": (3,),
    "right-adversary": (1,),
    "dealer": (1,),
    "eldest": (2,),
    "dealers-partner": (),
    "pone": (3,),
    "maker": (3,),
    "makers-partner": (),
    "second-hand": (1,),
    "third-hand": (2,),
    "fourth-hand": (),
    "offenders": (2,),
    "adversaries": (1, 3),
    "offender-or-partner": (2,),
    "makers-side": (3,),
    "makers-adversaries": (1, 2),
    "dealers-adversaries": (2, 3),
    "both-sides": (2, 3),
    "lawful-dealer": (),
    "all-players": (1, 2, 3),
    "trick-winner": (),
}


def said(facts: dict[str, str]) -> dict[str, Any]:
    return {key: KnownFact(value, "said").canonical() for key, value in facts.items()}


def test_each_role_has_its_seats() -> None:
    assert {role: seats_of(role, PARTS) for role in SEATS} == SEATS


def test_nobody_is_a_partner_and_nobody_plays_fourth() -> None:
    nobody = {role for role in ROLES if not is_at(role, THREE)}
    assert nobody == {
        *("partner", "partners-right-adversary", "dealers-partner", "makers-partner", "fourth-hand"),
    }
    assert all(is_at(role, TableSeats(4, 2)) for role in ROLES)


def test_with_two_players_each_other_is_on_either_hand() -> None:
    two = Parts(TableSeats(2, 2), dealer=1, offender=1)
    assert (seats_of("eldest", two), seats_of("pone", two), seats_of("partner", two)) == ((2,), (2,), ())


def test_those_who_are_meant_are_told() -> None:
    told = seats_by_part(PARTS)
    assert {role: told.get(role) for role in ("pone", "adversaries", "partner", "all-players")} == {
        "pone": (3,),
        "adversaries": (1, 3),
        "partner": None,
        "all-players": None,
    }


@pytest.mark.parametrize(
    ("incident", "fact", "left"),
    [
        ("revoke", "offender", ["maker", "adversary"]),
        ("lead-out-of-turn", "turn_of", ["adversary"]),
        ("play-out-of-turn", "hand", ["second", "third"]),
        ("bid-out-of-turn", "waiting_for", ["pone"]),
    ],
)
def test_the_answers_that_can_be(incident: str, fact: str, left: list[str]) -> None:
    asked = library.vocabulary().incidents[incident].fact(fact)
    assert [value.slug for value in answers_at(asked, THREE)] == left
    assert list(answers_at(asked, TableSeats(4, 2))) == list(asked.values)


def test_no_answer_that_can_be_names_a_partner() -> None:
    """Of every incident of Cinch: what is left to answer names no part that nobody plays."""
    for incident in library.vocabulary().incidents.values():
        if incident.game != "cinch":
            continue
        for fact in incident.facts:
            answers = answers_at(fact, THREE)
            assert answers, (incident.id, fact.key)
            if len(answers) > 1 and fact.from_record != "number-of-players":
                told = " ".join(f"{each.label} {each.means}" for each in answers).lower()
                named = told.replace("{offender-or-partner}", "")
                assert "partner" not in named, (incident.id, fact.key)
                assert "fourth" not in named, (incident.id, fact.key)


def test_what_only_partners_can_do_is_answered_by_the_table() -> None:
    rules = rules_of(FOSTER, GAME)
    shown = known_facts(library.vocabulary().incidents["revoke"], 2, parse(deal([7, 6, 1])), rules, GAME)
    assert (shown["answer"].value, shown["offender"].value) == ("not-asked", "adversary")
    assert shown["answer"].because == "3 play at this table, each for himself."


def test_an_answer_of_a_part_that_nobody_plays_is_refused() -> None:
    table = library.law_book("foster-1897").tables["revoke"]
    with pytest.raises(InvalidInput) as refusal:
        reading.read_facts(table, {"offender": "makers-partner"}, {}, THREE)
    assert refusal.value.errors == {
        "facts.offender": ["3 play at this table, where nobody is the maker's partner."]
    }
    with pytest.raises(InvalidInput) as refusal:
        reading.read_facts(table, {"offender": {"disputed": ["maker", "makers-partner"]}}, {}, THREE)
    assert list(refusal.value.errors) == ["facts.offender"]


def test_an_order_to_a_part_that_nobody_plays_is_refused() -> None:
    rules = rules_of(CHICAGO, GAME)
    ordered = [{"kind": "must-lead", "who": "partner", "suit": "trump"}]
    with pytest.raises(InvalidInput) as refusal:
        reading.read_orders(ordered, rules, THREE)
    assert list(refusal.value.errors) == ["effects.0.who"]
    with pytest.raises(InvalidInput) as refusal:
        reading.read_orders([{"kind": "side-cannot-score", "side": 4}], rules, THREE)
    assert list(refusal.value.errors) == ["effects.0.side"]


def parse(written: dict[str, Any]) -> Any:
    return parse_deal(written, GAME, CHICAGO)


STOCK = ["TH", "5H", "5D", "4H"]


def with_tricks(*tricks: list[list[Any]], **fields: Any) -> dict[str, Any]:
    played = [*tricks, *SIX_TRICKS_OF_THREE[len(tricks) :]]
    return deal(bid=3, dealer=3, trump="H", tricks=played, stock=STOCK) | fields


@pytest.mark.parametrize(
    ("written", "incident", "seat", "facts"),
    [
        pytest.param(
            with_tricks(maker=2), "lead-out-of-turn", 1,
            {"offender": "adversary", "turn_of": "adversary", "followed": "all", "players": "fewer"},
            id="seat 1 leads in seat 2's turn",
        ),
        pytest.param(
            with_tricks([[1, "AH"], [3, "3H"], [2, "2H"]]), "play-out-of-turn", 3,
            {"offender": "adversary", "hand": "third", "before": "second"},
            id="the third hand plays before the second",
        ),
        pytest.param(
            with_tricks([[1, "AH"], [2, "6S"], [3, "3H"]], [[1, "KH"], [2, "2H"], [3, "7S"]]), "revoke", 2,
            {"offender": "adversary", "act": "neither-followed-nor-trumped", "led": "trump",
             "established": "yes"},
            id="seat 2 keeps a trump back",
        ),
    ],
)  # fmt: skip
def test_what_the_cards_show(
    written: dict[str, Any], incident: str, seat: int, facts: dict[str, str]
) -> None:
    (one,) = irregularities_in(parse(written), rules_of(CHICAGO, GAME))
    assert (one.incident, one.seat, one.values) == (incident, seat, facts)


@pytest.mark.parametrize(
    ("bidding", "incident", "facts"),
    [
        pytest.param([[2, 6], [1, 0], [3, 0]], "bid-before-eldest", {"bidder": "pone"}, id="the pone first"),
        pytest.param([[3, 6], [1, 0], [2, 0]], "bid-before-eldest", {"bidder": "dealer"}, id="the dealer"),
        pytest.param(
            [[1, 0], [3, 6], [2, 0]], "bid-out-of-turn",
            {"waiting_for": "pone", "early_bidder": "dealer"},
            id="the dealer before the pone",
        ),
        pytest.param([[1, 7], [2, 6], [3, 0]], "bid-too-low", {"bid_before": "yes", "bidder": "pone"},
                     id="too low"),
    ],
)  # fmt: skip
def test_irregular_bids(bidding: list[list[int]], incident: str, facts: dict[str, str]) -> None:
    written = deal([7, 6, 1], dealer=3, maker=1, bid=7, bidding=bidding)
    (one,) = irregularities_in(parse(written), rules_of(CHICAGO, GAME))
    assert (one.incident, one.values) == (incident, facts)


@pytest.mark.parametrize("law_set", ["foster-1897", "chicago-1890", "modern-book", "bicycle"])
def test_every_incident_can_be_ruled_with_the_answers_of_a_table_of_three(law_set: str) -> None:
    """Walk through each incident of Cinch, always by the first answer that can be, and by the last."""
    book = library.law_book(law_set)
    rules, value = rules_of(CHICAGO, GAME), parse(deal([7, 6, 1]))
    for slug, table in book.tables.items():
        if table.incident.game != "cinch":
            continue
        for which in (0, -1):
            facts = {
                key: one.value for key, one in known_facts(table.incident, 2, value, rules, GAME).items()
            }
            facts = {key: answer for key, answer in facts.items() if key in table.steps}
            ruling = arbiter.rule(book, slug, facts)
            while ruling.is_open:
                asked = ruling.questions[0]
                can_be = [
                    each.slug
                    for each in answers_at(asked, THREE)
                    if table.known({**facts, asked.key: each.slug})
                ]
                assert can_be, (slug, asked.key)
                facts[asked.key] = can_be[which]
                ruling = arbiter.rule(book, slug, facts)
            step = StepRecord(1, "raised", "", {"incident": slug, "facts": said(facts), "is_in_play": False})
            open_choices = DisputeState([step], book, THREE).open_choices
            assert all(is_at(choice.holder, THREE) for choice in open_choices), (slug, facts)


@pytest.mark.parametrize(
    ("orders", "scored"),
    [
        pytest.param([{"kind": "side-cannot-score", "side": "offenders"}], (7, 0, 1), id="he cannot score"),
        pytest.param(
            [{"kind": "side-cannot-score", "side": "offenders"},
             {"kind": "points-to-maker", "points": "side"}],
            (13, 0, 1), id="Chicago 31: and his points are the maker's",
        ),
        pytest.param([{"kind": "side-cannot-score", "side": "adversaries"}], (0, 6, 0), id="the others"),
        pytest.param([{"kind": "set-back", "who": "maker"}], (-7, 6, 1), id="the maker is set back"),
        pytest.param([{"kind": "score-up", "side": "adversaries", "count": "two"}], (9, 6, 3), id="score up"),
        pytest.param([{"kind": "score-down", "side": "offenders", "count": "one"}], (7, 5, 1), id="down"),
        pytest.param([{"kind": "bid-to-adversaries"}], (7, 13, 8), id="the bid to both"),
        pytest.param([{"kind": "no-points"}], (0, 0, 0), id="nobody scores"),
        pytest.param([{"kind": "set-back", "seat": 3, "points": 4}], (7, 6, -4), id="a bare order"),
    ],
)  # fmt: skip
def test_orders_on_a_deal_of_three(orders: list[dict[str, Any]], scored: tuple[int, ...]) -> None:
    rules = rules_of(CHICAGO, GAME)
    value = parse(deal([7, 6, 1], bid=7))
    decided = Decided(1, 1, 1, tuple(Order(effect) for effect in orders), seats={"offender": 2})
    ruled = consequences.ruled([decided], value, rules)
    assert score(ruled, CHICAGO, GAME).scored.values == scored


@pytest.mark.parametrize(
    ("orders", "facts", "offender", "scored"),
    [
        pytest.param([{"kind": "side-cannot-score", "side": "both-sides"}], {}, 3, (0, 6, 0), id="not 2"),
        pytest.param(
            [{"kind": "points-to-maker", "points": "side"}], {"makers_side_by": "maker"}, 2, (13, 0, 1),
            id="the points of the one who erred",
        ),
    ],
)  # fmt: skip
def test_where_the_maker_and_one_adversary_erred_the_third_is_free(
    orders: list[dict[str, Any]], facts: dict[str, str], offender: int, scored: tuple[int, ...]
) -> None:
    rules = rules_of(CHICAGO, GAME)
    told = tuple(Order(effect) for effect in orders)
    decided = Decided(1, 1, 1, told, seats={"offender": offender}, facts=facts)
    ruled = consequences.ruled([decided], parse(deal([7, 6, 1], bid=7)), rules)
    assert score(ruled, CHICAGO, GAME).scored.values == scored


def test_who_of_the_adversaries_erred_has_to_be_said() -> None:
    rules = rules_of(CHICAGO, GAME)
    for offender in ({}, {"offender": 1}):
        for effect in ({"kind": "side-cannot-score", "side": "both-sides"},
                       {"kind": "points-to-maker", "points": "side"}):  # fmt: skip
            decided = Decided(1, 1, 1, (Order(effect),), seats=offender, facts={"makers_side_by": "maker"})
            with pytest.raises(InvalidInput) as refusal:
                consequences.ruled([decided], parse(deal([7, 6, 1], bid=7)), rules)
            assert list(refusal.value.errors) == ["seat"]


def test_points_awarded_to_a_side_of_one() -> None:
    written = deal(bid=3, won={"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 1, "left-pedro": 3})
    awarded = {"kind": "award-points", "side": 2, "points": ["left-pedro"]}
    assert score_of(written | {"penalties": [awarded]}, CHICAGO, game=GAME).scored.values == (8, 6, 0)
