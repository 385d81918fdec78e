"""Rounds of an event as they are read: all of them, or only what was added to those that are known."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.event_attendance import AMENDED, SWAP
from scoring.event_games import event_games
from scoring.models import ClockStep, Doubt, Event, Placing, Seating, TableDecision
from scoring.prepared import Query, Records
from scoring.round_records import RoundRecord, TableRecord
from scoring.tables.games import GameRecord
from scoring.tables.rulings import undecided_by_game

Row = tuple[Any, ...]
_PLACINGS = Query(
    lambda event: (
        Placing.objects.filter(seating__event=event, seating__taken_back__isnull=True)
        .order_by("seating_id", "table_number", "seat", "id")
        .values_list("seating_id", "table_number", "game_id", "game__table_id", "entrant__member_id")
    ),
    event=int,
)
_PLACINGS_OF = Query(
    lambda seating: (
        Placing.objects.filter(seating=seating)
        .order_by("table_number", "seat", "id")
        .values_list("table_number", "game_id", "game__table_id", "entrant__member_id")
    ),
    seating=int,
)
_CLOCK_STEPS = Records(lambda event: ClockStep.objects.filter(seating__event=event).order_by("id"), event=int)
_DECISIONS = Records(
    lambda event: TableDecision.objects.filter(seating__event=event).order_by("id"), event=int
)
_OPEN_DOUBTS = Records(
    lambda event: Doubt.objects.filter(seating__event=event, settled__isnull=True).order_by("id"), event=int
)


def rounds_of(
    event: Event, everyone: Sequence[Seating], known: Sequence[RoundRecord] = ()
) -> tuple[RoundRecord, ...]:
    """Return the rounds that stand: of each the seating that was not taken back.

    What was done to the clock, decided and doubted before somebody changed seats goes on with the round.
    ``known`` are the first of them as they stood before: where nothing was added to one it is the same.
    """
    seatings = [one for one in everyone if not one.is_taken_back]  # type: ignore[attr-defined]  # annotated
    earlier = _earlier({one.pk: one for one in everyone}, seatings)
    if known:
        placings = {one.pk: _PLACINGS_OF.rows(seating=one.pk) for one in seatings[len(known) :]}
    else:
        placings = _grouped(_PLACINGS.rows(event=event.pk))
    tables = tables_of(known) | {row[1]: row[2] for rows in placings.values() for row in rows if row[0]}
    games = event_games(event, tables)
    clocks, decisions, doubts = (
        _grouped(
            (earlier[one.seating_id], one) for one in query.found(event=event.pk) if one.seating_id in earlier
        )
        for query in (_CLOCK_STEPS, _DECISIONS, _OPEN_DOUBTS)
    )
    disputes = undecided_by_game(event)
    rounds = []
    for place, seating in enumerate(seatings):
        one = known[place] if place < len(known) else _new(seating, placings.get(seating.pk, ()), games)
        one = with_games(one, games, disputes)
        added = (found.get(seating.pk, ()) for found in (clocks, decisions, doubts))
        rounds.append(_with_steps(one, seating, *added, is_moved=place + 1 < len(seatings)))
    return tuple(rounds)


def tables_of(rounds: Iterable[RoundRecord]) -> dict[int, int]:
    """Return game id → the table at which it is played."""
    return {game.game_id: table.table_id for one in rounds for table in one.tables for game in table.games}


Undecided = Mapping[int, tuple[int, ...]]
"""The disputes that are not decided, by the game that they are about."""


def with_games(one: RoundRecord, games: Mapping[int, GameRecord], undecided: Undecided | None) -> RoundRecord:
    """Return a round with its games and disputes as they stand; the same where none has changed.

    ``undecided`` is None where no dispute was touched.
    """
    tables = tuple(_table_with_games(table, games, undecided) for table in one.tables)
    return _with_tables(one, tables)


def _table_with_games(
    table: TableRecord, games: Mapping[int, GameRecord], undecided: Undecided | None
) -> TableRecord:
    now = tuple(games[game.game_id] for game in table.games)
    disputes = table.disputes
    if undecided is not None:
        disputes = tuple(one for game in now for one in undecided.get(game.game_id, ()))
    is_same = all(
        game.deals == before.deals and game.rulings == before.rulings
        for game, before in zip(now, table.games, strict=True)
    )
    return table if is_same and disputes == table.disputes else replace(table, games=now, disputes=disputes)


def _with_steps(
    one: RoundRecord,
    seating: Seating,
    clock: Sequence[Row],
    decisions: Sequence[Row],
    doubts: Sequence[Row],
    *,
    is_moved: bool,
) -> RoundRecord:
    """Return a round with what was done to it; the same where nothing is new."""
    tables = []
    for table in one.tables:
        decided = {step.kind: step for (step,) in decisions if step.table_number == table.number}
        doubted = tuple(step for (step,) in doubts if step.table_number == table.number)
        is_same = decided == table.decisions and doubted == table.doubts
        tables.append(table if is_same else replace(table, decisions=decided, doubts=doubted))
    one = _with_tables(one, tuple(tables))
    bell, steps = getattr(seating, "bell", None), tuple(step for (step,) in clock)
    if (bell, steps, is_moved) == (one.bell, one.clock, one.is_moved):
        return one
    return replace(one, bell=bell, clock=steps, is_moved=is_moved)


def _with_tables(one: RoundRecord, tables: tuple[TableRecord, ...]) -> RoundRecord:
    is_same = all(now is before for now, before in zip(tables, one.tables, strict=True))
    return one if is_same else replace(one, tables=tables)


def _earlier(every: Mapping[int, Seating], seatings: Sequence[Seating]) -> dict[int, int]:
    """Return, for each seating and those it goes on from after a change by hand, the one that stands."""
    found = {}
    for standing in seatings:
        seating: Seating | None = standing
        while seating is not None:
            found[seating.pk] = standing.pk
            goes_on = seating.cause in (SWAP, AMENDED)
            seating = every.get(seating.follows) if goes_on else None  # type: ignore[attr-defined]  # annotated
    return found


def _new(seating: Seating, rows: Sequence[Row], games: Mapping[int, GameRecord]) -> RoundRecord:
    """Return a round as it was seated."""
    seats: dict[int, list[Row]] = {}
    for row in rows:
        if row[0] is not None:
            seats.setdefault(row[0], []).append(row)
    return RoundRecord(
        seating=seating,
        tables=tuple(
            TableRecord(
                number=number,
                table_id=found[0][2],
                players=tuple(row[3] for row in found),
                games=tuple(games[game] for game in dict.fromkeys(row[1] for row in found)),
            )
            for number, found in sorted(seats.items())
        ),
        sitting_out=tuple(row[3] for row in rows if row[0] is None),
    )


def _grouped(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return rows by what stands first in them."""
    found: dict[int, list[Row]] = {}
    for first, *rest in rows:
        found.setdefault(first, []).append(tuple(rest))
    return found
