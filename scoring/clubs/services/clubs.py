"""Services for clubs and for their members, with the members' roles and accounts."""

import re
from collections.abc import Callable, Mapping, Sequence
from uuid import UUID
from zoneinfo import available_timezones

from django.contrib.auth import get_user_model, validators
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.queries import law_set_named
from scoring.clubs.models import Club, Member, Paper, Role
from scoring.clubs.permissions import Actor
from scoring.game.names import LONGEST_NAME, clean_name, finder
from scoring.journal.models import Entry
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import Conflict, NotAllowed, NotFound, as_seen

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
LONGEST_SLUG = 60
SWITCHES = frozenset({"publishes_rulings", "has_table_codes"})
"""The settings of a club that can be switched on and off."""
NO_PLACES = frozenset({"localtime", "Factory"})
"""Names in the time zone database that are not places."""
TIME_ZONES = frozenset(available_timezones() - NO_PLACES)
RESERVED_SLUGS = frozenset({"new"})
"""Words that cannot be slugs, because the site uses them in its addresses."""


@transaction.atomic
def create(
    *,
    name: object,
    user: User,
    slug: object = None,
    law_set: object = None,
    time_zone: object = "",
    paper: object = Paper.A4,
    key: UUID | None = None,
    has_new_name: bool = False,
) -> tuple[Club, Actor]:
    """Create a club with ``user`` as its owner. Return the club and the owner as an actor.

    - ``slug``: made from the name if not given.
    - ``law_set``: the common law set if not given.
    - ``key``: a repeated key returns the club that the first request created.
    - ``has_new_name``: refuse a name if the user already owns a club of this name.

    Raises InvalidInput under the field that is refused, and Conflict ``key-reused``.
    """
    # The founder is no member yet, so the key belongs to the account. While the account is locked, a repeated
    # request waits for the first request.
    get_user_model().objects.select_for_update().get(pk=user.pk)
    request = IdempotentRequest(user, key, ["club.created", name, slug, law_set, time_zone, paper])
    if request.answer:
        club = Club.objects.get(pk=request.answer.body["club"])
        founder = Member.objects.get(pk=request.answer.body["owner"])
        return club, Actor(club_id=club.pk, role=founder.role, member_id=founder.pk)
    name = clean_name(name)
    owned = Member.objects.filter(club__name=name, user=user, role=Role.OWNER, left_at=None)
    if has_new_name and owned.exists():
        raise InvalidInput(
            {"name": _("You own a club of this name already. Open it, or choose another name.")}
        )
    book = library.common_law_set() if law_set is None else law_set_named(law_set)
    slug, zone, paper = _free_slug(slug, name), _time_zone(time_zone), _paper(paper)
    now = timezone.now()
    try:
        with transaction.atomic():
            club = Club.objects.create(
                slug=slug,
                name=name,
                law_set=book.slug,
                time_zone=zone,
                paper=paper,
                created_at=now,
                created_by_id=user.pk,
            )
    except IntegrityError as error:  # another request took the slug at the same moment
        raise InvalidInput({"slug": _("“{slug}” is taken.", slug=slug)}) from error
    username = clean_name(user.get_username()[:LONGEST_NAME])
    owner = Member.objects.create(club=club, user_id=user.pk, name=username, role=Role.OWNER, joined_at=now)
    actor = Actor(club_id=club.pk, role=Role.OWNER, member_id=owner.pk)
    write_entry(actor=actor, verb="club.created", data={"club": club.pk, "owner": owner.pk})
    request.keep(Answer("recorded", {"club": club.pk, "owner": owner.pk}))
    return club, actor


@transaction.atomic
def change(
    *, club: Club, actor: Actor, values: Mapping[str, object], base: Mapping[str, object] | None = None
) -> Club:
    """Change the club's ``name``, ``law_set``, ``time_zone``, ``paper``, or a setting in SWITCHES.

    Tables keep the law set they were opened under. If nothing changes, nothing is recorded. ``base`` holds
    the values that the actor saw: see `as_seen`.

    Raises InvalidInput under the field that is refused, or under ``name`` if ``values`` is empty. Raises
    Conflict ``changed-meanwhile``.
    """
    actor.must("change the club")
    if not values:
        reason = _(
            "Say what to change: name, law_set, time_zone, paper, publishes_rulings or has_table_codes."
        )
        raise InvalidInput({"name": reason})
    club = Club.objects.select_for_update().get(pk=club.pk)
    read = {name: _READ_AS[name](value) for name, value in values.items()}
    now = {name: getattr(club, name) for name in read}
    wanted = as_seen(read, base=base, now=now, changed_by=lambda: _latest_author(club.pk, "club.changed"))
    changed = {name: value for name, value in wanted.items() if value != now[name]}
    if not changed:
        return club
    for name, value in changed.items():
        setattr(club, name, value)
    club.save(update_fields=list(changed))
    switched = {name: changed[name] for name in sorted(SWITCHES & changed.keys())}
    data: dict[str, object] = {"changed": sorted(changed), "law_set": club.law_set, **switched}
    write_entry(actor=actor, verb="club.changed", data=data)
    return club


