"""The results of an event as they stood when an edition of them was made final."""

from dataclasses import replace

from scoring.event_records import EventRecord
from scoring.models import Entry, Event, Final
from scoring.refusals import NotFound
from scoring.selectors.event_history import history


def edition(event: Event, number: int) -> tuple[EventRecord, int]:
    """Return the event as it stood at an edition, and its version then; NotFound where there is none."""
    final = Final.objects.filter(event=event, edition=number).first()
    if final is None:
        raise NotFound
    record = history(event).record_at(final.as_of)
    # Not by the edition's id: two databases may give the same one to editions of different events.
    mark = Entry.objects.values_list("hash", flat=True).get(pk=final.as_of)
    return replace(record, mark=f"edition-{mark}"), final.as_of
