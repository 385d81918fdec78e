"""The same request twice is one: an answer is kept with its key, in the transaction of its effect."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.inserts import insert
from scoring.models import RequestKey
from scoring.prepared import Query, Row, new_row
from scoring.refusals import Conflict

_ANSWER = Query(
    lambda actor, key: RequestKey.objects.filter(actor=actor, key=key).values_list(
        "fingerprint", "status", "body"
    ),
    actor=str,
    key=UUID,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered: HTTP status and JSON-ready body."""

    status: int
    body: Mapping[str, object]


def replay(*, actor: Actor, key: UUID | None, fingerprint: str) -> Answer | None:
    """Return the answer already given for this key, or None for a new one.

    Raises Conflict ``key-reused`` where the key came before with another request. To be called with the
    table locked, so that a request still under way is waited for and not run beside itself.
    """
    if key is None:
        return None
    found = _ANSWER.first(actor=actor.key, key=key)
    return _if_the_same(found, fingerprint) if found is not None else None


def answer_given(*, actor: Actor, key: UUID, fingerprint: str) -> Answer:
    """Return the answer for a key that is known to have come before; as `replay` otherwise."""
    return _if_the_same(_ANSWER.rows(actor=actor.key, key=key)[0], fingerprint)


def _if_the_same(found: Row, fingerprint: str) -> Answer:
    if found[0] != fingerprint:
        raise Conflict(_("This Idempotency-Key was used before, with another request."), code="key-reused")
    return Answer(status=found[1], body=found[2])


def remember(*, actor: Actor, key: UUID | None, fingerprint: str, answer: Answer) -> Answer:
    """Keep the answer under its key and return it. A key used meanwhile fails on its constraint."""
    if key is not None:
        insert(to_be_kept(actor, key, fingerprint, answer))
    return answer


def to_be_kept(
    actor: Actor, key: UUID, fingerprint: str, answer: Answer, at: datetime | None = None
) -> RequestKey:
    """Return the row that keeps an answer under its key, to be inserted with what it is the answer to.

    ``at`` is the moment of that, now where it is left out.
    """
    return new_row(
        RequestKey,
        id=None,
        actor=actor.key,
        key=key,
        fingerprint=fingerprint,
        status=answer.status,
        body=answer.body,
        at=at or timezone.now(),
    )
