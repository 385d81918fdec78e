"""Sign in, and count wrong passwords, secrets and codes, and practice tables, in the database.

An attempt is written before the password is looked at and deleted when the password was right, so that many
attempts at once cannot pass the limit together. A refused attempt is neither tried nor written: it costs
nothing, and a lock-out ends by itself however often somebody tries. A hall is one address, so right
attempts count for nobody.
"""

import hashlib
from datetime import datetime, timedelta
from math import ceil
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.models import SignInAttempt
from scoring.refusals import TooManyAttempts

ADDRESSES = 10
"""So many times the attempts at one name from one address are allowed from all addresses, or at all names."""
CODE_PAUSE = 2
"""Seconds between two codes once too many were wrong; twice as many wrong codes double it, and so on."""
HASHES = BoundedSemaphore(2)
"""Passwords that a process checks at a time: a check takes a processor for a tenth of a second or more."""


def sign_in(*, request: HttpRequest | None, username: str, password: str, address: str) -> User | None:
    """Return the user for a right name and password, None for a wrong one.

    Raises TooManyAttempts, whether there is such a user or not, after ``settings.SIGN_IN_ATTEMPTS`` wrong
    passwords for the name from one address within ``settings.SIGN_IN_PERIOD`` seconds, and after
    ``ADDRESSES`` times as many for the name from all addresses or for all names from one address. Raises
    it also while other passwords are being checked.
    """
    subject, place = digest("user", username.casefold()), digest("user address", address)
    _must_be_below_limits(subject, place)
    if not HASHES.acquire(blocking=False):
        raise TooManyAttempts(
            _("Many are signing in. Try again in a moment."), seconds=1, code="too-many-attempts"
        )
    try:
        written = SignInAttempt.objects.create(subject=subject, address=place, at=timezone.now())
        _must_be_below_limits(subject, place, written)
        user = authenticate(request, username=username, password=password)
    finally:
        HASHES.release()
    if user is not None:
        SignInAttempt.objects.filter(subject=subject, address=place).delete()
    return user


def _must_be_below_limits(subject: str, place: str, written: SignInAttempt | None = None) -> None:
    """Raise TooManyAttempts where a limit is reached; an attempt ``written`` too many is deleted again.

    It is committed before it is counted: each of many at once then sees all that came before it.
    """
    recent = _recent().exclude(pk=written.pk) if written else _recent()
    most = settings.SIGN_IN_ATTEMPTS
    counts = dict(recent.filter(subject=subject).values_list("address").annotate(Count("id")))
    # What is refused at an address is not tried, so one address alone cannot use up what all may try.
    anywhere = sum(min(count, most) for count in counts.values())
    if counts.get(place, 0) >= most or anywhere >= ADDRESSES * most:
        _refuse(recent.filter(subject=subject), written)
    at_address = recent.filter(address=place)
    if at_address.count() >= ADDRESSES * most:
        _refuse(at_address, written)


def attempt_link(address: str) -> None:
    """Count a wrong secret against the address it came from; TooManyAttempts where there were many."""
    subject = digest("link", address)
    wrong = _recent().filter(subject=subject)
    if wrong.count() >= settings.LINK_ATTEMPTS:
        _refuse(wrong)
    SignInAttempt.objects.create(subject=subject, at=timezone.now())


def attempt_code(address: str) -> SignInAttempt:
    """Write that a code is tried, for the caller to delete where the code was right.

    Whoever guesses is slowed down and nobody is shut out. After ``settings.LINK_ATTEMPTS`` wrong codes from
    an address within ``settings.SIGN_IN_PERIOD`` seconds, or ``ADDRESSES`` times as many from all, a code
    is tried only ``CODE_PAUSE`` seconds or more after the last wrong one; sooner, TooManyAttempts is raised.
    A right code takes back no other attempt, so that whoever knows one code cannot go on guessing.
    """
    subject, place, now = digest("code", ""), digest("code address", address), timezone.now()
    wrong = _recent().filter(subject=subject)
    here = wrong.filter(address=place)
    for attempts, most in ((here, settings.LINK_ATTEMPTS), (wrong, ADDRESSES * settings.LINK_ATTEMPTS)):
        count, last = attempts.count(), attempts.order_by("-at").values_list("at", flat=True).first()
        pause = CODE_PAUSE * count / most
        if last and count >= most and now - last < timedelta(seconds=pause):
            seconds = ceil(pause)
            reason = _("Many wrong codes were tried. Try again in {seconds} seconds.", seconds=seconds)
            raise TooManyAttempts(reason, seconds=seconds, code="too-many-attempts")
    return SignInAttempt.objects.create(subject=subject, address=place, at=now)


def attempt_practice(address: str) -> None:
    """Count a practice table that is opened from an address; TooManyAttempts where there were many.

    The limits are those of wrong links: ``settings.LINK_ATTEMPTS`` from an address within
    ``settings.SIGN_IN_PERIOD`` seconds, ``ADDRESSES`` times as many from all.
    """
    subject, place = digest("practice", ""), digest("practice address", address)
    opened = _recent().filter(subject=subject)
    here = opened.filter(address=place)
    for counted, most in ((here, settings.LINK_ATTEMPTS), (opened, ADDRESSES * settings.LINK_ATTEMPTS)):
        if counted.count() >= most:
            seconds = _seconds_left(counted)
            reason = _(
                "Many practice tables were opened just now. Try again in {minutes} minutes.",
                minutes=ceil(seconds / 60),
            )
            raise TooManyAttempts(reason, seconds=seconds, code="too-many-attempts")
    SignInAttempt.objects.create(subject=subject, address=place, at=timezone.now())


def _recent() -> QuerySet[SignInAttempt]:
    return SignInAttempt.objects.filter(at__gt=timezone.now() - _period())


def _period() -> timedelta:
    return timedelta(seconds=settings.SIGN_IN_PERIOD)


def _refuse(counted: QuerySet[SignInAttempt], written: SignInAttempt | None = None) -> None:
    """Raise TooManyAttempts until the oldest of the counted attempts no longer counts."""
    if written:
        written.delete()
    seconds = _seconds_left(counted)
    raise TooManyAttempts(
        _(
            "Too many wrong attempts; try again in {minutes} minutes, or ask a director.",
            minutes=ceil(seconds / 60),
        ),
        seconds=seconds,
        code="too-many-attempts",
    )


def _seconds_left(counted: QuerySet[SignInAttempt]) -> int:
    """Return in how many seconds the oldest of the counted attempts no longer counts."""
    oldest: datetime | None = counted.order_by("at").values_list("at", flat=True).first()
    left = _period() - (timezone.now() - oldest) if oldest else _period()
    return max(1, ceil(left.total_seconds()))


def digest(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}:{name}".encode("utf-8", "surrogatepass")).hexdigest()
