"""The other games of the family: deals worked out by hand from the sources, each with its place.

Where everybody plays alone, side n is seat n, and the eldest hand is the seat after the dealer.
"""

from contextlib import nullcontext
from itertools import product
from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from scoring.game.cards import JOKER, parse_card
from scoring.game.games import GAMES
from scoring.game.notation import format_deal, parse_deal
from scoring.game.play import winner_of
from scoring.game.rules import rules_of
from scoring.game.score import check_before
from scoring.game.seating import PerSide
from tests.game.tables import CHICAGO, FOSTER, MODERN, SIX_TRICKS_OF_TWO, cases, score_of, texts, tricks
from tests.refusals import refusing

TO_THE_ELDEST = {"pips_tie": "eldest"}


def unbid(**fields: Any) -> dict[str, Any]:
    """Return a deal without a bid, dealt by seat 1."""
    return {"dealer": 1, "trump": "H"} | fields


def bid(maker: int, bid: int, **won: int) -> dict[str, Any]:
    """Return a deal dealt by the last of seven players. Seat 1 is the eldest hand and sells the trump."""
    return {"dealer": 7, "trump": "S", "maker": maker, "bid": bid, "won": won}


@cases(
    "laws, game, written, scored",
    {
        "Foster, Seven-up, Objects: High and Low to the hand, Jack and Game to the tricks": (
            FOSTER, "seven-up", unbid(won={"high": 1, "low": 2, "jack": 2, "game": 1}), (2, 2),
        ),
        "Foster, Seven-up, Dealing: a turned Jack is the dealer's point": (
            FOSTER, "seven-up", unbid(won={"turned-jack": 1, "high": 2, "low": 2}), (1, 2),
        ),
        "Foster, Seven-up, Begging: the gift is a point of the eldest hand": (
            FOSTER, "seven-up-2", unbid(won={"gift": 2, "high": 1, "low": 1}), (2, 1),
        ),
        "Foster, Seven-up, Begging: a dealer of three gives both a point": (
            FOSTER, "three-handed-seven-up", unbid(won={"gift": 2, "second-gift": 3, "game": 1}), (1, 1, 1),
        ),
        "Foster, Seven-up, Scoring: one card is High, Low, Jack and the Game": (
            FOSTER, "blind-all-fours-2", unbid(points=[4, 0]), (4, 0),
        ),
        "Foster, Seven-up, Scoring, All Fives: ten, five and ace pegged, High and Game": (
            FOSTER, "all-fives",
            unbid(won={"ten": 1, "five": 1, "ace": 2, "king": 2, "high": 2, "low": 1, "game": 1}), (17, 8),
        ),
        "Foster, Seven-up, Players and Dealing: three play Blind All Fours each for himself": (
            FOSTER, "blind-all-fours-3", unbid(won={"high": 1, "low": 3, "game": 3}), (1, 0, 2),
        ),
        "Foster, Seven-up, Begging and All Fives: a dealer of three gives both a point there too": (
            FOSTER, "three-handed-all-fives",
            unbid(won={"gift": 2, "second-gift": 3, "ten": 1, "high": 1, "low": 1}), (12, 1, 1),
        ),
        "Chicago 1890, laws 2, 21 and 22: of two the maker is set back, the other scores": (
            CHICAGO, "two-handed-cinch", {"dealer": 1, "maker": 2, "bid": 5, "points": [1, 3]}, (1, -5),
        ),
        "Chicago 1890, law 23: of two a dealer to whom nobody bids has to bid one": (
            CHICAGO, "two-handed-cinch", {"dealer": 1, "bid": 0, "points": [0, 4]}, (-1, 4),
        ),
        "Foster, Blind Cinch: what is thrown out counts as at Cinch": (
            FOSTER, "blind-cinch",
            {"dealer": 4, "maker": 1, "bid": 8,
             "won": {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 1, "left-pedro": "discards"}},
            (12, 0),
        ),
        "modern book, All Fives: the jack won is one": (
            MODERN, "all-fives-2", unbid(won={"jack": 1, "queen": 2, "high": 2, "low": 2}), (1, 4),
        ),
        "Foster, California Jack: Low counts to the winner too": (
            FOSTER, "california-jack", unbid(points=[1, 3]), (1, 3),
        ),
        "modern book, Scoring Games: a jack not dealt is nobody's": (
            MODERN, "all-fours", unbid(won={"high": 1, "low": 1, "game": 2}), (2, 1),
        ),
        "modern book, Pitch: the joker is a fifth point": (
            MODERN, "pitch-with-joker",
            {"dealer": 1, "trump": "S", "maker": 2, "bid": 4,
             "won": {"high": 2, "low": 2, "joker": 2, "game": 2, "jack": 1}}, (1, 4),
        ),
        "Foster, Pedro Sancho: eighteen points can be bid and made": (
            FOSTER, "pedro-sancho-7",
            bid(2, 18, high=2, low=2, jack=2, game=2, five=2, nine=2), (18, 18, 0, 0, 0, 0, 0),
        ),
        "Foster, Dom Pedro: thirty-six with the Snoozer": (
            FOSTER, "dom-pedro-7",
            bid(2, 36, high=2, low=2, jack=2, game=2, three=2, five=2, nine=2, snoozer=2),
            (36, 36, 0, 0, 0, 0, 0),
        ),
        "Foster, Auction Pitch, Bidding: the eldest hand scores what it is bid": (
            FOSTER, "auction-pitch-7", bid(2, 2, high=2, low=2, jack=3), (2, 2, 1, 0, 0, 0, 0),
        ),
        "Foster, Auction Pitch, Scoring: the bidder scores what is above the bid": (
            FOSTER, "auction-pitch-7", bid(3, 1, high=3, low=3, game=3), (1, 0, 3, 0, 0, 0, 0),
        ),
        "Foster, Auction Pitch, Setting Back: three bid, two made": (
            FOSTER, "auction-pitch-7", bid(4, 3, high=4, low=4, game=5), (3, 0, 0, -3, 1, 0, 0),
        ),
        "Foster, Auction Pitch, Bidding: whoever pitches unasked must make four": (
            FOSTER, "auction-pitch-7", bid(1, 4, high=1, low=1, jack=1, game=2), (-4, 1, 0, 0, 0, 0, 0),
        ),
        "Foster, Auction Pitch, Bidding to the Board: the bid is paid to nobody": (
            FOSTER, "pitch-to-the-board-7", bid(2, 2, high=2, low=2), (0, 2, 0, 0, 0, 0, 0),
        ),
        "Foster, Auction Pitch, Objects: nobody scores a tied Game": (
            FOSTER, "auction-pitch-7", bid(2, 1, high=2, low=2), (1, 2, 0, 0, 0, 0, 0),
        ),
        "Foster, Seven-up, Objects: Game to the greater count": (
            FOSTER, "seven-up", unbid(won={"high": 1, "low": 1}, pips=[31, 43]), (2, 1),
        ),
        "Foster, Auction Pitch, Objects: nobody scores Game where two count most": (
            FOSTER, "auction-pitch-4", {"dealer": 4, "maker": 2, "bid": 1, "won": {"high": 2, "low": 2}}
            | {"pips": [30, 30, 14, 0]}, (1, 2, 0, 0),
        ),
        "modern book, Scoring Games: of equal counts neither wins Game": (
            MODERN, "all-fours", unbid(won={"high": 2, "low": 2}, pips=[40, 40]), (0, 2),
        ),
        "Foster, All Fives: the five of trumps counts again, so that a pack has 85": (
            FOSTER, "all-fives-2", unbid(won={"high": 1, "low": 1, "five": 1}, pips=[45, 40]), (8, 0),
        ),
        "older books, of which Foster's copy is cut off: a tie to the eldest hand": (
            FOSTER.chosen_for("seven-up", TO_THE_ELDEST), "seven-up", unbid(won={}, pips=[40, 40]), (0, 1),
        ),
        "of those who are equal, to whoever comes first after the dealer": (
            FOSTER.chosen_for("three-handed-seven-up", TO_THE_ELDEST), "three-handed-seven-up",
            unbid(won={}, pips=[30, 10, 30]), (0, 0, 1),
        ),
    },
)  # fmt: skip
def test_what_a_deal_scores(laws, game, written, scored):
    assert score_of(written, laws, game=GAMES[game]).scored.values == scored


