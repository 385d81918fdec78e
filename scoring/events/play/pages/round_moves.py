"""Views of a round and of the move to the next round: preview it, make it, take it back."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs.access import Actor
from scoring.events import guards, labels, models, queries, state as states
from scoring.events.play import plan_json
from scoring.events.play.domain.first_deal import DealCut
from scoring.events.play.domain.values import Move, Plan
from scoring.events.play.rounds import EventRound
from scoring.events.play.services import moves
from scoring.events.polling_tags import hall_polling
from scoring.events.show.pages import desk, overview
from scoring.refusals import Conflict
from scoring.templatetags.event_words import named
from scoring.web import pages, polling, refusals


@guards.event_page("see an event")
def round_page(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> HttpResponse:
    """Show a round: each table with its seats, reasons and results."""
    state = states.load(event)
    event_round = state.round_of(number)
    context = overview.page_context(state, actor)
    context |= vars(overview.round_at_glance(state, event_round, context["names"])) | {
        "each": event_round,
        "moves": moves_of(state, plan_json.published_plan(event_round))
        | {"first_deals": first_deals(state, event_round)},
        "cause": labels.CAUSES.get(event_round.seating.cause, event_round.seating.cause),
        "bell_cause": labels.CAUSES.get(event_round.bell.cause, event_round.bell.cause)
        if event_round.bell
        else "",
        "may_take_back": state.current is event_round
        and number > 1
        and not any(table.is_recorded for table in event_round.tables)
        and not queries.results_of(state).is_closed,
        "before": number - 1,
        "after": number + 1 if number < len(state.rounds) else 0,
    }
    if context["may_run"]:
        with suppress(InvalidInput):
            differing = plan_json.differences(state, event_round)
            context |= {"differences": differing, "mark": plan_json.mark_of(differing)}
            context["is_kept"] = state.seats_kept is not None and state.seats_kept.content == {
                "mark": context["mark"]
            }
    tagged = hall_polling("round", state)
    return polling.live_page(request, tagged, "scoring/events/round.html", context)


@guards.event_page("run an event", "run an event")
def move(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> HttpResponse:
    """Show where everybody would go from the round and why, or make the move."""
    status, refused = 200, list[str]()
    if request.method == "POST":
        try:
            moved = moves.move_now(event=event, actor=actor, round_number=number)
            message = gettext("The players have moved to round %(round)s.") % {"round": moved.round_number}
            return pages.redirect_saying(request, message, "event", event.pk)
        except Conflict as refusal:
            status, refused = refusals.status_of(refusal), [refusal.detail]
    state = states.load(event)
    if state.round_of(number).is_moved:
        return redirect("event-round", event.pk, number + 1)
    context = overview.page_context(state, actor)
    try:
        context["moves"] = moves_of(state, moves.preview(event=event))
    except InvalidInput as refusal:
        refused += refusal.reasons
    context["refused"] = [named(reason, context["names"]) for reason in refused]
    return render(request, "scoring/events/move.html", context, status=status)


@partial(desk.action, reason_at="reason")
def take_back(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> str:
    """Take back the move that followed a round. Allowed until the next round has a deal."""
    moves.take_back(event=event, actor=actor, round_number=number, reason=request.POST.get("reason", ""))
    return gettext("The move was taken back. Everybody sits as in round %(round)s.") % {"round": number}


def first_deals(
    state: states.EventState, event_round: EventRound
) -> list[tuple[int, int | None, DealCut | None]]:
    """Return (table, first dealer, drawn cut) for each table that cuts for the deal.

    The first dealer is None while cards have to be entered. The cut is None if it is not drawn.
    """
    if not state.settings.cuts_for_deal:
        return []
    return [
        (table.number, table.dealing, state.deal_cut(event_round.number, table.seated))
        for table in event_round.tables
        if len(table.games) == 1
    ]


def moves_of(state: states.EventState, plan: Plan, tables_kept: Iterable[int] = ()) -> dict[str, Any]:
    """Return a plan as context for `_moves.html`: the places with reasons.

    A law is cited only where it is first applied.
    """
    move_of, cited = {move.player: move for move in plan.moves}, {""}

    def ways(players: Iterable[int]) -> list[tuple[int, Move, str | None]]:
        made = []
        for player in players:
            move = move_of[player]
            made.append((player, move, None if move.law in cited else state.law_id(move.law)))
            cited.add(move.law)
        return made

    tables = [table for table in plan.tables if table.number not in tables_kept]
    return {
        "plan": plan,
        "tables": [(table.number, ways(table.players)) for table in tables],
        "sitting_out": ways(plan.sitting_out),
    }
