"""The template context of the round that a table plays in its event."""

from typing import Any

from scoring.events import queries as events
from scoring.events.models import Event
from scoring.events.play.domain.values import HEAD
from scoring.events.play.rounds import EventTable
from scoring.events.state import EventState, load
from scoring.tables import queries as tables


def round_context(state: tables.TableState, event: Event) -> dict[str, Any] | None:
    """Return the template context for the table's round in its event."""
    event_state = load(event)
    for event_round in reversed(event_state.rounds):
        for table in event_round.tables:
            if any(game.game_id == state.game.game_id for game in table.games):
                return {
                    "is_done": table.report.is_done,
                    "has_slip": table.report.has_slip,
                    "awaits_cut": table.first_dealer is None,
                    "so_far": _round_of_five(event_state, table),
                    "is_head": table.number == HEAD and event_round is event_state.current,
                    "rings_bell": event_round is event_state.current
                    and event_round.bell is None
                    and table.number == HEAD
                    and event_state.settings.bell == "head-table",
                    "event": event_state.event,
                    "number": event_round.number,
                    "still_playing": event_round.still_playing,
                }
    return None


def _round_of_five(event: EventState, table: EventTable) -> dict[str, Any] | None:
    """Return the counted deals of a table of five and each player's score in them (None: sat out).

    Return None at tables where all players play every deal, and before the first deal.
    """
    if len(table.games) == 1 or not table.has_deals:
        return None
    numbers, scored = [], []
    for game, four in zip(table.games, table.who_play, strict=True):
        for row, entry in zip(game.deals, game.state.entries, strict=True):
            if not entry.score.new_deal:
                numbers.append(row.number)
                sides = entry.score.scored.items()
                scored.append({player: made for side, made in sides for player in four[side - 1 :: 2]})
    names = events.names_of(event)
    return {
        "deals": numbers,
        "players": [
            {"name": names[player], "scored": [deal.get(player) for deal in scored], "points": points}
            for player, points in zip(table.players, table.points(), strict=True)
        ],
    }