@cases(
    "game, before, written, after, winner",
    {
        # Seven are playing, B and C with two to go each. C has High and Low, but the bidder goes out first.
        "Foster, Auction Pitch, Scoring: bidder goes out first": (
            "auction-pitch-7", (0, 5, 5, 0, 0, 0, 0), bid(2, 2, high=3, low=3, jack=2, game=2),
            (2, 7, 7, 0, 0, 0, 0), 2,
        ),
        # A refuses three and makes two, B one, D one: A is set back three.
        "Foster, Auction Pitch, Setting Back: the seller who refuses": (
            "auction-pitch-7", (5, 5, 0, 0, 0, 0, 0), bid(1, 3, high=1, low=1, jack=2, game=4),
            (2, 6, 0, 1, 0, 0, 0), None,
        ),
        "Foster, Auction Pitch, Scoring: none of them bid, High goes out before Game": (
            "auction-pitch-7", (0, 0, 6, 6, 0, 0, 0), bid(2, 1, game=3, high=4, low=2, jack=2),
            (1, 2, 7, 7, 0, 0, 0), 4,
        ),
        "Foster, Auction Pitch, Scoring: nobody bid, so that no bidder goes out first": (
            "auction-pitch-7", (6, 0, 6, 0, 0, 0, 0), bid(1, 0, game=1, high=3, low=2),
            (7, 1, 7, 0, 0, 0, 0), 3,
        ),
        "Foster, Auction Pitch, Scoring: a bidder whom a revoke saved has not made good the bid": (
            "auction-pitch-7", (0, 5, 6, 0, 0, 0, 0),
            bid(2, 3, high=3, low=4, jack=2, game=2) | {"penalties": [{"kind": "bid-waived"}]},
            (3, 7, 7, 1, 0, 0, 0), 3,
        ),
        "Foster, Smudge: four bid and made wins at once": (
            "smudge-7", (0, 0, 0, 0, 0, 0, 0), bid(2, 4, high=2, low=2, jack=2, game=2),
            (4, 4, 0, 0, 0, 0, 0), 2,
        ),
        "Foster, Smudge: not out of the hole": (
            "smudge-7", (0, -1, 0, 0, 0, 0, 0), bid(2, 4, high=2, low=2, jack=2, game=2),
            (4, 3, 0, 0, 0, 0, 0), None,
        ),
        "Foster, Smudge: a maker who revoked is set back": (
            "smudge-7", (0, 0, 0, 0, 0, 0, 0),
            bid(2, 4, high=2, low=2, jack=2, game=2) | {"penalties": [{"kind": "set-back", "seat": 2}]},
            (4, -4, 0, 0, 0, 0, 0), None,
        ),
        "Smudge: a maker who cannot score": (
            "smudge-7", (0, 0, 0, 0, 0, 0, 0),
            bid(2, 4, high=2, low=2, jack=2, game=2)
            | {"penalties": [{"kind": "side-cannot-score", "side": 2}]},
            (4, 0, 0, 0, 0, 0, 0), None,
        ),
        "Smudge: a maker who must stop one short": (
            "smudge-7", (0, 6, 0, 0, 0, 0, 0),
            bid(2, 4, high=2, low=2, jack=2, game=2) | {"penalties": [{"kind": "stops-short", "side": 2}]},
            (4, 6, 0, 0, 0, 0, 0), None,
        ),
        "Foster, Seven-up, Scoring: High goes out before Low": (
            "seven-up-2", (6, 6), unbid(won={"high": 2, "low": 1}), (7, 7), 2,
        ),
        "Foster, Seven-up, Dealing: a turned Jack is scored at once": (
            "seven-up-2", (6, 6), unbid(won={"high": 2, "low": 2, "turned-jack": 1}), (7, 8), 1,
        ),
        "Foster, Pedro: the five goes out before the nine": (
            "pedro-sancho-7", (0, 0, 45, 45, 0, 0, 0), bid(2, 1, nine=3, five=4, high=2, low=2),
            (1, 2, 54, 50, 0, 0, 0), 4,
        ),
    },
)  # fmt: skip
def test_who_counts_out(game, before, written, after, winner):
    found = score_of(written, FOSTER, before, GAMES[game])
    assert (found.after.values, found.winner) == (after, winner)


