"""Context that all pages of an event share, and rounds and tables at a glance."""

from typing import Any

from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.events import labels, queries
from scoring.events.planning.domain.settings import shown_settings
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.domain.outcome import sides_winning, winning_sides
from scoring.events.show.pages import hall
from scoring.events.state import EventState


def page_context(state: EventState, actor: Actor) -> dict[str, Any]:
    """Return the context that all pages of an event share."""
    names, attendance = queries.names_of(state), state.attendance
    return {
        "event": state.event,
        "state": state,
        "names": names,
        "status_says": labels.STATUSES[state.status],
        "rules": [(rule, state.law_id(rule.setting.law)) for rule in shown_settings(state.settings)],
        "round": state.current,
        "is_last": state.last_round is not None,
        "players": [
            (
                entrant,
                names[entrant.member_id],
                attendance.departures.get(entrant.pk),
                attendance.wishes_of(entrant),
            )
            for entrant in state.entrants
        ],
        "may_run": actor.may("run an event"),
        "may_enter": actor.may("enter a deal"),
        "as_player": hall.as_player(actor),
        "sees_club": actor.may("see the club"),
        "sees_rulings": state.event.club.publishes_rulings or actor.may("read unpublished rulings"),
    }


def round_context(state: EventState, event_round: EventRound, names: dict[int, str]) -> dict[str, Any]:
    """Return a round at a glance: a tile for each table, the number of tables in each state, and the clock.

    ``seconds`` is the time left at ``now`` or, in a round without a set length, the time played.
    """
    phase, now = event_round.life.phase, timezone.now()
    tiles = [tile(state, event_round, table, names) for table in event_round.tables]
    states = [tile["state"] for tile in tiles]
    left = event_round.time.remaining_seconds(now)
    return {
        "round_says": labels.PHASES["bell" if event_round.bell and phase == "last-hand" else phase],
        "tiles": tiles,
        "counts": [
            (kind, word, states.count(kind)) for kind, word in labels.TABLE_STATES.items() if kind in states
        ],
        "now": now,
        "seconds": int(event_round.time.elapsed(now).total_seconds()) if left is None else left,
        "was_started": any(step.kind == "start" for step in event_round.clock),
    }


def tile(
    state: EventState, event_round: EventRound, table: EventTable, names: dict[int, str]
) -> dict[str, Any]:
    """Return a table at a glance: its state, its sides with points, and who leads or has won."""
    table_state, scored = _table_state(event_round, table), table.points()
    starting, seated = table.figures.number("starting_score"), table.seated
    count = sides_winning(seated, len(event_round.tables), state.settings)
    winning, tied = winning_sides(count, [-points for points in scored])
    decided = event_round.decided_outcome(table)
    if decided is not None:
        winning = decided.sides
    return {
        "table": table,
        "state": table_state,
        "says": labels.TABLE_STATES[table_state],
        "sides": [
            {
                "side": side,
                "players": [names[player] for player in players],
                "points": starting + scored[side - 1],
                "leads": side in winning,
            }
            for side, players in enumerate(seated.by_side(), 1)
        ],
        "is_tied": bool(tied),
        "winners": [names[player] for player in decided.winners] if decided else [],
        "is_cut": decided is not None and decided.cut is not None,
        "decided": [word for kind, word in labels.DECISIONS.items() if kind in table.decisions],
    }


def _table_state(event_round: EventRound, table: EventTable) -> str:
    report = table.report
    if report.is_disputed:
        return "disputed"
    if report.is_in:
        return "in"
    if report.is_named or report.is_cut:
        return "decided"
    if table.number in event_round.life.late:
        return "late"
    return event_round.life.phase if event_round.life.phase in ("seated", "last-hand") else "playing"
