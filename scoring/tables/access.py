"""Permissions at a table, and the table's lock. Permissions in general are in `scoring.clubs.permissions`."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db.models import Case, Exists, F, Model, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.models import Role
from scoring.clubs.permissions import CARD, LINK, Actor, Caller, membership_of, with_membership
from scoring.refusals import Conflict, EveningOver, LinkEnded, NotFound
from scoring.tables.models import ClubCard, Table, TableLink
from scoring.tables.table_policy import must_be_open, policy_of

Found = tuple[Table, Actor]
EVENING = timedelta(hours=18)
"""How long after the seating of a round its event still counts as tonight's event."""


def loaded_tables() -> QuerySet[Table]:
    """Return a queryset of all tables, each with its club, event and law set.

    The content of the law set is loaded only when it is used.
    """
    return Table.objects.select_related("club", "law_set", "event").defer("law_set__content")


def table_for(caller: Caller, table_id: int, action: str) -> Found:
    """Return the table (with its club, law set and event) and the caller as an actor.

    - An owner, director or scorer of the club acts as a member only.
    - A player of the club acts as a member who can also hold a link or card, see `combined`.
    - Anybody else acts as the holder of the table's link. Without a valid link, they act as the holder of a
      card, see `at_card`.

    Raises NotAllowed if the caller may not do ``action``. Raises NotFound if there is no such table or the
    caller has no access to it. If the caller's link or card no longer works, raises LinkEnded, or EveningOver
    if the results of the event are final.
    """
    try:
        table = with_membership(loaded_tables(), "club__", caller.user).get(pk=table_id)
    except Table.DoesNotExist:
        raise NotFound from None
    actor = membership_of(table, table.club_id)
    if actor is None or actor.role == Role.PLAYER:
        actor = combined(actor, _at_table(table, caller))
    if actor is None:
        must_be_in_use(TableLink.objects.filter(table=table, pk=caller.links.get(table_id, 0)))
        _card_must_be_in_use(caller, table)
        raise NotFound
    actor.must(action)
    return table, actor


def combined(member: Actor | None, at_table: Actor | None) -> Actor | None:
    """Combine two actors of one caller: the member, and the holder of a link or card. Each can be None.

    The permissions of a link are added to the permissions of the member. A card for which the event's word
    was given counts as the link, see `at_card`. Any other card adds no permission; it only lets the member
    type the word.
    """
    if member is None or at_table is None:
        return member or at_table
    if at_table.role == LINK:
        return replace(member, table_id=at_table.table_id, holds_link=True)
    return replace(member, holds_card=True)


def _at_table(table: Table, caller: Caller) -> Actor | None:
    held = caller.links.get(table.pk)
    if held and links_in_use().filter(table=table, pk=held).exists():
        return Actor(club_id=table.club_id, role=LINK, link_id=held, table_id=table.pk)
    return at_card(caller, Table.objects.filter(pk=table.pk))


def at_card(caller: Caller, tables: QuerySet[Table]) -> Actor | None:
    """Return the caller as the holder of a working card for one of ``tables``, or None.

    A card opens only tables of tonight's events (see `tables_on`). If the caller has given the event's word
    and the table has a valid link, the actor has the permissions of this link. Otherwise the actor may only
    look.
    """
    if not caller.cards:
        return None
    link = links_in_use().filter(table=OuterRef("pk")).values("pk")[:1]
    found = _on_cards(caller).filter(pk__in=tables.values("pk")).annotate(link=Subquery(link))
    onlooker = None
    for table in found.select_related("event"):
        word, given = getattr(table.event, "word", ""), caller.words.get(table.event_id or 0)
        if table.link and given == word:
            return Actor(club_id=table.club_id, role=LINK, link_id=table.link, table_id=table.pk)
        onlooker = onlooker or Actor(club_id=table.club_id, role=CARD, table_id=table.pk)
    return onlooker


def _on_cards(caller: Caller) -> QuerySet[Table]:
    held = cards_in_use().filter(pk__in=caller.cards, club=OuterRef("club"), number=OuterRef("event_number"))
    return tables_on().filter(Exists(held))


def record_for(
    records: type[Model],
    caller: Caller,
    key: int,
    action: str,
    at: Callable[[Caller, int, str], Found] = table_for,
) -> tuple[Any, Actor]:
    """Return a record with the primary key ``key``, and the caller as an actor at the record's table.

    - ``records``: the model of the record.
    - ``at``: the function that returns the table and the actor, as `table_for` does. Its errors are raised.

    Raises NotFound if there is no such record.
    """
    record: Any = records._default_manager.filter(pk=key).first()
    if record is None:
        raise NotFound
    record.table, actor = at(caller, record.table_id, action)
    return record, actor


def lock(table: Table) -> Table:
    """Lock the table's row until the end of the transaction. Return the table with its current ``closed_at``.

    If the table belongs to an event, the event's row is locked first. Raises NotFound if the table no longer
    exists.
    """
    if table.event_id:
        # `scoring.events` imports this module, so an import of its models here would be circular.
        events = apps.get_model("scoring", "Event").objects
        events.select_for_update().values_list("pk").get(pk=table.event_id)
    try:
        table.closed_at = (
            Table.objects.select_for_update().values_list("closed_at", flat=True).get(pk=table.pk)
        )
    except Table.DoesNotExist:
        raise NotFound from None
    return table


def lock_alone(table: Table) -> Table:
    """Lock and return an open table that belongs to no event.

    Raises Conflict ``table-closed`` or ``table-of-an-event``, and NotFound as `lock` does.
    """
    table = lock(table)
    must_be_open(table)
    must_stand_alone(table)
    return table


