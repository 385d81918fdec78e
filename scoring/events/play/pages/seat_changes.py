"""View for seat changes by hand: swap two players, or fit a round to the players who are here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_errors
from scoring.clubs.permissions import Actor
from scoring.events import guards
from scoring.events.loaded_records import AMENDED, SWAP
from scoring.events.models import Event
from scoring.events.people.forms.players import SwapForm, with_player_names
from scoring.events.play.pages import round_moves
from scoring.events.play.rounds import EventRound
from scoring.events.play.services import seat_changes
from scoring.events.results.domain.competitors import Competitor
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState, load_state
from scoring.game.names import by_name
from scoring.refusals import Conflict
from scoring.templatetags.event_words import players_named
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages, refusals


@guards.event_page("run an event", "run an event")
def change(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Preview or make a seat change: swap two players, or fit the round to the players who are here."""
    page = EventPage(load_state(event), actor)
    event_round = page.state.round_of(number)
    state, names, action = page.state, page.names, request.POST.get("action")
    amend_reason = request.POST.get("amend_reason", "")
    players = _who_can_swap(state, event_round, names)
    form = SwapForm(request.POST if action == SWAP else None, players=players)
    generation = pages.whole(request.POST.get("generation", "")) or event_round.seating.generation
    of_round: dict[str, Any] = {"event": event, "round_number": number, "generation": generation}
    message, status, moves = "", 200, None
    refused, reason_errors = list[str](), list[str]()
    try:
        if action == SWAP and form.is_valid() and request.POST.get("step") == "look":
            swap = seat_changes.SeatChangeRequest(number, SWAP, form.players(), generation)
            preview = seat_changes.preview(event, swap)
            moves = round_moves.moves_of(state, preview.plan, preview.games_kept)
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
            reason_errors = translated_errors(refusal).get("reason", [])
            refused = _other_reasons(refusal, names)
    except Conflict as refusal:
        status, refused = refusals.status_of(refusal), [players_named(refusal.detail, names)]
    if message:
        return pages.redirect_saying(request, message, "event-round", event.pk, number)
    context = {
        "event_page": page,
        "each": event_round,
        "form": form,
        "moves": moves,
        "refused": refused,
        "amendment": _amendment(state, number, names),
        "amend_reason": amend_reason,
        "reason_errors": reason_errors,
        "lines": [ErrorLine("amend_reason", gettext("Reason"), "amend_reason", reason_errors)]
        if reason_errors
        else [],
    }
    return render(request, "scoring/events/change.html", context, status=400 if form.errors else status)


def _who_can_swap(state: EventState, event_round: EventRound, names: dict[int, str]) -> list[tuple[int, str]]:
    if not state.settings.keeps_pairs:
        return by_name({player: names[player] for player in event_round.players})
    kept = seat_changes.kept_together(state, event_round.seated())
    pairs = {state.as_named(pair) for pair in kept.items()}
    return by_name({pair[0]: Competitor(pair).name(names) for pair in pairs})


@dataclass(frozen=True)
class Amendment:
    """The changes that `amend` would make: players added and removed, and the new places.

    If `amend` would be refused, only ``refusals`` is set.
    """

    came: Sequence[str] = ()
    gone: Sequence[str] = ()
    moves: round_moves.ShownMoves | None = None
    refusals: Sequence[str] = ()


def _amendment(state: EventState, number: int, names: dict[int, str]) -> Amendment | None:
    try:
        preview = seat_changes.preview(state.event, seat_changes.SeatChangeRequest(number, AMENDED))
    except InvalidInput as refusal:
        return Amendment(refusals=_other_reasons(refusal, names))
    except Conflict as refusal:
        is_needless = refusal.code == "nothing-to-change"
        return None if is_needless else Amendment(refusals=[players_named(refusal.detail, names)])
    came, gone = ([names[player] for player in preview.change[kind]] for kind in ("came", "gone"))
    return Amendment(came, gone, round_moves.moves_of(state, preview.plan, preview.games_kept))


def _other_reasons(refusal: InvalidInput, names: dict[int, str]) -> list[str]:
    # The page shows the errors of "reason" at that field.
    errors = {field: reasons for field, reasons in refusal.errors.items() if field != "reason"}
    return [players_named(reason, names) for reasons in errors.values() for reason in reasons]
