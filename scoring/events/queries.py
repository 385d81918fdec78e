"""Queries on events: names, final results, lists of events, and entries that wait for the director."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import count
from math import ceil
from typing import Any, Literal, NamedTuple

from django.db.models import Exists, JSONField, Min, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils import timezone

from scoring.clubs.models import Club
from scoring.events.loaded_records import AMENDED, SWAP
from scoring.events.models import Doubt, Entrant, Event, EventChange, Final, FinalProposal, Seating
from scoring.events.state import EventState, load_state
from scoring.game.names import LONGEST_NAME
from scoring.journal.models import Entry
from scoring.refusals import NotFound
from scoring.tables.access import cards_in_use, tables_on
from scoring.tables.models import HeldEntry
from scoring.tables.queries import TableState, open_table_states

CALLS = "call."
"""Prefix of the journal verbs of calls for the director. Calls never change a result."""
WITHOUT_EFFECT = (
    "event.final",
    "event.final-proposed",
    "round.cut-drawn",
    *EventChange.VERBS_WITHOUT_EFFECT.values(),
)
"""Verbs of journal entries that change no result of an event. Calls, see `CALLS`, change no result either."""
PUT_AWAY_AFTER = timedelta(days=1)
"""An open table without a record for this long is put away, see `OpenTables`."""
ON_SHOW, MOST_ON_SHOW = timedelta(days=60), 12
"""Limits of the list of published events: the time since an event's last activity, and the number of events.
"""


def names_of(state: EventState) -> dict[int, str]:
    """Return member id → current name for all entrants of an event."""
    return dict(
        Entrant.objects.filter(event=state.event).order_by("id").values_list("member_id", "member__name")
    )


def finals(event: Event) -> list[Final]:
    """Return the editions of the final results, oldest first."""
    return list(Final.objects.filter(event=event).order_by("edition"))


class Results(NamedTuple):
    """How final the results of an event are. ``stage`` is one of these:

    - "open": the evening is not over.
    - "provisional": the evening is over, and no edition is in force.
    - "final": the last edition is in force.
    - "changed": the last edition is in force, but something that may change results was recorded after it.
    - "replaced", "reopened": only on the page of an edition that is no longer in force, see `results_in`.

    ``editions`` holds all editions, even those that a reopening has put out of force. On the page of
    a replaced edition, ``editions`` ends with this edition.
    """

    stage: Literal["open", "provisional", "final", "changed", "replaced", "reopened"]
    editions: list[Final]

    @property
    def edition(self) -> int:
        """The number of the last edition, or 0 without an edition."""
        return self.editions[-1].edition if self.editions else 0

    @property
    def is_closed(self) -> bool:
        """Whether the results are final, even if corrected since. Final results allow no further round."""
        return self.stage in ("final", "changed")


def results_of(state: EventState) -> Results:
    """Return how final the results are, with all editions."""
    editions = finals(state.event)
    if not state.is_over:
        return Results("open", editions)
    reopened = state.reopening.reopens_id if state.reopening else None
    if not editions or editions[-1].pk == reopened:
        return Results("provisional", editions)
    return Results("changed" if changed_since(state.event, editions[-1]) else "final", editions)


def results_in(event: Event, number: int) -> Results:
    """Return how final the results of edition ``number`` are today, with the editions up to this number.

    The stage is one of:

    - "replaced": a later edition exists.
    - "reopened": this is the last edition, and the results were reopened.
    - "final": this is the last edition, and its results are in force. They may have been corrected since.
    """
    now = results_of(load_state(event))
    if number < now.edition:
        return Results("replaced", now.editions[:number])
    return Results("final" if now.is_closed else "reopened", now.editions)


def changed_since(event: Event, results: Final | FinalProposal) -> bool:
    """Return whether anything that may change results was recorded since an edition or a proposal."""
    return result_changes(event).filter(id__gt=results.as_of).exists()


def result_changes(event: Event) -> QuerySet[Entry]:
    """Return the event's journal entries that may change a result."""
    return Entry.objects.filter(event=event).exclude(verb__startswith=CALLS).exclude(verb__in=WITHOUT_EFFECT)


def proposal(event: Event) -> FinalProposal | None:
    """Return the pending proposal of final results, or None.

    A proposal lapses as soon as something is recorded that may change results. A confirmed proposal is no
    longer pending.
    """
    last = FinalProposal.objects.filter(event=event).select_related("by_member").last()
    if last is None or changed_since(event, last):
        return None
    return None if Final.objects.filter(event=event, edition__gte=last.edition).exists() else last


