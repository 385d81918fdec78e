"""A round of an event; the move on from it looked at, made by hand, taken back; its seats changed by hand."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors, translated_reasons
from scoring.clubs.access import Actor
from scoring.events import plans
from scoring.events.domain.plan import PlanDifference
from scoring.events.domain.values import Plan, SeatedTable
from scoring.events.facts import AMENDED, SWAP
from scoring.events.forms.players import SwapForm
from scoring.events.models import Event
from scoring.events.pages import desk, words
from scoring.events.rounds import EventRound, EventTable
from scoring.events.services import rounds, seating
from scoring.events.state import EventState, load
from scoring.refusals import Conflict, NotFound
from scoring.web import pages


@never_cache
@pages.event_page("see an event")
def round_page(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Show a round: every table with its seats, what came of it, and why each sat there."""
    record = load(event)
    each = round_of(record, number)
    context = desk.page_context(record, actor)
    context |= desk.round_context(record, each, context["names"]) | {
        "each": each,
        "moves": _moves(record, each.tables, each.sitting_out, each.seating.told),
        "cause": words.CAUSE_WORDS.get(each.seating.cause, each.seating.cause),
        "bell_cause": words.CAUSE_WORDS.get(each.bell.cause, each.bell.cause) if each.bell else "",
        "is_current": record.current is each,
        "differences": _differences(record, each) if actor.may("run an event") else (),
        "before": number - 1,
        "after": number + 1 if number < len(record.rounds) else 0,
    }
    return render(request, "scoring/events/round.html", context)


def _differences(record: EventState, each: EventRound) -> tuple[PlanDifference, ...]:
    try:
        return plans.differences(record, each)
    except InvalidInput:
        return ()


@never_cache
@pages.event_page("run an event", "run an event")
def move(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Show where everybody would go from the round and why, or carry it out now."""
    status, refused = 200, ""
    if request.method == "POST":
        try:
            moved = rounds.move_now(event=event, actor=actor, round_number=number)
            messages.success(
                request, gettext("The players are moved: round %(round)s.") % {"round": moved.round_number}
            )
            return redirect("event", event.pk)
        except Conflict as refusal:
            status, refused = pages.status_of(refusal), translated(refusal.detail)
    record = load(event)
    if round_of(record, number).is_moved:
        return redirect("event-round", event.pk, number + 1)
    context = desk.page_context(record, actor) | {"refused": refused}
    try:
        context["moves"] = moves_of(record, rounds.preview(event=event))
    except InvalidInput as refusal:
        context["missing"] = translated_reasons(refusal)
    return render(request, "scoring/events/move.html", context, status=status)


@pages.event_page("", "run an event")
def take_back(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Take the move on from a round back, before a deal of the next one is entered."""

    def undo() -> None:
        rounds.take_back(event=event, actor=actor, round_number=number, reason=request.POST.get("reason", ""))
        messages.success(
            request,
            gettext("The move is taken back: everybody sits as in round %(round)s.") % {"round": number},
        )

    return desk.done(request, event, actor, undo)


@never_cache
@pages.event_page("run an event", "run an event")
def change(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Swap two players of a seated round, or let it go on with those who are here; look at either first."""
    record = load(event)
    each = round_of(record, number)
    context = desk.page_context(record, actor)
    deed, typed_reason = request.POST.get("deed"), request.POST.get("amend_reason", "")
    players = sorted(
        ((player, context["names"][player]) for player in each.players), key=lambda item: item[1]
    )
    form = SwapForm(request.POST if deed == SWAP else None, players=players)
    generation = pages.whole(request.POST.get("generation", "")) or each.seating.generation
    of_round: dict[str, Any] = {"event": event, "round_number": number, "generation": generation}
    message, status = "", 200
    try:
        if deed == SWAP and form.is_valid():
            if request.POST.get("step") == "look":
                preview = seating.preview(**of_round, cause=SWAP, players=form.players())
                context["moves"] = _changes(record, preview)
            else:
                reason = form.cleaned_data["reason"]
                seating.swap(**of_round, actor=actor, players=form.players(), reason=reason)
                message = gettext("They have changed places.")
        elif deed == AMENDED:
            seating.amend(**of_round, actor=actor, reason=typed_reason)
            message = gettext("The round goes on with those who are here.")
    except InvalidInput as refusal:
        status = 400
        if form.is_bound:
            pages.refuse(form, refusal)
        else:
            context["reason_errors"] = translated_errors(refusal).get("reason", ())
    except Conflict as refusal:
        status = pages.status_of(refusal)
        context["refused"] = translated(refusal.detail)
    if message:
        messages.success(request, message)
        return redirect("event-round", event.pk, number)
    context |= {
        "form": form,
        "each": each,
        "would_amend": _amendment(record, each, context["names"]),
        "amend_reason": typed_reason,
    }
    return render(request, "scoring/events/change.html", context, status=400 if form.errors else status)


def _amendment(record: EventState, each: EventRound, names: Mapping[int, str]) -> dict[str, Any] | None:
    """Return who would come in and go if the round went on with those who are here; None for nobody."""
    try:
        preview = seating.preview(event=record.event, round_number=each.number, cause=AMENDED)
    except InvalidInput:
        return None
    except Conflict as refusal:
        return None if refusal.code == "nothing-to-change" else {"kept_by": translated(refusal.detail)}
    lines = {kind: [names[player] for player in preview.change[kind]] for kind in ("came", "gone")}
    return lines | {"moves": _changes(record, preview)}


def _changes(record: EventState, preview: seating.Changed) -> dict[str, Any]:
    """Return the tables that would change, with everybody's new seat and why."""
    plan = preview.plan
    tables = [table for table in plan.tables if table.number not in preview.games_kept]
    return _moves(record, tables, plan.sitting_out, plans.plan_content(plan))


def moves_of(record: EventState, plan: Plan) -> dict[str, Any]:
    """Return a plan as `_moves.html` shows it: who sits where and why."""
    return _moves(record, plan.tables, plan.sitting_out, plans.plan_content(plan))


def _moves(
    record: EventState,
    tables: Iterable[SeatedTable | EventTable],
    sitting_out: Iterable[int],
    told: Mapping[str, Any],
) -> dict[str, Any]:
    """Return who sits where and why, from what was written down of a plan (`scoring.events.plans`)."""
    ways = {move["player"]: move | {"law": record.law_id(move["law"])} for move in told["moved"]}
    return {
        "tables": [
            (table.number, [(player, ways.get(player)) for player in table.players]) for table in tables
        ],
        "sitting_out": [(player, ways.get(player)) for player in sitting_out],
        "told": told,
    }


def round_of(record: EventState, number: int) -> EventRound:
    """Return a round that was seated, or raise NotFound."""
    if not 0 < number <= len(record.rounds):
        raise NotFound
    return record.rounds[number - 1]
