"""The facts of an incident that a record answers or leaves open, at each level of detail."""

from dataclasses import replace
from typing import Any

import pytest

from laws import library
from laws.domain.lawset import LawSet
from laws.domain.vocabulary import Topic
from scoring.disputes.domain.known import FUNCTIONS, known_facts
from scoring.disputes.domain.parsing import read_facts
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from scoring.office.checks import unanswered
from tests.game.tables import CINCH, FOSTER, MODERN, QUIET, cases, changed, deal, play, put, varied
from tests.game.test_found_irregularities import LEFT_KEPT, SEVEN_TRUMPS
from tests.refusals import refusing

VOCABULARY = library.vocabulary()
BID_NINE = deal([6, 8], maker=3, bid=9)
THROWN_JACK = {"high": 1, "low": 1, "jack": "discards", "game": 2, "right-pedro": 2, "left-pedro": 2}
BOTH_REVOKE = LEFT_KEPT | {
    "tricks": [
        [[1, "AH"], [2, "2C"], [3, "3S"], [4, "4H"]],
        [[1, "2S"], [2, "AS"], [3, "3H"], [4, "4S"]],
        *LEFT_KEPT["tricks"][2:],
    ]
}
"""The first trick: seat 3 is the maker's partner and seat 2 an adversary."""


PLAYERS_OWN = FOSTER.derive({"revoke_scope": "player"})
NO_DISCARDS = FOSTER.derive({"discard_points_count_for_bid": False})


def answers(
    incident: str, seat: int | None, written: dict[str, Any], laws: LawSet = FOSTER, trick: int | None = None
) -> dict[str, str]:
    """Return the facts that the record of a deal answers, without reasons."""
    value = parse_deal(written, CINCH, laws)
    found = known_facts(VOCABULARY.incidents[incident], seat, value, rules_of(laws, CINCH), trick)
    return {key: known.value for key, known in found.items()}


@pytest.mark.parametrize(
    ("seat", "part"), [(1, "makers-partner"), (2, "adversary"), (3, "maker"), (4, "adversary"), (None, None)]
)
def test_totals_show_who_erred_and_nothing_else(seat, part):
    assert answers("revoke", seat, BID_NINE) == ({"offender": part} if part else {})


def test_a_deal_in_play_answers_known_facts():
    rules = rules_of(FOSTER, CINCH)
    begun = known_facts(VOCABULARY.incidents["revoke"], 2, DealRecord(dealer=1), rules)
    assert begun == {}
    bid = known_facts(VOCABULARY.incidents["revoke"], 2, DealRecord(dealer=1, maker=4, bid=8), rules)
    assert bid["offender"].because == "Seat 2 is the partner of the maker, seat 4."


def test_the_cards_answer_all_facts_of_a_revoke_that_they_show():
    assert answers("revoke", 2, LEFT_KEPT) == {
        "offender": "adversary",
        "act": "left-pedro-kept",
        "led": "trump",
        "trick": "turned",
    }
    assert answers("revoke", 2, LEFT_KEPT, trick=1)["act"] == "left-pedro-kept"


def test_the_cards_answer_nothing_about_a_revoke_that_they_do_not_show():
    assert answers("revoke", 2, LEFT_KEPT, trick=2) == {"offender": "adversary"}
    assert answers("revoke", 4, LEFT_KEPT) == {"offender": "adversary"}
    assert answers("revoke-established", 4, LEFT_KEPT) == {"offender": "adversary"}


def test_other_errors_of_a_seat_are_kept_separate():
    # In the third trick seat 2, which revoked in the first, leads in the turn of seat 3.
    assert answers("lead-out-of-turn", 2, BOTH_REVOKE)["turn_of"] == "adversary"
    assert answers("revoke", 2, BOTH_REVOKE)["act"] == "left-pedro-kept"


@pytest.mark.parametrize("act", ["barred-trump", "trumped"])
def test_a_player_may_claim_a_barred_trump_and_nothing_that_the_cards_contradict(act):
    """Foster 1897, Cinch Laws, The Revoke: the player could not follow suit with a forbidden trump."""
    value, table = parse_deal(LEFT_KEPT, CINCH, FOSTER), library.law_book(FOSTER.slug).tables["revoke"]
    known = known_facts(table.incident, 2, value, rules_of(FOSTER, CINCH))
    if act == "trumped":
        with refusing("facts.act"):
            read_facts(table, {"act": act}, known, CINCH.seating)
    else:
        told = read_facts(table, {"act": act}, known, CINCH.seating)["act"]
        assert (told.value, told.provenance) == ("barred-trump", "said")
    assert read_facts(table, {}, known, CINCH.seating)["act"].value == "left-pedro-kept"


