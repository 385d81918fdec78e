"""Rulings and scores agree in the other games, and rulings on a cut agree with the cut itself.

The effects of a ruling are put on the deal as in a dispute. The expected scores beside each case are
calculated from the sources by hand. Cuts are tried for every choice that a club can make.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.compiled_book import choose
from laws.domain.effects import KINDS, Effect
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from scoring.game.applied_rulings import ruled
from scoring.game.cards import parse_card
from scoring.game.combined_decisions import Decided, Order
from scoring.game.cutting import decide
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from scoring.game.score import Score, score
from scoring.game.seating import PerSide
from scoring.game.state import game_state
from tests.game.tables import SIX_TRICKS_OF_TWO
from tests.laws.test_agreement import law_book
from tests.refusals import refusing

FOSTER, MODERN = "foster-1897", "modern-book"
REVOKED = {"act": "neither-followed-nor-trumped", "trick": "turned"}
NO_JACK, JACK = REVOKED | {"jack_out": "no"}, REVOKED | {"jack_out": "yes"}
BY_ANOTHER = REVOKED | {"revoker": "other", "bid": "some"}
BY_THE_PITCHER = REVOKED | {"revoker": "pitcher", "bid": "some"}
UNBID = REVOKED | {"bid": "none"}
TOP_TRUMP = {"act": "neither-followed-nor-trumped", "led": "trump", "top_trump": "yes"}
WRONG_HAND = {"announced": "yes", "turned": "jack", "cards": "more"}


@dataclass(frozen=True)
class Case:
    """A deal, the incident that was ruled on it, and the expected score; None if the deal is void.

    Seat 1 deals unless ``deal`` names another dealer. ``option`` is the chosen option if the law gives a
    choice.
    """

    game: str
    incident: str
    facts: Mapping[str, str]
    offender: int
    deal: Mapping[str, Any]
    scored: tuple[int, ...] | None
    option: str = ""
    before: tuple[int, ...] | None = None
    winner: int | None = None
    next_dealer: int = 2
    law_set: str = FOSTER
    parameters: Mapping[str, Any] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)


def s7(facts, option, won, scored, **more):  # type: ignore[no-untyped-def]  # a case in short
    return Case("seven-up", "seven-up-revoke", facts, 2, {"won": won}, scored, option, **more)


def pitch(game, incident, facts, offender, bid, won, scored, **more):  # type: ignore[no-untyped-def]
    """Return a case at a table of five. Seat 2 is the eldest hand.

    The eldest hand sells the trump, unless it makes the trump itself.
    """
    maker, points = bid
    return Case(game, incident, facts, offender, {"maker": maker, "bid": points, "won": won}, scored, **more)


PITCH, PEDRO, JACKS = "auction-pitch-revoke", "pedro-revoke", "california-jack-revoke"
HIGH_LOW = {"high": 1, "low": 2}
ALL_FOUR = {"high": 1, "low": 2, "jack": 2, "game": 2}
UNASKED = {"high": 2, "low": 2, "jack": 2, "game": 3}
CASES = {
    # Foster 1897, Seven-up, Irregularities in Play: Game is lost, and a point is added or taken off.
    "seven-up, no Jack: a point is added": s7(NO_JACK, "add", {"high": 1, "low": 2, "game": 2}, (2, 1)),
    "seven-up, no Jack: a point is taken off": s7(
        NO_JACK, "take-off", {"high": 1, "low": 2, "game": 2}, (1, 0)
    ),
    "seven-up, the Jack out: both are lost, and two points added": s7(
        JACK, "add", {"high": 1, "low": 2, "jack": 2, "game": 2}, (3, 1)
    ),
    "seven-up, the Jack out: two points taken off": s7(
        JACK, "take-off", {"high": 1, "low": 2, "jack": 2, "game": 2}, (1, -1)
    ),
    "seven-up: the adversary scores the Jack he makes": s7(
        JACK, "add", {"high": 2, "low": 2, "jack": 1, "game": 2}, (3, 2)
    ),
    "seven-up: the offender stops at six": s7(
        NO_JACK, "add", {"high": 2, "low": 2, "game": 1}, (2, 1), before=(0, 5)
    ),
    "seven-up, two points only added": s7(
        JACK, "", {"high": 1, "low": 2, "jack": 2, "game": 2}, (3, 1),
        readings={"foster-1897/seven-up/revoke-with-jack": "added-only"},
    ),
    "seven-up, every card: the Jack in the tricks is lost, seat 1 has Low and Game": Case(
        "seven-up-2", "seven-up-revoke", JACK, 2, {"tricks": SIX_TRICKS_OF_TWO}, (4, 1), "add"
    ),
    # Misdealing; Dealing: the turned Jack of a wrong deal is not counted, here with the deal lost as well.
    "seven-up, a faced card: the same dealer": Case(
        "seven-up", "seven-up-misdeal", {"fault": "faced-card"}, 1, {"won": HIGH_LOW}, None, next_dealer=1
    ),
    "seven-up, not cut: the deal is lost": Case(
        "seven-up", "seven-up-misdeal", {"fault": "not-cut"}, 1, {"won": HIGH_LOW}, None
    ),
    "seven-up, a wrong hand and a Jack turned": Case(
        "seven-up", "seven-up-wrong-number", WRONG_HAND, 2,
        {"won": {"turned-jack": 1, "high": 2, "low": 2}}, None,
    ),
    "seven-up, a wrong hand, the deal played and the turned Jack alone struck out": Case(
        "seven-up", "seven-up-wrong-number", WRONG_HAND, 2,
        {"won": {"turned-jack": 1, "jack": 1, "high": 2, "low": 2}}, (1, 2),
        readings={"foster-1897/seven-up/wrong-number-jack-turned": "jack-only"},
    ),
    # Begging: among strict players the adversaries score a point.
    "seven-up, looked too soon at a strict table": Case(
        "seven-up", "seven-up-looked-too-soon", {"looker": "other-early"}, 3, {"won": HIGH_LOW}, (1, 2),
        readings={"foster-1897/seven-up/looked-too-soon": "strict"},
    ),
    # Auction Pitch, Irregularities in Play. Seat 2 sells, and is paid the bid.
    "auction-pitch: the pitcher misses three, and a revoke saves him": pitch(
        "auction-pitch", PITCH, BY_ANOTHER, 4, (3, 3), {"high": 3, "low": 3, "jack": 4, "game": 1},
        (1, 3, 2, -3, 0),
    ),
    "auction-pitch: the pitcher revokes": pitch(
        "auction-pitch", PITCH, BY_THE_PITCHER, 3, (3, 2), {"high": 3, "low": 3, "jack": 4, "game": 1},
        (1, 2, -2, 1, 0),
    ),
    "auction-pitch: nobody had bid, and the revoke costs two": pitch(
        "auction-pitch", PITCH, UNBID, 4, (2, 0), {"high": 2, "low": 3, "jack": 4, "game": 1},
        (1, 1, 1, -2, 0),
    ),
    "auction-pitch: a misdeal leaves the deal": Case(
        "auction-pitch", "auction-pitch-misdeal", {"fault": "not-cut"}, 1,
        {"maker": 3, "bid": 1, "won": {"high": 3, "low": 3}}, None,
        next_dealer=1,
    ),
    "auction-pitch: pitched unasked, entered as a bid of four": pitch(
        "auction-pitch", "auction-pitch-pitched-unasked", {"made": "no"}, 2, (2, 4), UNASKED,
        (0, -4, 1, 0, 0),
    ),
    "auction-pitch: pitched unasked, entered without a bid": pitch(
        "auction-pitch", "auction-pitch-pitched-unasked", {"made": "no"}, 2, (2, 0), UNASKED,
        (0, -4, 1, 0, 0),
    ),
    "auction-pitch, full value: the payment alone stops short, and the seller goes out with Game": pitch(
        "auction-pitch", "auction-pitch-bid-puts-seller-out", {"form": "full-value"}, 3, (3, 3),
        {"high": 3, "low": 3, "jack": 3, "game": 2}, (0, 2, 3, 0, 0), before=(0, 5, 0, 0, 0), winner=2,
        parameters={"selling": "full-value"},
    ),
    "pedro-sancho, full value: paid nine with six to go, the seller stops at 49": pitch(
        "pedro-sancho", "pedro-bid-puts-seller-out", {"form": "full-value"}, 3, (3, 9),
        {"high": 3, "low": 3, "nine": 3}, (0, 5, 11, 0, 0), before=(0, 44, 0, 0, 0),
        parameters={"selling": "full-value"},
    ),
    # Pedro: set back the bid, or ten; the offender scores nothing. The rest is as at Auction Pitch.
    "pedro-sancho: another revokes against a bid of twelve": pitch(
        "pedro-sancho", PEDRO, BY_ANOTHER, 4, (3, 12),
        {"nine": 3, "high": 3, "low": 3, "five": 4, "jack": 4, "game": 1}, (1, 12, 11, -12, 0),
    ),
    "pedro-sancho: the pitcher revokes": pitch(
        "pedro-sancho", PEDRO, BY_THE_PITCHER, 3, (3, 12),
        {"nine": 3, "high": 3, "low": 3, "five": 4, "jack": 4, "game": 1}, (1, 12, -12, 6, 0),
    ),
    "dom-pedro: nobody had bid, and the revoke costs ten": pitch(
        "dom-pedro", PEDRO, UNBID, 4, (2, 0), {"snoozer": 4, "three": 1, "high": 2, "low": 3},
        (3, 1, 1, -10, 0),
    ),
    "pedro: a misdeal leaves the deal": Case(
        "pedro", "pedro-misdeal", {"fault": "not-cut"}, 1,
        {"maker": 3, "bid": 1, "won": {"high": 3, "low": 3}}, None,
        next_dealer=1,
    ),
    "pedro-sancho: pitched unasked, four are due as at Auction Pitch": pitch(
        "pedro-sancho", "pedro-pitched-unasked", {"made": "no"}, 2, (2, 0), UNASKED | {"five": 3, "nine": 4},
        (0, -4, 6, 9, 0),
    ),
    # California Jack is a form of Seven-up; the Jack is always in play.
    "california-jack: Jack and Game are lost, and two points added": Case(
        "california-jack", JACKS, REVOKED, 2, {"won": {"high": 1, "low": 2, "jack": 2, "game": 2}}, (3, 1),
        "add",
    ),
    "shasta-sam: two points taken off": Case(
        "shasta-sam", JACKS, REVOKED, 2, {"won": {"high": 1, "low": 2, "jack": 2, "game": 2}}, (1, -1),
        "take-off",
    ),
    "california-jack, a fault in the pack: the same dealer": Case(
        "california-jack", "california-jack-misdeal", {"fault": "pack"}, 1, {"won": ALL_FOUR}, None,
        next_dealer=1,
    ),
    "california-jack, a fault in the deal: the other deals": Case(
        "california-jack", "california-jack-misdeal", {"fault": "deal"}, 1, {"won": ALL_FOUR}, None
    ),
    "california-jack, a short hand found in play costs nothing": Case(
        "california-jack", "california-jack-misdeal", {"fault": "played-from", "cards": "fewer"}, 1,
        {"won": {"high": 1, "low": 2, "jack": 2, "game": 2}}, (1, 3),
    ),
    # modern book, All Fours: fourteen points, and the game begins again; else one point, and no Game.
    "all-fours: fourteen are lost, and the game begins again": Case(
        "all-fours", "seven-up-revoke", TOP_TRUMP, 2, {"won": {"high": 1, "low": 2}}, (-5, -20),
        before=(5, 6), law_set=MODERN,
    ),
    "all-fours: the game begins again, and with it the fourteen are gone": Case(
        "all-fours", "seven-up-revoke", TOP_TRUMP, 2, {"won": {"high": 1, "low": 2}}, (-5, -6),
        before=(5, 6), law_set=MODERN, readings={"modern-book/seven-up/held-back-a-top-trump": "wiped-out"},
    ),
    "all-fours: any other revoke costs a point and Game": Case(
        "all-fours", "seven-up-revoke", TOP_TRUMP | {"top_trump": "no"}, 2,
        {"won": {"high": 1, "low": 2, "game": 2}}, (1, 0), law_set=MODERN,
    ),
}  # fmt: skip


def decided(case: Case) -> Decided:
    """Return the ruling on a case as a director's decision, with the chosen option."""
    law_set, rules = library.law_set(case.law_set), library.law_book(case.law_set).rules
    book = law_book(choose(law_set, rules, case.readings), case.incident)
    ruling = arbiter.rule(book, case.incident, case.facts)
    assert ruling.status == "ruled"
    options = {option.id: option.effects for choice in ruling.choices for option in choice.options}
    assert bool(options) == bool(case.option)
    effects = (*ruling.effects, *options.get(case.option, ()))
    orders = tuple(Order(effect.canonical(), ruling.laws[0]) for effect in effects)
    return Decided(1, 1, 1, orders, {"offender": case.offender}, case.facts, incident=case.incident)


