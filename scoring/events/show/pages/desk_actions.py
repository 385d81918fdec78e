"""The actions of the desk, for example clock, bell, settling a doubt and final results. See `action`."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs.permissions import Actor
from scoring.events import guards, models
from scoring.events.planning.services import event_changes
from scoring.events.play.services.bell import ring_bell
from scoring.events.play.services.clock import step_clock
from scoring.events.results.services import decisions, finals
from scoring.events.show.pages import desk
from scoring.refusals import Conflict
from scoring.web import keys, pages, refusals


def action(do: Callable[..., str], may: str = "run an event", reason_at: str = "") -> Any:
    """Return a view that performs ``do`` and shows the resulting message or error on the next page.

    A script gets the changed part of the desk. Any other request is redirected to the page that sent the
    form. The first of these fields of the form names that page:

    - ``back`` = "ROUND-TABLE": the page of a table in a round
    - ``back`` = "ROUND": the page of a round, only after an error
    - ``to`` = "event-move" or "event-slips": the view with this name, for the round in the field ``round``
    - ``table``: the id of a table, for the table's own page

    Without these fields, redirect to the event's page.

    ``may`` is the required permission. Errors about the reason are shown at the field with the HTML id
    ``reason_at``. If ``reason_at`` names a URL argument in braces, as in "found-{doubt_id}", the argument's
    value is put there.
    """

    @guards.event_page("", may)
    @wraps(do)
    def page(request: HttpRequest, event: models.Event, actor: Actor, **about: Any) -> HttpResponse:
        status = 200
        try:
            if message := do(request, event, actor, **about):
                messages.success(request, message)
        except (InvalidInput, Conflict) as refusal:
            status = refusals.refuse_above(request, refusal, {"reason": reason_at.format(**about)})
        if pages.is_fragment(request):
            return desk.main_page(request, event, actor, status)
        number, _, table = request.POST.get("back", "").partition("-")
        place = pages.whole(number), pages.whole(table)
        if all(isinstance(part, int) and part > 0 for part in place):
            return redirect("event-table", event.pk, *place)
        if status != 200 and isinstance(place[0], int):
            return redirect("event-round", event.pk, place[0])
        to, shown_round = request.POST.get("to"), pages.whole(request.POST.get("round", ""))
        if to in ("event-move", "event-slips") and isinstance(shown_round, int):
            return redirect(to, event.pk, shown_round)
        if isinstance(sent_from := pages.whole(request.POST.get("table", "")), int):
            return redirect("table", sent_from)
        return redirect("event", event.pk)

    return page


@action
def clock(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Start, pause or resume the clock, add minutes ("add-5"), or call the last hand."""
    kind, minutes = request.POST.get("step", ""), None
    if kind.startswith("add-"):
        kind, minutes = "add", pages.whole(kind.removeprefix("add-")) or None
    key = keys.key_of(request.POST)
    step_clock(event=event, actor=actor, kind=kind, minutes=minutes, key=key)
    return ""


@partial(action, may="ring the bell")
def bell(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Ring the bell of the round that the page showed. Idempotent."""
    ring_bell(event=event, actor=actor, round_number=pages.number_in(request.POST, "round"))
    return ""


@partial(action, reason_at="desk-final-reason")
def final(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Make the current results final, or propose them if a second person must confirm them."""
    made = finals.make_final(
        event=event,
        actor=actor,
        reason=request.POST.get("reason", ""),
        edition=pages.number_in(request.POST, "edition"),
        version=pages.id_in(request.POST, "version"),
    )
    if isinstance(made, models.FinalProposal):
        return gettext("You have proposed the results as final. Another director must confirm them.")
    return gettext("The results are final, edition %(number)s.") % {"number": made.edition}


@partial(action, reason_at="desk-more-reason")
def more(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Let the evening go on by one round.

    The form sends the number of rounds that the page showed, so pressing twice adds one round only.
    """
    made = event_changes.one_more_round(
        event=event,
        actor=actor,
        rounds=pages.number_in(request.POST, "rounds") or 0,
        reason=request.POST.get("reason", ""),
    )
    return gettext("The evening goes on with one more round.") if made else ""


@action
def renew_word(request: HttpRequest, event: models.Event, actor: Actor) -> str:
    """Draw a new word for the event. A phone that uses a table's card must give the word to enter deals.

    Changes nothing if the event no longer has the word that the page showed.
    """
    made = event_changes.renew_word(event=event, actor=actor, seen=request.POST.get("seen", ""))
    if made is None:
        return gettext("Somebody has given a new word already.")
    return gettext("There is a new word. Phones with a card ask for it.")


@action
def keep_seats(request: HttpRequest, event: models.Event, actor: Actor, number: int) -> str:
    """Keep the seats of a round that, after a correction, would be seated differently.

    The page showed the differences; the form's ``mark`` identifies them.
    """
    mark = request.POST.get("mark", "")
    event_changes.keep_seats(event=event, actor=actor, round_number=number, mark=mark)
    return gettext("The seats stay as they are.")


@partial(action, reason_at="found-{doubt_id}")
def settle(request: HttpRequest, event: models.Event, actor: Actor, doubt_id: int) -> str:
    """Settle a doubt about a table's result. The form's ``reason`` says what the director found."""
    decisions.settle(event=event, actor=actor, doubt_id=doubt_id, reason=request.POST.get("reason", ""))
    return gettext("The doubt is settled.")