@cases(
    "laws, game, parameters, far",
    {
        "Foster, Seven-up, Scoring": (FOSTER, "seven-up", {}, 7),
        "Foster, All Fours, introduction: the game was once ten up": (
            FOSTER, "seven-up", {"game_score": 10}, 10,
        ),
        "Foster, Seven-up, Scoring, All Fives": (FOSTER, "all-fives", {}, 61),
        "Foster, California Jack": (FOSTER, "california-jack", {}, 7),
        "modern book, California Jack": (MODERN, "california-jack", {}, 10),
        "Foster, Auction Pitch, Counters": (FOSTER, "auction-pitch", {}, 7),
        "modern book, Scoring Games: seven at Pitch too": (MODERN, "pitch", {}, 7),
        "Foster, Pedro Sancho": (FOSTER, "pedro-sancho", {}, 50),
        "Foster, Dom Pedro: fifty": (FOSTER, "dom-pedro", {}, 50),
        "Foster, Dom Pedro: or a hundred": (FOSTER, "dom-pedro", {"game_score": 100}, 100),
        "Foster, Sixty-three, by its name": (FOSTER, "sixty-three", {}, 63),
        "Chicago 1890, law 2, of two players": (CHICAGO, "two-handed-cinch", {}, 42),
    },
)  # fmt: skip
def test_how_far_a_game_goes(laws, game, parameters, far):
    rules = rules_of(laws.chosen_for(game, parameters), GAMES[game])
    others = (0,) * (rules.seating.side_count - 1)
    check_before(PerSide((far - 1, *others)), rules)
    with pytest.raises(InvalidInput, match="the game is over"):
        check_before(PerSide((far, *others)), rules)


