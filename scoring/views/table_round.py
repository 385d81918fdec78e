"""The round that a table of an event is in, for the phone there: whether all is in, and at a table of five
what the round has brought so far.
"""

from dataclasses import dataclass

from scoring.domain.events.fives import FIVE, fours
from scoring.event_records import EventRecord
from scoring.models import Event
from scoring.round_records import TableRecord
from scoring.selectors import events as selected
from scoring.tables.queries.tables import TableState


@dataclass(frozen=True, slots=True)
class PlayerOfFive:
    """A player with what he scored on each deal, None where he sat out, and with all of it together."""

    name: str
    scored: tuple[int | None, ...]
    points: int


@dataclass(frozen=True, slots=True)
class RoundOfFive:
    """The deals recorded so far, by their numbers at the table, and each player's line, in seat order."""

    deals: tuple[int, ...]
    players: tuple[PlayerOfFive, ...]


@dataclass(frozen=True, slots=True)
class RoundShown:
    """Whether a table has recorded all its deals of the round, and at a table of five what they brought."""

    is_in: bool
    so_far: RoundOfFive | None


def round_shown(state: TableState) -> RoundShown | None:
    """Return the round that a table of an event is in; None at any other table."""
    if state.table.event_id is None:
        return None
    event = Event.objects.select_related("club", "law_set").get(pk=state.table.event_id)
    record, _ = selected.state(event)
    for one in reversed(record.rounds):
        for table in one.tables:
            if state.game.game_id in [game.game_id for game in table.games]:
                return RoundShown(record.report_of(table).is_in, _so_far(record, table))
    return None


def _so_far(record: EventRecord, table: TableRecord) -> RoundOfFive | None:
    """Return what the round has brought at a table of five; None elsewhere and before its first deal."""
    if len(table.players) != FIVE or not table.has_deals:
        return None
    deals, scored = _deals(table)
    names, points = selected.names_of(record), table.points()
    return RoundOfFive(
        deals,
        tuple(
            PlayerOfFive(names[player], tuple(deal.get(player) for deal in scored), together)
            for player, together in zip(table.players, points, strict=True)
        ),
    )


def _deals(table: TableRecord) -> tuple[tuple[int, ...], list[dict[int, int]]]:
    """Return the numbers of the deals that count, and for each what everybody who played it scored."""
    numbers, scored = [], []
    for game, four in zip(table.games, fours(table.players), strict=True):
        for row, entry in zip(game.deals, game.course.entries, strict=True):
            if not entry.score.new_deal:
                numbers.append(row.number)
                sides = entry.score.scored.items()
                scored.append({player: made for side, made in sides for player in four[side - 1 :: 2]})
    return tuple(numbers), scored