def edition_to_reopen(state: EventState) -> int | None:
    """Return the number of the edition to reopen, or None if nothing can be reopened.

    This is the last edition in force. If no edition is in force, proposed results or an evening that was
    ended by hand can be reopened. In this case the number of the next edition is returned.
    """
    event = state.event
    latest = event.finals.in_force().last()
    if latest is not None:
        return latest.edition
    return event.finals.count() + 1 if state.is_ended or proposal(event) else None


def last_change_at(event: Event) -> datetime | None:
    """Return the time of the last journal entry that may change a result, None without such an entry.

    Bells do not count.
    """
    changes = result_changes(event).exclude(verb="round.bell")
    return changes.order_by("-id").values_list("at", flat=True).first()


class NextMove(NamedTuple):
    """The time of the next automatic move, or what prevents the move; see `next_move`.

    In the last round, the end of the evening counts as the move.

    - ``at``: the time at which the countdown ends. None if no countdown runs.
    - ``tied``: the numbers of the tables whose tie prevents the move or the end.
    - ``has_held``: an entry at a table in play waits for the director and stops the countdown.
    """

    at: datetime | None = None
    tied: Sequence[int] = ()
    has_held: bool = False

    def seconds_left(self, now: datetime) -> int | None:
        """Return the seconds until ``at``, rounded up and never negative. None without ``at``."""
        return None if self.at is None else max(0, ceil((self.at - now).total_seconds()))


def next_move(state: EventState) -> NextMove:
    """Return the time of the next automatic move, or the ties and entries that prevent the move.

    The result is empty before the start and once the evening is over. Otherwise the setting
    ``move_after_seconds`` decides:

    - With a countdown (more than 0 seconds), the result is empty while a round is played. It is also empty if
      something else stops the countdown, such as a hold.
    - If the players move as soon as all results are in (0 seconds), the result is always empty.
    - If the director makes every move (None), only ``tied`` can be set: the tables of the last round whose
      tie prevents the end of the evening.
    """
    current, seconds = state.current, state.settings.move_after_seconds
    if current is None or state.is_over:
        return NextMove()
    if not seconds:
        holds_end = seconds is None and state.last_round is not None and current.life.is_due
        return NextMove(None, current.tied if holds_end else ())
    is_playing = current.bell is None and bool(current.still_playing)
    if is_playing or current.life.blockers or state.too_few:
        return NextMove()
    if state.move_was_taken_back or state.is_held:
        return NextMove()
    in_play = {table.table_id for table in current.tables}
    held = held_entries(state.event).filter(table__in=in_play).exists()
    if current.tied or held:
        return NextMove(None, current.tied, held)
    since = last_change_at(state.event) or current.seating.at
    bell = current.bell
    if bell is not None and bell.cause != "service":
        since = max(since, bell.at)
    return NextMove(since + timedelta(seconds=seconds))


def shown_of_move(state: EventState) -> tuple[object, ...]:
    """Return the values that decide what pages show about the move to the next round.

    Polling tags contain these values, because a change at any table can change them. Empty before the start,
    while the round is played and after the event: pages then show nothing about the move.
    """
    current = state.current
    if current is None or state.is_over or (current.bell is None and current.still_playing):
        return ()
    move = next_move(state)
    at = move.at.isoformat() if move.at else ""
    return at, move.has_held, bool(current.still_playing), bool(current.life.blockers), current.to_cut


def may_need_word(event: Event) -> bool:
    """Return whether phones may have to give the event's word before they can enter deals.

    They may have to if any printed card for a table of the club is in use.
    """
    return cards_in_use().filter(club=event.club_id).exists()


def playing_elsewhere(state: EventState) -> int:
    """Return how many players of round 1 have also entered another event that is on tonight.

    Only events of the same club count.
    """
    others = tables_on().filter(club=state.event.club_id).exclude(event=state.event).values("event")
    here = [entrant.member_id for entrant in state.here]
    entered = Entrant.objects.filter(event__in=others, member__in=here)
    return entered.values("member").distinct().count()


def held_entries(event: Event) -> QuerySet[HeldEntry]:
    """Return the entries at the event's tables that wait for the director's decision, oldest first."""
    return HeldEntry.objects.filter(table__event=event, decision__isnull=True).order_by("id")


def unsettled_doubts(club: Club) -> QuerySet[Doubt]:
    """Return the doubts about results of a club's events that a director has not settled.

    Doubts about a seating that was taken back are left out. A seat change keeps the doubts.
    """
    seatings = Seating.objects.filter(
        event=OuterRef("seating__event"), round_number=OuterRef("seating__round_number")
    )
    in_force = seatings.filter(taken_back__isnull=True)
    moved_again = seatings.filter(generation__gt=OuterRef("seating__generation"))
    moved_again = moved_again.exclude(cause__in=(SWAP, AMENDED))
    unsettled = Doubt.objects.filter(seating__event__club=club, settled__isnull=True)
    return unsettled.filter(Exists(in_force), ~Exists(moved_again))


