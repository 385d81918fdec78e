"""View of the check-in desk: tap a name to check a player in, or enter a new player."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs import queries
from scoring.clubs.access import Actor
from scoring.events import guards, models, state as states
from scoring.events.people.forms.players import ComingForm
from scoring.events.people.services import check_in as service
from scoring.events.polling_tags import hall_polling
from scoring.events.show.pages import overview
from scoring.game.names import is_called, place_in_list
from scoring.refusals import Conflict
from scoring.web import pages, polling, refusals

HERE, NOT_HERE, COMES = "here", "not-here", "comes"


@guards.event_page("run an event", "run an event")
def door(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show who was entered and who is here. Check a player in or out, or enter a new player."""
    if request.method != "POST":
        tagged = hall_polling("door", states.load(event))
        return polling.polled(request, tagged, lambda: _page(request, event, actor, ComingForm()))
    form = ComingForm(request.POST)
    if not form.is_valid():
        return _page(request, event, actor, form)
    member = pages.whole(request.POST.get("member", ""))
    if isinstance(member, int):
        return _word(request, event, actor, member)
    with refusals.refusals_in(form, conflict_at="player"):
        try:
            entrant = service.come(event=event, actor=actor, player=form.cleaned_data["player"])
        except InvalidInput as refusal:
            raise InvalidInput({"player": refusal.reasons}) from refusal
        return pages.redirect_saying(request, _has_come(entrant), "event-door", event.pk)
    return _page(request, event, actor, form)


def _has_come(entrant: models.Entrant) -> str:
    """Return the message about a player who has come, with the partner in an evening of pairs."""
    state = states.load(entrant.event)
    about = {"name": entrant.member.name}
    partner = state.partners.get(entrant.member_id)
    if partner is None:
        return gettext("%(name)s has come.") % about
    about["partner"] = state.entrant(partner).member.name
    return gettext("%(name)s has come and plays with %(partner)s.") % about


def _word(request: HttpRequest, event: models.Event, actor: Actor, member: int) -> HttpResponse:
    """Check a player in or out. A script gets the changed row, a plain form the whole page."""
    step, refused = request.POST.get("step"), False
    try:
        if step == COMES:
            service.come(event=event, actor=actor, player=member)
        else:
            service.check_in(event=event, actor=actor, member_id=member, is_here=step != NOT_HERE)
    except (Conflict, InvalidInput) as refusal:
        refusals.refuse_above(request, refusal)
        refused = True
    search = request.POST.get("q", "")
    here = reverse("event-door", args=[event.pk]) + (f"?{urlencode({'q': search})}" if search else "")
    if not pages.is_fragment(request):
        return redirect(here)
    if refused:  # the row is out of date: the page reloads and shows the reason
        return HttpResponse(status=409, headers={"HX-Refresh": "true"})
    context = _context(states.load(event), actor, search)
    row = next(row for row in context["rows"] if row["member"] == member)
    return render(request, "scoring/events/_door_word.html", context | {"row": row})


def _page(request: HttpRequest, event: models.Event, actor: Actor, form: ComingForm) -> HttpResponse:
    context = _context(states.load(event), actor, request.GET.get("q", ""))
    if pages.is_fragment(request):
        return render(request, "scoring/events/_door.html", context)
    context["members"] = queries.names(event.club)
    return refusals.form_page(request, "scoring/events/door.html", form, **context)


def _context(state: states.EventState, actor: Actor, search: str) -> dict[str, Any]:
    """Return the entrants by name with their state, and how many are here."""
    context = overview.page_context(state, actor)
    attendance = state.attendance
    rows = [
        {
            "member": entrant.member_id,
            "name": name,
            "is_out": entrant.pk in attendance.departures,
            "is_here": entrant.pk in attendance.checked_in,
            "is_found": is_called(name, search),
        }
        for entrant, name, _left, _wishes in context["players"]
    ]
    rows.sort(key=lambda row: place_in_list(str(row["name"])))
    expected = [row for row in rows if not row["is_out"]]
    return context | {
        "rows": rows,
        "search": search,
        "here_count": sum(bool(row["is_here"]) for row in expected),
        "expected_count": len(expected),
        "tag": hall_polling("door", state)[0],
    }
