"""What is new about an event since a version: for the streams, which tell it to all who listen.

Deals come often and are told in a few words; whoever wants the figures asks for them. New seats and the clock
are told in full, so that nobody has to ask at the moment when everybody would.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from scoring.event_records import EventRecord
from scoring.events.api.serialize import Names, hall_clock
from scoring.models import Entry, Event
from scoring.selectors import events

SEATING, SCORE, CLOCK, STANDINGS = "seating", "score", "clock", "standings"
ALL = (SEATING, SCORE, CLOCK, STANDINGS)

ABOUT: Mapping[str, tuple[str, ...]] = {
    "event.planned": (SEATING,),
    "event.entered": (SEATING,),
    "event.left": (SEATING,),
    "event.returned": (SEATING,),
    "event.wished": (SEATING,),
    "event.final-proposed": (STANDINGS,),
    "event.final": (STANDINGS,),
    "round.seated": (SEATING, CLOCK, STANDINGS),
    "round.taken-back": (SEATING, CLOCK, STANDINGS),
    "round.bell": (CLOCK, STANDINGS),
    "round.clock": (CLOCK,),
}
"""What a journal entry is news about; every other is about scores, and so about standings."""

News = tuple[str, Mapping[str, Any]]


def versions(ids: Iterable[int]) -> dict[int, int]:
    """Return event id → version of several events in one statement."""
    last = Entry.objects.filter(event=OuterRef("pk")).order_by("-id").values("id")[:1]
    rows = Event.objects.filter(pk__in=list(ids)).order_by().values_list("pk", Subquery(last))
    return {event: found or 0 for event, found in rows}


def news(event_id: int, since: int) -> tuple[list[News], int]:
    """Return what is new since a version, in the order of `ALL`, and the version it leads up to.

    ``since`` 0 is everything, and so is a version that there is not yet. What happens while this is read is
    told the next time, though the event may be shown with it already: the version is that of the last entry
    told of.
    """
    if since > (latest := events.version(event_id)):
        since = 0
    rows = Entry.objects.filter(event=event_id, id__gt=since).order_by("id")
    entries = list(rows.values_list("id", "verb", "table_id")) if since else []
    about = {kind for _, verb, _ in entries for kind in ABOUT.get(verb, (SCORE, STANDINGS))}
    if since and not entries:
        return [], latest
    tables = sorted({table for _, verb, table in entries if verb not in ABOUT and table is not None})
    event = Event.objects.select_related("club", "law_set").defer("law_set__content").get(pk=event_id)
    if since and not about & {SEATING, CLOCK}:
        version = entries[-1][0]
        return [(SCORE, {"version": version, "tables": tables}), (STANDINGS, {"version": version})], version
    record, now = events.state(event)
    version = entries[-1][0] if entries else now
    told: Mapping[str, Mapping[str, Any]] = {
        SEATING: _seating(record, events.names_of(record)),
        SCORE: {"tables": tables},
        CLOCK: hall_clock(record, timezone.now()),
        STANDINGS: {},
    }
    wanted = [kind for kind in ALL if not since or kind in about]
    return [(kind, {"version": version, **told[kind]}) for kind in wanted], version


def _seating(record: EventRecord, names: Names) -> dict[str, Any]:
    """Return who sits where in the last round that was seated; nobody before the start."""
    current = record.current
    if current is None:
        return {"round": None, "generation": None, "phase": None, "tables": [], "sitting_out": []}
    return {
        "round": current.number,
        "generation": current.seating.generation,
        "phase": record.life_of(current).phase,
        "tables": [
            {
                "number": table.number,
                "seats": [{"id": player, "name": names[player]} for player in table.players],
            }
            for table in current.tables
        ],
        "sitting_out": [{"id": player, "name": names[player]} for player in current.sitting_out],
    }
