"""A deal with every card: the winners of tricks, irregularities, the taker of each point, and refusals.

The tests compute the winners of tricks and the revokes a second time, in a simpler way.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from scoring.game.cards import parse_card
from scoring.game.play import winner_of
from tests.game.planting import plain_suit, plain_winner
from tests.game.tables import (
    CHICAGO,
    CINCH,
    FOSTER,
    MODERN,
    QUIET,
    cases,
    changed,
    play,
    put,
    reasons,
    refusal_of,
    refusals,
    score_of,
    tricks,
    varied,
    with_points,
)
from tests.strategies import recorded_deals

HEARTS = CINCH.trumps("H")
BLIND = varied("blind-dealer-draw")
TWO_POINTS = {"jack": 1, "game": 1}
"""The law sets that do not ask for the highest or lowest trump out."""


@cases(
    "trick, winner",
    {
        "the highest of the suit led": ("AS KS QS JS", 1),
        "a card of another suit wins nothing, ace or not": ("2S AC AD 3S", 4),
        "any trump wins a plain suit, the higher of two": ("AS 2H KS 3H", 4),
        "the left pedro trumps": ("2S 2S 5D 4H", 3),
        "the five of trumps wins the left pedro": ("5D 5H 4H AD", 2),
        "the left pedro wins the four": ("4H 5D 3H 2H", 2),
        "in its own suit the left pedro is a trump": ("AD 5D 2D KD", 2),
        "led, it asks for trumps": ("5D AD KD QD", 1),
    },
)
def test_who_wins_a_trick(trick, winner):
    # Foster 1897, Cinch, Method of Playing; Chicago 1890, law 19. Hearts are trumps.
    plays = tuple((seat, parse_card(card)) for seat, card in enumerate(trick.split(), 1))
    assert winner_of(plays, HEARTS) == winner  # type: ignore[arg-type]  # all of these are cards


CLUB_FIRST = tricks(
    "1: 4C 5H 2C 3C, 2: JH 3H 4H AH, 1: 2S AS 3S 4S, 2: TH 6S 7S 8S, 2: 2H 9S TS JS, 2: 5D 6C 7C 8C"
)


def first_trick(*order: int) -> dict[str, Any]:
    """Return the regular example deal with the plays of its first trick in another order."""
    first, *others = QUIET["tricks"]
    return changed(put(tricks=[[first[place] for place in order], *others]))


TRUMP_FIRST = varied("trump-first-lead")
TRUMPED = changed(play(1, 1, 2, "JH"), play(2, 0, 2, "AS"))


@cases(
    "laws, written, *found",
    {
        "trumping while able to follow": (FOSTER, TRUMPED),
        "is a revoke where following is strict": (
            MODERN, TRUMPED, "2, seat 2: revoke, offender adversary, act trumped, trick turned",
        ),
        "the left pedro follows to a trump": (FOSTER, changed(play(0, 1, 2, "5D"), play(5, 0, 2, "2H"))),
        "led in an adversary's turn": (
            FOSTER,
            changed(put(maker=2)),
            "1, seat 1: lead-out-of-turn, offender adversary, turn_of adversary, followed all, card trump, "
            "players four",
        ),
        "fourth hand before second": (
            FOSTER, first_trick(0, 3, 1, 2),
            "1, seat 4: play-out-of-turn, offender adversary, hand fourth, before second, third_played no",
        ),
        "fourth hand before second, the third having played too soon itself": (
            FOSTER, first_trick(0, 2, 3, 1),
            "1, seat 3: play-out-of-turn, offender makers-partner, hand third, before second",
            "1, seat 4: play-out-of-turn, offender adversary, hand fourth, before second, third_played yes",
        ),
        "a plain card led first where it must be a trump": (
            TRUMP_FIRST, changed(put(tricks=CLUB_FIRST)),
            "1, seat 1: first-lead-not-trump, offender maker, holds_trump yes",
        ),
        "a trump led first as it must be": (TRUMP_FIRST, QUIET),
    },
)  # fmt: skip
def test_irregularities(laws, written, found):
    # What a random deal shows as well is planted in tests/disputes/domain/test_planted.py.
    told = score_of(written, laws).irregularities
    assert {
        ", ".join([f"{each.trick}, seat {each.seat}: {each.incident}", *map(" ".join, each.values.items())])
        for each in told
    } == found
    words = [f"{each.says} {known.because}" for each in told for known in each.facts.values()]
    assert [sentence for sentence in words if "None" in sentence] == []


def without(card: str, instead: str) -> Callable[[dict[str, Any]], None]:
    """Return a function that replaces a card in the tricks of a deal by another card."""

    def change(written: dict[str, Any]) -> None:
        for trick in written["tricks"]:
            for seat_card in trick:
                seat_card[1] = instead if seat_card[1] == card else seat_card[1]

    return change


@cases(
    "laws, written, won, taken",
    {
        "Foster: the ace discarded is the maker's": (
            FOSTER, changed(without("AH", "KH"), put(discards={"3": ["AH", "9D"]})), {"high": "discards"},
            (2, 12, 0),
        ),
        "Chicago: High is the highest trump out, the king": (
            CHICAGO, changed(without("AH", "KH"), put(discards={"3": ["AH"]})), {"high": 1}, (2, 12, 0),
        ),
        "Chicago: Low is the lowest trump out, the three": (
            CHICAGO, changed(without("2H", "6H"), put(discards={"3": ["2H"]})), {"low": 1}, (2, 12, 0),
        ),
        "Low to the player it was dealt to": (varied("low-to-dealt"), QUIET, {"low": 2}, (1, 13, 0)),
        "blind draw: a pedro left in the pack is dead": (
            BLIND, changed(without("5D", "6D"), put(stock=["5D"])), {"left-pedro": None}, (2, 7, 5),
        ),
        "modern book: a pedro among the discards is dead": (
            MODERN, changed(without("5D", "6D"), put(discards={"2": ["5D"]})), {"left-pedro": "discards"},
            (2, 7, 5),
        ),
        "two points only": (with_points(FOSTER, TWO_POINTS), QUIET, {"jack": 2, "game": 2}, (0, 2, 0)),
        "Chicago with two": (with_points(CHICAGO, TWO_POINTS), QUIET, {"jack": 2, "game": 2}, (0, 2, 0)),
    },
)  # fmt: skip
def test_where_the_points_went(laws, written, won, taken):
    """Return the points of each side, and the dead points."""
    found = score_of(written, laws)
    assert found.won is not None
    assert {name: found.won[name] for name in won} == won
    assert (*found.points.values, found.dead) == taken


@pytest.mark.parametrize("count", [0, 10])
def test_no_hand_is_empty_or_fuller_than_nine(count):
    hand = ["2H", "JH", "TH", "5H", "5D", "AS", "KS", "QS", "KD", "QD"][:count]
    told = refusal_of(changed(put(hands={"2": hand}))).errors["deal.hands.2"]
    assert told == [f"a hand has 6 cards, and a wrong one from 1 to 9, not {count}."]


def test_a_short_hand_plays_to_as_many_tricks_as_it_has_cards():
    """Foster 1897, Cinch, Irregularities in Playing: too few cards cost nothing."""
    hands = {"1": ["AH", "2S", "8S", "JS", "4C"]}
    short = changed(put(hands=hands, tricks=[*QUIET["tricks"][:5], QUIET["tricks"][5][:3]]))
    found = score_of(short, FOSTER)
    assert found.points.values == (2, 12)
    assert [(wrong.trick, wrong.seat, wrong.values["cards"]) for wrong in found.irregularities] == [
        (6, 1, "fewer")
    ]
    whole = changed(put(hands=hands))
    assert refusal_of(whole).errors["deal.tricks.5"] == ["a trick has 3 cards, not 4."]


def test_a_lead_passes_by_a_short_hand_that_is_played_out():
    hands = {"2": ["2H", "AS", "JH", "TH", "5H"]}
    last = [[3, "6C"], [4, "7C"], [1, "8C"]]
    short = changed(put(hands=hands, tricks=[*QUIET["tricks"][:5], last], discards={"4": ["5D"]}))
    assert [wrong.incident for wrong in score_of(short, FOSTER).irregularities] == ["wrong-number-of-cards"]


def test_a_counting_card_kept_in_a_foul_hand_counts_for_its_side():
    hand = ["2H", "JH", "TH", "5H", "5D", "AS", "6D"]
    foul = [{"offence": "foul-hand", "seat": 2}]
    found = score_of(changed(without("5D", "6D"), put(hands={"2": hand}, penalties=foul)), FOSTER)
    assert found.won is not None
    assert found.won["left-pedro"] == 2


@refusals(
    "written",
    [
        (changed(put(trump=None)), "trump: say which suit was trump: the cards need it."),
        (
            changed(put(trump="Z")),
            "trump: “Z” is not a suit. Accepted: S (spades), H (hearts), D (diamonds), C (clubs).",
        ),
        (
            changed(play(5, 3, 1, "2H")),
            "tricks.5.3: the deuce of hearts is played by seat 1 to trick 6, and played by seat 2 to "
            "trick 1 already.",
        ),
        (
            changed(put(hands={"1": ["AH", "2S", "8S", "JS", "4C", "9C"]})),
            "tricks.5.3: the eight of clubs was not in seat 1's hand.",
        ),
        (
            changed(
                put(
                    hands={
                        "1": ["AH", "2S", "8S", "JS", "4C", "8C"],
                        "3": ["AH", "3H", "3S", "6S", "9S", "2C"],
                    }
                )
            ),
            "hands.3: the ace of hearts is in seat 3's hand, and in seat 1's hand already.",
            "tricks.5.1: the six of clubs was not in seat 3's hand.",
        ),
        (
            changed(put(discards={"1": ["AH", "JK"]}, stock=["KS", "KS"])),
            "discards.1: the joker is not in this game's pack.",
            "stock: the king of spades is left in the pack, and left in the pack already.",
            "tricks.0.0: the ace of hearts is among seat 1's discards, so it cannot have been played.",
        ),
        (
            changed(without("5D", "6D")),
            "discards: the five of diamonds (left pedro) is missing and was not played: say who discarded "
            "it.",
        ),
        (
            changed(without("5D", "6D"), put(stock=["5D"])),
            "stock: the five of diamonds (left pedro) cannot have been left in the pack: every point is "
            "played or discarded.",
        ),
        (changed(put(leader=2)), "leader: the first trick was led by seat 1, not seat 2."),
        (changed(put(leader=0)), "leader: a seat is a whole number from 1 to 4, not “0”."),
        (changed(put(tricks=QUIET["tricks"][:5])), "tricks: 6 tricks are needed, not 5."),
        (changed(put(tricks=7)), "tricks: a list of tricks is needed, not “7”."),
        (
            changed(put(tricks=[QUIET["tricks"][0][:3], 9, *QUIET["tricks"][2:]])),
            "tricks.0: a trick has 4 cards, not 3.",
            "tricks.1: a list of plays, each [seat, card], is needed, not “9”.",
        ),
        (
            changed(play(0, 1, 1, "2H"), play(0, 2, 7, "3H"), play(0, 3, 4, "1H")),
            "tricks.0.1.0: seat 1 has played to this trick already.",
            "tricks.0.2.0: a seat is a whole number from 1 to 4, not “7”.",
            "tricks.0.3.1: “1H” is not a card; a card is rank then suit, such as AS, TH or 5D.",
        ),
        (
            changed(put(tricks=[[*QUIET["tricks"][0][:3], "4H"], *QUIET["tricks"][1:]])),
            "tricks.0.3: a play is written [seat, card], not “4H”.",
        ),
        (
            changed(put(hands={"1": ["AH", 7], "5": [], "2": "AS"})),
            "hands.5: unknown field “5”. Accepted: 1, 2, 3, 4.",
            "hands.1.1: “7” is not a card; a card is rank then suit, such as AS, TH or 5D.",
            "hands.2: a list of cards is needed, not “AS”.",
        ),
    ],
)
def test_impossible_cards_are_refused(written, errors):
    told = reasons(refusal_of(written))
    follow_ups = ("was not in seat", "is missing")
    assert {why for why in told if why in errors or not any(words in why for words in follow_ups)} == errors


def plain_revokes(written: dict[str, Any]) -> set[tuple[int, int]]:
    """Return the revokes, found by looking at the cards that each seat plays later."""
    trump = written["trump"]

    def suit(card: str) -> str:
        return plain_suit(card, trump)

    found = set()
    for number, trick in enumerate(written["tricks"]):
        wanted = suit(trick[0][1])
        for seat, card in trick:
            if suit(card) in (wanted, trump):
                continue
            later = [one for rest in written["tricks"][number + 1 :] for other, one in rest if other == seat]
            if wanted in {suit(card) for card in later}:
                found.add((number + 1, seat))
    return found


@given(written=recorded_deals(lawful=False))
def test_a_second_implementation_finds_the_same_winners_and_revokes(written):
    found = score_of(written, FOSTER)
    assert found.trick_winners == tuple(plain_winner(trick, written["trump"]) for trick in written["tricks"])
    told = {(wrong.trick, wrong.seat) for wrong in found.irregularities if wrong.incident == "revoke"}
    assert told == plain_revokes(written)
