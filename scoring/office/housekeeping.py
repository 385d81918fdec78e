"""Deletes expired sessions, tokens, sign-in attempts and idempotency keys, and closes old practice tables.

Records of play are never deleted.
"""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import AuthToken

from scoring.clubs.models import SignInAttempt
from scoring.journal.models import IdempotencyKey
from scoring.tables.services import practice

KEYS_ARE_KEPT = timedelta(days=90)
"""How long idempotency keys are kept. During this time a repeated request gets the first answer again."""

ATTEMPTS_ARE_KEPT = timedelta(days=1)


def tidy() -> None:
    """Delete all expired rows, and close old practice tables. The function is idempotent."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    AuthToken.objects.filter(expiry__lt=now).delete()
    SignInAttempt.objects.filter(at__lt=now - ATTEMPTS_ARE_KEPT).delete()
    _tidy_keys(now - KEYS_ARE_KEPT)
    practice.close_old()


def _tidy_keys(end: datetime) -> None:
    """Delete the idempotency keys older than ``end``.

    The time has no index, because an index would slow down the recording of every deal. Newer keys have
    greater ids, so the search can end at the first newer key.
    """
    expired = IdempotencyKey.objects.filter(at__lt=end)
    boundary = IdempotencyKey.objects.filter(at__gte=end).order_by("id").values_list("id", flat=True).first()
    (expired if boundary is None else expired.filter(id__lt=boundary)).delete()