@transaction.atomic
def add_member(*, club: Club, actor: Actor, name: object, role: object = Role.PLAYER) -> Member:
    """Add a member to the club. Only an owner may add owners and directors.

    Raises InvalidInput if the name is invalid or taken, or the role is unknown.
    """
    actor.must("add members")
    Club.objects.select_for_update().get(pk=club.pk)
    name, role = clean_name(name), _role(role)
    actor.must(permission_to_change(role))
    _must_be_new(club.pk, name)
    member = Member.objects.create(club=club, name=name, role=role, joined_at=timezone.now())
    write_entry(actor=actor, verb="member.added", data={"member": member.pk, "role": role})
    return member


@transaction.atomic
def change_role(
    *, member: Member, actor: Actor, role: object, base: Mapping[str, object] | None = None
) -> Member:
    """Give a member another role, and end the member's link. Only owners may change roles.

    ``base`` holds the role that the actor saw, see `as_seen`. Raises Conflict ``changed-meanwhile``. Raises
    NotAllowed ``last-owner`` if the member would stop being an owner and no other owner has an account.
    """
    actor.must("give roles")
    Club.objects.select_for_update().get(pk=member.club_id)
    role = _role(role)
    member.refresh_from_db()
    role = _as_seen(member, "role", role, base, "member.role")
    if role == member.role:
        return member
    _keep_an_owner(member, leaving=role != Role.OWNER)
    before, member.role = member.role, role
    member.save(update_fields=["role"])
    end_link(member)
    write_entry(actor=actor, verb="member.role", data={"member": member.pk, "from": before, "to": role})
    return member


def permission_to_change(role: str) -> str:
    """Return the key of `permissions.ALLOWED` for adding or changing a member with this role.

    Only owners may add or change owners and directors.
    """
    return "give roles" if role in (Role.OWNER, Role.DIRECTOR) else "add members"


def lock_club_of(member: Member, actor: Actor) -> None:
    """Lock the member's club. Raises NotAllowed if the actor may not change this member."""
    actor.must(permission_to_change(member.role))
    Club.objects.select_for_update().get(pk=member.club_id)


@transaction.atomic
def rename_member(
    *, member: Member, actor: Actor, name: object, base: Mapping[str, object] | None = None
) -> Member:
    """Rename a member, and all members who were merged into this member.

    ``base`` holds the name that the actor saw, see `as_seen`. Raises Conflict ``changed-meanwhile``. Raises
    InvalidInput if the name is invalid, or if it would make two current members have the same name.
    """
    lock_club_of(member, actor)
    name = clean_name(name)
    member.refresh_from_db()
    name = _as_seen(member, "name", name, base, "member.renamed")
    if name == member.name:
        return member
    if member.left_at is None:
        _must_be_new(member.club_id, name, but=member.pk)
    member.name = name
    member.save(update_fields=["name"])
    member.merged.update(name=name)
    write_entry(actor=actor, verb="member.renamed", data={"member": member.pk})
    return member


def _as_seen(member: Member, field: str, value: str, base: Mapping[str, object] | None, verb: str) -> str:
    merged = as_seen(
        {field: value},
        base=base,
        now={field: getattr(member, field)},
        changed_by=lambda: _latest_author(member.club_id, verb, member=member.pk),
    )
    return str(merged[field])


def _latest_author(club_id: int, verb: str, **about: int) -> Member | None:
    asked = {f"data__{name}": value for name, value in about.items()}
    entry = Entry.objects.filter(club_id=club_id, verb=verb, **asked).order_by("-pk").first()
    return entry.by_member if entry else None


