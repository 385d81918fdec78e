"""The winner-progressive movement: where each player goes after a round, and how the room is then filled.

Law: Foster 1897, Progressive Cinch: the winning pair goes one table up. Foster, Progressive Euchre,
Progressing: at the head table the winners stay and the losers go to the last; elsewhere the losers stay. The
stars are gold for winning at the head table, red for moving up, green for losing at the last table and
staying there.

The number of tables changes when players come and go, and some sit out, so a table can have too many claims
or too few: then some give way, and others fill the places left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _
from scoring.events.domain.outcome import TableOutcome, TieRule, outcome, sides_to_win, winning_sides
from scoring.events.domain.pairing import PairingRule, seat_table
from scoring.events.domain.settings import EventSettings
from scoring.events.domain.situation import SITS_OUT, Room, SeatingDraft, changed_for_wishes, takes_a_place
from scoring.events.domain.values import FULL, HEAD, Result, SeatedRound, SeatedTable, Shape, Star
from scoring.events.domain.wishes import repair

STARS_LAW = "progressive-euchre/other-tables-result"
HEAD_LAW = "progressive-euchre/head-table-result"
UP_LAW = "progressive-cinch/winners-move-up"


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
) -> tuple[TableOutcome, ...]:
    """Return who won each table. Raises InvalidInput where one is not decided, with every such table."""
    found: list[TableOutcome] = []
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


def star_of(player: int, found: TableOutcome, tables: int) -> Star | None:
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


def claims(found: Sequence[TableOutcome], settings: EventSettings) -> list[Claim]:
    """Return where everybody who played goes."""
    tables = len(found)
    made: list[Claim] = []
    for one in found:
        number = one.table.number
        won, lost = _how(one)
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
        return number - 1, 1, _("and goes up to table {table}.", table=number - 1), UP_LAW
    if settings.head_losers == "stay" and tables > 1:
        return tables, 2, _("and goes round to table {table}, the last.", table=tables), HEAD_LAW
    return HEAD, 0, _("and stays there."), HEAD_LAW


def _loser_goes(
    number: int, tables: int, settings: EventSettings, *, is_leaving: bool
) -> tuple[int, int, Sentence, str]:
    is_down = settings.head_losers == "down-one" and number < tables
    is_last = settings.head_losers == "last" and number == HEAD and tables > 1
    if is_leaving and is_last:
        return tables, 3, _("and goes to table {table}, the last.", table=tables), HEAD_LAW
    if is_leaving and is_down:
        return number + 1, 3, _("and goes down to table {table}.", table=number + 1), HEAD_LAW
    return number, 2, _("and stays there."), STARS_LAW if number > HEAD else HEAD_LAW


def _how(outcome: TableOutcome) -> tuple[Sentence, Sentence]:
    """Say how a table was won, and how it was lost."""
    table = outcome.table.number
    lost = _("Lost at table {table}", table=table)
    if outcome.how == "named":
        return _("Won table {table} by the director's word", table=table), lost
    if outcome.cut is not None:
        lost = _("Lost the cut at table {table}", table=table)
        if not outcome.to_go:
            return _("Won table {table} by the cut, as its result was missing,", table=table), lost
        return _("Won table {table} by the cut, being equal there,", table=table), lost
    if len(outcome.table.players) != FULL:
        return _("Won table {table}", table=table), lost
    ours, theirs = outcome.to_go[outcome.winners[0]], outcome.to_go[outcome.losers[0]]
    to_go = {"table": table, "ours": ours, "theirs": theirs}
    lost_to_go = {"table": table, "ours": theirs, "theirs": ours}
    return (
        _("Won table {table} with {ours} to go against {theirs}", **to_go),
        _("Lost at table {table} with {ours} to go against {theirs}", **lost_to_go),
    )


FIXED_RANK = -1

Why = tuple[Sentence, str]
"""The sentence that says why a player is at a table, and its law."""

FREE_LAW = "progressive-cinch/winners-move-up"


def fixed_claims(claims: Sequence[Claim], fixed: Mapping[int, int], tables: int) -> list[Claim]:
    """Return the claims with those of players who have a fixed table changed to it."""
    changed = []
    for claim in claims:
        table = fixed.get(claim.player)
        if table is not None and table <= tables:
            where = (
                claim.where
                if table == claim.table
                else _("and keeps a fixed place at table {table}.", table=table)
            )
            claim = replace(claim, table=table, rank=FIXED_RANK, where=where)
        changed.append(claim)
    return changed


def fill(
    shape: Shape, claims: Sequence[Claim], floating: Sequence[int]
) -> tuple[dict[int, list[int]], dict[int, Why]]:
    """Return who is at each table, those with the best claim first, and why each is there.

    ``floating`` are the players without a claim, who sat out or are new, in the order in which they are given
    the places left. Claims and floating players together must be as many as the seats.
    """
    tables = len(shape.sizes)
    room: dict[int, list[int]] = {number: [] for number in range(1, tables + 1)}
    whys: dict[int, Why] = {}
    over: list[Claim] = []
    for claim in sorted(claims, key=lambda one: (min(one.table, tables), one.rank, one.table)):
        table = min(claim.table, tables)
        if len(room[table]) < shape.sizes[table - 1]:
            room[table].append(claim.player)
            where = claim.where
            if table != claim.table:
                where = _("and goes to table {table}, the last there is now.", table=table)
            whys[claim.player] = (_("{first} {second}", first=claim.how, second=where), claim.law)
        else:
            over.append(claim)
    left_over: list[tuple[int, Claim | None]] = [(claim.player, claim) for claim in over]
    left_over += [(player, None) for player in floating]
    free = [number for number, size in enumerate(shape.sizes, 1) for _left in range(size - len(room[number]))]
    for (player, claimed), table in zip(left_over, free, strict=True):
        room[table].append(player)
        if claimed is None:
            whys[player] = (takes_a_place(table), FREE_LAW)
        else:
            where = _("and fills the place left at table {table}.", table=table)
            whys[player] = (_("{first} {second}", first=claimed.how, second=where), FREE_LAW)
    return room, whys


def winners_up(room: Room) -> SeatingDraft:
    """Return the next round. Raises InvalidInput under "results.N" or "cuts.N" where a table is undecided."""
    asked = room.situation
    decided = outcomes(room.last.tables, room.results(), room.tie_rule())
    everybody = {claim.player: claim for claim in claims(decided, asked.settings)}
    tables = len(room.shape.sizes)
    order = {player: _order(player, everybody.get(player), room) for player in room.present}
    idle = room.sitting_out(order)
    playing = [claim for player, claim in everybody.items() if player in room.present and player not in idle]
    fixed = {
        player: entrant.fixed_table
        for player, entrant in room.present.items()
        if entrant.fixed_table is not None
    }
    floating = sorted(
        (player for player in room.present if player not in everybody and player not in idle),
        key=lambda player: (player not in room.last.sitting_out, order[player]),
    )
    placed, whys = fill(room.shape, fixed_claims(playing, fixed, tables), floating)
    before = {player: table for table, players in placed.items() for player in players}
    repair(placed, room.wishes)
    for table, players in placed.items():
        for player in players:
            if before[player] != table:
                whys[player] = (changed_for_wishes(table), "")
    whys |= dict.fromkeys(idle, SITS_OUT)
    rule = pairing_rule(room)
    return SeatingDraft(
        tables=tuple(SeatedTable(table, seat_table(table, placed[table], rule)) for table in placed),
        sitting_out=idle,
        whys=whys,
        stars={player: claim.star for player, claim in everybody.items()},
        ties=tuple(one.cut for one in decided if one.cut is not None),
    )


def pairing_rule(room: Room) -> PairingRule:
    """Return what seating a table needs, from the round before."""
    asked = room.situation
    last = asked.history[-1] if asked.history else SeatedRound(0, ())
    return PairingRule(
        settings=asked.settings,
        wishes=room.wishes,
        met=room.met,
        places=last.places(),
        mates=last.mates(),
        lot=room.lot,
        round_number=asked.round_number,
    )


def _order(player: int, claim: Claim | None, room: Room) -> tuple[int, int, str]:
    """Return who sits out first among those who are equal: from the last table up, losers before winners."""
    by_lot = room.lot(f"sit-out/{room.situation.round_number}", player)
    return (0, 0, by_lot) if claim is None else (-claim.table, -claim.rank, by_lot)
