"""May they? One table of actions and roles, and the actor who is asking. Nothing is changed here.

An actor is a member of a club or the holder of a table's link. The role is read from the database on
every request, so taking it away acts at once. What somebody may not even see looks like what is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import F, FilteredRelation, OuterRef, Q, Subquery

from laws.domain.sentences import Sentence, _
from scoring.models import Club, EntrantLink, Event, Member, Role, Table, TableLink
from scoring.models.recorded import actor_key
from scoring.prepared import Query, Records, Row
from scoring.records import TABLE_COLUMNS, table_from
from scoring.refusals import NotAllowed, NotFound

LINK = "link"
"""The pseudo-role of whoever holds a table's link."""

EVERYBODY = frozenset({Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.PLAYER, LINK})
SCORERS = frozenset({Role.OWNER, Role.DIRECTOR, Role.SCORER, LINK})
DIRECTORS = frozenset({Role.OWNER, Role.DIRECTOR})
OWNERS = frozenset({Role.OWNER})

ALLOWED: Mapping[str, frozenset[str]] = {
    _("see the table"): EVERYBODY,
    _("see the club"): EVERYBODY - {LINK},
    _("enter a deal"): SCORERS,
    _("correct the last deal"): SCORERS,
    _("cut"): SCORERS,
    _("start a game"): SCORERS,
    _("change the company"): SCORERS,
    _("correct any deal"): DIRECTORS,
    _("decide on held entries"): DIRECTORS,
    _("direct"): DIRECTORS,
    _("open a table"): DIRECTORS,
    _("run an event"): DIRECTORS,
    _("see an event"): EVERYBODY,
    _("ring the bell"): SCORERS,
    _("doubt a result"): EVERYBODY,
    _("see a dispute"): EVERYBODY,
    _("raise a dispute"): EVERYBODY,
    _("choose in a dispute"): SCORERS,
    _("rule on a dispute"): DIRECTORS,
    _("read rulings not published"): SCORERS - {LINK},
    _("settle an appeal"): DIRECTORS,
    _("close a table"): DIRECTORS,
    _("see the table's link"): DIRECTORS | {Role.SCORER},
    _("issue a link"): DIRECTORS,
    _("see the journal"): DIRECTORS,
    _("see house laws"): EVERYBODY - {LINK},
    _("write house laws"): DIRECTORS,
    _("publish house laws"): DIRECTORS,
    _("add members"): DIRECTORS,
    _("give roles"): OWNERS,
    _("change the club"): OWNERS,
}
"""Every action and who may do it. A link may do these at its own table only."""

