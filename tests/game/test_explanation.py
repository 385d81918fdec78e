"""One sentence for sides, seats and names: with partners, without partners, with a called partner."""

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from laws.domain.sentences import Sentence, _
from scoring.game import explanation
from scoring.game.references import at_start, inside, named, placed, seat_at_start, seat_inside
from scoring.game.seating import CalledSides, TableSeats

PARTNERS, SIX_AS_PARTNERS, THREE_ALONE = TableSeats(4, 2), TableSeats(6, 3), TableSeats(3, 3)
CALLED = CalledSides(5, 2, frozenset((2, 4)))
OF_PARTNERS = re.compile(r"\b(sides?|partners?)\b", re.IGNORECASE)
GIVEN: dict[str, tuple[Any, ...]] = {
    "int": (1, 2, 3),
    "sides: int": (3,),
    "bool": (True, False),
    "str": (_("By ruling"),),
    "str | None": ("low", None),
    "Sequence[int]": ((2, 6, 6),),
    "Sequence[str]": (("low",), ("low", "game")),
    "Sequence[str] | None": (("low",), None),
    "int | None": (2, None),
    "Sequence[tuple[int, Sequence[int]]]": (((9, (3,)), (5, (1, 2))),),
}
"""Sample arguments for the sentences of an explanation, by type, at a table of three sides."""
STEPS = [
    step
    for _name, step in inspect.getmembers(explanation, inspect.isfunction)
    if step.__module__ == explanation.__name__ and inspect.get_annotations(step).get("return") == "Sentence"
]


def told_by(step: Callable[..., Sentence]) -> Iterator[Sentence]:
    """Yield the sentence that a step of scoring gives for each combination of sample arguments."""
    takes = {name: kind for name, kind in inspect.get_annotations(step).items() if name != "return"}
    for given in product(*(GIVEN.get(f"{name}: {kind}") or GIVEN[kind] for name, kind in takes.items())):
        yield step(*given)


SAID = [told for step in STEPS for told in told_by(step)]
OF_TWO = [
    *(explanation.tie_no_score(2, 4), explanation.tie_each_own(2, 4)),
    *(explanation.both_revoked(2), explanation.each_revoke_alone(2)),
]
"""Sentences about two sides together."""


def test_no_sentence_at_a_table_of_three_mentions_sides_or_partners():
    assert len(STEPS) > 40
    assert [told for told in SAID if OF_PARTNERS.search(placed(told, THREE_ALONE))] == []
    of_partners = [told for told in SAID if OF_PARTNERS.search(placed(told, PARTNERS))]
    assert len(of_partners) > 200, "so the words looked for are found where partners play"


def test_no_sentence_about_two_players_mentions_sides_or_partners():
    two_alone = TableSeats(2, 2)
    assert [told for told in OF_TWO if OF_PARTNERS.search(placed(told, two_alone))] == []


@pytest.mark.parametrize(
    ("told", "partners", "alone", "called"),
    [
        (at_start(1), "Side 1", "Seat 1", "The maker's side"),
        (inside(2), "side 2", "seat 2", "the opposition"),
        (explanation.taken((7, 6)),
         "Side 1 took 7 and side 2 6.", "Seat 1 took 7 and seat 2 6.",
         "The maker's side took 7 and the opposition 6."),
        (explanation.found_in_discards(("low",), 2),
         "The low lay among the discards and counts for side 2.",
         "The low lay among the discards and counts for seat 2.",
         "The low lay among the discards and counts for the opposition."),
        (explanation.found_in_discards(("low", "game"), 1),
         "The low and game lay among the discards and count for side 1.",
         "The low and game lay among the discards and count for seat 1.",
         "The low and game lay among the discards and count for the maker's side."),
        (explanation.own_points((7, 6)),
         "Each scored what they made: side 1 scored 7 and side 2 6.",
         "Each scored what they made: seat 1 scored 7 and seat 2 6.",
         "Each scored what they made: the maker's side scored 7 and the opposition 6."),
        (explanation.bid_added(2, 8),
         "The revoke costs the bid as well: side 2 added 8.",
         "The revoke costs the bid as well: seat 2 added 8.",
         "The revoke costs the bid as well: the opposition added 8."),
        (explanation.to_maker(None, 1, 1, 0, _("{seat} revoked", seat=seat_at_start(1))),
         "Seat 1 revoked: the points counted for side 1 already.",
         "Seat 1 revoked: the points counted for seat 1 already.",
         "Seat 1 revoked: the points counted for the maker's side already."),
        (explanation.to_maker(None, 2, 1, 6, _("{seat} revoked", seat=seat_at_start(2))),
         "Seat 2 revoked: 6 points taken by side 2 go to side 1.",
         "Seat 2 revoked: 6 points taken by seat 2 go to seat 1.",
         "Seat 2 revoked: 6 points taken by the opposition go to the maker's side."),
        (explanation.awarded(("low",), 2, _("The trick is claimed by {side}", side=inside(2))),
         "The trick is claimed by side 2: the low counts for side 2.",
         "The trick is claimed by seat 2: the low counts for seat 2.",
         "The trick is claimed by the opposition: the low counts for the opposition."),
    ],
)  # fmt: skip
def test_the_table_decides_what_a_side_is_called(told, partners, alone, called):
    assert placed(told, PARTNERS) == told == partners
    assert placed(told, THREE_ALONE) == alone
    assert placed(told, CALLED) == called


