"""A club's events; planning one, where what is typed stays whatever is refused; and its start.

The first places are drawn from the event's seed, by cards drawn at the door, or said by table.
"""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from laws.templatetags.sentences import translated_reasons
from scoring.clubs import queries as members
from scoring.clubs.access import Actor
from scoring.clubs.models import Club
from scoring.events import queries
from scoring.events.domain.drawing import place_cards
from scoring.events.domain.plan import Forecast, forecast
from scoring.events.domain.settings import check_number_of_players
from scoring.events.domain.values import shape_for
from scoring.events.forms.planning import EventForm
from scoring.events.forms.players import FirstTablesForm, PlaceCardsForm
from scoring.events.models import Event
from scoring.events.pages.desk import page_context
from scoring.events.pages.moves import moves_of
from scoring.events.pages.words import STATUS_WORDS
from scoring.events.services import events as events_service
from scoring.events.services import rounds
from scoring.events.state import EventState, load
from scoring.web import pages

EVENTS_ON_A_PAGE = 20
DRAWN, CARDS, TABLES = "drawn", "cards", "tables"


@pages.club_page("see the club")
def events(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the club's events, the latest first, with where each stands."""
    page = Paginator(queries.events_of(club), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    lines = [(record, STATUS_WORDS[record.status]) for record in map(load, page)]
    context = {"club": club, "page": page, "lines": lines, "may_run": actor.may("run an event")}
    return render(request, "scoring/events/list.html", context | pages.club_doors(actor))


@pages.club_page("run an event", "run an event")
def new(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Plan an event; or only say what to expect of it, which keeps nothing."""
    form = EventForm(request.POST or None, members=list(members.present(club)), club=club)
    expected: Forecast | None = None
    if request.method == "POST" and form.is_valid():
        try:
            if request.POST.get("step") == "expect":
                expected = _expected(form)
            else:
                event = events_service.create(club=club, actor=actor, **form.values())
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
    is_part = pages.is_fragment(request) and context["asked"] and not form.errors
    template = "scoring/events/_expected.html" if is_part else "scoring/events/form.html"
    response = render(request, template, context, status=400 if form.errors else 200)
    if pages.is_fragment(request) and not is_part:
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response


def _expected(form: EventForm) -> Forecast:
    """Return what so many players and rounds can be expected to bring. Raises InvalidInput."""
    settings, count = form.settings_of(), len(form.players_named())
    check_number_of_players(count)
    return forecast(settings, count, law_set_named(form.values()["law_set"]))


@pages.event_page("run an event", "run an event")
def start(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show the first places, however they are found, and publish them: that starts the event."""
    record = load(event)
    if record.current is not None:
        return redirect("event", event.pk)
    context = page_context(record, actor)
    names = context["names"]
    participants = [record.entrant_value(entrant) for entrant in record.entrants]
    present = [(each.player, names[each.player]) for each in participants if each.is_present(1)]
    asked = request.POST.get("how", request.GET.get("how"))
    how = asked if asked in (CARDS, TABLES) else DRAWN
    posted = request.POST if request.method == "POST" else None
    form = _form(how, posted, event, present)
    context |= {"form": form, "how": how}
    try:
        typed = _typed(form)
        is_ready = how == DRAWN or bool(typed)
        if posted is not None and form is not None and not typed and not form.errors:
            form.add_error(None, gettext("Enter who has drawn which card."))
        elif posted is not None and posted.get("step") == "start" and is_ready:
            rounds.start(event=event, actor=actor, **typed)
            messages.success(
                request, gettext("Round 1 is seated. Start the clock when everybody has sat down.")
            )
            return redirect("event", event.pk)
        if is_ready:
            context["moves"] = moves_of(record, rounds.preview(event=event, **typed))
    except InvalidInput as refusal:
        if form is not None:
            form.refuse(refusal, names)
        else:
            context["missing"] = translated_reasons(refusal)
    if how == CARDS:
        context["deck"] = _deck(len(present), record)
    status = 400 if form is not None and form.errors else 200
    return render(request, "scoring/events/start.html", context, status=status)


def _form(
    how: str, posted: Any, event: Event, present: list[tuple[int, str]]
) -> PlaceCardsForm | FirstTablesForm | None:
    """Return what is typed; the tables are first those that the seed would draw, to be changed at will."""
    if how == CARDS:
        return PlaceCardsForm(posted, players=present)
    if how == DRAWN:
        return None
    drawn: list[tuple[int, ...]] = []
    if posted is None:
        try:
            drawn = [table.players for table in rounds.preview(event=event).tables]
        except InvalidInput:
            drawn = []  # too few have come as yet, or their wishes contradict each other
    return FirstTablesForm(posted, players=present, seats=drawn)


def _typed(form: PlaceCardsForm | FirstTablesForm | None) -> dict[str, Any]:
    """Return what the service takes of what was typed. Raises InvalidInput for what cannot be read."""
    if form is None or not form.is_bound or not form.is_valid():
        return {}
    if isinstance(form, FirstTablesForm):
        return {"tables": seats} if (seats := form.seats()) else {}
    return {"cards": cards} if (cards := form.cards()) else {}


def _deck(count: int, record: EventState) -> list[str]:
    """Return the cards to lay out for so many players; none where they are too few."""
    return [card.code for card in place_cards(shape_for(count, record.settings.odd))] if count >= 4 else []
