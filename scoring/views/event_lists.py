"""A club's events, and planning one: what is typed is kept whatever is refused."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from scoring.callers import caller
from scoring.clubs import queries as members
from scoring.clubs.access import club_for
from scoring.domain.events.settings import check_number_of_players
from scoring.domain.events.simulate import Forecast, forecast
from scoring.events.api.serialize import status_of
from scoring.events.forms.planning import EventForm
from scoring.events.pages.words import STATUS_WORDS
from scoring.events.services import events as service
from scoring.selectors import events as selected
from scoring.views.doors import club_doors, is_fragment

EVENTS_ON_A_PAGE = 20


@require_safe
@login_required
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club's events, the latest first, with where each stands."""
    club, actor = club_for(caller(request), slug, "see the club")
    page = Paginator(selected.events_of(club), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    lines = []
    for event in page:
        record, _ = selected.state(event)
        lines.append(
            {
                "event": event,
                "players": len(record.entrants),
                "round": record.current.number if record.current else 0,
                "rounds": record.settings.rounds,
                "status": status_of(record),
                "says": STATUS_WORDS[status_of(record)],
            }
        )
    context = {"club": club, "page": page, "lines": lines, "may_run": actor.may("run an event")}
    return render(request, "scoring/event_list.html", context | club_doors(actor))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Plan an event; or only say what to expect of it, which keeps nothing."""
    club, actor = club_for(caller(request), slug, "run an event")
    form = EventForm(request.POST or None, members=list(members.present(club)), club=club)
    expected: Forecast | None = None
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("step") == "expect":
                expected = _expected(form)
            else:
                event = service.create(club=club, actor=actor, **form.values())
                messages.success(
                    request, gettext("The event is planned. Look at the first round, then start it.")
                )
                return redirect("event", event.pk)
        except InvalidInput as refusal:
            form.refuse(refusal)
    context = {
        "club": club,
        "form": form,
        "expected": expected,
        "asked": request.POST.get("step") == "expect",
    }
    is_part = is_fragment(request) and context["asked"] and not form.errors
    template = "scoring/events/_expected.html" if is_part else "scoring/events/form.html"
    response = render(request, template, context, status=400 if form.errors else 200)
    if is_fragment(request) and not is_part:
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response


def _expected(form: EventForm) -> Forecast:
    """Return what so many players and rounds can be expected to bring. Raises InvalidInput."""
    settings, count = form.settings_of(), len(form.players_named())
    check_number_of_players(count)
    return forecast(settings, count, law_set_named(form.values()["law_set"]))
