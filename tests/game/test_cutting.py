"""Cutting for partners, the first deal and a tie, by each law set; and draws that anybody can check."""

import hashlib
from typing import Any

import pytest
from hypothesis import given, strategies as st

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from scoring.game.cards import PACK, parse_card
from scoring.game.cutting import CutResult, decide, draw, laid_out
from tests.game.tables import CHICAGO, FOSTER, cases, reasons, refusals, varied

FOUR = ("A", "B", "C", "D")
LOWEST_CHOOSES = FOSTER.derive({"first_dealer": "lowest"})
TWO_HIGHEST_STAND = LOWEST_CHOOSES.derive({"cut_tie_rule": "recut-unless-two-highest"})
PLAIN_SEATS = FOSTER.derive({"seat_choice": "none"})


def rounds(*lines: str) -> list[dict[str, Any]]:
    """Return draws from lines such as "A:KS B:3H". A player who shows two cards is written as "A:KS+2D"."""
    found: list[dict[str, Any]] = []
    for line in lines:
        shown = {}
        for part in line.split():
            player, cards = part.split(":")
            parsed = tuple(parse_card(card) for card in cards.split("+") if card)
            shown[player] = parsed[0] if len(parsed) == 1 else parsed
        found.append(shown)
    return found


def cut(laws: LawSet, *lines: str, purpose: str = "partners", players: tuple[str, ...] = FOUR) -> CutResult:
    return decide(purpose, players, rounds(*lines), laws)


def test_before_anybody_has_cut_everybody_is_to_cut():
    found = cut(FOSTER)
    assert (found.decided, found.cut_again, found.partners, found.first_dealer) == (False, FOUR, (), None)
    assert (found.order, found.seats, found.explanation) == ((), (), ())


@cases(
    "laws, line, partners, dealer, seats",
    {
        "Foster: the ace is high, and deals": (FOSTER, "A:KS B:3H C:9D D:AC", "DA CB", "D", "DCAB"),
        "Chicago 3, 35: it is low, and deals": (CHICAGO, "A:KS B:3H C:9D D:AC", "AC BD", "D", "DABC"),
        "Foster with the ace low": (varied("ace-low"), "A:KS B:3H C:9D D:AC", "AC BD", "A", "ABCD"),
        "Foster: two lowest alike stand": (FOSTER, "A:KS B:3H C:9D D:3C", "AC BD", "A", "ABCD"),
        "Chicago 34: two highest alike stand": (CHICAGO, "A:KS B:KH C:9D D:3C", "AB CD", "D", "DACB"),
        "even to choose seats": (TWO_HIGHEST_STAND, "A:KS B:KH C:9D D:3C", "AB CD", "D", "DACB"),
    },
)
def test_a_cut_that_decides(laws, line, partners, dealer, seats):
    found = cut(laws, line)
    assert (found.decided, found.cut_again) == (True, ())
    assert (" ".join(map("".join, found.partners)), found.first_dealer) == (partners, dealer)
    assert "".join(found.seats) == seats


@cases(
    "laws, line, cut_again",
    {
        "Foster: two highest, for the deal": (FOSTER, "A:KS B:KH C:9D D:3C", ("A", "B")),
        "Foster: second and third, for partners": (FOSTER, "A:KS B:9H C:9D D:3C", ("B", "C")),
        "Foster: three alike": (FOSTER, "A:KS B:9H C:9D D:9C", ("B", "C", "D")),
        "Foster: all alike": (FOSTER, "A:9S B:9H C:9D D:9C", FOUR),
        "Foster: two pairs, only the upper": (FOSTER, "A:KS B:KH C:9D D:9C", ("A", "B")),
        "Chicago 34: two lowest, for the deal": (CHICAGO, "A:KS B:9H C:3D D:3C", ("C", "D")),
        "Chicago 34: second and third": (CHICAGO, "A:KS B:9H C:9D D:3C", ("B", "C")),
        "Chicago: two pairs, only the lower": (CHICAGO, "A:KS B:KH C:3D D:3C", ("C", "D")),
        "two highest, for the seats": (LOWEST_CHOOSES, "A:KS B:KH C:9D D:3C", ("A", "B")),
    },
)
def test_a_tie_that_must_be_cut_again(laws, line, cut_again):
    found = cut(laws, line)
    assert (found.decided, found.cut_again) == (False, cut_again)
    assert found.explanation[-1].law == laws.law("cut_tie_rule")


def test_the_new_cut_decides_nothing_but_the_tie():
    # Foster 1897, Cinch Laws, Ties: D's ace of the second round makes D second, not first.
    found = cut(FOSTER, "A:KS B:3H C:9D D:9C", "C:2S D:AS")
    assert (found.order, found.first_dealer) == (("A", "D", "C", "B"), "A")
    assert found.partners == (("A", "D"), ("C", "B"))


def test_a_tie_may_be_cut_more_than_once():
    assert cut(FOSTER, "A:KS B:KH C:9D D:3C", "A:2S B:2H").cut_again == ("A", "B")
    assert cut(FOSTER, "A:KS B:KH C:9D D:3C", "A:2S B:2H", "A:4S B:3H").first_dealer == "A"


