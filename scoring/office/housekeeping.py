"""Take away what has expired and serves nobody: sessions, tokens, counted attempts, old idempotency keys.

Practice tables are closed after a day.

No record of play is ever taken away.
"""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import AuthToken

from scoring.clubs.models import SignInAttempt
from scoring.journal.models import IdempotencyKey
from scoring.tables.services import practice

KEYS_ARE_KEPT = timedelta(days=90)
"""How long a phone may take to repeat a request and still get its first answer."""

ATTEMPTS_ARE_KEPT = timedelta(days=1)


def tidy() -> None:
    """Delete what has expired, and close old practice tables. Running it again changes nothing."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    AuthToken.objects.filter(expiry__lt=now).delete()
    SignInAttempt.objects.filter(at__lt=now - ATTEMPTS_ARE_KEPT).delete()
    _tidy_keys(now - KEYS_ARE_KEPT)
    practice.close_old()


def _tidy_keys(end: datetime) -> None:
    """Delete the idempotency keys of before ``end``.

    They are in order as they came, so none is looked at beyond the first that is kept: each deal inserts one,
    and none of them is kept in order of time for this alone.
    """
    expired = IdempotencyKey.objects.filter(at__lt=end)
    boundary = IdempotencyKey.objects.filter(at__gte=end).order_by("id").values_list("id", flat=True).first()
    (expired if boundary is None else expired.filter(id__lt=boundary)).delete()
