"""What the organiser presses at the desk: the clock, the bell, a doubt settled, results made final.

Each answers with the desk as it then stands; what could not be done is said above it.
"""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.callers import caller
from scoring.clubs.access import Actor, event_for
from scoring.events.pages.desk import event_page
from scoring.events.services import events as service
from scoring.events.services import rounds
from scoring.models import Event, FinalProposal
from scoring.refusals import Conflict
from scoring.services import round_steps
from scoring.tables.forms.keys import whole
from scoring.views.doors import is_fragment, known_callers


@require_POST
@known_callers
def clock(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start, pause or resume the clock, add minutes, call the last hand."""
    found, actor = event_for(caller(request), event_id, "run an event")

    def step() -> None:
        # "add-5" is the step "add" with five minutes.
        pressed = request.POST.get("step", "")
        kind, _, minutes = pressed.partition("-") if pressed.startswith("add-") else (pressed, "", "")
        round_steps.step_clock(
            event=found, actor=actor, kind=kind, minutes=whole(minutes) if minutes else None
        )

    return done(request, found, actor, step)


@require_POST
@known_callers
def bell(request: HttpRequest, event_id: int) -> HttpResponse:
    """Ring the bell of the round that the page showed; twice is once."""
    found, actor = event_for(caller(request), event_id, "run an event")

    def ring() -> None:
        number = whole(request.POST.get("round", ""))
        rounds.ring_bell(event=found, actor=actor, round_number=number if isinstance(number, int) else None)

    return done(request, found, actor, ring)


@require_POST
@known_callers
def final(request: HttpRequest, event_id: int) -> HttpResponse:
    """Make the results as they stand final."""
    found, actor = event_for(caller(request), event_id, "run an event")

    def confirm() -> None:
        made = service.make_final(event=found, actor=actor, reason=request.POST.get("reason", ""))
        if isinstance(made, FinalProposal):
            messages.success(
                request,
                gettext("You hold the results to be final. They are, once another director says so as well."),
            )
        else:
            messages.success(request, gettext("The results are final."))

    return done(request, found, actor, confirm)


@require_POST
@known_callers
def settle(request: HttpRequest, event_id: int, doubt_id: int) -> HttpResponse:
    """Settle a doubt, with what was found."""
    found, actor = event_for(caller(request), event_id, "run an event")

    def clear() -> None:
        round_steps.settle(event=found, actor=actor, doubt_id=doubt_id, reason=request.POST.get("reason", ""))
        messages.success(request, gettext("The doubt is settled."))

    return done(request, found, actor, clear, request.POST.get("back", ""))


def done(
    request: HttpRequest, found: Event, actor: Actor, deed: Callable[[], None], back: str = ""
) -> HttpResponse:
    """Do something and answer with the desk, or with the table's page that sent it ("ROUND-TABLE")."""
    status = 200
    try:
        deed()
    except InvalidInput as refusal:
        status = 400
        for reasons in translated_errors(refusal).values():
            messages.error(request, " ".join(reasons))
    except Conflict as refusal:
        status = refusal.status
        messages.error(request, translated(refusal.detail))
    if is_fragment(request):
        return event_page(request, found, actor, status)
    number, _, table = back.partition("-")
    if (
        isinstance(one := whole(number), int)
        and isinstance(other := whole(table), int)
        and one > 0
        and other > 0
    ):
        return redirect("event-table", found.pk, one, other)
    return redirect("event", found.pk)
