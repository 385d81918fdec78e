"""An event's own page: the desk for those who run it, before the start and during it; else its rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.callers import caller
from scoring.clubs.access import Actor, event_for
from scoring.domain.events.settings import shown_settings
from scoring.event_records import EventRecord
from scoring.events.api.serialize import law_of, status_of
from scoring.events.pages.words import STATUS_WORDS, deed_words
from scoring.events.services.sweeps import MOST_FAILURES
from scoring.models import Entrant, Entry, Event, FailedMove, HeldEntry
from scoring.selectors import events as selected
from scoring.views.doors import is_fragment, known_callers
from scoring.views.event_shown import round_shown
from scoring.workers import heartbeat as workers

LAST_DEEDS = 6
DEEDS_ON_A_PAGE = 50
NOTHING_NEW = 204


@never_cache
@require_safe
@known_callers
def event(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the event as it stands: to whoever runs it the desk, or the part of it that changes."""
    found, actor = event_for(caller(request), event_id, "see an event")
    if is_fragment(request) and request.GET.get("known") == known(found, selected.version(found.pk)):
        return HttpResponse(status=NOTHING_NEW)
    return event_page(request, found, actor)


def event_page(request: HttpRequest, found: Event, actor: Actor, status: int = 200) -> HttpResponse:
    """Return the event's page, or only the part that changes where a script asks for it."""
    record, version = selected.state(found)
    context = page_context(record, actor)
    if not actor.may("run an event"):
        return render(request, "scoring/events/plain.html", context)
    context |= desk_context(record, version)
    template = "scoring/events/_desk.html" if is_fragment(request) else "scoring/events/desk.html"
    return render(request, template, context, status=status)


def known(found: Event, version: int) -> str:
    """Return a word for all that the desk shows at a version; while it is the same, nothing is new.

    The version is that of the record that is shown: one asked for later might know of more than the page.
    """
    held = HeldEntry.objects.filter(table__event=found, decision__isnull=True).count()
    return f"{version}-{held}-{'on' if workers.is_served() else 'off'}"


def page_context(record: EventRecord, actor: Actor) -> dict[str, Any]:
    """Return what all pages of an event show around their own matter."""
    names = selected.names_of(record)
    current = record.current
    return {
        "event": record.event,
        "record": record,
        "names": names,
        "status": status_of(record),
        "status_says": STATUS_WORDS[status_of(record)],
        "rules": [(shown, law_of(shown.setting.law, record)) for shown in shown_settings(record.settings)],
        "law_set": record.law_set,
        "round": round_shown(record, current, names, timezone.now()) if current else None,
        "players": [
            (
                entrant,
                names[entrant.member_id],
                record.attendance.departures.get(entrant.pk),
                record.attendance.wishes_of(entrant),
            )
            for entrant in record.entrants
        ],
        "may_run": actor.may("run an event"),
        "sees_club": actor.may("see the club"),
        "sees_rulings": record.event.club.publishes_rulings or actor.may("read rulings not published"),
    }


def desk_context(record: EventRecord, version: int) -> dict[str, Any]:
    """Return what only the desk shows: what is held, whether the service moves by itself, the last deeds."""
    current, found = record.current, record.event
    failures = list(FailedMove.objects.filter(seating=current.seating)) if current else []
    has_deals = current is not None and any(table.has_deals for table in current.tables)
    return {
        "known": known(found, version),
        "version": version,
        "held": HeldEntry.objects.filter(table__event=found, decision__isnull=True).count(),
        "disputes": sum(len(table.disputes) for one in record.rounds for table in one.tables),
        "is_served": workers.is_served(),
        "failure": failures[-1] if len(failures) >= MOST_FAILURES else None,
        "may_take_back": current is not None and current.number > 1 and not has_deals,
        "deeds": deeds(found, _entries(found)[:LAST_DEEDS]),
        "finals": selected.finals(found),
        "proposal": selected.proposal(found) if record.settings.two_person_final else None,
    }


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry of the journal with its words."""

    entry: Entry
    words: str


def deeds(found: Event, entries: Iterable[Entry]) -> list[Deed]:
    """Return entries of the event's journal, each with its words and the name of whom it is about."""
    listed = list(entries)
    about = {entry.data.get("entrant") for entry in listed} - {None}
    takes_part = Entrant.objects.filter(event=found, pk__in=about)
    names = dict(takes_part.values_list("pk", "member__name"))
    return [
        Deed(entry, deed_words(entry.verb, entry.data, names.get(entry.data.get("entrant"), "")))
        for entry in listed
    ]


def _entries(found: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=found).select_related("by_member", "table").order_by("-id")


@require_safe
@known_callers
def log(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show everything that was done in the event, the latest first."""
    found, actor = event_for(caller(request), event_id, "run an event")
    record, _ = selected.state(found)
    page = Paginator(_entries(found), DEEDS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = page_context(record, actor) | {"page": page, "deeds": deeds(found, page)}
    return render(request, "scoring/events/log.html", context)
