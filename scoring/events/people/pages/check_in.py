"""View of the check-in desk: check players in by a tap on their names, or enter new players."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs import queries
from scoring.clubs.permissions import Actor
from scoring.events import guards, models
from scoring.events.people.forms.players import ComingForm
from scoring.events.people.services.attendance import must_name_one
from scoring.events.people.services.check_in import check_in, come
from scoring.events.people.services.entrant_links import newcomers_without_link
from scoring.events.polling_tags import hall_polling
from scoring.events.show.pages.overview import EnteredPlayer, EventPage
from scoring.events.state import load_state
from scoring.game.names import is_called, place_in_list
from scoring.refusals import Conflict
from scoring.web import pages, polling, refusals

HERE, NOT_HERE, COMES = "here", "not-here", "comes"


@guards.event_page("run an event", "run an event")
def check_in_desk(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show which entrants are here. Check a player in or out, or enter a new player."""
    if request.method != "POST":
        tagged = hall_polling("check-in", load_state(event))
        return polling.polled(request, tagged, lambda: _page(request, event, actor, ComingForm()))
    form = ComingForm(request.POST)
    if not form.is_valid():
        return _page(request, event, actor, form)
    member = pages.id_in(request.POST, "member")
    if member is not None:
        return _check_in_or_out(request, event, actor, member)
    with refusals.refusals_in(form, conflict_at="player"):
        player = form.cleaned_data["player"]
        try:
            must_name_one(load_state(event), player)
            entrant = come(event=event, actor=actor, player=player)
        except InvalidInput as refusal:
            raise InvalidInput({"player": refusal.reasons}) from refusal
        return pages.redirect_saying(request, _has_come(entrant), "event-check-in", event.pk)
    return _page(request, event, actor, form)


def _has_come(entrant: models.Entrant) -> str:
    state = load_state(entrant.event)
    about = {"name": entrant.member.name}
    partner = state.partners.get(entrant.member_id)
    if partner is None:
        return gettext("%(name)s has come.") % about
    about["partner"] = state.entrant(partner).member.name
    return gettext("%(name)s has come and plays with %(partner)s.") % about


def _check_in_or_out(request: HttpRequest, event: models.Event, actor: Actor, member: int) -> HttpResponse:
    step, refused = request.POST.get("step"), False
    try:
        if step == COMES:
            come(event=event, actor=actor, player=member)
        else:
            check_in(event=event, actor=actor, member_id=member, is_here=step != NOT_HERE)
    except (Conflict, InvalidInput) as refusal:
        refusals.refuse_above(request, refusal)
        refused = True
    search = request.POST.get("q", "")
    here = reverse("event-check-in", args=[event.pk]) + (f"?{urlencode({'q': search})}" if search else "")
    if not pages.is_fragment(request):
        return redirect(here)
    if refused:  # the row is out of date: the page reloads and shows the reason
        return HttpResponse(status=409, headers={"HX-Refresh": "true"})
    page = EventPage(load_state(event), actor)
    sheet = _sheet(page, search)
    row = next(row for row in sheet.rows if row.member == member)
    context = {"event_page": page, "sheet": sheet, "row": row}
    return render(request, "scoring/events/_check_in_answer.html", context)


def _page(request: HttpRequest, event: models.Event, actor: Actor, form: ComingForm) -> HttpResponse:
    page = EventPage(load_state(event), actor)
    context = {"event_page": page, "sheet": _sheet(page, request.GET.get("q", ""))}
    if pages.is_fragment(request):
        return render(request, "scoring/events/_check_in.html", context)
    context |= {
        "members": queries.member_names(event.club),
        "without_link": newcomers_without_link(page.state),
    }
    return refusals.form_page(request, "scoring/events/check_in.html", form, **context)


@dataclass(frozen=True)
class CheckInRow:
    """An entrant at check-in.

    ``is_here``: the player is checked in. ``is_found``: the search matches the name.
    """

    player: EnteredPlayer
    is_here: bool
    is_found: bool

    @property
    def member(self) -> int:
        return self.player.entrant.member_id


@dataclass(frozen=True)
class CheckInSheet:
    """The entrants sorted by name, with the number of expected players and how many of them are here."""

    rows: Sequence[CheckInRow]
    search: str
    tag: str

    @property
    def expected_count(self) -> int:
        return sum(not row.player.is_gone for row in self.rows)

    @property
    def here_count(self) -> int:
        return sum(row.is_here and not row.player.is_gone for row in self.rows)


def _sheet(page: EventPage, search: str) -> CheckInSheet:
    checked_in = page.state.attendance.checked_in
    rows = [
        CheckInRow(player, player.entrant.pk in checked_in, is_called(player.name, search))
        for player in map(page.entered, page.state.entrants)
    ]
    rows.sort(key=lambda row: place_in_list(row.player.name))
    return CheckInSheet(rows, search, hall_polling("check-in", page.state)[0])