@transaction.atomic
def merge_members(*, member: Member, into: Member, actor: Actor) -> Member:
    """Merge two members who are the same person. ``into`` remains, and takes over the account of ``member``.

    ``member`` leaves the club and gets the name of ``into``. Records of deals and events still refer to
    ``member``. The caller, `scoring.events.people.services.members`, must check that the two never played
    together.

    Raises:

    - InvalidInput under ``into`` if it is ``member`` or has left the club
    - Conflict ``two-accounts`` if both have an account
    - NotAllowed ``last-owner`` if ``member`` is an owner and no other owner has an account.
    """
    lock_club_of(member, actor)
    lock_club_of(into, actor)
    if member.pk == into.pk or into.left_at is not None:
        raise InvalidInput({"into": _("Choose another member of the club.")})
    if member.user_id is not None and into.user_id is not None:
        raise Conflict(_("Both have an account, so they are two people to this club."), code="two-accounts")
    _keep_an_owner(member, leaving=True)
    into.user_id, member.user_id = into.user_id or member.user_id, None
    member.name, member.merged_into, member.left_at = into.name, into, member.left_at or timezone.now()
    member.save(update_fields=["user", "name", "merged_into", "left_at"])
    into.save(update_fields=["user"])
    member.merged.update(name=into.name, merged_into=into)
    write_entry(actor=actor, verb="member.merged", data={"member": into.pk, "merged": member.pk})
    return into


@transaction.atomic
def remove_member(*, member: Member, actor: Actor) -> None:
    """Remove a member. Their account and their link no longer open the club, and their records stay.

    Raises NotAllowed ``last-owner`` if the member is an owner and no other owner has an account.
    """
    lock_club_of(member, actor)
    _keep_an_owner(member, leaving=True)
    if member.left_at is None:
        member.left_at = timezone.now()
        member.save(update_fields=["left_at"])
        end_link(member)
        write_entry(actor=actor, verb="member.left", data={"member": member.pk})


@transaction.atomic
def give_account(*, member: Member, actor: Actor, username: object) -> User:
    """Create an account for a member, and the one-time link that sets its password.

    Raises InvalidInput under ``username`` if it is taken or invalid, and Conflict ``has-account`` if the
    member has an account.
    """
    lock_club_of(member, actor)
    if member.user_id is not None:
        raise Conflict(_("This member has an account already."), code="has-account")
    users = get_user_model()
    if not isinstance(username, str) or len(username) > 150:
        raise InvalidInput({"username": _("A user name is text of at most 150 characters.")})
    try:
        validators.UnicodeUsernameValidator()(username)
    except ValidationError as error:
        raise InvalidInput({"username": error.messages}) from error
    if users.objects.filter(username__iexact=username).exists():
        raise InvalidInput({"username": _("This user name is taken.")})
    user = users.objects.create_user(username=username)
    member.user_id = user.pk
    member.save(update_fields=["user"])
    new_link(member)
    write_entry(actor=actor, verb="member.account", data={"member": member.pk})
    return user


def new_link(member: Member) -> None:
    """Give a member a new one-time link; the previous link ends.

    With the link the member joins the club, or sets the password of their account.
    """
    member.link_number += 1
    member.link_issued_at = timezone.now()
    member.save(update_fields=["link_number", "link_issued_at"])


def end_link(member: Member) -> None:
    """End the member's link, if there is one."""
    member.link_number += 1
    member.link_issued_at = None
    member.save(update_fields=["link_number", "link_issued_at"])


def present_member(club: Club, member_id: int) -> Member:
    """Return the current member with this id. Raises NotFound."""
    member = Member.objects.filter(club=club, pk=member_id, left_at__isnull=True).first()
    if member is None:
        raise NotFound
    return member


def member_meant(club: Club, player: object, field: str = "into") -> Member:
    """Return the current member with this id or name. Capitals need not match.

    Raises InvalidInput under ``field`` if there is no such member.
    """
    member = _present(club, [player]).get(player) if isinstance(player, int | str) else None
    if member is None:
        raise InvalidInput({field: _("No such member in this club.")})
    return Member.objects.get(pk=member.pk)


