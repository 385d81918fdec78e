"""The round so far at a table of five, for the phone at the table: who sat out which deal, who scored what."""

from dataclasses import dataclass

from scoring.domain.events.fives import fours
from scoring.models import Event
from scoring.round_records import TableRecord
from scoring.selectors import events as selected
from scoring.selectors.tables import TableState


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


def round_of_five(state: TableState) -> RoundOfFive | None:
    """Return the round so far at a table of five of an event; None elsewhere and before its first deal."""
    if state.table.event_id is None or not state.waiting:
        return None
    event = Event.objects.select_related("club", "law_set").get(pk=state.table.event_id)
    record, _ = selected.state(event)
    found = next(
        (
            table
            for one in reversed(record.rounds)
            for table in one.tables
            if state.game.game_id in [game.game_id for game in table.games]
        ),
        None,
    )
    if found is None or not found.has_deals:
        return None
    deals, scored = _deals(found)
    names, points = selected.names_of(record), found.points(record.law_set.number("starting_score"))
    return RoundOfFive(
        deals,
        tuple(
            PlayerOfFive(names[player], tuple(deal.get(player) for deal in scored), together)
            for player, together in zip(found.players, points, strict=True)
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
