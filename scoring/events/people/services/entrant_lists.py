"""Enter all players of a list of names, or none of them. Put players on the event's prize lists."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _
from scoring.clubs.domain.name_lists import ListedName, must_be_sound
from scoring.clubs.permissions import Actor
from scoring.clubs.services import lists
from scoring.events.access import locked
from scoring.events.models import Departure, Entrant, Event, Return, WishChange
from scoring.events.people.domain.list_columns import (
    NamedWishes,
    pairs_to_draw,
    read_listed,
    tables_too_high,
    with_numbers,
)
from scoring.events.people.domain.pairs import notes_on_pairs
from scoring.events.people.services import attendance
from scoring.events.planning.domain import settings
from scoring.events.state import EventState, load_state
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import Conflict, as_seen

Coming = Literal["new", "known", "back", "in", "fault"]
"""What entering a line would do: ``new`` enters a person who joins the club, ``known`` enters a member,
``back`` enters a player who had left, ``in`` does nothing because the player takes part already, ``fault``
does nothing because the line is faulty."""


def preview(event: Event, lines: Sequence[ListedName]) -> list[tuple[ListedName, Coming]]:
    """Return each line of a list with what entering the line would do. Nothing is recorded."""
    return _previewed(load_state(event), lines)[0]


def notes_on(event: Event, previewed: Sequence[tuple[ListedName, str]]) -> list[Sentence]:
    """Return notes about the lines of a list.

    A note says that a wished table will not exist with so few players, or tells how players become pairs.
    """
    state = load_state(event)
    coming = [line for line, kind in previewed if kind in ("new", "known", "back")]
    there = len(state.entrants) - len(state.attendance.departures)
    notes = tables_too_high(coming, state.terms.game.seating, there)
    if state.settings.keeps_pairs:
        return notes + pairs_to_draw(coming, state.names_of_partners)
    return notes + notes_on_pairs(coming)


def _previewed(
    state: EventState, lines: Sequence[ListedName]
) -> tuple[list[tuple[ListedName, Coming]], NamedWishes]:
    entered = {entrant.member.name: entrant for entrant in state.entrants}
    lines = lists.as_in_club(state.event.club, lines)
    known = lists.known_of(state.event.club, [line.name for line in lines])
    gone = state.attendance.departures
    lines = [
        line.refused(attendance.name_taken(line.name))
        if line.name in entered and line.name not in known and not line.fault
        else line
        for line in lines
    ]
    read, wishes = read_listed(
        lines,
        state.settings.lists,
        state.terms.game.seating,
        entered.keys(),
        state.names_of_partners,
        kind=state.settings.evening,
    )

    def coming(line: ListedName) -> Coming:
        if line.fault:
            return "fault"
        entrant = entered.get(line.name)
        if entrant is not None:
            return "back" if entrant.pk in gone else "in"
        return "known" if line.name in known else "new"

    return [(line, coming(line)) for line in read], wishes


@transaction.atomic
def enter_listed(*, event: Event, actor: Actor, lines: Sequence[ListedName], key: UUID | None = None) -> int:
    """Enter all players of a list who do not take part yet. Return how many were entered.

    A new name joins the club as a player, and a player who had left returns. Every listed player gets the
    wishes in their line, even a player who takes part already. An idempotency ``key`` that was used before
    enters nobody and returns how many players the first call entered.

    Raises InvalidInput under ``lines`` with every wrong line, under ``players`` for too many players, and
    under ``wishes`` for contradictory wishes. Raises Conflict ``event-started`` or ``key-reused``.
    """
    state = locked(event, actor)
    content = ["event.list-entered", event.pk, [[line.name, dict(line.wishes)] for line in lines]]
    request = IdempotentRequest(actor, key, content)
    if request.answer:
        return int(request.answer.body["entered"])
    if state.current is not None:
        raise Conflict(_("The event has begun. Whoever comes now is added one by one."), code="event-started")
    previewed, wishes = _previewed(state, lines)
    must_be_sound([line for line, _coming in previewed], "lines")
    coming = {line.name: how for line, how in previewed if how != "in"}
    fresh = [name for name, how in coming.items() if how != "back"]
    settings.check_number_of_players(len(state.entrants) + len(fresh), 0)
    if any(how == "new" for how in coming.values()):
        lists.add_members(club=event.club, actor=actor, names=fresh)
    known = lists.known_of(event.club, fresh)
    ids = {entrant.member.name: entrant.member_id for entrant in state.entrants} | known
    wished = with_numbers(wishes, ids)
    by = {"at": timezone.now(), **actor.recorded()}
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, member_id=known[name], wishes=wished.get(name, {}), **by) for name in fresh
    )
    here_before = [entrant for entrant in state.entrants if entrant.member.name not in known]
    records = [
        *entrants,
        *_returns([entrant for entrant in here_before if coming.get(entrant.member.name) == "back"], by),
        *_change_wishes(state, here_before, wished, by),
    ]
    if records:
        data = {"count": len(coming)}
        write_entry(actor=actor, verb="event.list-entered", data=data, event_id=event.pk, records=records)
        attendance.check_wishes(event)
    request.keep(Answer("recorded", {"entered": len(coming)}))
    return len(coming)


@transaction.atomic
def put_on_lists(
    *,
    event: Event,
    actor: Actor,
    chosen: Mapping[int, int | None],
    base: Mapping[int, int | None] | None = None,
) -> int:
    """Put players on the event's prize lists, and return how many players changed their list.

    ``chosen`` maps member id → index of the list, or None for no list. A change applies from the next round
    on. ``base`` holds the lists that the actor saw, so that changes by others since then are not overwritten:
    see `as_seen`.

    Raises InvalidInput under ``list.MEMBER`` for an unknown list. Raises NotFound for a person who does not
    take part, and Conflict ``event-over`` or ``changed-meanwhile``.
    """
    state = locked(event, actor)
    state.must_go_on()
    on_list = {member: state.attendance.wishes_of(state.entrant(member)).get("on_list") for member in chosen}
    latest = (change for entrant in state.entrants for change in state.attendance.changes.get(entrant.pk, ()))
    chosen = as_seen(
        chosen,
        base=base,
        now=on_list,
        changed_by=lambda: max(latest, key=lambda change: change.pk).by_member,
    )
    wished: dict[str, dict[str, Any]] = {}
    for member, place in chosen.items():
        if place is not None and place not in range(len(state.settings.lists)):
            raise InvalidInput({f"list.{member}": _("This event has no such list.")})
        wished[state.entrant(member).member.name] = {"on_list": place}
    by = {"at": timezone.now(), **actor.recorded()}
    changes = _change_wishes(state, state.entrants, wished, by)
    if changes:
        data = {"count": len(changes)}
        write_entry(actor=actor, verb="event.listed", data=data, event_id=event.pk, records=changes)
    return len(changes)


def _returns(entrants: Sequence[Entrant], by: Mapping[str, Any]) -> list[Return]:
    last = {
        departure.entrant_id: departure
        for departure in Departure.objects.filter(entrant__in=entrants).order_by("number")
    }
    return Return.objects.bulk_create(
        Return(departure=departure, from_round=1, **by) for departure in last.values()
    )


def _change_wishes(
    state: EventState,
    entrants: Sequence[Entrant],
    wished: Mapping[str, Mapping[str, Any]],
    by: Mapping[str, Any],
) -> list[WishChange]:
    changes, from_round = [], len(state.rounds) + 1
    for entrant in entrants:
        before = state.attendance.wishes_of(entrant)
        merged = {**before, **wished.get(entrant.member.name, {})}  # None takes a wish back
        wishes = {name: value for name, value in merged.items() if value is not None}
        if wishes != before:
            number = len(state.attendance.changes.get(entrant.pk, ())) + 1
            changes.append(
                WishChange(entrant=entrant, number=number, from_round=from_round, wishes=wishes, **by)
            )
    return WishChange.objects.bulk_create(changes)
