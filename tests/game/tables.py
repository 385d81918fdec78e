"""Helpers of the scoring tests: law sets by name, and a deal scored in one line."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.library import law_set
from scoring.game.explanation import CITED_ONLY, is_law
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import parse_deal
from scoring.game.points import taken_on
from scoring.game.rules import rules_of
from scoring.game.score import Score, score
from scoring.game.seating import PerSide
from tests.translating import untranslated

CINCH = GAMES["cinch"]
THREE_HANDED_CINCH = GAMES["three-handed-cinch"]
FOSTER = law_set("foster-1897")
CHICAGO = law_set("chicago-1890")
MODERN = law_set("modern-book")
BICYCLE = law_set("bicycle")


def tricks(text: str) -> list[list[list[Any]]]:
    """Return tricks from text such as "1: AH 2H 3H 4H, 2: 2S AS 3S 4S": the leader, then cards clockwise."""
    made = []
    for trick in text.split(", "):
        leader, *cards = trick.replace(":", "").split()
        seats = [(int(leader) - 1 + step) % len(cards) + 1 for step in range(len(cards))]
        made.append([list(play) for play in zip(seats, cards, strict=True)])
    return made


SIX_TRICKS_OF_THREE = tricks("1: AH 2H 3H, 1: KH 6S 7S, 1: QH 8S 9S, 1: JH TS JS, 1: 9H 2C 3C, 1: 8H 4C 6C")
"""Hearts are trumps; seat 1 wins them all, and four of the trumps are out of play."""

SIX_TRICKS_OF_TWO = tricks("2: AH 3H, 2: TS KS, 1: JH QH, 2: 4C 5C, 1: AD 2D, 1: 7S 8S")
"""Hearts are trumps: seat 2 has High, catches the Jack and wins 7 pips; seat 1 has Low and wins 17."""


def varied(*variations: str, **parameters: Any) -> LawSet:
    """Return Foster's law set with variations and other values of parameters."""
    return FOSTER.derive(parameters, variations)


def deal(points: list[int] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a deal in JSON; by default A in seat 1 deals and makes the trump."""
    written: dict[str, Any] = {"dealer": 1, "maker": 1, "bid": 1} | fields
    return written if points is None else written | {"points": points}


def score_of(
    written: dict[str, Any], laws: LawSet, before: tuple[int, ...] | None = None, game: GameKind = CINCH
) -> Score:
    """Return the score of a deal in JSON.

    Check that its notes cite parameters or laws, and that no sentence has the word "None".
    """
    running = None if before is None else PerSide(before)
    found = score(parse_deal(written, game, laws), laws, game, running)
    cited = [name.removeprefix(CITED_ONLY) for name, _sentence, _facts in found.notes if not is_law(name)]
    assert [name for name in cited if name not in PARAMETERS] == []
    assert [text for text in texts(found) if "None" in text] == []
    return found


def with_points(laws: LawSet, worth: dict[str, int]) -> LawSet:
    """Return a law set that counts other points."""
    settings = dict(laws.settings)
    settings["points"] = replace(settings["points"], value=worth)
    settings["counting_order"] = replace(settings["counting_order"], value=tuple(worth))
    return replace(laws, settings=settings)


def cases(names: str, table: Mapping[str, object]) -> pytest.MarkDecorator:
    """Run a test for every row of a table, each under its own name.

    If the last name begins with a star, its argument is the rest of the row, as a set.
    """
    rows = list(table.values())
    if "*" in names:
        count = names.count(",")
        rows = [(*row[:count], set(row[count:])) for row in rows if isinstance(row, tuple)]
        assert len(rows) == len(table)
    return pytest.mark.parametrize(names.replace("*", ""), rows, ids=list(table))


def refusals(names: str, rows: Sequence[tuple[object, ...]]) -> pytest.MarkDecorator:
    """Run a test for every row.

    A row has the arguments in ``names``, then the expected `reasons`, which are the argument ``errors``.
    """
    count = names.count(",") + 1
    return pytest.mark.parametrize(f"{names}, errors", [(*row[:count], set(row[count:])) for row in rows])


def reasons(refusal: InvalidInput) -> set[str]:
    """Return the reasons of a refusal, each after its field within the deal."""
    return {
        f"{field.removeprefix('deal.')}: {reason}"
        for field, given in refusal.errors.items()
        for reason in given
    }


def refusal_of(written: object, laws: LawSet = FOSTER, before: tuple[int, ...] | None = None) -> InvalidInput:
    """Return the refusal of a deal, and check that its reasons can be translated."""
    with pytest.raises(InvalidInput) as refused:
        score_of(written, laws, before)  # type: ignore[arg-type]  # what is no deal at all is tried, too
    told = [reason for reasons in refused.value.errors.values() for reason in reasons]
    assert [words for reason in told for words in untranslated(reason)] == []
    return refused.value


def lines(found: Score) -> list[tuple[str, str]]:
    """Return the sentences of an explanation, each with the id of its law."""
    return [(line.text, line.law) for line in found.explanation]


def texts(found: Score) -> list[str]:
    """Return the sentences of an explanation."""
    return [line.text for line in found.explanation]


# Hearts are trumps, and the five of diamonds with them. Seat 1 is the maker and wins the first trick.
QUIET: dict[str, Any] = deal(
    dealer=4,
    maker=1,
    bid=1,
    trump="H",
    tricks=tricks(
        "1: AH 2H 3H 4H, 1: 2S AS 3S 4S, 2: JH 6S 7S 8S, 2: TH 9S TS JS, 2: 5H 2C 3C 4C, 2: 5D 6C 7C 8C"
    ),
)


def changed(*changes: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the regular example deal with changes."""
    written = deepcopy(QUIET)
    for change in changes:
        change(written)
    return written


def play(trick: int, place: int, seat: int, card: str) -> Callable[[dict[str, Any]], None]:
    def change(written: dict[str, Any]) -> None:
        written["tricks"][trick][place] = [seat, card]

    return change


def put(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda written: written.update(fields)


def at_each_level(
    written: dict[str, Any], laws: LawSet, game: GameKind = CINCH
) -> tuple[Score, Score, Score]:
    """Return the scores of a record at each level: every card, who won each point, and totals."""
    in_full = score_of(written, laws, game=game)
    record = parse_deal(written, game, laws)
    announced = {name: getattr(record, name) for name in ("dealer", "maker", "bid", "trump", "called")}
    if record.is_alone:
        announced["alone"] = True
    taken = taken_on(record, rules_of(laws, game).for_deal(record))
    named = score_of(announced | {"won": dict(in_full.won or {})}, laws, game=game)
    return in_full, named, score_of(announced | {"points": list(taken.points.values)}, laws, game=game)
