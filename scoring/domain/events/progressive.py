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
from scoring.domain.events.outcome import Outcome, TieRule, outcome
from scoring.domain.events.settings import EventSettings
from scoring.domain.events.values import Result, SeatedTable, Star

HEAD = 1

STARS_LAW = "progressive-euchre/other-tables-result"
HEAD_LAW = "progressive-euchre/head-table-result"
UP_LAW = "progressive-cinch/winners-move-up"
TIE_LAW = "progressive-cinch/ties"


@dataclass(frozen=True, slots=True)
class Claim:
    """A player's claim to a place at a table: ``rank`` is lower the better it is founded."""

    player: int
    table: int
    rank: int
    star: Star | None
    why: str
    law: str


def wins_at(table: SeatedTable, tables: int, settings: EventSettings) -> int:
    """Return how many players win at a table of three or five: two, and one at a head table of three.

    Two arrive at the head table, so one of three can stay there, unless it is the winners who leave it.
    """
    is_small_head = table.number == HEAD and len(table.players) == 3 and tables > 1
    return 1 if is_small_head and settings.head_losers != "stay" else 2


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
    if player in found.winners:
        return "gold" if found.table.number == HEAD else "red"
    return "green" if found.table.number == tables and tables > 1 else None


def claims(found: Sequence[Outcome], settings: EventSettings) -> list[Claim]:
    """Return where everybody who played goes."""
    tables = len(found)
    made: list[Claim] = []
    for one in found:
        number = one.table.number
        won = _how_won(one)
        leaving = one.losers[-2:]
        for player in one.winners:
            table, rank, where, law = _winner_goes(number, tables, settings)
            made.append(Claim(player, table, rank, star_of(player, one, tables), f"{won} {where}", law))
        for player in one.losers:
            goes = player in leaving
            table, rank, where, law = _loser_goes(number, tables, settings, is_leaving=goes)
            text = f"{_how_lost(one)} {where}"
            made.append(Claim(player, table, rank, star_of(player, one, tables), text, law))
    return made


def _winner_goes(number: int, tables: int, settings: EventSettings) -> tuple[int, int, str, str]:
    if number > HEAD:
        return number - 1, 1, f"and goes up to table {number - 1}.", UP_LAW
    if settings.head_losers == "stay" and tables > 1:
        return tables, 2, f"and goes round to table {tables}, the last.", HEAD_LAW
    return HEAD, 0, "and stays there.", HEAD_LAW


def _loser_goes(
    number: int, tables: int, settings: EventSettings, *, is_leaving: bool
) -> tuple[int, int, str, str]:
    is_down = settings.head_losers == "down-one" and number < tables
    is_last = settings.head_losers == "last" and number == HEAD and tables > 1
    if is_leaving and is_last:
        return tables, 3, f"and goes to table {tables}, the last.", HEAD_LAW
    if is_leaving and is_down:
        return number + 1, 3, f"and goes down to table {number + 1}.", HEAD_LAW
    return number, 2, "and stays there.", STARS_LAW if number > HEAD else HEAD_LAW


def _how_won(found: Outcome) -> str:
    number = found.table.number
    if found.how == "named":
        return f"Won table {number} by the director's word"
    if found.cut is not None and not found.to_go:
        return f"Won table {number} by the cut, as its result was missing,"
    if found.cut is not None:
        return f"Won table {number} by the cut, being equal there,"
    return f"Won table {number}{_margin(found)}"


def _how_lost(found: Outcome) -> str:
    number = found.table.number
    if found.cut is not None:
        return f"Lost the cut at table {number}"
    return f"Lost at table {number}{_margin(found, is_lost=True)}"


def _margin(found: Outcome, *, is_lost: bool = False) -> str:
    """Return "with 8 to go against 15" where a table of two sides has it."""
    if len(found.table.players) != 4 or not found.to_go:
        return ""
    ours, theirs = found.to_go[found.winners[0]], found.to_go[found.losers[0]]
    ours, theirs = (theirs, ours) if is_lost else (ours, theirs)
    return f" with {ours} to go against {theirs}"