def test_of_two_revokes_only_common_facts_are_answered_until_the_trick_is_named():
    # Seat 3 throws a club on a trump in the first trick and on a spade in the second.
    twice = changed(
        put(
            tricks=[
                [[1, "AH"], [2, "2H"], [3, "2C"], [4, "4H"]],
                [[1, "2S"], [2, "AS"], [3, "6C"], [4, "4S"]],
                [[2, "JH"], [3, "3H"], [4, "7S"], [1, "8S"]],
                [[2, "TH"], [3, "9S"], [4, "TS"], [1, "JS"]],
                [[2, "5H"], [3, "3S"], [4, "3C"], [1, "4C"]],
                [[2, "5D"], [3, "6S"], [4, "7C"], [1, "8C"]],
            ]
        )
    )
    common = {"offender": "makers-partner", "act": "neither-followed-nor-trumped", "trick": "turned"}
    assert answers("revoke", 3, twice) == common
    assert answers("revoke", 3, twice, trick=1) == common | {"led": "trump"}
    assert answers("revoke-established", 3, twice) == {"trick": "turned", "offender": "makers-partner"}


@pytest.mark.parametrize(
    ("incident", "seat", "written", "known"),
    [
        # Bids: seat 1 deals, so seat 2 is eldest hand, 3 the dealer's partner and 4 the pone.
        ("bid-before-eldest", 4, BID_NINE, {"bidder": "pone"}),
        ("bid-before-eldest", 2, BID_NINE, {}),
        ("bid-out-of-turn", 1, BID_NINE | {"bidding": [[2, 0], [3, 9], [1, 10], [4, 0]]},
         {"early_bidder": "dealer", "waiting_for": "pone"}),
        ("bid-too-low", 3, BID_NINE, {"bidder": "dealers-partner"}),
        ("suit-named-early", 1, BID_NINE, {"by": "dealer"}),
        ("suit-named-early", 3, BID_NINE, {"by": "dealers-partner"}),
        ("suit-named-early", 4, BID_NINE, {"by": "dealers-adversary"}),
        # The dealer's last word
        ("dealer-declines", None, deal([6, 8], maker=3, bid=14), {"dealer": "sells", "at_fourteen": "yes"}),
        ("dealer-declines", None, deal([6, 8], maker=3, bid=13), {"dealer": "sells", "at_fourteen": "no"}),
        ("dealer-declines", None, deal([6, 8], bid=9), {}),
        ("dealer-declines", None, deal([6, 8], bid=9, bids=[[2, 6], [3, 0], [4, 7], [1, 9]]),
         {"dealer": "raises", "at_fourteen": "no"}),
        ("dealer-declines", None, deal([6, 8], bid=9, bids=[[2, 0], [3, 0], [4, 0], [1, 9]]),
         {"at_fourteen": "no"}),
        ("dealer-declines", None, {"dealer": 1, "bid": 0, "points": [6, 8]}, {}),
        # The deal
        ("card-exposed-in-dealing", 1, BID_NINE, {"exposed_by": "dealer"}),
        ("card-exposed-in-dealing", 3, BID_NINE, {"exposed_by": "dealers-partner"}),
        ("card-exposed-in-dealing", 4, BID_NINE, {"exposed_by": "adversary"}),
        ("card-seen-in-shuffling", 1, BID_NINE, {"shuffler": "dealer"}),
        ("card-seen-in-shuffling", 2, BID_NINE, {"shuffler": "other"}),
        # The hands
        ("wrong-number-of-cards", 1, BID_NINE, {"whose": "dealers", "offender": "makers-partner"}),
        ("wrong-number-of-cards", 4, BID_NINE, {"whose": "others", "offender": "adversary"}),
        ("wrong-number-of-cards", None, BID_NINE, {}),
        ("wrong-number-asked", 2, QUIET, {}),
        ("wrong-number-asked", 2, changed(put(hands={"2": ["2H", "AS", "JH", "TH", "5H", "5D", "KD"]})),
         {"cards": "too-many"}),
        ("plain-card-kept", 4, BID_NINE, {"keeper": "other", "players": "four"}),
        ("cards-declined", 3, changed(put(discards={"3": ["KD", "QD", "JD"]})), {"threw": "three"}),
        ("cards-declined", 3, changed(put(discards={"3": ["KD", "QD", "JD", "TD"]})), {"threw": "more"}),
        ("cards-declined", 3, changed(put(discards={"3": ["KD"]})), {}),
        ("cards-declined", 3, QUIET, {}),
        # Seat 4 deals and holds one trump; the king and queen of trumps lie in the pack.
        ("trumps-left-over", None, changed(put(discards={"4": ["KD"]}, stock=["KH", "QH"])),
         {"trumps": "six-or-fewer", "players": "four"}),
        ("trumps-left-over", None, changed(put(discards={"4": ["9H", "8H"]}, stock=["KH", "QH", "7H", "6H"])),
         {"trumps": "more-than-six", "players": "four"}),
        ("trumps-left-over", None, changed(put(discards={"4": ["KD"]}, stock=["KH", "QH", "9H", "8H", "7H"])),
         {"trumps": "six-or-fewer", "players": "four"}),
        ("trumps-left-over", None, QUIET, {"players": "four"}),
        ("trump-discarded", 1, SEVEN_TRUMPS, {"holds": "more"}),
        ("trump-discarded", 2, SEVEN_TRUMPS, {"holds": "six-or-fewer"}),
        # Counting trumps out of play
        ("points-in-discards", None, BID_NINE, {"players": "four"}),
        ("points-in-discards", None, deal(won=THROWN_JACK), {"found_in": "discards", "players": "four"}),
        ("points-in-discards", None, QUIET, {"players": "four"}),
        ("points-in-discards", None, LEFT_KEPT, {"found_in": "discards", "thrown_by": "makers-side",
                                                 "players": "four"}),
        ("points-in-discards", None, LEFT_KEPT | {"discards": {"3": ["2H", "JH"], "2": ["TH", "5H"]}},
         {"found_in": "discards", "players": "four"}),
        ("points-in-discards", None, LEFT_KEPT | {"discards": {"4": ["2H", "JH", "TH", "5H"]}},
         {"found_in": "discards", "thrown_by": "adversaries", "players": "four"}),
        # The play
        ("lead-out-of-turn", 1, changed(put(maker=3)), {"offender": "makers-partner",
                                                        "turn_of": "offenders-partner", "followed": "all",
                                                        "card": "trump", "players": "four"}),
        ("first-lead-not-trump", 1, QUIET, {"offender": "maker", "holds_trump": "yes"}),
        ("first-lead-not-trump", 1, BID_NINE, {"offender": "makers-partner"}),
        ("revokes-by-both-sides", None, BOTH_REVOKE, {"makers_side_by": "makers-partner"}),
    ],
)  # fmt: skip
def test_what_the_record_answers(incident, seat, written, known):
    assert answers(incident, seat, written) == known


