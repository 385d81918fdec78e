"""Permissions: the roles that may perform each action, and the actor of a request.

An actor is one of:

- a member of a club;
- the holder of a table's link or card;
- a guest: a person who is no member and has opened the link to a player's own evening;
- a visitor of a published page, who has no permission.

The role is read from the database on each request, so a removed role stops working at once. NotFound is
raised for records that an actor may not know about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import F, FilteredRelation, Q, QuerySet

from laws.domain.sentences import Sentence, _
from scoring.clubs.models import Club, Role
from scoring.journal.models import actor_key
from scoring.refusals import NotAllowed, NotFound

LINK = "link"
"""The role of an actor without a membership who holds a table's link."""
CARD = "card"
"""The role of an actor without a membership who holds the club's card for a table.

After the event's word was given, the card counts as the table's link.
"""

EVERYBODY = frozenset({Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.PLAYER, LINK})
ONLOOKERS = EVERYBODY | {CARD}
SCORERS = frozenset({Role.OWNER, Role.DIRECTOR, Role.SCORER, LINK})
DIRECTORS = frozenset({Role.OWNER, Role.DIRECTOR})
OWNERS = frozenset({Role.OWNER})

ALLOWED: Mapping[str, frozenset[str]] = {
    _("see the table"): ONLOOKERS,
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
    _("see an event"): ONLOOKERS,
    _("ring the bell"): SCORERS,
    _("doubt a result"): EVERYBODY,
    _("call the director"): EVERYBODY,
    _("answer a call"): DIRECTORS,
    _("see the word of an event"): SCORERS,
    _("see a dispute"): ONLOOKERS,
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
"""Each action and the roles that may perform it. A link may act only at its own table."""

_WHO: Mapping[str, Sentence] = {
    Role.OWNER: _("An owner of the club"),
    Role.DIRECTOR: _("A director of the club"),
    Role.SCORER: _("A scorer of the club"),
    Role.PLAYER: _("A player of the club"),
    LINK: _("A table's link"),
    CARD: _("A table's card without the word of the evening"),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """A person who acts in a club: a member with a role, a guest, or the holder of a table's link or card.

    - For a visitor of a published page the role is empty: the visitor may do nothing.
    - A guest has the role of a player, and the ``member_id`` of the player whose link they opened.
    - Once the holder of a table's card has given the event's word, the card counts as the table's link.
    """

    club_id: int
    role: str
    member_id: int | None = None
    link_id: int | None = None
    table_id: int | None = None
    holds_link: bool = False
    """Whether a member also holds the link of the table ``table_id`` and so may do what the link allows."""
    holds_card: bool = False
    """Whether a member holds a table's card and has not given the event's word.

    Such a member does not act for the table, so ``table_id`` is None.
    """
    is_guest: bool = False
    """Whether the actor is no member and has no table link, but has opened the link to a player's evening."""
    is_program: bool = False
    """Whether the program itself acts, in the name of a member."""

    @property
    def key(self) -> str:
        """Return a text that identifies a member, a guest or the holder of a link.

        The text is ``member:ID`` or ``link:ID``.
        """
        return actor_key(self.member_id, self.link_id)

    @property
    def member(self) -> int:
        """Return ``member_id``. Raises NotAllowed for an actor who is neither a member nor a guest."""
        if self.member_id is None:
            raise NotAllowed(_("Only a member of the club may do this."), code="not-allowed")
        return self.member_id

    @property
    def is_at_table(self) -> bool:
        """Return whether the actor holds the table's link, with or without a membership."""
        return self.link_id is not None or self.holds_link

    @property
    def needs_word(self) -> bool:
        """Return whether the actor must type the event's word to enter deals.

        The holder of a table's card must type the word, unless the card already counts as the table's link.
        The projector and the director's desk show the word.
        """
        return self.role == CARD or self.holds_card

    @property
    def as_player(self) -> str:
        """Return the query string with a guest's member id; empty if the actor is no guest.

        A browser can hold the links of several guests. With this query string, each tab keeps its own guest.
        """
        return f"?player={self.member_id}" if self.is_guest else ""

    def recorded(self) -> dict[str, int | None]:
        """Return the fields that name the actor in a record."""
        return {"by_member_id": self.member_id, "by_link_id": self.link_id}

    def may(self, action: str) -> bool:
        """Return whether the actor may perform ``action``, a key of ALLOWED, by role or by a table's link."""
        return self.role in ALLOWED[action] or (self.holds_link and LINK in ALLOWED[action])

    def must(self, action: str) -> None:
        """Raise NotAllowed unless the actor may perform ``action``."""
        if not self.may(action):
            reason = _("{who} may not {action}.", who=_WHO[self.role], action=_(action))
            raise NotAllowed(reason, code="not-allowed")


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request: the user if signed in, and the links, cards and event words in the session."""

    user: User | AnonymousUser
    links: Mapping[int, int]
    """The link id by table id, from the session. A link is checked in the database when it is used."""
    evenings: tuple[int, ...] = ()
    """The ids of links to players' own evenings in the order of opening. Checked like ``links``."""
    cards: tuple[int, ...] = ()
    """The ids of opened cards of clubs. Checked like ``links``."""
    words: Mapping[int, str] = field(default_factory=dict)
    """The word that was typed for an event, by event id. Checked like ``links``."""
    player: str = ""
    """The member whose evening is requested, if the browser holds links to several evenings."""

    @property
    def is_known(self) -> bool:
        """Return whether the caller is signed in, or holds a link or a card."""
        return self.user.is_authenticated or bool(self.links or self.evenings or self.cards)


def with_membership(rows: QuerySet[Any], club: str, user: User | AnonymousUser) -> QuerySet[Any]:
    """Add to each row the user's current membership in the row's club, for `membership_of`.

    ``club`` is the lookup from a row to its club, such as ``"club__"``; it is empty if the rows themselves
    are clubs.
    """
    is_present = Q(**{f"{club}members__user": user.pk or 0, f"{club}members__left_at__isnull": True})
    membership = FilteredRelation(f"{club}members", condition=is_present)
    with_role: QuerySet[Any] = rows.annotate(membership=membership).annotate(
        member_pk=F("membership__id"), member_role=F("membership__role")
    )
    return with_role


def membership_of(row: Any, club_id: int) -> Actor | None:
    """Return an actor for the membership that `with_membership` added to the row.

    None if the user is not a member of the club.
    """
    if row.member_pk is None:
        return None
    return Actor(club_id=club_id, role=row.member_role, member_id=row.member_pk)


def club_for(caller: Caller, slug: str, action: str) -> tuple[Club, Actor]:
    """Return the club and the caller as an actor.

    Raises NotFound if there is no such club or the caller does not belong to it. Raises NotAllowed if the
    caller's role does not allow ``action``.
    """
    clubs = with_membership(Club.objects.order_by(), "", caller.user)
    # PostgreSQL raises an error for a text with a NUL character.
    club = clubs.filter(slug=slug).first() if slug.isprintable() else None
    actor = membership_of(club, club.pk) if club else None
    if club is None or actor is None:
        raise NotFound
    actor.must(action)
    return club, actor