@cases(
    "selling, paid",
    {
        "Foster, Auction Pitch, Bidding: no bid may put the seller out": ("not-to-win", None),
        "Foster, Auction Pitch, Bidding: the custom of full value": ("full-value", 1),
        "an evening's round that is played out: a bid puts nobody out": ("played-out", 3),
    },
)
def test_a_bid_that_would_win_the_seller_the_game(selling, paid):
    chosen = {"target_reached": selling} if selling == "played-out" else {"selling": selling}
    laws = FOSTER.chosen_for("auction-pitch", chosen)
    written = bid(2, 3, high=2, low=2, jack=2)
    game, before = GAMES["auction-pitch-7"], (5, 0, 0, 0, 0, 0, 0)
    if paid is None:
        with refusing("deal.bid", law="foster-1897/auction-pitch/bid-that-puts-the-seller-out"):
            score_of(written, laws, before, game)
    else:
        assert score_of(written, laws, before, game).after[1] == 5 + paid


@cases(
    "game, before, written, scored",
    {
        # Foster 1897, Smudge: four bid and made win the game at once.
        "four at Smudge": ("smudge-4", (0, 0, 0, 0), {
            "dealer": 4, "maker": 2, "bid": 4, "won": {"high": 2, "low": 2, "jack": 2, "game": 2}},
            (4, 4, 0, 0)),
        # Foster 1897, Seven-up, Begging: a gift does not put a player out.
        "a gift at six": ("seven-up", (0, 6), {
            "dealer": 1, "won": {"gift": 2, "high": 1, "low": 1, "game": 1}}, (3, 1)),
    },
)  # fmt: skip
def test_nobody_wins_by_a_bid_or_a_gift_while_all_deals_are_played_out(game, before, written, scored):
    kind = GAMES[game]
    laws = FOSTER.chosen_for(kind.slug, {"target_reached": "played-out"})
    found = score_of({"trump": "S"} | written, laws, before, kind)
    assert (found.scored.values, found.winner) == (scored, None)
    running = found.explanation[-1]
    assert running.law == "", "no book has a round that is played to its last deal"
    assert running.reading.startswith("Applies at this table")