def must_stand_alone(table: Table) -> None:
    """Raise Conflict ``table-of-an-event`` if the table belongs to an event."""
    if table.event_id is not None:
        reason = _("This table belongs to an event, which seats it and closes it.")
        raise Conflict(reason, code="table-of-an-event")


def links_in_use() -> QuerySet[TableLink]:
    """Return the valid links: not revoked, for an open table, and not for an event with final results."""
    links = TableLink.objects.filter(revoked_at__isnull=True, table__closed_at__isnull=True)
    return links.filter(~_is_final("table__event"))


def _is_final(event_path: str) -> Exists:
    # `scoring.events` imports this module, so an import of its models here would be circular.
    finals = apps.get_model("scoring", "Final").objects.in_force()
    return Exists(finals.filter(event=OuterRef(event_path)))


def replaced_at(game: str) -> Subquery:
    """Return an SQL expression for the time at which a paper slip replaced the deals of a game.

    ``game`` is the field path to the game. Only the latest slip of the table in the game's round matters.
    Without a slip the expression is NULL. It is also NULL if the slip only adds points to the deals.
    """
    # `scoring.events` imports this module, so an import of its models here would be circular.
    totals = apps.get_model("scoring", "RoundTotal").objects.filter(
        seating__placings__game=OuterRef(game), table_number=F("seating__placings__table_number")
    )
    replaced = Case(When(after_deals=None, then=F("at")))
    return Subquery(totals.order_by("-number").annotate(replaced=replaced).values("replaced")[:1])


def cards_in_use() -> QuerySet[ClubCard]:
    """Return the working cards: the latest edition for each table number of a club, without stopped cards."""
    later = ClubCard.objects.filter(
        club=OuterRef("club"), number=OuterRef("number"), edition__gt=OuterRef("edition")
    )
    return ClubCard.objects.filter(~Exists(later), salt__isnull=False)


def tables_on() -> QuerySet[Table]:
    """Return the open tables of tonight's events.

    An event is tonight's if a round was seated in the last `EVENING` (18 hours) and the event's results are
    not final.
    """
    since = timezone.now() - EVENING
    is_seated = Table.objects.filter(pk=OuterRef("pk"), event__seatings__at__gt=since)
    return Table.objects.filter(Exists(is_seated), ~_is_final("event"), closed_at__isnull=True)


def card_must_be_in_use(card: ClubCard) -> None:
    """Raise LinkEnded ``card-replaced`` or ``card-stopped`` unless the card works."""
    live = cards_in_use()
    if live.filter(pk=card.pk).exists():
        return
    if live.filter(club=card.club_id, number=card.number).exists():
        reason = _("This card was replaced. Scan the new card of this table, or ask the director for it.")
        raise LinkEnded(reason, code="card-replaced")
    reason = _("This card was withdrawn. Ask the director for a new one.")
    raise LinkEnded(reason, code="card-stopped")


def _card_must_be_in_use(caller: Caller, table: Table) -> None:
    held = ClubCard.objects.filter(pk__in=caller.cards, club=table.club_id, number=table.event_number or 0)
    newest = held.order_by("-edition").first()
    if newest is not None:
        card_must_be_in_use(newest)
        if Table.objects.filter(_is_final("event"), pk=table.pk).exists():
            raise EveningOver(policy_of(table).results_path)


def tables_opened(caller: Caller) -> list[Table]:
    """Return the tables that the caller's valid links and cards open, each with its club.

    The tables are sorted by the day on which they were set up, latest day first. The tables of one day are in
    the order in which they were set up.
    """
    if not caller.links and not caller.cards:
        return []
    held = links_in_use().filter(pk__in=caller.links.values())
    opened = Q(pk__in=held.values("table")) | Q(pk__in=_on_cards(caller).values("pk"))
    tables = Table.objects.filter(opened).select_related("club").order_by("opened_at", "pk")
    return sorted(tables, key=lambda table: timezone.localdate(table.opened_at), reverse=True)


def must_be_in_use(links: QuerySet[TableLink]) -> None:
    """Raise an error if one of these links no longer opens its table.

    The newest such link decides the error:

    - LinkEnded ``table-closed``, ``link-replaced`` or ``link-stopped``
    - EveningOver if the results of the table's event are final
    """
    live = links_in_use()
    link = links.exclude(pk__in=live.values("pk")).select_related("table__club").first()
    if link is None:
        return
    if link.table.closed_at is not None and link.table.club.is_practice:
        reason = _("This was a practice table. It was open for a day. You can open another one.")
        raise LinkEnded(reason, code="table-closed")
    if link.table.closed_at is not None:
        reason = _("This table is closed, and its link opens nothing any more. Its club can still read it.")
        raise LinkEnded(reason, code="table-closed")
    if link.revoked_at is None:
        raise EveningOver(policy_of(link.table).results_path)
    if live.filter(table=link.table_id).exists():
        reason = _(
            "The link of this table was replaced. Scan the code on the table again, or ask the director for "
            "the new one."
        )
        raise LinkEnded(reason, code="link-replaced")
    reason = _("The link of this table was stopped. Ask the director for a new one.")
    raise LinkEnded(reason, code="link-stopped")


def own_table_for(caller: Caller, table_id: int, action: str) -> Found:
    """Return the table and the actor as `table_for` does, and also accept guests who sat at the table.

    A guest is a player who has opened the link to their own evening. A guest who also holds a table's card
    acts as a guest.
    """
    try:
        return table_for(replace(caller, cards=()), table_id, action)
    except (NotFound, EveningOver):
        table = loaded_tables().filter(pk=table_id).first()
        guest = policy_of(table).guest(caller) if table else None
        if table is None or guest is None:
            if not caller.cards:
                raise
            return table_for(caller, table_id, action)
        guest.must(action)
        return table, guest