def test_a_side_of_a_deal_stays_with_the_deal():
    told = _("{side} took 9.", side=at_start(2))
    assert placed(placed(told, CALLED), THREE_ALONE) == "The opposition took 9."
    assert named(placed(told, CALLED), FOUR) == "The opposition took 9.", "and is several players"


ANN, BRACES, CAL, QUOTED = FOUR = ("Ann", "O'Neill {x}", "{side}", '"Dan" <b>')
BY_NUMBER = re.compile(r"\b(side|seat)s? \d", re.IGNORECASE)


def test_known_players_are_named_instead_of_sides_and_seats():
    six = ("Ann", "Bob", "Cal", "Dan", "Eve", "Fay")
    alone = [named(placed(told, THREE_ALONE), six) for told in SAID]
    assert [told for told in alone if BY_NUMBER.search(told)] == []
    pairs = [named(placed(told, SIX_AS_PARTNERS), six) for told in SAID]
    assert [told for told in pairs if BY_NUMBER.search(told)] == []
    verbs = "has|scores|wins|goes|reaches|stands|adds|makes"
    of_one = re.compile(rf"(?<!(?:of|by) \w\w\w )& [A-Z][a-z]+ ({verbs})\b")
    assert [told for told in pairs if of_one.search(told)] == []


def test_without_names_sides_and_seats_stay():
    assert [named(placed(told, PARTNERS), ()) for told in SAID] == SAID
    assert named("side 1 said so", FOUR) == "side 1 said so"


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (explanation.taken((9, 5)), f"{ANN} & {CAL} took 9 and {BRACES} & {QUOTED} 5."),
        (explanation.running((9, -5), 42),
         f"{ANN} & {CAL} then had 9 and {BRACES} & {QUOTED} \N{MINUS SIGN}5, of 42."),
        (explanation.own_points((9, 5)),
         f"Each scored what they made: {ANN} & {CAL} scored 9 and {BRACES} & {QUOTED} 5."),
        (explanation.bid_failed(2, 8, 5), f"{BRACES} & {QUOTED} bid 8 and took 5: three short."),
        (explanation.adversaries_add_bid(2, 1, 9, 8),
         f"{BRACES} & {QUOTED} scored nothing; {ANN} & {CAL} scored 9 and the 8 bid: 17."),
        (explanation.won_game(1, 42), f"{ANN} & {CAL} reached 42 and won the game."),
        (explanation.forced_bid(2, 6), f"Nobody bid: the dealer, {BRACES}, was forced to bid 6."),
        (explanation.misdealt(4, 1), f"{QUOTED} misdealt: nothing is scored, and {ANN} deals."),
        (explanation.revoke_scope(1, 1, False),
         f"The revoke costs the points in all tricks of {ANN} & {CAL}."),
        (explanation.to_maker(None, 2, 1, 6, _("{seat} revoked", seat=seat_at_start(2))),
         f"{BRACES} revoked: 6 points taken by {BRACES} & {QUOTED} go to {ANN} & {CAL}."),
        (explanation.each_credited(((9, (3,)), (5, (1, 2)))),
         f"Every player is credited in full: {CAL} scored 9; {ANN} and {BRACES} scored 5."),
        (_("{seat} led when it was {due}'s turn.", seat=seat_at_start(3), due=seat_inside(2)),
         f"{CAL} led when it was {BRACES}'s turn."),
    ],
)  # fmt: skip
def test_a_name_is_a_value_whatever_it_contains(told, said):
    with_names = named(placed(told, PARTNERS), FOUR)
    assert with_names == said
    assert isinstance(with_names, Sentence)
    assert (
        with_names.translation(lambda one: one, lambda one, many, count: one if count == 1 else many) == said
    )