@cases(
    "laws, seat, written, reached",
    {
        # Foster's printed case: A bids nine, Y revokes, A-B make eight.
        "eight of nine, a revoke by Y": (FOSTER, 2, deal([8, 6], bid=9), "only-with-revoked"),
        "nine of nine": (FOSTER, 2, deal([9, 5], bid=9), "by-its-own"),
        "eight of nine, B having revoked": (FOSTER, 3, deal([8, 6], bid=9), "no"),
        "nine of nine, A having revoked": (FOSTER, 1, deal([9, 5], bid=9), "by-its-own"),
        "nobody said who revoked": (FOSTER, None, deal([8, 6], bid=9), None),
        "nobody bid": (FOSTER, 2, {"dealer": 1, "bid": 0, "points": [8, 6]}, None),
        "bare points do not tell what one player took": (PLAYERS_OWN, 2, deal([8, 6], bid=9), None),
        # QUIET: seat 1 took high and low, seat 2 all the other twelve. Seat 4 won no trick.
        "two and the twelve that seat 2 took": (PLAYERS_OWN, 2, changed(put(bid=9)), "only-with-revoked"),
        "which are fourteen": (PLAYERS_OWN, 2, changed(put(bid=14)), "only-with-revoked"),
        "two and nothing that seat 4 took": (PLAYERS_OWN, 4, changed(put(bid=9)), "no"),
        "bare points do not tell what the discards gave": (NO_DISCARDS, 3, deal([9, 5], bid=9), None),
    },
)
def test_whether_the_bid_was_reached(laws, seat, written, reached):
    assert answers("bid-after-revoke", seat, written, laws).get("bid_reached") == reached


