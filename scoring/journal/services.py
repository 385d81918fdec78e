"""Write entries into the journal's chains. Checking them is in `scoring.office.verification`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import Model
from django.utils import timezone

from laws.domain.sentences import _
from scoring.journal.chain import link_hash
from scoring.journal.models import ChainEnd, Entry, RequestKey, chain_of, digest_of, name_of
from scoring.refusals import Conflict

FactRow = TypeVar("FactRow", bound=Model)


class Signer(Protocol):
    """Who writes an entry: an actor in a club, of whom the journal knows no more."""

    @property
    def club_id(self) -> int: ...

    @property
    def key(self) -> str: ...

    def recorded(self) -> Mapping[str, int | None]: ...


def write(
    *,
    actor: Signer,
    verb: str,
    data: Mapping[str, object],
    table_id: int | None = None,
    event_id: int | None = None,
    facts: Sequence[Model] = (),
) -> Entry:
    """Append an entry to the table's chain, or to the event's, or to the club's where neither is meant.

    Where both are named it stands in the table's chain, and among what happened in the event.

    ``facts`` are the rows that were added; the entry carries their digests and so vouches for them. To be
    called inside the transaction of the deed itself, with the table (or club) locked.
    """
    chain = chain_of(club_id=actor.club_id, table_id=table_id, event_id=event_id)
    last = Entry.objects.filter(chain=chain).order_by("-seq").values_list("seq", "hash").first()
    (seq, previous), at = last or (0, ""), timezone.now()
    seq += 1
    if facts:
        data = {**data, "facts": {name_of(fact): digest_of(fact) for fact in facts}}
    entry = Entry.objects.create(
        club_id=actor.club_id,
        table_id=table_id,
        event_id=event_id,
        chain=chain,
        seq=seq,
        verb=verb,
        data=data,
        at=at,
        previous_hash=previous,
        hash=link_hash(chain=chain, seq=seq, verb=verb, data=data, at=at, actor=actor.key, previous=previous),
        **actor.recorded(),
    )
    if not facts:
        ChainEnd.objects.update_or_create(chain=chain, defaults={"seq": seq, "hash": entry.hash})
    return entry


def add_fact(
    fact: FactRow, *, actor: Signer, verb: str, event_id: int, data: Mapping[str, object]
) -> FactRow:
    """Save a new fact of an event, recorded now by the actor, and write it into the journal."""
    for name, value in {"at": timezone.now(), **actor.recorded()}.items():
        setattr(fact, name, value)
    fact.save(force_insert=True)
    write(actor=actor, verb=verb, data=data, event_id=event_id, facts=[fact])
    return fact


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered: HTTP status and JSON-ready body."""

    status: int
    body: Mapping[str, object]


def replay(*, actor: Signer | User, key: UUID | None, fingerprint: str) -> Answer | None:
    """Return the answer already given for this key, or None for a new one.

    Raises Conflict ``key-reused`` where the key came before with another request. To be called with the
    table locked, so that a request still under way is waited for and not run beside itself.
    """
    if key is None:
        return None
    before = RequestKey.objects.filter(actor=_name_of(actor), key=key).first()
    if before is None:
        return None
    if before.fingerprint != fingerprint:
        raise _reused()
    return Answer(status=before.status, body=before.body)


def remember(*, actor: Signer | User, key: UUID | None, fingerprint: str, answer: Answer) -> Answer:
    """Keep the answer under its key and return it.

    Raises Conflict ``key-reused`` where the same key is used for another thing at the same time.
    """
    if key is None:
        return answer
    try:
        RequestKey.objects.create(
            actor=_name_of(actor),
            key=key,
            fingerprint=fingerprint,
            status=answer.status,
            body=answer.body,
            at=timezone.now(),
        )
    except IntegrityError as error:
        raise _reused() from error
    return answer


def _name_of(actor: Signer | User) -> str:
    """Return who a key belongs to; a club's founder is no member of it yet."""
    return f"user:{actor.pk}" if isinstance(actor, User) else actor.key


def _reused() -> Conflict:
    return Conflict(_("This Idempotency-Key was used before, with another request."), code="key-reused")
