"""Disputes at a table of three: roles, possible answers, irregularities found, effects ordered."""

from typing import Any

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.errors import InvalidInput
from laws.domain.roles import ROLES
from scoring.disputes.domain import parsing
from scoring.disputes.domain.known import known_facts
from scoring.disputes.domain.state import DisputeState, KnownFact, StepRecord
from scoring.game import applied_rulings
from scoring.game.combined_decisions import Decided, Order
from scoring.game.found_irregularities import irregularities_in
from scoring.game.games import GAMES
from scoring.game.incident_roles import KnownSeats, answers_at, is_at, known_seats, seats_of
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from scoring.game.score import score
from scoring.game.seating import TableSeats
from tests.game.tables import CHICAGO, FOSTER, SIX_TRICKS_OF_THREE, cases, deal
from tests.refusals import refusing

GAME = GAMES["three-handed-cinch"]
THREE = GAME.seating
RULES = rules_of(CHICAGO, GAME)
# Seat 1 dealt, seat 3 made the trump, seat 2 erred, seat 3 led and seat 1 won the trick.
PARTS = KnownSeats(THREE, dealer=1, maker=3, offender=2, leader=3)

SEATS = {
    "partner": (),
    "dealers-partner": (),
    "makers-partner": (),
    "fourth-hand": (),
    "offenders": (2,),
    "adversaries": (1, 3),
    "offender-or-partner": (2,),
    "makers-side": (3,),
    "makers-adversaries": (1, 2),
    "dealers-adversaries": (2, 3),
    "both-sides": (2, 3),
    "all-players": (1, 2, 3),
}


def said(facts: dict[str, str]) -> dict[str, Any]:
    return {key: KnownFact(value, "said").canonical() for key, value in facts.items()}


def test_who_is_meant_where_a_role_speaks_of_partners_or_sides():
    assert {role: seats_of(role, PARTS) for role in SEATS} == SEATS
    assert seats_of("both-sides", KnownSeats(THREE, offender=2)) == (), "nobody has made the trump"
    assert known_seats(None, THREE, {"maker": 3}, {"offender": "adversary"}) == KnownSeats(THREE, maker=3)


def test_at_a_table_of_three_nobody_is_a_partner_or_fourth_hand():
    nobody = {role for role in ROLES if not is_at(role, THREE)}
    assert nobody == {
        *("partner", "partners-right-adversary", "dealers-partner", "makers-partner", "fourth-hand"),
    }
    assert all(is_at(role, TableSeats(4, 2)) for role in ROLES)


def test_with_two_players_each_other_is_on_either_hand():
    two = KnownSeats(TableSeats(2, 2), dealer=1, offender=1)
    assert (seats_of("eldest", two), seats_of("pone", two), seats_of("partner", two)) == ((2,), (2,), ())


def test_no_possible_answer_names_a_partner():
    """In every incident of Cinch, the possible answers name no role that nobody at the table has."""
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


def test_what_only_partners_can_do_is_answered_by_the_table():
    rules = rules_of(FOSTER, GAME)
    shown = known_facts(library.vocabulary().incidents["revoke"], 2, parse(deal([7, 6, 1])), rules)
    assert (shown["answer"].value, shown["offender"].value) == ("not-asked", "adversary")
    assert shown["answer"].because == "3 play at this table, each alone."


def test_an_answer_with_a_role_that_nobody_has_is_refused():
    table = library.law_book("foster-1897").tables["revoke"]
    with pytest.raises(InvalidInput) as refusal:
        parsing.read_facts(table, {"offender": "makers-partner"}, {}, THREE)
    assert refusal.value.errors == {
        "facts.offender": ["3 play at this table, where nobody is the maker's partner."]
    }
    with refusing("facts.offender"):
        parsing.read_facts(table, {"offender": {"disputed": ["maker", "makers-partner"]}}, {}, THREE)


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({"kind": "must-lead", "who": "partner", "suit": "trump"}, "effects.0.who"),
        ({"kind": "side-cannot-score", "side": 4}, "effects.0.side"),
    ],
)
def test_an_order_to_a_role_that_nobody_has_is_refused(order, field):
    with refusing(field):
        parsing.read_orders([order], RULES, THREE)


def parse(written: dict[str, Any]) -> Any:
    return parse_deal(written, GAME, CHICAGO)


STOCK = ["TH", "5H", "5D", "4H"]


def with_tricks(*tricks: list[list[Any]], **fields: Any) -> dict[str, Any]:
    played = [*tricks, *SIX_TRICKS_OF_THREE[len(tricks) :]]
    return deal(bid=3, dealer=3, trump="H", tricks=played, stock=STOCK) | fields


def with_bids(*bidding: list[int]) -> dict[str, Any]:
    return deal([7, 6, 1], dealer=3, maker=1, bid=7, bidding=list(bidding))