@pytest.mark.parametrize(
    ("game", "incident", "seat", "written", "key", "known"),
    [
        ("auction-pitch-4", "auction-pitch-revoke", 2, {"maker": 2, "bid": 2}, "revoker", "pitcher"),
        ("auction-pitch-4", "auction-pitch-revoke", 3, {"maker": 2, "bid": 2}, "revoker", "other"),
        ("pedro-4", "pedro-revoke", 3, {"maker": 2, "bid": 2}, "revoker", "other"),
        ("seven-up", "seven-up-revoke", 1, {"jack": 2}, "jack_out", "yes"),
        ("seven-up", "seven-up-revoke", 1, {"jack": None}, "jack_out", "no"),
    ],
)  # fmt: skip
def test_what_the_record_answers_in_other_games(game, incident, seat, written, key, known):
    won = {"high": 1, "low": 1, "game": 2, "jack": 1} | {
        name: written[name] for name in ("jack",) if name in written
    }
    made = {name: written[name] for name in ("maker", "bid") if name in written}
    value = parse_deal({"dealer": 4, "trump": "H", "won": won, **made}, GAMES[game], FOSTER)
    found = known_facts(VOCABULARY.incidents[incident], seat, value, rules_of(FOSTER, GAMES[game]))
    assert found[key].value == known


def test_a_void_deal_reached_no_bid():
    void = deal(bid=9, penalties=[{"kind": "new-deal", "dealer": "same"}])
    assert answers("bid-after-revoke", 1, void) == {"offender": "maker"}


def test_a_point_left_in_the_pack_is_found_there():
    blind = varied("blind-dealer-draw")
    tricks = [[[seat, "6D" if card == "5D" else card] for seat, card in trick] for trick in QUIET["tricks"]]
    left = changed(put(tricks=tricks, stock=["5D"]))
    assert answers("points-in-discards", None, left, blind) == {"found_in": "pack", "players": "four"}
    tricks = [[[seat, "6H" if card == "5H" else card] for seat, card in trick] for trick in tricks]
    both = changed(put(tricks=tricks, stock=["5D"], discards={"4": ["5H"]}))
    assert answers("points-in-discards", None, both, blind) == {"thrown_by": "adversaries", "players": "four"}


def test_trumping_while_able_to_follow_is_found_where_it_is_a_revoke():
    trumped = changed(play(1, 1, 2, "JH"), play(2, 0, 2, "AS"))
    assert answers("revoke", 2, trumped, MODERN)["act"] == "trumped"
    assert answers("revoke", 2, trumped, FOSTER) == {"offender": "adversary"}


def test_every_function_that_the_vocabulary_names_is_there_and_every_one_there_is_named():
    named = {fact.from_record for topic in VOCABULARY.topics.values() for fact in topic.facts.values()}
    assert named - {None} == FUNCTIONS
    assert unanswered(VOCABULARY.topics.values()) == []


def with_fact(topic: str, key: str, **changes: Any) -> Topic:
    """Return a topic of the vocabulary with one of its facts changed."""
    found = VOCABULARY.topics[topic]
    return replace(found, facts=dict(found.facts) | {key: replace(found.facts[key], **changes)})


def test_an_unknown_function_is_refused_with_the_nearest():
    (sentence,) = unanswered([with_fact("lead-out-of-turn", "turn_of", from_record="as-fuond")])
    assert sentence.startswith(
        "vocabulary/lead-out-of-turn.yaml, turn_of: unknown function “as-fuond”; did you mean as-found?"
    )


def test_what_the_record_alone_can_know_needs_a_function():
    assert unanswered([with_fact("revoke", "bid_reached", from_record=None)]) == [
        "vocabulary/revoke.yaml, bid_reached: only the record can know this fact, but no function answers it."
    ]
    assert "general" not in GAMES
    assert unanswered([with_fact("general", "seen", known_to="record")]) == []


@pytest.mark.parametrize("incident", VOCABULARY.incidents)
def test_only_accepted_answers_of_a_fact_are_given(incident):
    asked = VOCABULARY.incidents[incident]
    for written in (BID_NINE, QUIET, LEFT_KEPT, SEVEN_TRUMPS):
        for seat in (None, 1, 2, 3, 4):
            for key, value in answers(incident, seat, written).items():
                assert value in asked.fact(key).slugs
