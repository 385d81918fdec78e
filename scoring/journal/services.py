"""Write entries into the journal's chains, and answer a request that comes again as it was answered before.

Checking the chains is in `scoring.office.verification`.
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
from scoring.journal.models import ChainEnd, Entry, Fact, IdempotencyKey, chain_of
from scoring.refusals import Conflict

FactRow = TypeVar("FactRow", bound=Fact)


class Signer(Protocol):
    """Who writes an entry: an actor in a club, of whom the journal knows no more."""

    @property
    def club_id(self) -> int: ...

    @property
    def key(self) -> str: ...

    def recorded(self) -> Mapping[str, int | None]: ...


class TableRow(Protocol):
    """The table in whose chain an entry stands, and the event it belongs to, if any."""

    pk: Any
    event_id: Any


def write(
    *,
    actor: Signer,
    verb: str,
    data: Mapping[str, object],
    table: TableRow | None = None,
    event_id: int | None = None,
    facts: Sequence[Fact] = (),
) -> Entry:
    """Append an entry to the table's chain, or to the event's, or to the club's where neither is meant.

    An entry of a table of an event is also among what happened in the event. ``facts`` are the rows that were
    added; the entry carries their digests, so a change shows. To be called inside the transaction of the
    action itself, with the table (or club) locked.
    """
    table_id, event_id = (table.pk, table.event_id) if table else (None, event_id)
    chain = chain_of(club_id=actor.club_id, table_id=table_id, event_id=event_id)
    last = Entry.objects.filter(chain=chain).order_by("-seq").values_list("seq", "hash").first()
    (seq, previous), at = last or (0, ""), timezone.now()
    seq += 1
    if facts:
        data = {**data, "facts": {fact.name_in_journal: fact.row_digest() for fact in facts}}
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
    fact: FactRow,
    *,
    actor: Signer,
    verb: str,
    data: Mapping[str, object],
    table: TableRow | None = None,
    event_id: int | None = None,
    id_as: str = "",
) -> FactRow:
    """Save a new fact, recorded now by the actor; its journal entry names its id ``id_as``, where given."""
    for name, value in {"at": timezone.now(), **actor.recorded()}.items():
        setattr(fact, name, value)
    fact.save(force_insert=True)
    if id_as:
        data = {id_as: fact.pk, **data}
    write(actor=actor, verb=verb, data=data, table=table, event_id=event_id, facts=[fact])
    return fact


Outcome = Literal["recorded", "done", "same", "held"]
"""Something new stands; something was changed; it stood already; it waits for a director."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a request, and the JSON-ready body of its answer."""

    outcome: Outcome
    body: Mapping[str, Any]


class IdempotentRequest:
    """A request that may come again under its key; its answer is kept in the transaction of its effect.

    To be made with the table (or club) locked, so that a request still under way is waited for and not run
    beside itself. Raises Conflict ``key-reused`` where the key came before with another request.
    """

    def __init__(self, actor: Signer | User, key: UUID | None, content: object) -> None:
        # A club's founder is no member of it yet, so such a key is the account's.
        self.actor = f"user:{actor.pk}" if isinstance(actor, User) else actor.key
        self.key, self.fingerprint = key, digest(content)
        self.answer: Answer | None = None
        """The answer of the first time, if there was one."""
        if key is None:
            return
        before = IdempotencyKey.objects.filter(actor=self.actor, key=key).first()
        if before is None:
            return
        if before.fingerprint != self.fingerprint:
            raise _reused()
        self.answer = Answer(cast(Outcome, before.outcome), before.body)

    def keep(self, answer: Answer) -> Answer:
        """Keep the answer under the key and return it."""
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