AGAIN = [[2, 5], [3, 0], [4, 6], [5, 0], [6, 0], [7, 0], [2, 8], [4, 9], [2, 0]]
ALL_PASS = [[seat, 0] for seat in range(2, 8)]
"""The bids of all but seat 1, the eldest hand, who sells."""


@cases(
    "game, bids, maker, bid",
    {
        "Foster, Auction Pitch, Bidding: from the left of the eldest hand, who sells": (
            "auction-pitch-7", [[2, 1], [3, 0], [4, 3], [5, 0], [6, 0], [7, 0]], 4, 3,
        ),
        "Foster, Auction Pitch, Bidding: nobody bids, and the eldest hand pitches": (
            "auction-pitch-7", ALL_PASS, 1, 0,
        ),
        "Foster, Bidding to the Board: the eldest hand has the first bid": (
            "pitch-to-the-board-7", [[1, 1], [2, 0], [3, 0], [4, 3], *ALL_PASS[3:]], 4, 3,
        ),
        "Foster, Pedro: a bidder who was raised raises again": ("pedro-sancho-7", AGAIN, 4, 9),
        "Foster, Pedro: nobody bids": ("pedro-sancho-7", ALL_PASS, 1, 0),
        "Foster, Pedro: one bid, and nobody raises it": ("pedro-sancho-7", [[2, 5], *ALL_PASS[1:]], 2, 5),
    },
)  # fmt: skip
def test_who_bids_and_how_often(game, bids, maker, bid):
    written = {"dealer": 7, "won": {"high": 3, "low": 3}, "bids": bids}
    read = parse_deal(written, GAMES[game], FOSTER)
    assert (read.maker, read.bid) == (maker, bid)
    assert parse_deal(format_deal(read), GAMES[game], FOSTER) == read


@cases(
    "game, bids, field, law",
    {
        "a bid of the seller": ("auction-pitch-7", [[1, 0], *ALL_PASS], "bids.0.0", "higher-or-pass"),
        "a second bid where there is none": (
            "auction-pitch-7", [[2, 1], *ALL_PASS[1:], [2, 2]], "bids", "higher-or-pass",
        ),
        "a bid by somebody who has passed": (
            "pedro-sancho-7", [*AGAIN[:-1], [3, 10]], "bids.8.0", "raising-again",
        ),
        "a second bid no higher": ("pedro-sancho-7", [*AGAIN[:-1], [2, 9]], "bids.8.1", "higher-or-pass"),
        "a bid of the seller where others bid again": (
            "pedro-sancho-7", [[1, 0], *AGAIN], "bids.0.0", "raising-again",
        ),
        "somebody has still to speak": ("pedro-sancho-7", AGAIN[:-1], "bids", "raising-again"),
        "a bid when all the others have passed": (
            "pedro-sancho-7", [*AGAIN, [4, 12]], "bids.9", "raising-again",
        ),
    },
)  # fmt: skip
def test_bids_that_cannot_be_at_pitch_and_pedro(game, bids, field, law):
    with pytest.raises(InvalidInput) as refusal:
        parse_deal({"dealer": 7, "won": {"high": 3, "low": 3}, "bids": bids}, GAMES[game], FOSTER)
    assert f"deal.{field}" in refusal.value.errors
    if game == "pedro-sancho-7":
        told = [path for path in refusal.value.errors if path.startswith("deal.bids")]
        assert told == [f"deal.{field}"], "what follows from it is not told"
    assert (refusal.value.law or "").endswith(f"/{law}")


