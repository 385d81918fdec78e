"""The round that a table plays in its event, for the table's page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from scoring.events.models import Event
from scoring.events.play.domain.values import HEAD
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.queries import names_of, results_of
from scoring.events.show.pages.hall import HallClock, hall_clock, what_follows
from scoring.events.state import EventState
from scoring.tables.queries import TableState


@dataclass(frozen=True, slots=True)
class PlayerOfFive:
    """A player at a table of five: the score in each deal of `RoundOfFive`, and the points in the round.

    The score is None for a deal in which the player sat out.
    """

    name: str
    scored: Sequence[int | None]
    points: int


@dataclass(frozen=True, slots=True)
class RoundOfFive:
    """The deals of a round at a table of five, by number, and the players' scores in them.

    Void deals, such as misdeals, are left out.
    """

    deals: Sequence[int]
    players: Sequence[PlayerOfFive]


@dataclass(frozen=True, slots=True)
class TableRound:
    """The round at a table of an event.

    - ``follows``: a text that says what the table waits for, or that its round is over. It can be empty
      before the bell.
    - ``went``: where the players who sat at this table in the previous round sit now. Each name has the
      number of the new table, or None if the player sits out. Players without a place in this round are left
      out. The list is empty in round 1 and in a past round. It is also empty once the table has a deal or a
      slip, or the bell has rung.
    - ``is_closed``: whether the table can record no more deals in the round. This is so once its points are
      in, its slip names the winners, the players have moved on, or the results are final.
    - ``awaits_cut``: whether the first dealer of the round is still to be decided.
    - ``so_far``: the deals so far at a table of five; None at other tables, and before the first deal.
    - ``is_head``: whether this is the head table in the current round.
    - ``rings_bell``: whether this table, as the head table, still has to ring the bell of the current round.
    - ``still_playing``: the numbers of the tables for which the players still wait.
    """

    clock: HallClock
    follows: str
    went: Sequence[tuple[str, int | None]]
    is_closed: bool
    awaits_cut: bool
    so_far: RoundOfFive | None
    is_head: bool
    rings_bell: bool
    event: Event
    number: int
    still_playing: Sequence[int]


def table_round(state: TableState, event_state: EventState) -> TableRound | None:
    found = event_state.where(state.game.game_id)
    if found is None:
        return None
    event_round, table = found
    is_current = event_round is event_state.current
    is_head = table.number == HEAD and is_current
    is_final = event_state.is_over and results_of(event_state).is_closed
    return TableRound(
        clock=hall_clock(event_state),
        follows=_follows(event_state, event_round, table),
        went=_went(event_state, event_round, table) if is_current else (),
        is_closed=table.report.is_done or not is_current or is_final,
        awaits_cut=table.first_dealer is None,
        so_far=_round_of_five(event_state, table),
        is_head=is_head,
        rings_bell=is_head and event_round.bell is None and event_state.settings.bell == "head-table",
        event=event_state.event,
        number=event_round.number,
        still_playing=event_round.still_playing,
    )


def _follows(state: EventState, event_round: EventRound, table: EventTable) -> str:
    if event_round is state.current:
        return what_follows(state, table)
    return gettext("Round %(number)s is over, and its players have moved on.") % {
        "number": event_round.number
    }


def _went(state: EventState, event_round: EventRound, table: EventTable) -> list[tuple[str, int | None]]:
    if event_round.number == 1 or table.is_recorded or event_round.bell is not None:
        return []
    before = state.rounds[event_round.number - 2]
    sat_here = next((other.players for other in before.tables if other.number == table.number), ())
    places, names = event_round.seated().places(), names_of(state)
    return [(names[player], places[player][0] if player in places else None) for player in sat_here
            if player in event_round.players]  # fmt: skip


def _round_of_five(event: EventState, table: EventTable) -> RoundOfFive | None:
    if len(table.games) == 1 or not table.has_deals:
        return None
    numbers, scored = [], []
    for game, four in zip(table.games, table.who_play, strict=True):
        for row, entry in zip(game.deals, game.state.entries, strict=True):
            if not entry.score.new_deal:
                numbers.append(row.number)
                sides = entry.score.scored.items()
                scored.append({player: made for side, made in sides for player in four[side - 1 :: 2]})
    names = names_of(event)
    players = [
        PlayerOfFive(names[player], [deal.get(player) for deal in scored], points)
        for player, points in zip(table.players, table.points(), strict=True)
    ]
    return RoundOfFive(numbers, players)