def records(case: Case, deal: Mapping[str, Any]) -> tuple[LawSet, GameKind, DealRecord, DealRecord]:
    """Return the law set, the game, and the deal without and with the ruling."""
    game = GAMES[case.game]
    law_set = library.law_set(case.law_set).chosen_for(game.slug, case.parameters)
    record = parse_deal({"dealer": 1, "trump": "H", **deal}, game, law_set)
    return law_set, game, record, ruled([decided(case)], record, rules_of(law_set, game))


def carried_out(case: Case, deal: Mapping[str, Any]) -> Score:
    """Return the score of a deal with the ruling applied."""
    law_set, game, _plain, record = records(case, deal)
    return score(record, law_set, game, None if case.before is None else PerSide(case.before))


@pytest.mark.parametrize("name", CASES)
def test_a_ruling_of_the_family_is_carried_out_on_a_deal_of_its_game(name):
    case = CASES[name]
    found = carried_out(case, case.deal)
    assert found.scored.values == (case.scored or (0,) * len(found.scored.values))
    assert (found.new_deal, found.winner) == (case.scored is None, case.winner)
    assert found.next_dealer == case.next_dealer


def test_a_game_that_begins_again_goes_on_from_there():
    # modern book, All Fours: one point each, then fourteen lost and a new game, then one point each.
    case = CASES["all-fours: fourteen are lost, and the game begins again"]
    law_set, game, plain, with_ruling = records(case, case.deal)
    state = game_state([plain, with_ruling, plain], law_set, game, 1)
    assert [entry.score.after.values for entry in state.entries] == [(1, 1), (0, -14), (1, -13)]


