"""Views of a club's list of events, and of the form that plans an event.

If the form shows an error, it keeps what was typed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from scoring.clubs import models, permissions
from scoring.clubs.guards import club_page, club_permissions
from scoring.clubs.pages.name_list_preview import preview_of
from scoring.clubs.queries import present_members
from scoring.events import guards, queries
from scoring.events.labels import STATUSES
from scoring.events.models import Event
from scoring.events.people.forms.players import with_player_names
from scoring.events.planning.domain import event_games, settings
from scoring.events.planning.domain.details import same_weekday
from scoring.events.planning.forms.new_event import EventForm, PlanAgainForm
from scoring.events.planning.services.event_changes import plan_again
from scoring.events.planning.services.events import create
from scoring.events.play.domain import movement_plan
from scoring.events.state import EventState, load_state
from scoring.game.games import GAMES
from scoring.refusals import NotFound
from scoring.web import keys, pages

EVENTS_ON_A_PAGE = 20


@club_page("see the club")
def events(request: HttpRequest, club: models.Club, actor: permissions.Actor) -> HttpResponse:
    """Show the club's events, the latest first, each with its status."""
    page = Paginator(queries.events_of(club), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    lines = [(state, STATUSES[state.status]) for state in map(load_state, page)]
    context = {
        "club": club,
        "page": page,
        "lines": lines,
        "may_run": actor.may("run an event"),
        "permissions": club_permissions(actor),
    }
    return render(request, "scoring/events/events.html", context)


@club_page("run an event", "run an event")
def new(request: HttpRequest, club: models.Club, actor: permissions.Actor) -> HttpResponse:
    """Show the form for a new event, and plan the event.

    If the user asks for a preview of the players or for a forecast, nothing is saved.

    With ``?copy=ID`` the form is filled in from an event of the club, including the players who stayed until
    its end. ``&without=players`` leaves these players out. ``?kind=SLUG`` chooses the kind of evening.
    """
    earlier = _earlier(request, club)
    form = EventForm(
        request.POST or None,
        request.FILES or None,
        members=list(present_members(club)),
        club=club,
        earlier=earlier,
        kind=request.GET.get("kind", ""),
    )
    has_players = earlier is not None and request.GET.get("without") != "players"
    if earlier and has_players:
        form.propose_players_of(earlier)
    if earlier:
        name, day = earlier.event.name, earlier.event.details.date
        form.initial["date"] = same_weekday(day, club.today) if day else club.today
        form.initial["name"] = queries.free_name(club, name, form.initial["date"])
        about = gettext("Is it “%(name)s” again? Otherwise write the new name.")
        if form.initial["name"] != name:
            about = gettext("“%(name)s” is planned for this day already, so this one needs another name.")
        form.fields["name"].help_text = about % {"name": name}
    message = gettext("The event is planned. Preview the first round, then start it.")
    origin = Origin(
        copied=earlier.event if earlier else None,
        has_players=has_players,
        left_early=_left_early(earlier) if earlier and has_players else "",
        templates=() if earlier or pages.is_fragment(request) else queries.templates_of(club),
    )
    return _planned(
        request,
        form,
        lambda: create(club=club, actor=actor, has_new_name=True, **form.values()),
        message,
        origin,
    )


def _left_early(state: EventState) -> str:
    at_the_end = set(state.at_the_end)
    return ", ".join(entrant.member.name for entrant in state.came if entrant not in at_the_end)


def _earlier(request: HttpRequest, club: models.Club) -> EventState | None:
    if not (asked := request.GET.get("copy")):
        return None
    event = queries.events_of(club).filter(pk=pages.whole(asked)).first() if asked.isdecimal() else None
    if event is None:
        raise NotFound
    return load_state(event)


@guards.event_page("run an event", "run an event")
def again(request: HttpRequest, event: Event, actor: permissions.Actor) -> HttpResponse:
    """Replace an event that has not begun by a new event. The old event fills the form in.

    If the event has begun or was deleted, redirect to its page.
    """
    state = load_state(event)
    if state.status != "planned":
        return redirect("event", event.pk)
    form = PlanAgainForm(request.POST or None, state=state)
    message = gettext("The event is planned again, with the same players and the same seed.")

    def planned() -> Event:
        return plan_again(event=event, actor=actor, reason=form.cleaned_data["reason"], **form.values())

    return _planned(request, form, planned, message, Origin(before=event))


@dataclass(frozen=True)
class Origin:
    """The events that fill in the form, and the events that the page offers for this.

    - ``before``: the event that is planned again.
    - ``copied``: the event that is copied. Without ``before`` and ``copied`` the form has the defaults.
    - ``has_players``: the form names the players who stayed until the end of the copied event.
    - ``left_early``: the names of the players who left earlier.
    - ``templates``: the events that the page offers to copy.
    """

    before: Event | None = None
    copied: Event | None = None
    has_players: bool = False
    left_early: str = ""
    templates: Sequence[Event] = ()


def _planned(
    request: HttpRequest,
    form: EventForm,
    do: Callable[[], Event],
    message: str,
    origin: Origin,
) -> HttpResponse:
    step, expected = request.POST.get("step"), None
    if form.is_search:
        form.errors.clear()
        context = {"club": form.club, "form": form, "origin": origin}
        return render(request, "scoring/events/form.html", context)
    if step == "watch":
        return _watched(request, form)
    is_preview = step == "expect"
    # A chosen file is always previewed first, whichever button was pressed.
    is_list = step == "look" or bool(request.FILES)
    previewed = form.previewed() if is_list and form.is_valid() else []
    if request.method == "POST" and not is_list and form.is_valid():
        try:
            if is_preview:
                expected = _expected(form)
            else:
                with keys.new_key_if_used(form):
                    return pages.redirect_saying(request, message, "event", do().pk)
        except InvalidInput as refusal:
            form.refuse(refusal)
    context = {
        "club": form.club,
        "form": form,
        "origin": origin,
        "expected": expected,
        "preview": preview_of(previewed, form.listed, [*form.member_names.values()], "players"),
        "show_wishes": True,
    }
    is_part = pages.is_fragment(request) and is_preview and not form.errors
    context["is_part"] = is_part
    template = "scoring/events/_expected.html" if is_part else "scoring/events/form.html"
    response = render(request, template, context, status=400 if form.errors else 200)
    if pages.is_fragment(request) and not is_part:
        response["HX-Retarget"], response["HX-Reswap"] = "body", "innerHTML"
    return response


def _watched(request: HttpRequest, form: EventForm) -> HttpResponse:
    expected, reasons = None, list[str]()
    if form.is_valid():
        try:
            expected = _expected(form)
        except InvalidInput as refusal:
            form.refuse(refusal)
    if form.errors and form.is_about_somebody:
        reasons = [str(reason) for errors in form.errors.values() for reason in errors]
    context = {"form": form, "expected": expected, "reasons": reasons, "is_part": True}
    return render(request, "scoring/events/_expected.html", context)


def _expected(form: EventForm) -> movement_plan.Forecast:
    planned = form.values()
    kind, count = GAMES[planned["game"]], form.how_many()
    terms = settings.parse_settings(
        planned["movement"],
        rounds=planned["rounds"],
        deals_per_round=planned["deals_per_round"],
        players=count,
        game=kind,
    )
    event_games.check_game(kind, terms)
    settings.check_number_of_players(count, min(event_games.sizes_of(kind, terms.odd)))
    terms.evening.check_players(count)
    terms.evening.check_rounds(count, terms.rounds)
    wishes, law_set = form.wishes(terms.lists), law_set_named(planned["law_set"])
    try:
        return movement_plan.forecast(terms, count, law_set, kind, wishes)
    except InvalidInput as refusal:
        raise with_player_names(refusal, form.names) from refusal