def test_the_five_of_trumps_counts_again_for_game_at_all_fives():
    # Foster 1897, Seven-up, Scoring. Seat 2 has 4, 3 and 1 pips, and 5 for the five; seat 1 has 10 and 2.
    played = tricks("2: AH 3H, 2: 5H 4H, 2: TS QS, 1: JD KD, 2: 4C 5C, 1: 7S 6S")
    found = score_of(unbid(tricks=played), FOSTER, game=GAMES["all-fives-2"])
    assert (found.won or {})["game"] == 2
    assert found.scored.values == (1, 4 + 5 + 1 + 1)


def test_the_joker_is_the_lowest_trump_and_wins_a_plain_suit():
    # Foster 1897, Pedro, Dom Pedro: the deuce of trumps wins it, and it wins any trick in a plain suit.
    trumps = GAMES["dom-pedro"].trumps("S")
    deuce, plain = parse_card("2S"), parse_card("AD")
    assert deuce is not None
    assert plain is not None
    assert winner_of(((1, JOKER), (2, deuce)), trumps) == 2
    assert winner_of(((1, plain), (2, JOKER)), trumps) == 2


@cases(
    "game, written, field, text",
    {
        "a bid where nobody bids": (
            "seven-up", unbid(bid=2, points=[2, 2]), "deal.bid", "there are no bids in Seven-up",
        ),
        "a fifth point in a game of four": (
            "auction-pitch", bid(2, 1, high=2, low=2, ace=2) | {"dealer": 5}, "deal.won.ace", "unknown field",
        ),
        "five points of four": (
            "blind-all-fours", unbid(points=[4, 1]), "deal.points", "add up to 5, and a deal has 4",
        ),
        "more pegged than there is": (
            "all-fives-2", unbid(points=[32, 0]), "deal.points.0", "from 0 to 31",
        ),
        "more pegged by both than there is": (
            "all-fives-2", unbid(points=[31, 1]), "deal.points", "add up to 32, and a deal has 31",
        ),
        "too few sides": (
            "auction-pitch", {"dealer": 1, "maker": 3, "bid": 1, "points": [1, 1, 1]}, "deal.points",
            "a list of 5 numbers",
        ),
        "a seat that is not there": (
            "auction-pitch", {"dealer": 1, "maker": 6, "bid": 1, "won": {"high": 3, "low": 3}}, "deal.maker",
            "from 1 to 5",
        ),
        "a side that is not there": (
            "seven-up-2", unbid(won={"high": 3, "low": 1}), "deal.won.high", "from 1 to 2",
        ),
        "a bid of five": (
            "auction-pitch", bid(2, 5, high=2, low=2) | {"dealer": 5}, "deal.bid", "a bid is 1 to 4",
        ),
        "a joker where there is none": (
            "seven-up-2", unbid(tricks=tricks("2: JK 3H, 2: TS KS, 1: JH QH, 2: 4C 5C, 1: AD 2D, 1: 7S 8S")),
            "deal.tricks.0.0", "joker",
        ),
        "a card twice": (
            "seven-up-2", unbid(tricks=tricks("2: AH 3H, 2: TS KS, 1: JH QH, 2: 4C 5C, 1: AD 2D, 1: AH 8S")),
            "deal.tricks.5.0", "to trick 1 already",
        ),
        "a Jack turned by another than the dealer": (
            "seven-up-2", unbid(won={"turned-jack": 2}), "deal.won.turned-jack", "",
        ),
        "a gift to the dealer": ("seven-up", unbid(won={"gift": 1}), "deal.won.gift", ""),
        "a second gift to the eldest hand": (
            "three-handed-seven-up", unbid(won={"gift": 2, "second-gift": 2}), "deal.won.second-gift", "",
        ),
        "discards where there are none": (
            "seven-up", unbid(won={"high": "discards"}), "deal.won.high", "or by nobody",
        ),
        "more pips than the pack has": (
            "seven-up", unbid(won={}, pips=[41, 40]), "deal.pips", "add up to 81, and the whole pack has 80",
        ),
        "more than it has with the five of trumps": (
            "all-fives", unbid(won={}, pips=[45, 41]), "deal.pips", "",
        ),
        "fewer where all the pack is played": (
            "california-jack", unbid(won={"high": 1, "low": 1, "jack": 1}, pips=[40, 39]), "deal.pips", "",
        ),
        "a side with more than there are": ("seven-up", unbid(won={}, pips=[81, 0]), "deal.pips.0", ""),
        "pips below nothing": ("seven-up", unbid(won={}, pips=[-1, 40]), "deal.pips.0", ""),
        "pips of one side alone": ("seven-up", unbid(won={}, pips=[40]), "deal.pips", ""),
        "pips where Game is the ten": (
            "pedro-4", bid(2, 1, high=2, low=2) | {"dealer": 4, "pips": [9] * 4}, "deal.pips", "",
        ),
        "Game to the smaller count": (
            "seven-up", unbid(won={"game": 1}, pips=[31, 43]), "deal.pips",
            "by these counts Game is won by side 2",
        ),
        "Game to nobody where the counts differ": (
            "seven-up", unbid(won={"game": None}, pips=[31, 43]), "deal.pips", "",
        ),
        "a tied Game to a side": ("seven-up", unbid(won={"game": 1}, pips=[40, 40]), "deal.pips", ""),
        "pips beside bare totals": ("seven-up", unbid(points=[1, 1], pips=[31, 43]), "deal.pips", ""),
        "pips beside the cards": (
            "seven-up-2", unbid(tricks=SIX_TRICKS_OF_TWO, pips=[17, 7]), "deal.pips", "",
        ),
        "the dealer as maker where the eldest hand pitches": (
            "auction-pitch", {"dealer": 1, "maker": 1, "bid": 0, "won": {"high": 2, "low": 2}}, "deal.maker",
            "",
        ),
    },
)  # fmt: skip
def test_what_cannot_be_is_refused_under_its_field(game, written, field, text):
    with refusing(field, text=text):
        score_of(written, FOSTER, game=GAMES[game])