def present_players(
    *, club: Club, actor: Actor, players: object, seats: int, field: str = "players"
) -> list[Member]:
    """Return the members for ``players``, which has names or ids in seat order. A new name becomes a member.

    Raises InvalidInput for a wrong number of players, a repeated player, an unknown id or an invalid name.
    Raises NotAllowed for a new name if the actor may not add members.
    """
    if not isinstance(players, list | tuple):
        raise InvalidInput({field: _("A list of names or member ids in seat order.")})
    if len(players) != seats:
        count = len(players)
        reason = _("This game has {seats} seats; {count} players were named.", seats=seats, count=count)
        raise InvalidInput({field: reason})
    ids_or_names: list[int | str] = [
        player
        if isinstance(player, int) and not isinstance(player, bool)
        else clean_name(player, f"{field}.{place}")
        for place, player in enumerate(players, start=1)
    ]
    known, names = _present(club, ids_or_names), [name for name in ids_or_names if isinstance(name, str)]
    members: dict[int, Member] = {}
    for place, player in enumerate(ids_or_names, start=1):
        path, member = f"{field}.{place}", known.get(player)
        if member is None:
            if not isinstance(player, str):
                raise InvalidInput({path: _("No such member in this club.")})
            member = add_member(club=club, actor=actor, name=player)
            known |= {name: member for name in names if name.casefold() == player.casefold()}
        if member.pk in members:
            raise InvalidInput({path: _("“{name}” already has a seat.", name=member.name)})
        members[member.pk] = member
    return list(members.values())


def _present(club: Club, ids_or_names: Sequence[int | str]) -> dict[int | str, Member]:
    ids = [player for player in ids_or_names if isinstance(player, int) and 0 < player < 2**63]
    names = [player for player in ids_or_names if isinstance(player, str)]
    present = Member.objects.filter(club=club, left_at__isnull=True)
    by_name: dict[int | str, Member] = {member.name: member for member in present.filter(name__in=names)}
    if unknown := [name for name in names if name not in by_name]:
        find = finder({member.name: member for member in present})
        # A name that differs only in upper and lower case is the same person, unless it fits several members.
        by_name |= {name: member for name in unknown if (member := find(name))}
    return by_name | {member.pk: member for member in present.filter(pk__in=ids)}


def _role(role: object) -> Role:
    if role not in Role.values:
        raise InvalidInput({"role": _("One of {roles}.", roles=", ".join(Role.values))})
    return Role(role)


def _time_zone(name: object) -> str:
    if name == "":
        return ""
    if not isinstance(name, str) or name not in TIME_ZONES:
        reason = _("Not a time zone; for example Europe/Berlin, or nothing for the server's own.")
        raise InvalidInput({"time_zone": reason})
    return name


def _paper(name: object) -> Paper:
    if name not in Paper.values:
        raise InvalidInput({"paper": _("One of {papers}.", papers=", ".join(Paper.values))})
    return Paper(name)


_READ_AS: Mapping[str, Callable[[object], object]] = {
    "name": clean_name,
    "law_set": lambda slug: law_set_named(slug).slug,
    "time_zone": _time_zone,
    "paper": _paper,
    **dict.fromkeys(SWITCHES, bool),
}
"""The function that validates each setting of a club."""


def _free_slug(slug: object, name: str) -> str:
    if slug is None or slug == "":
        base = slugify(name)[: LONGEST_SLUG - 4].strip("-") or "club"
        taken = (
            set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED_SLUGS
        )
        candidates = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
        return next(candidate for candidate in candidates if candidate not in taken)
    if not isinstance(slug, str) or len(slug) > LONGEST_SLUG or not SLUG.match(slug):
        reason = _(
            "Use lower-case letters, digits and single hyphens, at most {most} characters.", most=LONGEST_SLUG
        )
        raise InvalidInput({"slug": reason})
    if slug in RESERVED_SLUGS or Club.objects.filter(slug=slug).exists():
        raise InvalidInput({"slug": _("“{slug}” is taken.", slug=slug)})
    return slug


def _must_be_new(club_id: int, name: str, but: int = 0) -> None:
    if Member.objects.filter(club_id=club_id, name=name, left_at__isnull=True).exclude(pk=but).exists():
        reason = _(
            "“{name}” is a member already. If this is somebody else, add something to the name.", name=name
        )
        raise InvalidInput({"name": reason})


def _keep_an_owner(member: Member, *, leaving: bool) -> None:
    others = Member.objects.filter(
        club_id=member.club_id, role=Role.OWNER, user__isnull=False, left_at__isnull=True
    ).exclude(pk=member.pk)
    if leaving and member.role == Role.OWNER and not others.exists():
        raise NotAllowed(_("A club needs an owner: make somebody else an owner first."), code="last-owner")
