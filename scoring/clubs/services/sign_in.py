"""Sign in, and open a table by its link, with attempts counted in the database before they are tried.

An attempt is written down before the password is looked at and taken back when it was right, so that many
at once cannot pass the gate together. The hall is one address, so good attempts there cost nobody anything.
"""

import hashlib
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from laws.domain.sentences import _
from scoring.events.services import entrant_links
from scoring.models import EntrantLink, SignInAttempt, TableLink
from scoring.refusals import NotFound, TooManyAttempts
from scoring.tables.services import links


def sign_in(*, request: HttpRequest | None, username: str, password: str) -> User | None:
    """Return the user for a right name and password, None for a wrong one.

    Raises TooManyAttempts after ``settings.SIGN_IN_ATTEMPTS`` wrong ones within ``settings.SIGN_IN_PERIOD``
    seconds for that name, whether there is such a user or not.
    """
    subject = _subject("user", username.casefold())
    _attempt(subject, settings.SIGN_IN_ATTEMPTS)
    user = authenticate(request, username=username, password=password)
    if user is not None:
        SignInAttempt.objects.filter(subject=subject).delete()
    return user


def open_link(*, secret: str, address: str) -> TableLink:
    """Return the link that ``secret`` belongs to; NotFound for a wrong one.

    Only wrong secrets are counted against the address, and a right one is never refused for them.
    """
    try:
        return links.exchange(secret)
    except NotFound:
        _attempt(_subject("link", address), settings.LINK_ATTEMPTS)
        raise


def open_evening(*, secret: str, address: str) -> EntrantLink:
    """Return the link to somebody's own evening that ``secret`` belongs to; as `open_link` otherwise."""
    try:
        return entrant_links.exchange(secret)
    except NotFound:
        _attempt(_subject("link", address), settings.LINK_ATTEMPTS)
        raise


def _attempt(subject: str, most: int) -> None:
    """Write an attempt down, or raise TooManyAttempts where there were as many already.

    It is committed before the others are counted: each of many at once then sees all that came before it.
    """
    now = timezone.now()
    SignInAttempt.objects.create(subject=subject, at=now)
    since = now - timedelta(seconds=settings.SIGN_IN_PERIOD)
    if SignInAttempt.objects.filter(subject=subject, at__gt=since).count() <= most:
        return
    minutes = max(1, round(settings.SIGN_IN_PERIOD / 60))
    raise TooManyAttempts(
        _("Too many wrong attempts; try again in {minutes} minutes, or ask a director.", minutes=minutes),
        code="too-many-attempts",
    )


def _subject(kind: str, name: str) -> str:
    return hashlib.sha256(f"{kind}:{name}".encode("utf-8", "surrogatepass")).hexdigest()
