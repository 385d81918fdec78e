"""The same request twice is one: an answer is kept with its key, in the transaction of its effect."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.utils import timezone

from laws.domain.sentences import _
from scoring.journal.models import RequestKey
from scoring.journal.services import Signer
from scoring.refusals import Conflict


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
