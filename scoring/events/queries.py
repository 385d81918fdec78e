"""Questions about an event: its version, its standings, what people are called, its final results."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import OuterRef, QuerySet
from django.utils import timezone

from scoring.clubs.models import Club
from scoring.events.models import Entrant, Event, EventChange, Final, FinalProposal
from scoring.events.state import EventState, load
from scoring.journal.models import Entry
from scoring.refusals import NotFound
from scoring.tables.models import HeldEntry

CALLS = "call."
"""How the verbs of calls for the director begin: they change no result."""
ON_SHOW, MOST_ON_SHOW = timedelta(days=60), 12
"""How long an event to which nothing is done is on the list of all, and how many stand there."""


def names_of(state: EventState) -> dict[int, str]:
    """Return member id → name, as members are called now, for everybody who takes part."""
    return dict(
        Entrant.objects.filter(event=state.event).order_by("id").values_list("member_id", "member__name")
    )


def finals(event: Event) -> list[Final]:
    """Return the editions of the results that were made final, oldest first."""
    return list(Final.objects.filter(event=event).order_by("edition"))


def changed_since(event: Event, results: Final | FinalProposal) -> bool:
    """Return whether anything but calls was written since an edition of the results, or a proposal."""
    since = Entry.objects.filter(event=event, id__gt=results.as_of).exclude(verb__startswith=CALLS)
    return since.exclude(verb__in=("event.final", "event.final-proposed", "event.published")).exists()


def proposal(event: Event) -> FinalProposal | None:
    """Return the proposal of final results that waits for a second person, if nothing has changed since."""
    last = FinalProposal.objects.filter(event=event).select_related("by_member").last()
    if last is None or changed_since(event, last):
        return None
    return None if Final.objects.filter(event=event, edition__gte=last.edition).exists() else last


def held_entries(event: Event) -> QuerySet[HeldEntry]:
    """Return the entries at the event's tables that wait for the director, oldest first."""
    return HeldEntry.objects.filter(table__event=event, decision__isnull=True).order_by("id")


def events_of(club: Club) -> Any:
    """Return the club's events that were not deleted, the latest first."""
    return Event.with_laws().filter(club=club).exclude(changes__kind="cancel")


def published_events() -> Sequence[Event]:
    """Return the events of which something is published, those to which something was done last first."""
    published = EventChange.objects.filter(kind="publish")
    last = published.filter(event=OuterRef("pk")).order_by("-number").values("content")[:1]
    done_at = Entry.objects.filter(event=OuterRef("pk")).order_by("-id").values("at")[:1]
    events = (
        Event.with_laws()
        .filter(pk__in=published.values("event"))
        .exclude(changes__kind="cancel")
        .annotate(published=last, done_at=done_at)
        .filter(done_at__gt=timezone.now() - ON_SHOW)
        .exclude(published={"parts": []})
        .order_by("-done_at")
    )
    return list(events[:MOST_ON_SHOW])


def edition(event: Event, number: int) -> EventState:
    """Return the event as it stood at an edition; NotFound where there is none."""
    final = Final.objects.filter(event=event, edition=number).first()
    if final is None:
        raise NotFound
    return load(event, final.as_of)