def test_pips_are_recorded_as_counted_and_explained():
    written = unbid(won={"high": 1, "low": 1, "game": 2}, pips=[31, 43])
    read = parse_deal(written, GAMES["seven-up"], FOSTER)
    kept = format_deal(read)
    assert (kept["pips"], "game" in kept["won"]) == ([31, 43], False)  # type: ignore[operator]  # a record
    assert parse_deal(kept, GAMES["seven-up"], FOSTER) == read
    found = score_of(written, FOSTER, game=GAMES["seven-up"])
    assert (found.won or {})["game"] == 2
    assert "Side 1 counted 31 for Game and side 2 43." in texts(found)
    tied = score_of(unbid(won={}, pips=[40, 40]), FOSTER, game=GAMES["seven-up"])
    assert tied.open_readings == ("pips_tie",)
    assert "Equal counts for Game give it to nobody." in texts(tied)


@cases(
    "laws, game, before, won, refused",
    {
        "Foster, Seven-up, Begging: no gift puts its receiver out": (
            FOSTER, "seven-up-2", (0, 6), {"gift": 2}, "deal.won.gift",
        ),
        "with two to go it does not": (FOSTER, "seven-up-2", (6, 5), {"gift": 2}, None),
        "of three, the second gift": (
            FOSTER, "three-handed-seven-up", (0, 5, 6), {"gift": 2, "second-gift": 3}, "deal.won.second-gift",
        ),
        "a turned Jack may": (FOSTER, "seven-up-2", (6, 0), {"turned-jack": 1}, None),
        "modern book, All Fives: open, as in the older book": (
            MODERN, "all-fives-2", (0, 60), {"gift": 2}, "deal.won.gift",
        ),
    },
)  # fmt: skip
def test_a_gift_that_would_win_the_game(laws, game, before, won, refused):
    is_refused = refusing(refused, law="foster-1897/seven-up/gift-cannot-win") if refused else nullcontext()
    with is_refused:
        score_of(unbid(won=won), laws, before, GAMES[game])


