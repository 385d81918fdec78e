"""A seated round changed by hand: two players swap, or it goes on with those who are here."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.callers import caller
from scoring.clubs.access import event_for
from scoring.event_attendance import AMENDED, SWAP
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.events.forms.players import SwapForm
from scoring.events.pages.desk import page_context
from scoring.events.pages.moves import round_of
from scoring.forms.refusals import refuse
from scoring.refusals import Conflict
from scoring.round_records import RoundRecord
from scoring.selectors import events as selected
from scoring.services import seat_changes
from scoring.tables.forms.keys import whole
from scoring.views.doors import known_callers
from scoring.views.event_moves_shown import moves_shown


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def change(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show what can be changed in the round, what a change would lead to, or carry it out."""
    found, actor = event_for(caller(request), event_id, "run an event")
    record, _ = selected.state(found)
    one = round_of(record, number)
    names = selected.names_of(record)
    form = SwapForm(
        request.POST if request.POST.get("deed") == SWAP else None,
        players=sorted(((player, names[player]) for player in _placed(one)), key=lambda found: found[1]),
    )
    given: dict[str, Any] = {"event": found, "round_number": number}
    seen = whole(request.POST.get("generation", "")) or one.seating.generation
    context: dict[str, Any] = {"form": form, "one": one, "generation": one.seating.generation}
    status = 200
    try:
        if form.is_bound and form.is_valid():
            if request.POST.get("step") == "look":
                made = seat_changes.preview(**given, cause=SWAP, players=form.players(), generation=seen)
                context |= _shown(record, made, names)
            else:
                seat_changes.swap(
                    **given,
                    actor=actor,
                    players=form.players(),
                    generation=seen,
                    reason=form.cleaned_data["reason"],
                )
                messages.success(request, gettext("They have changed places."))
                return redirect("event-round", found.pk, number)
        elif request.POST.get("deed") == AMENDED:
            seat_changes.amend(
                **given, actor=actor, generation=seen, reason=request.POST.get("amend_reason", "")
            )
            messages.success(request, gettext("The round goes on with those who are here."))
            return redirect("event-round", found.pk, number)
    except InvalidInput as refusal:
        status = 400
        if form.is_bound:
            refuse(form, refusal)
        else:
            context["reason_errors"] = translated_errors(refusal).get("reason", ())
    except Conflict as refusal:
        status = refusal.status
        context["refused"] = translated(refusal.detail)
    context |= {
        "would_amend": _amendment(record, one, names),
        "amend_reason": request.POST.get("amend_reason", ""),
    }
    shown = page_context(record, actor) | context
    return render(request, "scoring/events/change.html", shown, status=400 if form.errors else status)


def _placed(one: RoundRecord) -> list[int]:
    seated = one.seated()
    return [*seated.places(), *seated.sitting_out]


def _shown(record: EventRecord, made: seat_changes.Changed, names: dict[int, str]) -> dict[str, Any]:
    """Return the tables that would change, with everybody's new seat and why."""
    seats = [
        (table.number, table.players) for table in made.plan.tables if table.number not in made.games_kept
    ]
    shown = moves_shown(record, seats, made.plan.sitting_out, told(made.plan), names)
    return {"moves": shown}


def _amendment(record: EventRecord, one: RoundRecord, names: dict[int, str]) -> dict[str, Any] | None:
    """Return who would come in and go if the round went on with those who are here; None for nobody."""
    try:
        made = seat_changes.preview(event=record.event, round_number=one.number, cause=AMENDED)
    except (Conflict, InvalidInput) as refusal:
        is_nothing = isinstance(refusal, Conflict) and refusal.code == "nothing-to-change"
        return (
            None
            if is_nothing or isinstance(refusal, InvalidInput)
            else {"kept_by": translated(refusal.detail)}
        )
    lines = {kind: [names[player] for player in made.change[kind]] for kind in ("came", "gone")}
    return lines | _shown(record, made, names)