@pytest.mark.parametrize("facts", [NO_JACK, JACK])
def test_a_point_that_cannot_be_counted_is_not_guessed_from_bare_totals(facts):
    case = s7(facts, "add", {}, None)
    with refusing("deal.won"):
        carried_out(case, {"points": [1, 2]})


def scored_effects(incident: str) -> Iterator[Effect]:
    """Yield the effects that change a score, from all rules of all books on an incident."""
    for book in library.law_books().values():
        for rule in book.rules.every_rule:
            for outcome in rule.outcomes.values() if incident in rule.incidents else ():
                options = (option.effects for choice in outcome.choices for option in choice.options)
                for effects in (outcome.effects, *options):
                    yield from (effect for effect in effects if KINDS[effect.kind].carried_out == "score")


def test_every_effect_on_a_score_in_the_family_is_tried_on_a_deal():
    games = {kind.slug for kind in GAMES.values() if not kind.offences}
    tried = {
        (case.incident, order.effect["kind"]) for case in CASES.values() for order in decided(case).orders
    }
    for name, incident in library.vocabulary().incidents.items():
        if library.vocabulary().topics[incident.topic].game in games:
            kinds = {effect.kind for effect in scored_effects(name)} - {"no-penalty"}
            assert {(name, kind) for kind in kinds} <= tried, name