@pytest.mark.parametrize(
    ("laws", "key"),
    [
        (laws, key)
        for laws, (key, game) in product((FOSTER, CHICAGO, MODERN), GAMES.items())
        if game.slug in laws.games
    ],
    ids=str,
)
def test_every_game_counts_what_it_has(laws: LawSet, key: str):
    # Whoever makes every point of a deal scores them all, and each line of the explanation cites a law.
    game = GAMES[key]
    rules = rules_of(laws, game)
    assert set(rules.worth) <= set(game.points)
    won = {name: 1 for name in rules.worth if name not in game.awards}
    everything: dict[str, Any] = {"dealer": game.players, "trump": "H", "won": won}
    if rules.calls_partner:
        everything["alone"] = True
    made = score_of(
        everything | ({"maker": 1, "bid": rules.max_bid} if game.has_bidding else {}), laws, game=game
    )
    assert made.scored[1] == sum(rules.worth[name] for name in won)
    assert all(line.law for line in made.explanation)
    assert texts(made)


def test_the_trump_five_for_game_is_a_reading_of_the_modern_book():
    # That the five counts five again is told of the older All Fives (Foster 1897, Seven-up, Scoring).
    won = {"high": 1, "low": 2, "five": 1}
    written = {"dealer": 1, "trump": "H", "won": won, "pips": [45, 40]}
    game = GAMES["all-fives-2"]
    assert "trump_five_counts" in score_of(written, MODERN, game=game).open_readings
    assert score_of(written, FOSTER, game=game).open_readings == ()
    without = MODERN.chosen_for("all-fives", {"trump_five_counts": False})
    with pytest.raises(InvalidInput, match="the whole pack has 80"):
        score_of(written, without, game=game)


SNOOZER = tricks(
    "2: 2S JK 3S 4S, 4: AH KH 5H 6H, 4: QH TH 7H 8H, 4: JH 2C 3C 4C, 4: 9H 5C 6C 7C, 4: 2H 8C 9C TC"
)
"""Seat 2 pitches the deuce, which wins nothing; seat 3 plays Snoozer, the lowest trump, to it."""


@pytest.mark.parametrize(("counts", "open_readings"), [(False, ("joker_counts",)), (True, ())])
def test_whether_snoozer_is_low_is_a_reading(counts, open_readings):
    # Foster 1897, Dom Pedro: the joker is the lowest trump; whether it is Low is not said.
    laws = FOSTER.chosen_for("dom-pedro", {"joker_counts": counts})
    written = {"dealer": 4, "maker": 2, "bid": 1, "tricks": SNOOZER}
    held = laws if counts else FOSTER
    found = score_of(written, held.chosen_for("dom-pedro", {"low_to": "holder"}), game=GAMES["dom-pedro-4"])
    assert found.won["low"] == (3 if counts else 2)
    assert found.open_readings == open_readings


def test_two_players_alone_are_not_called_sides():
    found = score_of(
        {"dealer": 1, "maker": 1, "bid": 2, "points": [2, 2]}, CHICAGO, game=GAMES["two-handed-cinch"]
    )
    assert [text for text in texts(found) if "sides" in text] == []
