"""Signs users in, and limits wrong passwords, link secrets, codes and words, and new practice tables.

An attempt with a password, code or word is stored before the check, so parallel attempts cannot exceed a
limit together. If the password, code or word is right, the stored attempt is deleted: a whole hall can share
one IP address, so only wrong attempts count.

If a limit is reached, the attempt is not checked, and the stored attempt is deleted too. Otherwise each
refused attempt would make the lock-out longer.
"""

import hashlib
from datetime import datetime, timedelta
from math import ceil
from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.models import SignInAttempt
from scoring.refusals import TooManyAttempts

ADDRESSES = 10
"""A wide limit is this many times the narrow limit.

- Passwords: the narrow limit counts one user name from one address. One wide limit counts one user name from
  all addresses. Another wide limit counts one address for all user names.
- Codes and practice tables: the narrow limit counts one address, the wide limit counts all addresses.
- Words: the narrow limit counts one phone, the wide limit counts all phones of the club.
"""
CODE_PAUSE = 2
"""Seconds to wait between two codes after too many wrong codes.

Twice as many wrong codes double the pause.
"""
WORD_ATTEMPTS = 5
"""How many wrong words of an event a phone may try."""
WORD_PAUSE = 20
"""Like `CODE_PAUSE`, for words. In four hours the pause leaves time for some 800 of the 24,024 words."""
HASHES = BoundedSemaphore(2)
"""Limits how many passwords a process checks at the same time. A check takes 0.1 seconds of CPU or more."""


