"""Sentences about sides at tables with partners, and about seats or players elsewhere."""

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from laws.domain.sentences import Sentence, _
from scoring.game import explanation
from scoring.game.names import NAMED, with_players
from scoring.game.seating import ALONE, TableSeats, at_start, inside, seat_at_start, seat_inside, worded
from tests.translating import untranslated

PARTNERS, SIX_AS_PARTNERS, THREE_ALONE = TableSeats(4, 2), TableSeats(6, 3), TableSeats(3, 3)
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
    """Yield the sentence of a step for each combination of sample arguments."""
    takes = {name: kind for name, kind in inspect.get_annotations(step).items() if name != "return"}
    for given in product(*(GIVEN.get(f"{name}: {kind}") or GIVEN[kind] for name, kind in takes.items())):
        yield step(*given)


def templates(told: Sentence) -> set[str]:
    """Return the templates of a sentence and of the sentences inside it."""
    one, many, given = told.made_of
    inner = (templates(value) for value in given.values() if isinstance(value, Sentence))
    return {one, *([many] if many else [])}.union(*inner)


SAID = [told for step in STEPS for told in told_by(step)]
OF_TWO = [
    *(explanation.tie_no_score(2, 4), explanation.tie_each_own(2, 4), explanation.nobody_left(2)),
    *(explanation.both_revoked(2), explanation.each_revoke_alone(2)),
]
"""Sentences about two sides together."""


def test_nothing_that_is_said_at_a_table_of_three_speaks_of_sides_or_partners():
    assert len(STEPS) > 40
    assert [told for told in SAID if OF_PARTNERS.search(worded(told, THREE_ALONE))] == []
    of_partners = [told for told in SAID if OF_PARTNERS.search(worded(told, PARTNERS))]
    assert len(of_partners) > 200, "so the words looked for are found where partners play"


def test_nothing_that_is_said_of_two_who_play_alone_speaks_of_sides_or_partners():
    two_alone = TableSeats(2, 2)
    assert [told for told in OF_TWO if OF_PARTNERS.search(worded(told, two_alone))] == []


def test_sentences_keep_their_wording_where_partners_play():
    assert [worded(told, PARTNERS) for told in SAID] == SAID
    assert [worded(told, SIX_AS_PARTNERS) for told in SAID] == SAID


def test_every_reworded_sentence_is_used_somewhere():
    said = set().union(*map(templates, (*SAID, *OF_TWO)))
    assert set(ALONE) - said == set()


def test_every_reworded_sentence_can_be_translated():
    assert [words for told in SAID for words in untranslated(worded(told, THREE_ALONE))] == []


@pytest.mark.parametrize(
    ("told", "partners", "alone"),
    [
        (at_start(1), "Side 1", "Seat 1"),
        (inside(3), "side 3", "seat 3"),
        (explanation.taken((7, 6, 1)),
         "Side 1 took 7, side 2 6 and side 3 1.", "Seat 1 took 7, seat 2 6 and seat 3 1."),
        (explanation.found_in_discards(("low",), 2),
         "The low lay among the discards and counts for side 2, the maker's.",
         "The low lay among the discards and counts for seat 2, the maker."),
        (explanation.found_in_discards(("low", "game"), 2),
         "The low and game lay among the discards and count for side 2, the maker's.",
         "The low and game lay among the discards and count for seat 2, the maker."),
        (explanation.own_points((7, 6, 1)),
         "Each side scores what it made: side 1 scores 7, side 2 6 and side 3 1.",
         "Each scores what they made: seat 1 scores 7, seat 2 6 and seat 3 1."),
        (explanation.tie_no_score(3, 4), "All sides took 4: nobody scores.", "All took 4: nobody scores."),
        (explanation.nobody_left(3), "No side can score on this deal.", "Nobody can score on this deal."),
        (explanation.bid_added(2, 8),
         "The revoke costs the maker's side the bid as well: side 2 adds 8.",
         "The revoke costs the maker the bid as well: seat 2 adds 8."),
        (explanation.to_maker(None, 1, 1, 0, _("Seat {seat} revoked", seat=1)),
         "Seat 1 revoked: the points would go to the maker's side, which has them already.",
         "Seat 1 revoked: the points would go to the maker, who has them already."),
        (explanation.to_maker(None, 2, 1, 6, _("Seat {seat} revoked", seat=2)),
         "Seat 2 revoked: 6 points taken by side 2 go to side 1, the maker's.",
         "Seat 2 revoked: 6 points taken by seat 2 go to seat 1, the maker."),
        (explanation.awarded(("low",), 2, _("The trick is claimed by {side}", side=inside(2))),
         "The trick is claimed by side 2: the low counts for side 2.",
         "The trick is claimed by seat 2: the low counts for seat 2."),
    ],
)  # fmt: skip
def test_a_player_without_a_partner_is_named_by_seat(told, partners, alone):
    assert worded(told, PARTNERS) == partners
    assert worded(told, THREE_ALONE) == alone


ANN, BRACES, CAL, QUOTED = FOUR = ("Ann", "O'Neill {x}", "{side}", '"Dan" <b>')
BY_NUMBER = re.compile(r"\b(side|seat)s? \d", re.IGNORECASE)


def test_whoever_is_known_is_called_by_name_and_never_by_side_or_seat():
    six = ("Ann", "Bob", "Cal", "Dan", "Eve", "Fay")
    assert [told for told in SAID if BY_NUMBER.search(with_players(told, six, SIX_AS_PARTNERS))] == []
    alone = [with_players(worded(told, THREE_ALONE), six, THREE_ALONE) for told in SAID]
    assert [told for told in alone if BY_NUMBER.search(told)] == []
    pairs = [with_players(told, six, SIX_AS_PARTNERS) for told in SAID]
    verbs = "has|scores|wins|goes|reaches|stands|adds|makes"
    of_one = re.compile(rf"(?<!(?:of|by) \w\w\w )& [A-Z][a-z]+ ({verbs})\b")
    assert [told for told in pairs if of_one.search(told)] == []


def test_where_nobody_is_named_sides_and_seats_stay():
    assert [with_players(told, (), PARTNERS) for told in SAID] == SAID
    assert with_players("side 1 said so", FOUR, PARTNERS) == "side 1 said so"


def test_what_fits_names_takes_the_same_values_and_is_said_somewhere():
    said = set().union(*map(templates, SAID))
    names = re.compile(r"{\w+}")
    for of_sides, of_names in NAMED.items():
        assert set(names.findall(of_names)) <= set(names.findall(of_sides))
    of_the_score = {
        told for told in NAMED if "{seat}" not in told and not told.startswith(("say ", "by these"))
    }
    assert of_the_score - said == set()


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (explanation.taken((9, 5)), f"{ANN} & {CAL} took 9, {BRACES} & {QUOTED} 5."),
        (explanation.running((9, -5), 42),
         f"The score now: {ANN} & {CAL} 9, {BRACES} & {QUOTED} \N{MINUS SIGN}5, of 42."),
        (explanation.own_points((9, 5)),
         f"Each side scores what it made: {ANN} & {CAL} 9, {BRACES} & {QUOTED} 5."),
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
        (_("say which seat made the trump, or give all the bids."),
         "say who made the trump, or give all the bids."),
    ],
)  # fmt: skip
def test_a_name_is_a_value_whatever_stands_in_it(told, said):
    named = with_players(told, FOUR, PARTNERS)
    assert named == said
    assert isinstance(named, Sentence)
    assert named.translation(lambda one: one, lambda one, many, count: one if count == 1 else many) == said
