"""Issue, revoke and open the links to a player's own page of an event.

The secret is computed from the link's salt and the server's key. It can therefore be shown and printed again,
although the database holds only its hash. The journal entries about links belong to the club and not to the
event, because a link does not change the event.
"""

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Min, QuerySet
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs import link_secrets
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.services import sign_in
from scoring.events.access import entrants_in_the_club, evening_links_in_use, evening_must_be_in_use
from scoring.events.models import Entrant, EntrantLink, Event
from scoring.events.state import EventState
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import Conflict, NotFound

PURPOSE = "evening"


def secret_of(link: EntrantLink) -> str | None:
    """Return the link's secret, or None if the server's key has changed since the link was issued."""
    return link_secrets.remake(PURPOSE, link.salt, link.token_hash)


@transaction.atomic
def issue(*, event: Event, actor: Actor, member_id: int, key: UUID | None = None) -> EntrantLink:
    """Give an entrant a new link to their own page of the event. The previous link no longer works.

    An idempotency ``key`` that was used before returns the link that was issued with it. Raises NotFound for
    a person who does not take part. Raises Conflict ``key-reused``, and ``player-left`` for a player who has
    left the club.
    """
    live = _live_in_locked_club(event, actor)
    request = IdempotentRequest(actor, key, ["evening.opened", event.pk, member_id])
    if request.answer:
        return EntrantLink.objects.get(pk=request.answer.body["link"])
    entrant = Entrant.objects.filter(event=event, member_id=member_id).first()
    if entrant is None:
        raise NotFound
    if not may_have_link(event).filter(pk=entrant.pk).exists():
        raise Conflict(_("This player has left the club, so no link can be issued."), code="player-left")
    live.filter(entrant=entrant).update(revoked_at=timezone.now())
    link = _issue(event, actor, [entrant])[0]
    request.keep(Answer("recorded", {"link": link.pk}))
    return link


@transaction.atomic
def issue_missing(*, event: Event, actor: Actor, member_id: int | None = None) -> int:
    """Give a link to every entrant who has none, and return how many were issued. Idempotent.

    With ``member_id``, only this entrant gets a link. Players who have left the club get none.
    """
    have = _live_in_locked_club(event, actor).values_list("entrant_id", flat=True)
    missing = may_have_link(event).exclude(pk__in=list(have))
    if member_id is not None:
        missing = missing.filter(member_id=member_id)
    return len(_issue(event, actor, list(missing)))


@transaction.atomic
def revoke(*, event: Event, actor: Actor, member_id: int) -> None:
    """Stop the link of an entrant. Idempotent."""
    revoked = _live_in_locked_club(event, actor).filter(entrant__member_id=member_id)
    ids = list(revoked.values_list("pk", flat=True))
    if ids:
        revoked.update(revoked_at=timezone.now())
        write_entry(actor=actor, verb="evening.closed", data={"event": event.pk, "links": ids})


def live_links(event: Event) -> dict[int, EntrantLink]:
    """Return member id → link, for the links that work."""
    return {link.entrant.member_id: link for link in _live(event).select_related("entrant")}


def may_have_link(event: Event) -> QuerySet[Entrant]:
    """Return the entrants of an event who can have a link: those who have not left the club."""
    return entrants_in_the_club().filter(event=event)


def newcomers_without_link(state: EventState) -> list[Entrant]:
    """Return the entrants who came after the first link of the event was issued, and who never had a link.

    Players who do not play the next round or have left the club are left out.
    """
    issued = EntrantLink.objects.filter(entrant__event=state.event)
    first = issued.aggregate(at=Min("issued_at"))["at"]
    if first is None:
        return []
    newcomers = set(may_have_link(state.event).filter(at__gt=first).exclude(pk__in=issued.values("entrant")))
    return [entrant for entrant in state.coming if entrant in newcomers]


def _live(event: Event) -> QuerySet[EntrantLink]:
    return evening_links_in_use().filter(entrant__event=event)


def _live_in_locked_club(event: Event, actor: Actor) -> QuerySet[EntrantLink]:
    actor.must("run an event")
    Club.objects.select_for_update().get(pk=event.club_id)
    return _live(event)


def _issue(event: Event, actor: Actor, entrants: Sequence[Entrant]) -> list[EntrantLink]:
    now, made = timezone.now(), []
    for entrant in entrants:
        salt = uuid4()
        link = EntrantLink(entrant=entrant, salt=salt, issued_at=now, issued_by_id=actor.member)
        link.token_hash = link_secrets.hash_of(link_secrets.make(PURPOSE, salt))
        made.append(link)
    EntrantLink.objects.bulk_create(made)
    if made:
        entered = [link.entrant_id for link in made]
        write_entry(actor=actor, verb="evening.opened", data={"event": event.pk, "entrants": entered})
    return made


def open_link(*, secret: str, address: str) -> EntrantLink:
    """Return the working link with this secret.

    Raises NotFound for an unknown secret, and TooManyAttempts after too many unknown secrets from the IP
    address. If the link no longer works, the error of `evening_must_be_in_use` is raised.
    """
    live = evening_links_in_use().select_related("entrant")
    named = EntrantLink.objects.filter(token_hash=link_secrets.hash_of(secret))
    link = (live & named).first()
    if link is None:
        evening_must_be_in_use(named)
        sign_in.attempt_link(address)
        raise NotFound
    return link