def test_two_cards_are_cut_again():
    # Foster 1897, Cinch Laws, Formation of Table.
    found = cut(FOSTER, "A:KS+2S B:3H C:9D D:AC")
    assert found.cut_again == ("A",)
    assert found.explanation[0].text == "A showed more than one card and cuts again."
    assert cut(FOSTER, "A:KS+2S B:3H C:9D D:AC", "A:4S").order == ("D", "C", "A", "B")


def test_where_the_law_says_nothing_of_two_cards_the_first_counts():
    found = cut(CHICAGO, "A:KS+2S B:3H C:9D D:AC")
    assert found.decided
    assert found.explanation[0].text == "A showed more than one card and keeps the first."


@cases(
    "laws, line, dealer, cut_again",
    {
        "highest deals: the two queens again": (FOSTER, "A:2S B:QD C:QC", None, ("B", "C")),
        "highest deals: equal low cards do not matter": (FOSTER, "A:2S B:2D C:QC", "C", ()),
        "lowest deals, and the ace is lowest": (CHICAGO, "A:2S B:QD C:AC", "C", ()),
        "lowest deals: the two deuces again": (CHICAGO, "A:2S B:2D C:QC", None, ("A", "B")),
    },
)
def test_cutting_for_the_deal_alone(laws, line, dealer, cut_again):
    found = cut(laws, line, purpose="deal", players=("A", "B", "C"))
    assert (found.first_dealer, found.cut_again, found.partners) == (dealer, cut_again, ())
    assert found.seats == (("A", "B", "C") if dealer else ())


def test_cutting_for_a_tie_ranks_everybody():
    found = cut(FOSTER, "A:2S B:9D C:2C", purpose="tie", players=("A", "B", "C"))
    assert found.cut_again == ("A", "C")
    settled = cut(FOSTER, "A:2S B:9D C:2C", "A:7S C:5S", purpose="tie", players=("A", "B", "C"))
    assert (settled.order, settled.first_dealer, settled.seats) == (("B", "A", "C"), None, ())


def test_the_explanation_says_who_plays_with_whom():
    found = cut(FOSTER, "A:KS B:3H C:9D D:AC").explanation
    assert [(line.text, line.law) for line in found] == [
        ("D cut highest and deals first.", FOSTER.law("first_dealer")),
        ("D and A, the two highest, play against C and B.", FOSTER.law("partners_rule")),
        ("D, the highest, has the choice of seats and cards.", FOSTER.law("seat_choice")),
    ]
    assert len(cut(PLAIN_SEATS, "A:KS B:3H C:9D D:AC").explanation) == 2


@refusals(
    "purpose, players, lines",
    [
        ("seats", "ABCD", (), "purpose: unknown purpose “seats”. Accepted: partners, deal, tie."),
        ("deal", "AA", (), "players: each player is named once."),
        ("deal", "A", (), "players: at least two players cut, not 1."),
        ("partners", "ABC", (), "players: four players cut for partners, not 3."),
        ("deal", "AB", ("A:KS",), "draws.0.B: B has to cut in this round."),
        ("deal", "AB", ("A:2S+KS B:KS",), "draws.0.B: the king of spades was cut by A in the same round."),
        ("deal", "AB", ("A:KS B:JK",), "draws.0.B: the joker does not count in cutting."),
        ("deal", "AB", ("A:KS B:",), "draws.0.B: a card is needed."),
        ("deal", "AB", ("A:KS B:2S", "A:3S"), "draws.1.A: nobody is to cut now."),
        ("deal", "ABC", ("A:KS B:KH C:2S", "A:3S B:4S C:5S"), "draws.1.C: A and B are to cut now."),
    ],
)
def test_impossible_cuts_are_refused(purpose, players, lines, errors):
    with pytest.raises(InvalidInput) as refusal:
        decide(purpose, players, rounds(*lines), FOSTER)
    assert reasons(refusal.value) == errors


@given(seed=st.text(max_size=20))
def test_a_draw_comes_from_its_seed_alone(seed):
    draws, found = draw(FOUR, seed, FOSTER)
    assert (draws, found) == draw(FOUR, seed, FOSTER)
    assert found == decide("partners", FOUR, draws, FOSTER)
    assert found.decided
    assert sorted(found.seats) == sorted(FOUR)


def test_a_draw_can_be_checked_by_hand():
    # The pack in ascending order of SHA-256 of "autumn/1/CARD".
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]
    pack.sort(key=lambda card: hashlib.sha256(f"autumn/1/{card}".encode()).hexdigest())
    assert laid_out("autumn", 1) == [parse_card(card) for card in pack]
    draws, _ = draw(FOUR, "autumn", FOSTER)
    assert list(draws[0].values()) == [parse_card(card) for card in pack[:4]]


def test_a_draw_goes_on_until_it_decides():
    lengths = {len(draw("AB", f"seed {number}", FOSTER, "tie")[0]) for number in range(200)}
    assert 1 in lengths
    assert max(lengths) > 1


def test_a_draw_favours_no_card():
    # Of 2,000 draws each card comes first about 38 times; 5 standard deviations are about 31.
    first = [laid_out(str(number), 1)[0] for number in range(2000)]
    assert all(7 <= first.count(card) <= 70 for card in PACK)
