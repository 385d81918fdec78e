"""View for seat changes by hand: swap two players, or fit a round to the players who are here."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_errors
from scoring.clubs.access import Actor
from scoring.events import guards
from scoring.events.loaded_records import AMENDED, SWAP
from scoring.events.models import Event
from scoring.events.people.forms.players import SwapForm, with_player_names
from scoring.events.play.pages import round_moves
from scoring.events.play.services import seat_changes
from scoring.events.show.pages import overview
from scoring.events.state import EventState, load
from scoring.game.names import place_in_list
from scoring.refusals import Conflict
from scoring.templatetags.event_words import named
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages, refusals


@guards.event_page("run an event", "run an event")
def change(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Preview or make a seat change: swap two players, or fit the round to the players who are here."""
    state = load(event)
    event_round = state.round_of(number)
    context = overview.page_context(state, actor)
    names, action = context["names"], request.POST.get("action")
    amend_reason = request.POST.get("amend_reason", "")
    players = sorted(
        ((player, names[player]) for player in event_round.players), key=lambda item: place_in_list(item[1])
    )
    form = SwapForm(request.POST if action == SWAP else None, players=players)
    generation = pages.whole(request.POST.get("generation", "")) or event_round.seating.generation
    of_round: dict[str, Any] = {"event": event, "round_number": number, "generation": generation}
    message, status = "", 200
    try:
        if action == SWAP and form.is_valid() and request.POST.get("step") == "look":
            swap = seat_changes.SeatChangeRequest(number, SWAP, form.players(), generation)
            preview = seat_changes.preview(event, swap)
            context["moves"] = round_moves.moves_of(state, preview.plan, preview.games_kept)
        elif action == SWAP and form.is_valid():
            reason = form.cleaned_data["reason"]
            made = seat_changes.swap(**of_round, actor=actor, players=form.players(), reason=reason)
            are_pairs = len((made.change or {}).get("swap", ())) > 2
            message = (
                gettext("The two pairs have changed places.")
                if are_pairs
                else gettext("The two players have changed places.")
            )
        elif action == AMENDED:
            seat_changes.amend(**of_round, actor=actor, reason=amend_reason)
            message = gettext("The round goes on with those who are here.")
    except InvalidInput as refusal:
        status = 400
        if form.is_bound:
            refusals.refuse(form, with_player_names(refusal, names))
        else:
            context["reason_errors"] = reasons = translated_errors(refusal).get("reason", [])
            if reasons:
                context["lines"] = [ErrorLine("amend_reason", gettext("Reason"), "amend_reason", reasons)]
            context["refused"] = _other_reasons(refusal, names)
    except Conflict as refusal:
        status, context["refused"] = refusals.status_of(refusal), [named(refusal.detail, names)]
    if message:
        return pages.redirect_saying(request, message, "event-round", event.pk, number)
    context |= {
        "form": form,
        "each": event_round,
        "amendment": _amendment(state, number, names),
        "amend_reason": amend_reason,
    }
    return render(request, "scoring/events/change.html", context, status=400 if form.errors else status)


def _amendment(state: EventState, number: int, names: dict[int, str]) -> dict[str, Any] | None:
    """Return who would be added and removed by `amend`, or None if nobody would."""
    try:
        preview = seat_changes.preview(state.event, seat_changes.SeatChangeRequest(number, AMENDED))
    except InvalidInput as refusal:
        return {"refusals": _other_reasons(refusal, names)}
    except Conflict as refusal:
        return None if refusal.code == "nothing-to-change" else {"refusals": [named(refusal.detail, names)]}
    lines = {kind: [names[player] for player in preview.change[kind]] for kind in ("came", "gone")}
    return lines | {"moves": round_moves.moves_of(state, preview.plan, preview.games_kept)}


def _other_reasons(refusal: InvalidInput, names: dict[int, str]) -> list[str]:
    """Return the reasons of a refusal, except those about the reason for the change, with players' names."""
    errors = {field: reasons for field, reasons in refusal.errors.items() if field != "reason"}
    return [named(reason, names) for reasons in errors.values() for reason in reasons]