ADVERSARYS_REVOKE = {
    **{"offender": "adversary", "act": "neither-followed-nor-trumped"},
    **{"led": "trump", "trick": "turned"},
}
ADVERSARYS_LEAD = {"offender": "adversary", "turn_of": "adversary", "followed": "all"}
ADVERSARYS_LEAD |= {"card": "trump", "players": "fewer"}
KEPT_BACK = with_tricks([[1, "AH"], [2, "6S"], [3, "3H"]], [[1, "KH"], [2, "2H"], [3, "7S"]])
THIRD_FIRST = with_tricks([[1, "AH"], [3, "3H"], [2, "2H"]])


@cases(
    "written, incident, seat, facts",
    {
        "leads in seat 2's turn": (with_tricks(maker=2), "lead-out-of-turn", 1, ADVERSARYS_LEAD),
        "the third hand plays before the second": (
            *(THIRD_FIRST, "play-out-of-turn", 3),
            {"offender": "adversary", "hand": "third", "before": "second"},
        ),
        "seat 2 keeps a trump back": (KEPT_BACK, "revoke", 2, ADVERSARYS_REVOKE),
        "the dealer bids first": (
            *(with_bids([3, 6], [1, 0], [2, 0]), "bid-before-eldest", 3), {"bidder": "dealer"},
        ),
        "the dealer before the pone": (
            *(with_bids([1, 0], [3, 6], [2, 0]), "bid-out-of-turn", 3),
            {"waiting_for": "pone", "early_bidder": "dealer"},
        ),
    },
)  # fmt: skip
def test_what_the_record_shows(written, incident, seat, facts):
    (shown,) = irregularities_in(parse(written), RULES)
    assert (shown.incident, shown.seat, shown.values) == (incident, seat, facts)


@pytest.mark.parametrize("which", [0, -1], ids=["the first answers", "the last"])
@pytest.mark.parametrize("law_set", ["foster-1897", "chicago-1890", "modern-book", "bicycle"])
def test_every_incident_can_be_ruled_with_the_answers_of_a_table_of_three(law_set, which):
    book, value = library.law_book(law_set).for_game(GAME.slug), parse(deal([7, 6, 1]))
    for slug, table in book.tables.items():
        if table.incident.game != "cinch":
            continue
        recorded = known_facts(table.incident, 2, value, RULES)
        facts = {key: fact.value for key, fact in recorded.items() if key in table.steps}
        ruling = arbiter.rule(book, slug, facts)
        while ruling.is_open:
            asked = ruling.questions[0]
            answers = [each.slug for each in answers_at(asked, THREE)]
            can_be = [answer for answer in answers if table.known({**facts, asked.key: answer})]
            assert can_be, (slug, asked.key)
            facts[asked.key] = can_be[which]
            ruling = arbiter.rule(book, slug, facts)
        step = StepRecord(1, "raised", "", {"incident": slug, "facts": said(facts), "is_in_play": False})
        open_choices = DisputeState([step], book, THREE).open_choices
        assert all(is_at(choice.holder, THREE) for choice in open_choices), (slug, facts)


BARRED = {"kind": "side-cannot-score", "side": "offenders"}
TO_MAKER = {"kind": "points-to-maker", "points": "side"}
BY_THE_MAKER = {"makers_side_by": "maker"}


@cases(
    "orders, facts, offender, scored",
    {
        "Chicago 31: his points are the maker's": ([BARRED, TO_MAKER], {}, 2, (13, 0, 1)),
        "the others": ([{**BARRED, "side": "adversaries"}], {}, 2, (0, 6, 0)),
        "the maker is set back": ([{"kind": "set-back", "who": "maker"}], {}, 2, (-7, 6, 1)),
        "score up": ([{"kind": "score-up", "side": "adversaries", "count": "two"}], {}, 2, (9, 6, 3)),
        # If the maker and one adversary erred, the third player is free.
        "seat 3 and the maker": ([{**BARRED, "side": "both-sides"}], {}, 3, (0, 6, 0)),
        "seat 2 and the maker": ([TO_MAKER], BY_THE_MAKER, 2, (13, 0, 1)),
    },
)
def test_orders_on_a_deal_of_three(orders, facts, offender, scored):
    ordered = tuple(Order(effect) for effect in orders)
    decided = Decided(1, 1, 1, ordered, seats={"offender": offender}, facts=facts)
    ruled = applied_rulings.ruled([decided], parse(deal([7, 6, 1], bid=7)), RULES)
    assert score(ruled, CHICAGO, GAME).scored.values == scored


@pytest.mark.parametrize("offender", [{}, {"offender": 1}])
@pytest.mark.parametrize("effect", [{**BARRED, "side": "both-sides"}, TO_MAKER])
def test_the_adversary_who_erred_must_be_named(effect, offender):
    decided = Decided(1, 1, 1, (Order(effect),), seats=offender, facts=BY_THE_MAKER)
    with refusing("deal.ruling.seat"):
        applied_rulings.ruled([decided], parse(deal([7, 6, 1], bid=7)), RULES)
