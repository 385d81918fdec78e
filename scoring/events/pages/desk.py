"""An event's own page: the desk for those who run it, before the start and during it; else its rules.

What the organiser presses there (the clock, the bell, a doubt settled, results made final) answers with the
desk as it then stands; what could not be done is said above it.
"""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.access import Actor
from scoring.events import models, queries
from scoring.events.domain.outcome import sides_winning, winning_sides
from scoring.events.domain.settings import shown_settings
from scoring.events.pages import words
from scoring.events.rounds import EventRound, EventTable
from scoring.events.services import events, rounds
from scoring.events.services.sweeps import MOST_FAILURES
from scoring.events.state import EventState, load
from scoring.journal.models import Entry
from scoring.refusals import Conflict
from scoring.tables.models import HeldEntry
from scoring.web import pages, polling
from scoring.workers import heartbeat

LAST_DEEDS = 6
DEEDS_ON_A_PAGE = 50


@never_cache
@pages.event_page("see an event")
def event(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show the event as it stands: to whoever runs it the desk, or the part of it that changes."""
    if not pages.is_fragment(request):
        return _event_page(request, event, actor)
    return polling.polled(
        request, polling.desk_polling(load(event)), lambda: _event_page(request, event, actor)
    )


def _event_page(request: HttpRequest, event: models.Event, actor: Actor, status: int = 200) -> HttpResponse:
    """Return the event's page, or only the part that changes where a script asks for it."""
    record = load(event)
    context = page_context(record, actor)
    if record.current is not None:
        context |= round_context(record, record.current, context["names"])
    if not actor.may("run an event"):
        return render(request, "scoring/events/plain.html", context)
    context |= _desk_context(record)
    template = "scoring/events/_desk.html" if pages.is_fragment(request) else "scoring/events/desk.html"
    return render(request, template, context, status=status)


def page_context(record: EventState, actor: Actor) -> dict[str, Any]:
    """Return what all pages of an event show around their own matter."""
    names, attendance = queries.names_of(record), record.attendance
    return {
        "event": record.event,
        "record": record,
        "names": names,
        "status_says": words.STATUS_WORDS[record.status],
        "rules": [(rule, record.law_id(rule.setting.law)) for rule in shown_settings(record.settings)],
        "round": record.current,
        "is_last": record.current is not None and record.current.number == record.settings.rounds,
        "players": [
            (
                entrant,
                names[entrant.member_id],
                attendance.departures.get(entrant.pk),
                attendance.wishes_of(entrant),
            )
            for entrant in record.entrants
        ],
        "may_run": actor.may("run an event"),
        "sees_club": actor.may("see the club"),
        "sees_rulings": record.event.club.publishes_rulings or actor.may("read rulings not published"),
    }


def round_context(record: EventState, each: EventRound, names: dict[int, str]) -> dict[str, Any]:
    """Return a round at a glance: a tile for each table, how many are in which state, and the clock.

    ``seconds`` are left, or gone by where a round has no set time.
    """
    phase, now = each.life.phase, timezone.now()
    tiles = [tile(record, each, table, names) for table in each.tables]
    states = [tile["state"] for tile in tiles]
    left = each.time.remaining_seconds(now)
    return {
        "round_says": words.PHASE_WORDS["bell" if each.bell and phase == "last-hand" else phase],
        "tiles": tiles,
        "counts": [
            (state, word, states.count(state)) for state, word in words.TABLE_WORDS.items() if state in states
        ],
        "seconds": int(each.time.elapsed(now).total_seconds()) if left is None else left,
        "was_started": any(step.kind == "start" for step in each.clock),
    }


def tile(record: EventState, each: EventRound, table: EventTable, names: dict[int, str]) -> dict[str, Any]:
    """Return a table at a glance: where it stands, and its sides with their points and who leads or won."""
    state, scored = _table_state(each, table), table.points()
    starting, seated = table.figures.number("starting_score"), table.seated
    wanted = sides_winning(seated, len(each.tables), record.settings)
    winning, tied = winning_sides(wanted, [-points for points in scored])
    return {
        "table": table,
        "state": state,
        "says": words.TABLE_WORDS[state],
        "sides": [
            {
                "side": side,
                "players": [names[player] for player in seated.side(side)],
                "points": starting + scored[side - 1],
                "leads": side in winning,
            }
            for side in seated.seating.sides()
        ],
        "is_tied": bool(tied),
        "decided": [word for kind, word in words.KIND_WORDS.items() if kind in table.decisions],
    }


def _table_state(each: EventRound, table: EventTable) -> str:
    report = table.report
    if report.is_disputed:
        return "disputed"
    if report.is_in:
        return "in"
    if report.is_named or report.is_cut:
        return "decided"
    if table.number in each.life.late:
        return "late"
    return each.life.phase if each.life.phase in ("seated", "last-hand") else "playing"


def _desk_context(record: EventState) -> dict[str, Any]:
    """Return what only the desk shows: what is held, whether the service moves by itself, the last deeds."""
    current, event = record.current, record.event
    failures = list(models.FailedMove.objects.filter(seating=current.seating)) if current else []
    has_deals = current is not None and any(table.has_deals for table in current.tables)
    return {
        "tag": polling.desk_polling(record)[0],
        "held": HeldEntry.objects.filter(table__event=event, decision__isnull=True).count(),
        "disputes": sum(len(table.disputes) for each in record.rounds for table in each.tables),
        "is_served": heartbeat.is_served(),
        "failure": failures[-1] if len(failures) >= MOST_FAILURES else None,
        "may_take_back": current is not None and current.number > 1 and not has_deals,
        "deeds": _deeds(event, _entries(event)[:LAST_DEEDS]),
        "finals": queries.finals(event),
        "proposal": queries.proposal(event) if record.settings.two_person_final else None,
    }


def _deeds(event: models.Event, entries: Iterable[Entry]) -> list[tuple[Entry, str]]:
    """Return entries of the event's journal, each with its words and the name of whom it is about."""
    listed = list(entries)
    about = {entry.data.get("entrant") for entry in listed} - {None}
    entrants = models.Entrant.objects.filter(event=event, pk__in=about)
    names = dict(entrants.values_list("pk", "member__name"))
    return [
        (entry, words.deed_words(entry.verb, entry.data, names.get(entry.data.get("entrant"), "")))
        for entry in listed
    ]


def _entries(event: models.Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event).select_related("by_member", "table").order_by("-id")


@pages.event_page("run an event")
def log(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Show everything that was done in the event, the latest first."""
    page = Paginator(_entries(event), DEEDS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = page_context(load(event), actor) | {"page": page, "deeds": _deeds(event, page)}
    return render(request, "scoring/events/log.html", context)


@pages.event_page("", "run an event")
def clock(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Start, pause or resume the clock, add minutes, call the last hand."""
    # "add-5" is the step "add" with five minutes.
    pressed = request.POST.get("step", "")
    kind, _, minutes = pressed.partition("-") if pressed.startswith("add-") else (pressed, "", "")

    def step() -> None:
        rounds.step_clock(
            event=event, actor=actor, kind=kind, minutes=pages.whole(minutes) if minutes else None
        )

    return done(request, event, actor, step)


@pages.event_page("", "run an event")
def bell(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Ring the bell of the round that the page showed; ringing it again changes nothing."""
    number = pages.whole(request.POST.get("round", ""))

    def ring() -> None:
        rounds.ring_bell(event=event, actor=actor, round_number=number if isinstance(number, int) else None)

    return done(request, event, actor, ring)


@pages.event_page("", "run an event")
def final(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """Make the results as they stand final."""

    def confirm() -> None:
        made = events.make_final(event=event, actor=actor, reason=request.POST.get("reason", ""))
        if isinstance(made, models.FinalProposal):
            message = gettext(
                "You hold the results to be final. They are, once another director says so as well."
            )
        else:
            message = gettext("The results are final.")
        messages.success(request, message)

    return done(request, event, actor, confirm)


@pages.event_page("", "run an event")
def settle(request: HttpRequest, event: models.Event, actor: Actor, doubt_id: int) -> HttpResponse:
    """Settle a doubt, with what was found."""

    def clear() -> None:
        rounds.settle(event=event, actor=actor, doubt_id=doubt_id, reason=request.POST.get("reason", ""))
        messages.success(request, gettext("The doubt is settled."))

    return done(request, event, actor, clear)


def done(request: HttpRequest, event: models.Event, actor: Actor, deed: Callable[[], None]) -> HttpResponse:
    """Do something and answer with the desk, or with the table's page that sent it ("ROUND-TABLE")."""
    status = 200
    try:
        deed()
    except InvalidInput as refusal:
        status = 400
        for reasons in translated_errors(refusal).values():
            messages.error(request, " ".join(reasons))
    except Conflict as refusal:
        status = pages.status_of(refusal)
        messages.error(request, translated(refusal.detail))
    if pages.is_fragment(request):
        return _event_page(request, event, actor, status)
    number, _, table = request.POST.get("back", "").partition("-")
    place = pages.whole(number), pages.whole(table)
    if all(isinstance(part, int) and part > 0 for part in place):
        return redirect("event-table", event.pk, *place)
    return redirect("event", event.pk)
