"""May they? One table of actions and roles, and the actor who is asking. Nothing is changed here.

An actor is a member of a club or the holder of a table's link. The role is read from the database on
every request, so taking it away acts at once. What somebody may not even see looks like what is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User

from laws.domain.sentences import Sentence, _
from scoring.clubs.models import Club, Member, Role
from scoring.journal.models import actor_key
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
    _("change who is at a table"): SCORERS,
    _("correct any deal"): DIRECTORS,
    _("decide on held entries"): DIRECTORS,
    _("direct"): DIRECTORS,
    _("open a table"): DIRECTORS,
    _("run an event"): DIRECTORS,
    _("see an event"): EVERYBODY,
    _("ring the bell"): SCORERS,
    _("doubt a result"): EVERYBODY,
    _("call the director"): EVERYBODY,
    _("answer a call"): DIRECTORS,
    _("see a dispute"): EVERYBODY,
    _("raise a dispute"): EVERYBODY,
    _("choose in a dispute"): EVERYBODY,
    _("keep the record of a dispute"): SCORERS,
    _("rule on a dispute"): DIRECTORS,
    _("read unpublished rulings"): SCORERS - {LINK},
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
    holds_link: bool = False
    """Whether a member also holds the link of the table ``table_id``: they may do what either may."""
    is_guest: bool = False
    """Whether they came by the link to their own evening, without an account."""

    @property
    def key(self) -> str:
        """Return the actor as one word, for idempotency keys and throttles."""
        return actor_key(self.member_id, self.link_id)

    @property
    def member(self) -> int:
        """Return the member's id; for actions that a link may not do."""
        if self.member_id is None:
            raise NotAllowed(_("Only a member of the club may do this."), code="not-allowed")
        return self.member_id

    @property
    def is_at_table(self) -> bool:
        """Whether they hold the table's link, with a membership or without."""
        return self.link_id is not None or self.holds_link

    def recorded(self) -> dict[str, int | None]:
        """Return the fields by which a recorded fact names its actor."""
        return {"by_member_id": self.member_id, "by_link_id": self.link_id}

    def may(self, action: str) -> bool:
        """Return whether the actor's role allows ``action``, one of ALLOWED."""
        return self.role in ALLOWED[action] or (self.holds_link and LINK in ALLOWED[action])

    def must(self, action: str) -> None:
        """Raise NotAllowed unless the actor may do ``action``."""
        if not self.may(action):
            reason = _("{who} may not {action}.", who=_WHO[self.role], action=_(action))
            raise NotAllowed(reason, code="not-allowed")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request: the signed-in user, if any, and the live table links the browser holds."""

    user: User | AnonymousUser
    links: Mapping[int, int]
    """Table id to link id, as kept in the session; each is checked against the database when used."""
    evenings: tuple[int, ...] = ()
    """The links of players' own evenings in the order they were opened, kept and checked in the same way."""
    player: str = ""
    """The member whose evening the address names, for a browser that holds the links of several."""

    @property
    def is_known(self) -> bool:
        """Return whether there is anybody at all to check."""
        return self.user.is_authenticated or bool(self.links) or bool(self.evenings)


def member_of(club: Club, user: User | AnonymousUser) -> Actor | None:
    """Return the user's membership of the club as an actor, or None."""
    if not user.is_authenticated:
        return None
    membership = (
        Member.objects.filter(club=club, user_id=user.pk, left_at__isnull=True)
        .values_list("id", "role")
        .first()
    )
    return Actor(club_id=club.pk, role=membership[1], member_id=membership[0]) if membership else None


def club_for(caller: Caller, slug: str, action: str) -> tuple[Club, Actor]:
    """Return the club and the caller as an actor in it; NotFound for strangers, NotAllowed by role."""
    # PostgreSQL refuses to look for a text with a NUL in it.
    club = Club.objects.filter(slug=slug).first() if slug.isprintable() else None
    actor = member_of(club, caller.user) if club else None
    if club is None or actor is None:
        raise NotFound
    actor.must(action)
    return club, actor
