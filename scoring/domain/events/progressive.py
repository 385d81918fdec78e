"""Winners up: where each player goes after a round, before anybody is seated there.

Law: Foster 1897, Progressive Cinch: the winning pair goes one table up. Foster, Progressive Euchre,
Progressing: at the head table the winners stay and the losers go to the last; elsewhere the losers stay. The
stars are gold for winning at the head table, red for moving up, green for losing at the last table and
staying there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence
from scoring.domain.events import reasons
from scoring.domain.events.settings import EventSettings
from scoring.events.domain.outcome import Outcome, TieRule, outcome, sides_to_win, winning_sides
from scoring.events.domain.values import Result, SeatedTable, Star

HEAD = 1

STARS_LAW = "progressive-euchre/other-tables-result"
HEAD_LAW = "progressive-euchre/head-table-result"
UP_LAW = "progressive-cinch/winners-move-up"
TIE_LAW = "progressive-cinch/ties"


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim to a place at a table: ``rank`` is lower the better it is founded.

    ``how`` says what happened at the last table, ``where`` what that leads to.
    """

    player: int
    table: int
    rank: int
    star: Star | None
    how: Sentence
    where: Sentence
    law: str


def wins_at(table: SeatedTable, tables: int, settings: EventSettings) -> int:
    """Return how many players win at a table of three or five: two, and one at a head table of three.

    Two arrive at the head table, so one of three can stay there, unless it is the winners who leave it.
    """
    is_small_head = table.number == HEAD and len(table.players) == 3 and tables > 1
    return 1 if is_small_head and settings.head_losers != "stay" else 2


def sides_winning(table: SeatedTable, tables: int, settings: EventSettings) -> int:
    """Return how many sides win a table of an event that has so many tables."""
    moves_up = settings.kind == "winner-progressive"
    return sides_to_win(table, wins_at(table, tables, settings) if moves_up else 2)


def outcomes(
    tables: Sequence[SeatedTable], results: Mapping[int, Result], rule: TieRule
) -> tuple[Outcome, ...]:
    """Return who won each table. Raises InvalidInput where one is not decided, with every such table."""
    found: list[Outcome] = []
    errors: dict[str, list[str]] = {}
    for table in tables:
        wins = wins_at(table, len(tables), rule.settings)
        try:
            found.append(outcome(table, results.get(table.number), rule, wins=wins))
        except InvalidInput as refusal:
            errors |= refusal.errors
    if errors:
        raise InvalidInput(errors)
    return tuple(found)


def star_of(player: int, found: Outcome, tables: int) -> Star | None:
    """Return the star a player has earned at a table."""
    return _star(player in found.winners, found.table.number, tables)


def _star(has_won: bool, number: int, tables: int) -> Star | None:
    if has_won:
        return "gold" if number == HEAD else "red"
    return "green" if number == tables and tables > 1 else None


def stars_of_round(
    tables: Sequence[SeatedTable], results: Mapping[int, Result], rule: TieRule
) -> tuple[dict[int, Star | None], frozenset[int]]:
    """Return the star of each player of a round, and the tables that a cut decided.

    Where nobody moves up by winning, a table won brings a red star, and a tie, which is not cut then, none.
    Tables without a result bring none either.
    """
    stars: dict[int, Star | None] = {}
    cut_at = set()
    moves_up = rule.settings.kind == "winner-progressive"
    for table in tables:
        result = results.get(table.number)
        sides, is_cut = _sides_that_won(table, len(tables), result, rule, moves_up=moves_up)
        if is_cut:
            cut_at.add(table.number)
        winners = [player for side in sides for player in table.side(side)]
        if not moves_up:
            stars |= dict.fromkeys(winners, "red")
        elif winners:
            for player in table.players:
                stars[player] = _star(player in winners, table.number, len(tables))
    return stars, frozenset(cut_at)


def _sides_that_won(
    table: SeatedTable, tables: int, result: Result | None, rule: TieRule, *, moves_up: bool
) -> tuple[tuple[int, ...], bool]:
    """Return the sides that won a table, none where it is not decided, and whether the cut decided."""
    if result is not None and result.winners:
        return result.winners, False
    if result is not None and result.to_go:
        sides, tied = winning_sides(table, sides_winning(table, tables, rule.settings), result)
        if not (tied and moves_up):
            return sides, False
    if not moves_up:
        return (), False
    try:
        found = outcome(table, result, rule, wins=wins_at(table, tables, rule.settings))
    except InvalidInput:
        return (), False
    return (found.cut.winners, True) if found.cut is not None else ((), False)


def claims(found: Sequence[Outcome], settings: EventSettings) -> list[Claim]:
    """Return where everybody who played goes."""
    tables = len(found)
    made: list[Claim] = []
    for one in found:
        number = one.table.number
        won, lost = _how_won(one), _how_lost(one)
        leaving = one.losers[-2:]
        for player in one.winners:
            table, rank, where, law = _winner_goes(number, tables, settings)
            made.append(Claim(player, table, rank, star_of(player, one, tables), won, where, law))
        for player in one.losers:
            goes = player in leaving
            table, rank, where, law = _loser_goes(number, tables, settings, is_leaving=goes)
            made.append(Claim(player, table, rank, star_of(player, one, tables), lost, where, law))
    return made


def _winner_goes(number: int, tables: int, settings: EventSettings) -> tuple[int, int, Sentence, str]:
    if number > HEAD:
        return number - 1, 1, reasons.goes_up(number - 1), UP_LAW
    if settings.head_losers == "stay" and tables > 1:
        return tables, 2, reasons.goes_round(tables), HEAD_LAW
    return HEAD, 0, reasons.stays(), HEAD_LAW


def _loser_goes(
    number: int, tables: int, settings: EventSettings, *, is_leaving: bool
) -> tuple[int, int, Sentence, str]:
    is_down = settings.head_losers == "down-one" and number < tables
    is_last = settings.head_losers == "last" and number == HEAD and tables > 1
    if is_leaving and is_last:
        return tables, 3, reasons.goes_last(tables), HEAD_LAW
    if is_leaving and is_down:
        return number + 1, 3, reasons.goes_down(number + 1), HEAD_LAW
    return number, 2, reasons.stays(), STARS_LAW if number > HEAD else HEAD_LAW


def _how_won(found: Outcome) -> Sentence:
    number = found.table.number
    if found.how == "named":
        return reasons.won_as_named(number)
    if found.cut is not None:
        return reasons.won_by_cut(number, is_missing=not found.to_go)
    return reasons.won(number, *_margin(found))


def _how_lost(found: Outcome) -> Sentence:
    number = found.table.number
    if found.cut is not None:
        return reasons.lost_by_cut(number)
    ours, theirs = _margin(found)
    return reasons.lost(number, theirs, ours)


def _margin(found: Outcome) -> tuple[int | None, int | None]:
    """Return what the winners and the losers had to go, where a table of two sides was decided by it."""
    if len(found.table.players) != 4 or found.how != "points":
        return None, None
    return found.to_go[found.winners[0]], found.to_go[found.losers[0]]