PLAYERS = ("A", "B", "Y", "Z")
CUTS = {
    "two-highest": ({"A": "KS", "B": "KH", "Y": "9S", "Z": "4S"}, ("A", "B")),
    "second-and-third": ({"A": "KS", "B": "9H", "Y": "9S", "Z": "4S"}, ("B", "Y")),
    "two-lowest": ({"A": "KS", "B": "JH", "Y": "4H", "Z": "4S"}, ("Y", "Z")),
}
"""Cuts with equal cards, each with the players who cut them."""
CHOICES = ("first_dealer", "seat_choice", "cut_tie_rule", "cut_ace")


def houses(slug: str) -> list[LawSet]:
    """Return the law set with each combination of values for the parameters of the cut."""
    values = product(*(PARAMETERS[name].words for name in CHOICES))
    return [library.law_set(slug).derive(dict(zip(CHOICES, each, strict=True))) for each in values]


@pytest.mark.parametrize("tied", CUTS)
@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
def test_those_cut_again_who_do_so_by_the_ruling(slug, tied):
    cards, equal = CUTS[tied]
    for law_set in houses(slug):
        ruling = arbiter.rule(law_book(law_set, "cut-tie"), "cut-tie", {"tied": tied})
        kinds = {effect.kind for effect in ruling.effects}
        cut = decide("partners", PLAYERS, [{who: parse_card(card) for who, card in cards.items()}], law_set)
        assert cut.cut_again == (equal if "fresh-cut" in kinds else ()), law_set.settings
        assert cut.decided == ("fresh-cut" not in kinds)
        if "fresh-cut" not in kinds:
            assert "pairs" in kinds
            assert {frozenset(pair) for pair in cut.partners} == {frozenset("AB"), frozenset("YZ")}