_WHO: Mapping[str, Sentence] = {
    Role.OWNER: _("An owner of the club"),
    Role.DIRECTOR: _("A director of the club"),
    Role.SCORER: _("A scorer of the club"),
    Role.PLAYER: _("A player of the club"),
    LINK: _("A table's link"),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is acting in a club: a member with a role, or a table's link."""

    club_id: int
    role: str
    member_id: int | None = None
    link_id: int | None = None
    table_id: int | None = None

    @property
    def key(self) -> str:
        """Return the actor as one word, for request keys and throttles."""
        return actor_key(self.member_id, self.link_id)

    @property
    def member(self) -> int:
        """Return the member's id; for deeds that a link may not do."""
        if self.member_id is None:
            raise NotAllowed(_("Only a member of the club may do this."), code="not-allowed")
        return self.member_id

    def recorded(self) -> dict[str, int | None]:
        """Return the fields by which a recorded fact names its actor."""
        return {"by_member_id": self.member_id, "by_link_id": self.link_id}

    def may(self, action: str) -> bool:
        """Return whether the actor's role allows ``action``, one of ALLOWED."""
        return self.role in ALLOWED[action]

    def must(self, action: str) -> None:
        """Raise NotAllowed unless the actor may do ``action``."""
        if not self.may(action):
            said = _("{who} may not {action}.", who=_WHO[self.role], action=_(action))
            raise NotAllowed(said, code="not-allowed")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request: the signed-in user, if any, and the live table links the browser holds."""

    user: User | AnonymousUser
    links: Mapping[int, int]
    """Table id to link id, as kept in the session; each is checked against the database when used."""
    evenings: Mapping[int, int] = field(default_factory=dict)
    """Event id to the link of somebody's own evening, kept and checked in the same way."""
    at_table: Row = ()
    """The columns of a table and id and role of the user's membership there, where they are read already."""

    @property
    def is_known(self) -> bool:
        """Return whether there is anybody at all to check."""
        return self.user.is_authenticated or bool(self.links) or bool(self.evenings)


def member_of(club: Club, user: User | AnonymousUser) -> Actor | None:
    """Return the user's membership of the club as an actor, or None."""
    if not user.is_authenticated:
        return None
    found = (
        Member.objects.filter(club=club, user_id=user.pk, left_at__isnull=True)
        .values_list("id", "role")
        .first()
    )
    return Actor(club_id=club.pk, role=found[1], member_id=found[0]) if found else None


def club_for(caller: Caller, slug: str, action: str) -> tuple[Club, Actor]:
    """Return the club and the caller as an actor in it; NotFound for strangers, NotAllowed by role."""
    # PostgreSQL refuses to look for a text with a NUL in it.
    club = Club.objects.filter(slug=slug).first() if slug.isprintable() else None
    actor = member_of(club, caller.user) if club else None
    if club is None or actor is None:
        raise NotFound
    actor.must(action)
    return club, actor


_TABLE_AND_MEMBER = Query(
    lambda table, user: (
        Table.objects.filter(pk=table)
        .annotate(
            mine=FilteredRelation(
                "club__members",
                condition=Q(club__members__user_id=user, club__members__left_at__isnull=True),
            )
        )
        .values_list(*TABLE_COLUMNS, "mine__id", "mine__role")
    ),
    table=int,
    user=int,
)
"""A table with the membership in its club of a user; of nobody where the user is 0."""


def table_for(caller: Caller, table_id: int, action: str) -> tuple[Table, Actor]:
    """Return the table (with its club; the law set's content is not loaded) and the caller as an actor.

    A membership counts before a link. NotFound for strangers, NotAllowed where the role does not allow it.
    """
    row: Row | None = caller.at_table
    if not row or row[0] != table_id:
        row = _TABLE_AND_MEMBER.first(table=table_id, user=caller.user.pk or 0)
    if row is None:
        raise NotFound
    table, (member_id, role) = table_from(row), row[len(TABLE_COLUMNS) :]
    actor = None
    if member_id is not None:
        actor = Actor(club_id=table.club_id, role=role, member_id=member_id)
    elif (link_id := caller.links.get(table_id)) is not None:
        live = TableLink.objects.filter(pk=link_id, table=table, revoked_at__isnull=True).exists()
        if live and table.closed_at is None:
            actor = Actor(club_id=table.club_id, role=LINK, link_id=link_id, table_id=table_id)
    if actor is None:
        raise NotFound
    actor.must(action)
    return table, actor


_EVENT_AND_CALLER: Records[Event] = Records(
    lambda event, user, link: (
        Event.objects.filter(pk=event)
        .select_related("club", "law_set")
        .defer("law_set__content")
        .annotate(
            mine=FilteredRelation(
                "club__members",
                condition=Q(club__members__user_id=user, club__members__left_at__isnull=True),
            )
        )
        .annotate(
            my_id=F("mine__id"),
            my_role=F("mine__role"),
            guest=Subquery(
                EntrantLink.objects.filter(
                    pk=link, entrant__event=OuterRef("pk"), revoked_at__isnull=True
                ).values("entrant__member_id")[:1]
            ),
        )
        .order_by()
    ),
    event=int,
    user=int,
    link=int,
)
"""An event with the membership in its club of a user, and who is meant by the link of somebody's own evening;
nobody where user or link is 0."""


def event_for(caller: Caller, event_id: int, action: str) -> tuple[Event, Actor]:
    """Return the event (with its club and law set) and the caller as an actor in it.

    A membership of its club counts before the link of one of its tables, and that before the link of
    somebody's own evening, who may look and doubt, no more. NotFound for strangers, NotAllowed where the role
    does not allow it.
    """
    found = _EVENT_AND_CALLER.found(
        event=event_id, user=caller.user.pk or 0, link=caller.evenings.get(event_id, 0)
    )
    if not found:
        raise NotFound
    event: Any = found[0]
    actor = None
    if event.my_id is not None:
        actor = Actor(club_id=event.club_id, role=event.my_role, member_id=event.my_id)
    elif caller.links:
        actor = _table_of(event, caller)
    if actor is None and event.guest is not None:
        actor = Actor(club_id=event.club_id, role=Role.PLAYER, member_id=event.guest)
    if actor is None:
        raise NotFound
    actor.must(action)
    return event, actor


def _table_of(event: Event, caller: Caller) -> Actor | None:
    """Return the holder of a link of one of the event's tables as an actor, or None."""
    live = TableLink.objects.filter(
        pk__in=caller.links.values(),
        table__event=event,
        table__closed_at__isnull=True,
        revoked_at__isnull=True,
    )
    found = live.values_list("pk", "table_id").first()
    return Actor(club_id=event.club_id, role=LINK, link_id=found[0], table_id=found[1]) if found else None
