"""Permissions in an event. Permissions outside events are in `scoring.clubs.permissions`."""

from django.db.models import Q, QuerySet

from laws.domain.sentences import _
from scoring.clubs.models import Role
from scoring.clubs.permissions import CARD, LINK, Actor, Caller, membership_of, with_membership
from scoring.events.models import Entrant, EntrantLink, Event
from scoring.events.play.domain.values import HEAD
from scoring.events.state import EventState, load_state
from scoring.refusals import Conflict, LinkEnded, NotFound
from scoring.tables.access import at_card, combined, links_in_use, must_be_in_use
from scoring.tables.models import Table, TableLink


def event_for(caller: Caller, event_id: int, action: str, table_number: int = HEAD) -> tuple[Event, Actor]:
    """Return the event (with its club and law set), and the caller as an actor in the event.

    A caller can have access in several ways. The first of these ways counts:

    - A membership of the club.
    - A link to one of the event's tables. If the caller holds several, the link to ``table_number`` comes
      first.
    - The club's printed card for a table, together with the event's word (`Event.word`). It counts only if
      the table has a link that works. The caller then has the rights of this link.
    - A player's evening link: the link of ``caller.player`` if given, otherwise the link opened last. The
      caller then has the rights of a player.
    - The club's printed card without the word. The caller can only look, see `at_card`.

    A member with the role of a player may also do what their table link or card allows.

    Raises:

    - NotFound for an unknown event, and for a stranger
    - the error of `must_be_in_use` or `evening_must_be_in_use` if no link of the caller works any more
    - NotAllowed if the actor may not do ``action``
    """
    try:
        event = with_membership(Event.with_laws(), "club__", caller.user).get(pk=event_id)
    except Event.DoesNotExist:
        raise NotFound from None
    actor = membership_of(event, event.club_id)
    if actor is None or actor.role == Role.PLAYER:
        at_table = _at_a_table(event, caller, table_number)
        actor = combined(actor, at_table)
    if actor is None or actor.role == CARD:
        actor = guest_in(event, caller) or actor
    if actor is None:
        must_be_in_use(_links_held(event, caller))
        evening_must_be_in_use(EntrantLink.objects.filter(pk__in=caller.evenings, entrant__event=event))
        raise NotFound
    actor.must(action)
    return event, actor


def evening_links_in_use() -> QuerySet[EntrantLink]:
    """Return the links to players' own pages ("evening links") that still work.

    A link works until it is revoked or its player leaves the club, see `entrants_in_the_club`.
    """
    return EntrantLink.objects.filter(entrant__in=entrants_in_the_club(), revoked_at__isnull=True)


def entrants_in_the_club() -> QuerySet[Entrant]:
    """Return the entrants whose members have not left the club.

    A member who was merged into another member counts as long as that other member has not left.
    """
    is_here = Q(member__left_at__isnull=True) | Q(
        member__merged_into__isnull=False, member__merged_into__left_at__isnull=True
    )
    return Entrant.objects.filter(is_here)


def evening_must_be_in_use(links: QuerySet[EntrantLink]) -> None:
    """Raise LinkEnded if one of these evening links no longer works.

    The code is ``link-replaced`` if the player has a newer link that works, otherwise ``link-stopped``.
    """
    link = links.exclude(pk__in=evening_links_in_use()).first()
    if link is None:
        return
    if evening_links_in_use().filter(entrant=link.entrant_id).exists():
        reason = _(
            "Your link to this evening was replaced. Scan the code on your new card, or ask the director "
            "for it."
        )
        raise LinkEnded(reason, code="link-replaced")
    reason = _("Your link to this evening was stopped. Ask the director for a new one.")
    if link.revoked_at is None:
        reason = _("Your link to this evening ended when you left the club.")
    raise LinkEnded(reason, code="link-stopped")


def evenings_opened(caller: Caller) -> list[Entrant]:
    """Return the entrants whose evening links the caller holds. Entrants of the latest event come first.

    Leaves out deleted events and links that no longer work.
    """
    if not caller.evenings:
        return []
    live = evening_links_in_use().filter(pk__in=caller.evenings)
    entrants = Entrant.objects.filter(pk__in=live.values("entrant")).select_related("event__club", "member")
    entrants = entrants.prefetch_related("event__changes")
    return list(entrants.exclude(event__changes__kind="cancel").order_by("-event__at", "-event_id", "pk"))


def players_opened(event: Event, caller: Caller) -> list[int]:
    """Return the players of the event whose evening links the caller holds; the link opened last comes last.

    Players are member ids. Leaves out links that no longer work.
    """
    live = evening_links_in_use().filter(pk__in=caller.evenings, entrant__event=event)
    members = dict(live.values_list("pk", "entrant__member_id"))
    return [members[link] for link in caller.evenings if link in members]


def published_event(_caller: Caller, event_id: int, _action: str) -> tuple[Event, Actor]:
    """Return an event that has published parts, and an actor without any permission.

    Raises NotFound for an unknown event. An unpublished event raises NotFound too, so that the error does not
    reveal which events exist.
    """
    event = Event.with_laws().filter(pk=event_id).first()
    if event is None or not load_state(event).published:
        raise NotFound
    return event, Actor(club_id=event.club_id, role="")


def locked(event: Event, actor: Actor, action: str = "run an event") -> EventState:
    """Lock an event's row and return the event's state.

    Raises NotAllowed if the actor may not do ``action``, NotFound for an unknown event, and Conflict
    ``event-cancelled`` for a deleted event.
    """
    actor.must(action)
    state = load_state(Event.locked(event.pk))
    if state.is_cancelled:
        raise Conflict(_("This event was deleted."), code="event-cancelled")
    return state


def guest_in(event: Event, caller: Caller, sat_at: int | None = None) -> Actor | None:
    """Return the caller as a guest, if the caller holds a player's evening link; otherwise None.

    - If ``caller.player`` names a player, only this player's link counts.
    - With ``sat_at`` (the id of a table), only links of players who sat at that table count.
    - Of several links, the link opened last counts.
    """
    players = players_opened(event, caller) if caller.evenings else []
    if players and sat_at:
        at_it = [
            table
            for event_round in load_state(event).rounds
            for table in event_round.tables
            if table.table_id == sat_at
        ]
        players = [player for player in players if any(player in table.players for table in at_it)]
    if caller.player:
        players = [player for player in players if str(player) == caller.player]
    if not players:
        return None
    return Actor(club_id=event.club_id, role=Role.PLAYER, member_id=players[-1], is_guest=True)


def _at_a_table(event: Event, caller: Caller, table_number: int) -> Actor | None:
    if caller.links:
        live = (links_in_use() & _links_held(event, caller)).values_list("pk", "table_id")
        if link := live.filter(table__event_number=table_number).first() or live.first():
            return Actor(club_id=event.club_id, role=LINK, link_id=link[0], table_id=link[1])
    here = Table.objects.filter(event=event)
    at_its_table = at_card(caller, here.filter(event_number=table_number))
    return at_its_table if at_its_table and at_its_table.role == LINK else at_card(caller, here)


def _links_held(event: Event, caller: Caller) -> QuerySet[TableLink]:
    return TableLink.objects.filter(pk__in=caller.links.values(), table__event=event)
