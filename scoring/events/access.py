"""May they, in an event? What somebody may do in general is in `scoring.clubs.access`."""

from dataclasses import replace

from django.db.models import Q, QuerySet

from laws.domain.sentences import _
from scoring.clubs.access import LINK, Actor, Caller, member_of
from scoring.clubs.models import Role
from scoring.events.models import Entrant, EntrantLink, Event
from scoring.events.play.domain.values import HEAD
from scoring.events.state import EventState, load
from scoring.refusals import Conflict, LinkEnded, NotFound
from scoring.tables.access import Found, links_in_use, must_be_in_use, table_for, with_what_decides
from scoring.tables.models import TableLink


def event_for(caller: Caller, event_id: int, action: str, table_number: int = HEAD) -> tuple[Event, Actor]:
    """Return the event (with its club and law set) and the caller as an actor in it.

    A membership of its club counts before the link of one of its tables, and that before the link of
    somebody's own evening, who may look and doubt, no more. A player who holds the link of a table may do
    what either may. NotFound for strangers, NotAllowed where the role does not allow it. Links that have
    ended are refused by `must_be_in_use` and `evening_must_be_in_use`.

    Of the links of several tables that of ``table_number`` counts before the others. Of the links of several
    players' evenings that of the caller's ``player`` counts, and where none is named the last one opened.
    """
    event = Event.with_laws().filter(pk=event_id).first()
    if event is None:
        raise NotFound
    actor = member_of(event.club, caller.user)
    if actor is None or actor.role == Role.PLAYER:
        at_table = _at_a_table(event, caller, table_number)
        both = replace(actor, table_id=at_table.table_id, holds_link=True) if actor and at_table else None
        actor = both or actor or at_table or _guest(event, caller)
    if actor is None:
        must_be_in_use(_links_held(event, caller))
        evening_must_be_in_use(EntrantLink.objects.filter(pk__in=caller.evenings, entrant__event=event))
        raise NotFound
    actor.must(action)
    return event, actor


def own_table_for(caller: Caller, table_id: int, action: str) -> Found:
    """Return a table and the caller as `table_for` does, or a guest of its event who has sat at it."""
    try:
        return table_for(caller, table_id, action)
    except NotFound:
        table = with_what_decides().filter(pk=table_id).first()
        event = Event.with_laws().filter(tables=table_id).first()
        guest = _guest(event, caller, table_id) if event else None
        if table is None or guest is None:
            raise
        guest.must(action)
        return table, guest


def evening_links_in_use() -> QuerySet[EntrantLink]:
    """Return the links that open somebody's evening: not stopped, of a member who has not left the club.

    The links of a member who was merged into another are that other's.
    """
    is_here = Q(entrant__member__left_at__isnull=True) | Q(
        entrant__member__merged_into__isnull=False, entrant__member__merged_into__left_at__isnull=True
    )
    return EntrantLink.objects.filter(is_here, revoked_at__isnull=True)


def evening_must_be_in_use(links: QuerySet[EntrantLink]) -> None:
    """Raise LinkEnded ``link-replaced`` or ``link-stopped`` for a link, which the caller holds, that was."""
    link = links.filter(revoked_at__isnull=False).first()
    if link is None:
        return
    if evening_links_in_use().filter(entrant=link.entrant_id).exists():
        reason = _(
            "Your link to this evening was replaced. Scan the code on your new card, or ask the organiser "
            "for it."
        )
        raise LinkEnded(reason, code="link-replaced")
    reason = _("Your link to this evening was stopped. Ask the organiser for a new one.")
    raise LinkEnded(reason, code="link-stopped")


def evenings_opened(caller: Caller) -> list[Entrant]:
    """Return whose evenings the caller's links still open, those of the latest event first."""
    live = evening_links_in_use().filter(pk__in=caller.evenings)
    entrants = Entrant.objects.filter(pk__in=live.values("entrant")).select_related("event__club", "member")
    return list(entrants.exclude(event__changes__kind="cancel").order_by("-event", "pk"))


def players_opened(event: Event, caller: Caller) -> list[int]:
    """Return whose evenings in the event the caller's links still open, the last one opened at the end."""
    live = evening_links_in_use().filter(pk__in=caller.evenings, entrant__event=event)
    members = dict(live.values_list("pk", "entrant__member_id"))
    return [members[link] for link in caller.evenings if link in members]


def published_event(_caller: Caller, event_id: int, _action: str) -> tuple[Event, Actor]:
    """Return an event of which the club publishes something, and a spectator, who may do nothing.

    NotFound for any other, so that nobody learns which there are.
    """
    event = Event.with_laws().filter(pk=event_id).first()
    if event is None or not load(event).published:
        raise NotFound
    return event, Actor(club_id=event.club_id, role="")


def locked(event: Event, actor: Actor, action: str = "run an event") -> EventState:
    """Lock an event's row for somebody who may do something to it, and return the event as it stands.

    Raises NotAllowed, and Conflict ``event-cancelled``.
    """
    actor.must(action)
    state = load(Event.locked(event.pk))
    if state.is_cancelled:
        raise Conflict(_("This event was deleted."), code="event-cancelled")
    return state


def _at_a_table(event: Event, caller: Caller, table_number: int) -> Actor | None:
    """Return the holder of a link of one of the event's tables as an actor, or None."""
    if not caller.links:
        return None
    live = (links_in_use() & _links_held(event, caller)).values_list("pk", "table_id")
    link = live.filter(table__event_number=table_number).first() or live.first()
    return Actor(club_id=event.club_id, role=LINK, link_id=link[0], table_id=link[1]) if link else None


def _links_held(event: Event, caller: Caller) -> QuerySet[TableLink]:
    """Return the links of the event's tables that a caller has opened."""
    return TableLink.objects.filter(pk__in=caller.links.values(), table__event=event)


def _guest(event: Event, caller: Caller, sat_at: int | None = None) -> Actor | None:
    """Return the holder of a link of somebody's own evening as an actor, or None.

    With the id of a table, of somebody who ``sat_at`` it in a round so far.
    """
    players = players_opened(event, caller) if caller.evenings else []
    if players and sat_at:
        at_it = [table for each in load(event).rounds for table in each.tables if table.table_id == sat_at]
        players = [player for player in players if any(player in table.players for table in at_it)]
    if caller.player:
        players = [player for player in players if str(player) == caller.player]
    if not players:
        return None
    return Actor(club_id=event.club_id, role=Role.PLAYER, member_id=players[-1], is_guest=True)
