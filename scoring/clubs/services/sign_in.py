"""Sign in, with attempts counted in the database before they are tried.

An attempt is written down before the password is looked at and taken back when it was right, so that many
at once cannot pass the gate together. The hall is one address, so good attempts there cost nobody anything.
"""

import hashlib
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpRequest
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.models import SignInAttempt
from scoring.refusals import TooManyAttempts

ADDRESSES = 10
"""From so many addresses a name may be tried in vain before nobody may try it."""


def sign_in(*, request: HttpRequest | None, username: str, password: str, address: str) -> User | None:
    """Return the user for a right name and password, None for a wrong one.

    Raises TooManyAttempts, whether there is such a user or not, after ``settings.SIGN_IN_ATTEMPTS`` wrong
    ones for that name from one address, or ``ADDRESSES`` times as many from all, within
    ``settings.SIGN_IN_PERIOD`` seconds.
    """
    subject, place = digest("user", username.casefold()), digest("address", address)
    attempt(subject, settings.SIGN_IN_ATTEMPTS, place, ADDRESSES * settings.SIGN_IN_ATTEMPTS)
    user = authenticate(request, username=username, password=password)
    if user is not None:
        SignInAttempt.objects.filter(subject=subject, address=place).delete()
    return user


def attempt_link(address: str) -> None:
    """Count a wrong secret against the address it came from; TooManyAttempts where there were many."""
    attempt(digest("link", address), settings.LINK_ATTEMPTS)


def attempt_code(address: str) -> SignInAttempt:
    """Write down that a code is tried, to be taken back where it was right; TooManyAttempts as for a name.

    A right one takes back no other attempt, so that whoever knows one code cannot go on guessing.
    """
    most = settings.LINK_ATTEMPTS
    return attempt(digest("code", ""), most, digest("address", address), ADDRESSES * most)


def attempt(subject: str, most: int, address: str = "", most_anywhere: int | None = None) -> SignInAttempt:
    """Write an attempt down, or raise TooManyAttempts where there were as many already.

    It is committed before the others are counted: each of many at once then sees all that came before it.
    """
    now = timezone.now()
    written = SignInAttempt.objects.create(subject=subject, address=address, at=now)
    since = now - timedelta(seconds=settings.SIGN_IN_PERIOD)
    recent = SignInAttempt.objects.filter(subject=subject, at__gt=since)
    counts = dict(recent.values_list("address").annotate(Count("id")))
    # What is refused at an address is not tried, so one address alone cannot use up what all may try.
    anywhere = sum(min(count, most) for count in counts.values())
    if counts.get(address, 0) <= most and (most_anywhere is None or anywhere <= most_anywhere):
        return written
    minutes = max(1, round(settings.SIGN_IN_PERIOD / 60))
    raise TooManyAttempts(
        _("Too many wrong attempts; try again in {minutes} minutes, or ask a director.", minutes=minutes),
        code="too-many-attempts",
    )


def digest(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}:{name}".encode("utf-8", "surrogatepass")).hexdigest()
