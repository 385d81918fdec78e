"""Take away what has expired and serves nobody: sessions, tokens, counted attempts, old request keys.

No record of play is ever taken away.
"""

from datetime import timedelta

from django.contrib.sessions.models import Session
from django.utils import timezone
from knox.models import AuthToken

from scoring.models import RequestKey, SignInAttempt

KEYS_ARE_KEPT = timedelta(days=90)
"""How long a phone may take to repeat a request and still get its first answer."""

ATTEMPTS_ARE_KEPT = timedelta(days=1)


def tidy() -> None:
    """Delete what has expired. Running it again changes nothing."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    AuthToken.objects.filter(expiry__lt=now).delete()
    SignInAttempt.objects.filter(at__lt=now - ATTEMPTS_ARE_KEPT).delete()
    RequestKey.objects.filter(at__lt=now - KEYS_ARE_KEPT).delete()