@pytest.mark.parametrize(
    "cards", [("KS", "4S", "4H", "4D"), ("KS", "KH", "KD", "4S"), ("4S", "4H", "4D", "4C")]
)
def test_three_or_four_equal_cards_are_cut_again_as_the_first_law_set_rules(cards):
    """Foster 1897, Cinch Laws, Ties; the other law set says nothing, and its table does the same."""
    foster = library.law_set("foster-1897")
    ruling = arbiter.rule(library.law_book(foster.slug), "cut-tie", {"tied": "three-or-four"})
    assert "fresh-cut" in {effect.kind for effect in ruling.effects}
    silent = arbiter.rule(library.law_book("chicago-1890"), "cut-tie", {"tied": "three-or-four"})
    assert silent.status == "silent"
    drawn = dict(zip(PLAYERS, map(parse_card, cards), strict=True))
    tied = [who for who, card in drawn.items() if [each.rank for each in drawn.values()].count(card.rank) > 1]
    for law_set in (foster, library.law_set("chicago-1890")):
        assert decide("partners", PLAYERS, [drawn], law_set).cut_again == tuple(tied)


@pytest.mark.parametrize(("value", "again"), [("recut", ("A",)), ("none", ())])
def test_two_cards_shown_are_cut_again_where_the_ruling_says_so(value, again):
    for slug in ("foster-1897", "chicago-1890"):
        law_set = library.law_set(slug).derive({"two_cards_cut": value})
        ruling = arbiter.rule(law_book(law_set, "cut-two-cards-shown"), "cut-two-cards-shown", {})
        assert (ruling.status == "ruled") == bool(again)
        drawn = {"A": (parse_card("KS"), parse_card("4H")), "B": parse_card("JH")}
        drawn |= {"Y": parse_card("9S"), "Z": parse_card("5S")}
        assert decide("partners", PLAYERS, [drawn], law_set).cut_again == again


@pytest.mark.parametrize(("value", "rank"), [("high", "highest"), ("low", "lowest")])
def test_the_ace_ranks_in_the_cut_as_the_ruling_says(value, rank):
    for slug in library.law_sets():
        law_set = library.law_set(slug).derive({"cut_ace": value})
        ruling = arbiter.rule(law_book(law_set, "cut-ace-disputed"), "cut-ace-disputed", {})
        assert dict(ruling.effects[0].parameters)["rank"] == rank
        drawn = dict(zip(PLAYERS, map(parse_card, ("AS", "KH", "9S", "4S")), strict=True))
        order = decide("partners", PLAYERS, [drawn], law_set).order
        assert order[0 if rank == "highest" else -1] == "A"
