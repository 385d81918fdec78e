"""Template context of a table's page beside the score, and the comparison with a deal already recorded."""

from contextlib import suppress
from typing import Any

from django.utils import timezone

from laws.domain.errors import InvalidInput
from scoring.calls.queries import SHOWN_AFTER, calls_at, shown as shown_calls
from scoring.disputes.queries.lists import open_disputes_at
from scoring.disputes.queries.rulings import rulings_since
from scoring.events import queries as events
from scoring.events.models import Event
from scoring.events.play.domain.values import HEAD
from scoring.events.play.rounds import EventTable
from scoring.events.state import EventState, load
from scoring.game.notation import format_deal
from scoring.tables import queries as tables
from scoring.tables.access import policy_of
from scoring.tables.cutting_out.queries import company_at
from scoring.tables.forms.entry import EntryForm
from scoring.tables.games import find_deal
from scoring.tables.models import Table
from scoring.tables.pages.display import HeldNotice, side_words
from scoring.workers import heartbeat


def context_of(state: tables.TableState) -> dict[str, Any]:
    """Return the template context for the table's round, cutting out, calls, disputes and held entries."""
    company = company_at(state.table)
    lately = timezone.now() - SHOWN_AFTER
    held, dispute, call = _any_of_each(state.table)
    return {
        "held": [HeldNotice(entry) for entry in tables.held_at(state.table, decided_since=lately)]
        if held
        else [],
        "rulings": rulings_since(state.table, lately) if dispute else [],
        "round": _round(state, state.table.event_id) if state.table.event_id else None,
        "company": company,
        "is_served": bool(company and company.is_due) and heartbeat.is_served(),
        "calls": shown_calls(calls_at(state.table)) if call else [],
        "report_on": policy_of(state.table).deal_to_report_on(state.game, state.last_number),
        "open_disputes": open_disputes_at(state.table, state.next_number) if dispute else [],
    }


def _any_of_each(table: Table) -> tuple[int | None, ...]:
    """Return the ids of a held entry, a dispute and a call at the table, each None if there is none."""
    rows = Table.objects.filter(pk=table.pk).order_by()
    return rows.values_list("held_entries", "disputes", "calls")[0]


def _round(state: tables.TableState, event_id: int) -> dict[str, Any] | None:
    """Return the template context for the table's round in its event."""
    event = load(Event.objects.select_related("club", "law_set").get(pk=event_id))
    for event_round in reversed(event.rounds):
        for table in event_round.tables:
            if any(game.game_id == state.game.game_id for game in table.games):
                return {
                    "is_done": table.report.is_done,
                    "has_slip": table.report.has_slip,
                    "awaits_cut": table.first_dealer is None,
                    "so_far": _round_of_five(event, table),
                    "is_head": table.number == HEAD and event_round is event.current,
                    "rings_bell": event_round is event.current
                    and event_round.bell is None
                    and table.number == HEAD
                    and event.settings.bell == "head-table",
                    "event": event.event,
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


def recorded_already(state: tables.TableState, form: EntryForm) -> dict[str, Any] | None:
    """Compare the form with the deal already recorded under its number; None if there is none.

    ``sent`` in the result is the entry as it would be stored, or as tapped if it is invalid. It is None if
    the entry is incomplete.
    """
    number = form.deal_number()
    if number is None or number >= state.next_number:
        return None
    game = find_deal(state.table, number).game
    stored = tables.revisions(state.table, number)[-1]
    sent: dict[str, Any] | None = None
    if not form.missing():
        sent = {"dealer": stored.content["dealer"], **form.payload()}
        with suppress(InvalidInput):
            sent = format_deal(game.read(sent))
    seats = tables.seated(game.game_id)
    return {
        "stored": stored,
        "number": number,
        "seats": seats,
        "sides": side_words(game.kind.seating, seats),
        "sent": sent,
        "is_same": sent == stored.content,
    }
