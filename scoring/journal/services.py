"""Write journal entries, and answer a repeated request as the first request was answered.

`scoring.office.verification` checks the chains.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, cast
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from laws.domain.sentences import _
from scoring.journal.chain import digest, link_hash
from scoring.journal.models import ChainEnd, Entry, IdempotencyKey, ImmutableRecord, chain_of
from scoring.refusals import Conflict

RecordRow = TypeVar("RecordRow", bound=ImmutableRecord)


class Signer(Protocol):
    """The author of a journal entry: an actor in a club."""

    @property
    def club_id(self) -> int: ...

    @property
    def key(self) -> str: ...

    @property
    def is_program(self) -> bool: ...

    def recorded(self) -> Mapping[str, int | None]: ...


class TableRow(Protocol):
    """The table in whose chain an entry is written. An event's table also has the id of its event."""

    pk: Any
    event_id: Any


def write_entry(
    *,
    actor: Signer,
    verb: str,
    data: Mapping[str, object],
    table: TableRow | None = None,
    event_id: int | None = None,
    records: Sequence[ImmutableRecord] = (),
) -> Entry:
    """Append an entry to the chain of a table, of an event, or of the actor's club.

    With ``table``, the chain is that of the table, and the entry also names the table's event. Otherwise the
    chain is that of the event or, without ``event_id``, that of the club.

    ``records`` are the new records. The entry holds their hashes, which reveal a later change. Without
    records, the chain's ChainEnd is updated.

    Call this inside the transaction that adds the records, with the table, event or club locked.
    """
    table_id, event_id = (table.pk, table.event_id) if table else (None, event_id)
    chain = chain_of(club_id=actor.club_id, table_id=table_id, event_id=event_id)
    last = Entry.objects.filter(chain=chain).order_by("-seq").values_list("seq", "hash").first()
    (seq, previous), at = last or (0, ""), timezone.now()
    seq += 1
    if actor.is_program:
        data = {**data, "by_program": True}
    if records:
        data = {**data, "facts": {record.name_in_journal: record.row_digest() for record in records}}
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
    if not records:
        ChainEnd.objects.update_or_create(chain=chain, defaults={"seq": seq, "hash": entry.hash})
    return entry


def add_record(
    record: RecordRow,
    *,
    actor: Signer,
    verb: str,
    data: Mapping[str, object],
    table: TableRow | None = None,
    event_id: int | None = None,
    id_as: str = "",
) -> RecordRow:
    """Save a new record with its actor and time, and write its journal entry.

    If ``id_as`` is given, the entry's data has the record's id under this key.
    """
    for name, value in {"at": timezone.now(), **actor.recorded()}.items():
        setattr(record, name, value)
    record.save(force_insert=True)
    if id_as:
        data = {id_as: record.pk, **data}
    write_entry(actor=actor, verb=verb, data=data, table=table, event_id=event_id, records=[record])
    return record


Outcome = Literal["recorded", "done", "same", "held"]
"""The result of a request: recorded, done, repeated (already recorded), or held for a director."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a request, and the JSON-ready body of its answer."""

    outcome: Outcome
    body: Mapping[str, Any]


class IdempotentRequest:
    """A request that can be repeated with the same key. Its answer is stored in the request's transaction.

    Create the object with the table, event or club locked, so that a repeated request waits for the first.
    Without a key, no request counts as repeated.

    Raises Conflict ``key-reused`` if the key was used for a different request.
    """

    def __init__(self, actor: Signer | User, key: UUID | None, content: object) -> None:
        # The founder of a club has no membership yet, so the key belongs to their account.
        self.actor = f"user:{actor.pk}" if isinstance(actor, User) else actor.key
        self.key, self.fingerprint = key, digest(content)
        self.answer: Answer | None = None
        """The answer to the first request with this key, or None."""
        if key is None:
            return
        try:
            before = IdempotencyKey.objects.get(actor=self.actor, key=key)
        except IdempotencyKey.DoesNotExist:
            return
        if before.fingerprint != self.fingerprint:
            raise _reused()
        self.answer = Answer(cast(Outcome, before.outcome), before.body)

    def keep(self, answer: Answer) -> Answer:
        """Store the answer under the idempotency key and return it. Without a key, only return it.

        Raises Conflict ``key-reused`` if another request has stored an answer under the key in the meantime.
        """
        if self.key is None:
            return answer
        row = IdempotencyKey(actor=self.actor, key=self.key, fingerprint=self.fingerprint, at=timezone.now())
        row.outcome, row.body = answer.outcome, answer.body
        try:
            row.save(force_insert=True)
        except IntegrityError as error:
            raise _reused() from error
        return answer


def _reused() -> Conflict:
    return Conflict(_("This Idempotency-Key was used before, with another request."), code="key-reused")
