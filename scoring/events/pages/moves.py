"""A round of an event, the move on from it looked at before it is made, made by hand, and taken back."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors, translated_reasons
from scoring.callers import caller
from scoring.clubs.access import event_for
from scoring.domain.events.comparison import Difference
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.events.pages.desk import page_context
from scoring.events.pages.words import CAUSE_WORDS
from scoring.events.services import rounds
from scoring.refusals import Conflict, NotFound
from scoring.round_records import RoundRecord
from scoring.selectors import events as selected
from scoring.selectors.event_differences import differences
from scoring.views.doors import known_callers
from scoring.views.event_moves_shown import moves_shown, told_shown
from scoring.views.event_shown import round_shown


@never_cache
@require_safe
@known_callers
def round_page(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show a round: every table with its seats, what came of it, and why each sat there."""
    found, actor = event_for(caller(request), event_id, "see an event")
    record, _ = selected.state(found)
    one = round_of(record, number)
    context = page_context(record, actor)
    names = context["names"]
    context |= {
        "one": round_shown(record, one, names, timezone.now()),
        "moves": told_shown(record, one, names),
        "seating": one.seating,
        "cause": CAUSE_WORDS.get(one.seating.cause, one.seating.cause),
        "bell_cause": CAUSE_WORDS.get(one.bell.cause, one.bell.cause) if one.bell else "",
        "bell": one.bell,
        "is_current": record.current is one,
        "differences": _differences(record, one) if actor.may("run an event") else (),
        "before": number - 1,
        "after": number + 1 if number < len(record.rounds) else 0,
    }
    return render(request, "scoring/events/round.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def move(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show where everybody would go from the round and why, or carry it out now."""
    found, actor = event_for(caller(request), event_id, "run an event")
    status, refused = 200, ""
    if request.method == "POST":
        try:
            seating = rounds.move_now(event=found, actor=actor, round_number=number)
            messages.success(
                request, gettext("The players are moved: round %(round)s.") % {"round": seating.round_number}
            )
            return redirect("event", found.pk)
        except Conflict as refusal:
            status, refused = refusal.status, translated(refusal.detail)
    record, _ = selected.state(found)
    one = round_of(record, number)
    if one.is_moved:
        return redirect("event-round", found.pk, number + 1)
    context = page_context(record, actor) | {"refused": refused} | _preview(record)
    return render(request, "scoring/events/move.html", context, status=status)


def _preview(record: EventRecord) -> dict[str, Any]:
    """Return the plan that would be carried out now, or what keeps it from being made."""
    names = selected.names_of(record)
    try:
        made = rounds.preview(event=record.event)
    except InvalidInput as refusal:
        return {"missing": translated_reasons(refusal)}
    seats = [(table.number, table.players) for table in made.tables]
    return {"moves": moves_shown(record, seats, made.sitting_out, told(made), names)}


@require_POST
@known_callers
def take_back(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Take the move on from a round back, before a deal of the next one is entered."""
    found, actor = event_for(caller(request), event_id, "run an event")
    try:
        rounds.take_back(event=found, actor=actor, round_number=number, reason=request.POST.get("reason", ""))
        messages.success(
            request,
            gettext("The move is taken back: everybody sits as in round %(round)s.") % {"round": number},
        )
    except Conflict as refusal:
        messages.error(request, translated(refusal.detail))
    except InvalidInput as refusal:
        for reasons in translated_errors(refusal).values():
            messages.error(request, " ".join(reasons))
    return redirect("event", found.pk)


def _differences(record: EventRecord, one: RoundRecord) -> tuple[Difference, ...]:
    try:
        return differences(record, one)
    except InvalidInput:
        return ()


def round_of(record: EventRecord, number: int) -> RoundRecord:
    """Return a round that was seated, or raise NotFound."""
    found = next((one for one in record.rounds if one.number == number), None)
    if found is None:
        raise NotFound
    return found