def events_of(club: Club) -> Any:
    """Return the club's events without deleted events, the latest first."""
    return Event.with_laws().filter(club=club).exclude(changes__kind="cancel").prefetch_related("changes")


def events_named(club: Club, name: str) -> Any:
    """Return the club's events that were planned under this name or ever renamed to it.

    Deleted events are left out.
    """
    renamed = EventChange.objects.filter(event__club=club, kind="details", content__name=name)
    return events_of(club).filter(Q(planned_name=name) | Q(pk__in=renamed.values("event")))


def has_evening(club: Club, name: str, day: date | None) -> bool:
    """Return whether the club has an event that now has this name and day.

    The day of an event is its date or, without a date, the day on which round 1 was seated. An event without
    a date that has not begun has no day.
    """
    for event in events_named(club, name).annotate(began_at=Min("seatings__at")):
        if event.name == name:
            began_on = club.day_of(event.began_at) if event.began_at else None
            if (event.details.date or began_on) == day:
                return True
    return False


def free_name(club: Club, name: str, day: date | None) -> str:
    """Return the name or, if an event has this name and day, the name with the next free number."""
    if not has_evening(club, name, day):
        return name
    # Three digits or more are part of the name, as in "Winter Cup (2025)".
    base, endings = re.sub(r" \(\d{1,2}\)$", "", name), (f" ({number})" for number in count(2))
    numbered = (base[: LONGEST_NAME - len(ending)].rstrip() + ending for ending in endings)
    return next(free for free in numbered if not has_evening(club, free, day))


def templates_of(club: Club) -> list[Event]:
    """Return the events that the club marked as templates, the latest first."""
    changed = EventChange.objects.filter(kind="details", event__club=club).values("event")
    return [event for event in events_of(club).filter(pk__in=changed) if event.details.is_template]


@dataclass(frozen=True, slots=True)
class OpenTables:
    """The open tables of a club, and its events in play.

    - ``in_use``: tables outside events with a record within the last day, and all open tables of ``running``.
    - ``put_away``: all other open tables. Pages list them apart.
    - ``running``: the events in play with a record within the last day.
    """

    in_use: Sequence[TableState]
    put_away: Sequence[TableState]
    running: Sequence[EventState]


def open_tables(club: Club) -> OpenTables:
    states, since = open_table_states(club), timezone.now() - PUT_AWAY_AFTER
    chains = [f"table:{state.table.pk}" for state in states if not state.table.event_id]
    of_tables = Entry.objects.filter(chain__in=chains, at__gt=since).values_list("table", flat=True)
    at_events = {state.table.event_id for state in states} - {None}
    of_events = Entry.objects.filter(event__in=at_events, at__gt=since).values_list("event", flat=True)
    recent = events_of(club).filter(pk__in=set(of_events)) if at_events else ()
    running = [event for event in map(load_state, recent) if event.status == "running"]
    in_play, touched = {event.event.pk for event in running}, set(of_tables)
    in_use: list[TableState] = []
    put_away: list[TableState] = []
    for state in states:
        is_in_use = state.table.event_id in in_play or state.table.pk in touched
        (in_use if is_in_use else put_away).append(state)
    return OpenTables(in_use, put_away, running)


def published_events() -> Sequence[Event]:
    """Return the published events with recent activity, the most recently active first.

    `ON_SHOW` and `MOST_ON_SHOW` limit the list. Deleted events are left out.
    """
    changes = EventChange.objects.filter(event=OuterRef("pk"))
    parts = changes.filter(kind="publish").order_by("-number").values("content__parts")[:1]
    done_at = Entry.objects.filter(event=OuterRef("pk")).order_by("-id").values("at")[:1]
    events = (
        Event.objects.select_related("club")
        .prefetch_related(Prefetch("changes", EventChange.objects.filter(kind="details")))
        .annotate(done_at=done_at, parts=Subquery(parts, JSONField()))
        .filter(~Exists(changes.filter(kind="cancel")), done_at__gt=timezone.now() - ON_SHOW)
        .exclude(parts=None)
        .exclude(parts=[])
        .order_by("-done_at")
    )
    return list(events[:MOST_ON_SHOW])


def edition(event: Event, number: int) -> EventState:
    """Return the event's state as of an edition of its final results. Raises NotFound."""
    final = Final.objects.filter(event=event, edition=number).first()
    if final is None:
        raise NotFound
    return load_state(event, final.as_of)
