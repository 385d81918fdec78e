"""Table links: issue a link, revoke it, and find the link for a secret or a code.

The secret is 256 bits, derived from the link's salt and the server's key. So the link can be shown again,
although the database holds only a hash of the secret. The six-letter code is derived in the same way.
"""

from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs import link_secrets
from scoring.clubs.permissions import Actor
from scoring.clubs.services import sign_in
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import LinkEnded, NotFound
from scoring.tables import access
from scoring.tables.models import ClubCard, Table, TableLink
from scoring.tables.table_policy import must_be_open

PURPOSE = "table"
CODE_LASTS = timedelta(days=30)
"""How long a link's code works. Printed codes stay on tables, so they expire. A new link has a new code."""


def secret_of(link: TableLink) -> str | None:
    """Return the link's secret, or None if the server's key has changed since the link was issued."""
    return link_secrets.remake(PURPOSE, link.salt, link.token_hash)


@transaction.atomic
def issue(*, table: Table, actor: Actor, key: UUID | None = None) -> TableLink:
    """Give the table a new link. The previous link stops working immediately.

    A repeated ``key`` returns the first request's link. Raises Conflict ``table-closed`` or ``key-reused``.
    The caller must check the permission.
    """
    locked = Table.objects.select_for_update().get(pk=table.pk)
    request = IdempotentRequest(actor, key, ["link.issued", table.pk])
    if request.answer:
        return TableLink.objects.get(pk=request.answer.body["link"])
    must_be_open(locked)
    now = timezone.now()
    TableLink.objects.filter(table=table, revoked_at__isnull=True).update(revoked_at=now)
    salt = free_salt()
    link = TableLink.objects.create(
        table=table,
        salt=salt,
        token_hash=link_secrets.hash_of(link_secrets.make(PURPOSE, salt)),
        code_hash=code_hash(salt),
        issued_at=now,
        issued_by_id=actor.member,
    )
    write_entry(actor=actor, verb="link.issued", data={"link": link.pk}, table=table)
    request.keep(Answer("recorded", {"link": link.pk}))
    return link


def code_hash(salt: UUID, purpose: str = PURPOSE) -> str:
    return link_secrets.hash_of_code(link_secrets.make_code(purpose, salt))


def free_salt(purpose: str = PURPOSE) -> UUID:
    """Return a new salt whose six-letter code is not in use.

    The codes of unrevoked links and of all cards, including old cards, are in use.
    """
    taken = True
    while taken:
        salt = uuid4()
        code = code_hash(salt, purpose)
        taken = (
            TableLink.objects.filter(code_hash=code, revoked_at__isnull=True).exists()
            or ClubCard.objects.filter(code_hash=code).exists()
        )
    return salt


@transaction.atomic
def revoke(*, table: Table, actor: Actor) -> None:
    """Stop the table's link. A repeated call changes nothing. The caller must check the permission."""
    Table.objects.select_for_update().get(pk=table.pk)
    revoked = TableLink.objects.filter(table=table, revoked_at__isnull=True)
    ids = list(revoked.values_list("pk", flat=True))
    if ids:
        revoked.update(revoked_at=timezone.now())
        write_entry(actor=actor, verb="link.revoked", data={"links": ids}, table=table)


def live_link(table: Table) -> TableLink | None:
    """Return the table's unrevoked link, or None."""
    return TableLink.objects.filter(table=table, revoked_at__isnull=True).first()


def live_links(event_id: int) -> dict[int, TableLink | None]:
    """Return table number → unrevoked link or None, for all tables of an event."""
    tables = Table.objects.filter(event=event_id, event_number__isnull=False)
    live = TableLink.objects.filter(table__event=event_id, revoked_at__isnull=True)
    live = live.select_related("table__club")
    by_table = {link.table_id: link for link in live}
    numbered = tables.order_by("event_number").values_list("event_number", "pk")
    return {number: by_table.get(table) for number, table in numbered if number is not None}


def open_link(*, secret: str, address: str) -> TableLink | ClubCard:
    """Return the link or the club's card that has this secret or code.

    - A link or card that no longer works raises the errors of `access.must_be_in_use` or
      `access.card_must_be_in_use`.
    - A code that no longer works, although its link works, raises LinkEnded ``code-expired``.
    - An unknown secret raises NotFound. After too many unknown secrets from this IP address it raises
      TooManyAttempts. A correct secret always works.
    - An unknown code raises NotFound, and so does the code of a card if the club does not use codes.
    - Because codes can be guessed, too many wrong codes, from this address or in total, start a pause. During
      the pause every code raises TooManyAttempts.
    """
    live = access.links_in_use().select_related("table__club")
    code = link_secrets.typed_code(secret)
    if code is None:
        named = TableLink.objects.filter(token_hash=link_secrets.hash_of(secret))
        if link := (live & named).first():
            return link
        access.must_be_in_use(named)
        if card := ClubCard.objects.filter(token_hash=link_secrets.hash_of(secret)).first():
            access.card_must_be_in_use(card)
            return card
        sign_in.attempt_link(address)
        raise NotFound
    guess = sign_in.attempt_code(address)
    named = TableLink.objects.filter(code_hash=link_secrets.hash_of_code(code))
    card = ClubCard.objects.filter(code_hash=link_secrets.hash_of_code(code)).select_related("club").first()
    if card is not None and card.club.has_table_codes:
        guess.delete()
        access.card_must_be_in_use(card)
        return card
    if not named.exists():
        raise NotFound
    guess.delete()
    link = (live & named).first()
    if link is None:
        access.must_be_in_use(named)
        raise NotFound
    if code_of(link) is None:
        reason = _("This code has expired. Open the table by its link, or ask the director for a new code.")
        raise LinkEnded(reason, code="code-expired")
    return link


def code_of(link: TableLink | None) -> str | None:
    """Return the link's six-letter code. None in four cases:

    - There is no link.
    - The code has expired.
    - The club's tables cannot be opened by a code.
    - The server's key has changed since the link was issued.
    """
    if link is None or code_ends(link) <= timezone.now() or not link.table.club.has_table_codes:
        return None
    code = link_secrets.make_code(PURPOSE, link.salt)
    return code if link_secrets.hash_of_code(code) == link.code_hash else None


def code_ends(link: TableLink) -> datetime:
    return link.issued_at + CODE_LASTS


def address_of(table: Table) -> str | None:
    """Return the address of the table's unrevoked link. None as in `address_of_link`."""
    return address_of_link(live_link(table))


def address_of_link(live: TableLink | None) -> str | None:
    """Return a link's address. None without a link, or if its secret cannot be derived again."""
    secret = secret_of(live) if live else None
    return f"{settings.BASE_URL}{reverse('table-link')}#{secret}" if secret else None