def sign_in(*, request: HttpRequest | None, username: str, password: str, address: str) -> User | None:
    """Return the user if the name and password are right, otherwise None.

    Raises TooManyAttempts after too many wrong passwords within ``settings.SIGN_IN_PERIOD`` seconds:

    - ``settings.SIGN_IN_ATTEMPTS`` for one user name from one IP address
    - ``ADDRESSES`` times as many for one user name from all addresses
    - ``ADDRESSES`` times as many from one address for all user names

    Unknown user names are counted like known names. A right password deletes the attempts with this user name
    from this address.

    TooManyAttempts is also raised while the process is checking too many other passwords.
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
    recent = _recent().exclude(pk=written.pk) if written else _recent()
    most = settings.SIGN_IN_ATTEMPTS
    counts = dict(recent.filter(subject=subject).values_list("address").annotate(Count("id")))
    # At most `most` attempts of an address count, so one address alone cannot block the name for all others.
    anywhere = sum(min(count, most) for count in counts.values())
    if counts.get(place, 0) >= most or anywhere >= ADDRESSES * most:
        _refuse(recent.filter(subject=subject), written)
    at_address = recent.filter(address=place)
    if at_address.count() >= ADDRESSES * most:
        _refuse(at_address, written)


def attempt_link(address: str) -> None:
    """Store an attempt with a wrong secret of a link.

    Raises TooManyAttempts after ``settings.LINK_ATTEMPTS`` wrong secrets from this IP address within
    ``settings.SIGN_IN_PERIOD`` seconds.
    """
    subject = digest("link", address)
    wrong = _recent().filter(subject=subject)
    if wrong.count() >= settings.LINK_ATTEMPTS:
        _refuse(wrong)
    SignInAttempt.objects.create(subject=subject, at=timezone.now())


def attempt_code(address: str) -> SignInAttempt:
    """Store an attempt with a code and return it. The caller deletes the attempt if the code is right.

    Nobody is locked out, but pauses slow down guessing. TooManyAttempts is raised during a pause. Pauses
    begin after too many wrong codes within ``settings.SIGN_IN_PERIOD`` seconds:

    - ``settings.LINK_ATTEMPTS`` from the IP address, or
    - ``ADDRESSES`` times as many from all addresses.

    From then on, a pause follows each wrong code. The first pause lasts `CODE_PAUSE` seconds; pauses grow
    with the number of wrong codes.

    A right code does not delete earlier attempts, so knowing one code does not help to guess others.
    """
    subject, place = digest("code", ""), digest("code address", address)
    most = settings.LINK_ATTEMPTS
    attempt = SignInAttempt.objects.create(subject=subject, address=place, at=timezone.now())
    wrong = _recent().filter(subject=subject).exclude(pk=attempt.pk)
    if seconds := _pause(wrong, place, here=most, anywhere=ADDRESSES * most, seconds=CODE_PAUSE):
        attempt.delete()
        reason = _("Many wrong codes were tried. Try again in {seconds} seconds.", seconds=seconds)
        raise TooManyAttempts(reason, seconds=seconds, code="too-many-attempts")
    return attempt


def attempt_word(club_id: int, phone: str, address: str) -> QuerySet[SignInAttempt]:
    """Store an attempt with the word of an event. Return the rows to delete if the word is right.

    An attempt has two rows: a row of the phone and a row of the club. The rows to delete are both rows of
    this attempt, and the phone's rows of earlier attempts. The club's rows of earlier wrong words stay.

    Raises TooManyAttempts in two cases:

    - The phone has tried `WORD_ATTEMPTS` wrong words within ``settings.SIGN_IN_PERIOD`` seconds.
    - A pause in the club is not over, see `_pause`. Pauses begin after ``settings.LINK_ATTEMPTS`` wrong words
      from one IP address, or after ``ADDRESSES`` times `WORD_ATTEMPTS` wrong words from all addresses.

    A phone with a new session counts as another phone, but a pause goes on.
    """
    own, subject = digest("phone", phone), digest("word", str(club_id))
    place, now = digest("word address", address), timezone.now()
    attempt = SignInAttempt(subject=subject, address=place, at=now)
    of_phone = SignInAttempt(subject=own, at=now)
    SignInAttempt.objects.bulk_create([attempt, of_phone])
    written = SignInAttempt.objects.filter(pk__in=[attempt.pk, of_phone.pk])
    wrong = _recent().exclude(pk__in=[attempt.pk, of_phone.pk])
    by_phone = wrong.filter(subject=own)
    if by_phone.count() >= WORD_ATTEMPTS:
        _refuse(by_phone, written)
    limits = {"here": settings.LINK_ATTEMPTS, "anywhere": ADDRESSES * WORD_ATTEMPTS}
    if seconds := _pause(wrong.filter(subject=subject), place, **limits, seconds=WORD_PAUSE):
        written.delete()
        reason = _("Many wrong words were tried. Try again in {seconds} seconds.", seconds=seconds)
        raise TooManyAttempts(reason, seconds=seconds, code="too-many-attempts")
    return SignInAttempt.objects.filter(Q(pk=attempt.pk) | Q(subject=own))


def _pause(wrong: QuerySet[SignInAttempt], place: str, *, here: int, anywhere: int, seconds: int) -> int:
    """Return how many seconds of the pause are left, 0 if there is no pause.

    Pauses begin after ``here`` wrong attempts from the address ``place``, or after ``anywhere`` wrong
    attempts from all addresses. From then on, a pause follows each wrong attempt. The first pause lasts
    ``seconds``; pauses grow with the number of wrong attempts.

    ``wrong`` has all recent attempts except the attempt that is to be checked. It includes other attempts
    that are being checked. If several attempts are made at the end of a pause, at most one of them is
    therefore checked.
    """
    now = timezone.now()
    for attempts, most in ((wrong.filter(address=place), here), (wrong, anywhere)):
        count, last = attempts.count(), attempts.order_by("-at").values_list("at", flat=True).first()
        left = last + timedelta(seconds=seconds * count / most) - now if last else timedelta()
        if count >= most and left > timedelta():
            return ceil(left.total_seconds())
    return 0


def attempt_practice(address: str) -> None:
    """Store that a practice table is opened. Raises TooManyAttempts if too many were opened.

    The limits are ``settings.LINK_ATTEMPTS`` from one IP address within ``settings.SIGN_IN_PERIOD`` seconds,
    and ``ADDRESSES`` times as many in total.
    """
    subject, place = digest("practice", ""), digest("practice address", address)
    attempt = SignInAttempt.objects.create(subject=subject, address=place, at=timezone.now())
    opened = _recent().filter(subject=subject).exclude(pk=attempt.pk)
    here = opened.filter(address=place)
    for counted, most in ((here, settings.LINK_ATTEMPTS), (opened, ADDRESSES * settings.LINK_ATTEMPTS)):
        if counted.count() >= most:
            attempt.delete()
            seconds = _seconds_left(counted)
            reason = _(
                "Many practice tables were opened just now. Try again in {minutes} minutes.",
                minutes=ceil(seconds / 60),
            )
            raise TooManyAttempts(reason, seconds=seconds, code="too-many-attempts")


def _recent() -> QuerySet[SignInAttempt]:
    return SignInAttempt.objects.filter(at__gt=timezone.now() - _period())


def _period() -> timedelta:
    return timedelta(seconds=settings.SIGN_IN_PERIOD)


def _refuse(
    counted: QuerySet[SignInAttempt], written: SignInAttempt | QuerySet[SignInAttempt] | None = None
) -> None:
    if written is not None:
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
    oldest: datetime | None = counted.order_by("at").values_list("at", flat=True).first()
    left = _period() - (timezone.now() - oldest) if oldest else _period()
    return max(1, ceil(left.total_seconds()))


def digest(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}:{name}".encode("utf-8", "surrogatepass")).hexdigest()
