"""Refuses to start with an unsafe or contradictory configuration. Each error has an id and a remedy.

``manage.py check``, ``./cinch run``, the web server, the workers and beat run these checks. Django's own
``check --deploy`` is not repeated here.
"""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured

from laws.checks import books

SHORTEST_KEY = 50
FEWEST_DIFFERENT_LETTERS = 10


def is_local(host: str) -> bool:
    """Return whether ``host`` names this computer only.

    >>> [is_local(host) for host in ("127.0.0.1", "[::1]", "club.localhost", "192.168.1.7", "club.example")]
    [True, True, True, False, False]
    """
    bare = host.strip("[]").lower()
    if bare == "localhost" or bare.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return False


UNSAFE: Mapping[str, tuple[str, str]] = {
    "E001": ("DEBUG shows internals of the program to other computers.", "Unset CINCH_DEBUG."),
    "E002": ("The secret key can be guessed.", "Unset CINCH_SECRET_KEY, or make it 50 random characters."),
    "E003": ("Any host name is accepted.", "Write the club's host names into CINCH_HOSTS."),
    "E004": ("No host name is accepted.", "Write the club's host names into CINCH_HOSTS."),
    "E005": (
        "Links lead to {host}, which is not accepted as a host name.",
        "Make CINCH_BASE_URL and CINCH_HOSTS agree.",
    ),
    "E006": (
        "The club is reached over HTTPS, but browsers would send its cookies without HTTPS.",
        "Unset CINCH_HTTPS.",
    ),
    "E007": (
        "Links lead to http, but every request is sent on to HTTPS.",
        "Let CINCH_BASE_URL begin with https.",
    ),
    "E008": ("The content security policy is loosened.", "Take unsafe-… out of it."),
    "E009": ("Tokens would never expire.", "Set CINCH_TOKEN_HOURS to a positive number."),
    "E010": (
        "SQLite would refuse most of several deals recorded at once.",
        "Leave transaction_mode at IMMEDIATE.",
    ),
    "E011": ("In SQLite, readers would block writers.", "Leave journal_mode at WAL."),
    "E012": (
        "Every page would wait for the lock of writers.",
        "Leave ATOMIC_REQUESTS out; services open their own transactions.",
    ),
    "E013": ("Work for the workers would run inside the request.", "Leave CELERY_TASK_ALWAYS_EAGER out."),
    "E014": ("Workers would take more than JSON from the broker.", "Leave CELERY_ACCEPT_CONTENT at json."),
    "E015": (
        "The broker at {broker} asks for no password.",
        "Give it one and write it into REDIS_URL (redis://:password@host).",
    ),
    "E016": ("Work in hand would be lost with its worker.", "Leave CELERY_TASK_ACKS_LATE on."),
}
"""Unsafe configurations by error number: what is wrong, and the remedy."""


def configuration(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Return an error for each unsafe setting."""
    wrong = web() | database() | work()
    names = {
        "host": urlsplit(settings.BASE_URL).hostname or "nowhere",
        "broker": urlsplit(settings.CELERY_BROKER_URL).hostname,
    }
    return [
        Error(text.format(**names), hint=hint, id=f"cinchclub.{number}")
        for number, (text, hint) in UNSAFE.items()
        if wrong[number]
    ]


def refuse_unsafe(*, with_laws: bool = True) -> None:
    """Raise ``ImproperlyConfigured`` with all errors, if there are any.

    Servers that start without ``manage.py check`` call this function. With ``with_laws``, it also loads and
    checks the law books, so that no faulty book is served.
    """
    if errors := [*configuration(None), *(books(None) if with_laws else ())]:
        raise ImproperlyConfigured(
            "\n".join(f"{error.id}: {error.msg} {error.hint or ''}".strip() for error in errors)
        )


def web() -> dict[str, bool]:
    """Check the web settings. Return a dictionary: error number → whether the settings have this error."""
    base = urlsplit(settings.BASE_URL)
    host = base.hostname or ""
    # Only Django's test client uses the host "testserver"; no outside computer can reach that name.
    hosts = [name for name in settings.ALLOWED_HOSTS if name != "testserver"]
    key = settings.SECRET_KEY
    is_short = len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_DIFFERENT_LETTERS
    has_safe_cookies = settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE
    return {
        "E001": settings.DEBUG and not all(map(is_local, [*hosts, host])),
        "E002": is_short or key.startswith("django-insecure"),
        "E003": "*" in hosts,
        "E004": not hosts,
        "E005": "*" not in hosts and bool(hosts) and not is_allowed(host, hosts),
        "E006": base.scheme == "https" and not has_safe_cookies,
        "E007": base.scheme == "http" and settings.SECURE_SSL_REDIRECT,
        "E008": "unsafe-" in str(settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]),
        "E009": not settings.REST_KNOX.get("TOKEN_TTL"),
    }


def is_allowed(host: str, hosts: Sequence[str]) -> bool:
    """Return whether a host name is accepted by ``hosts``.

    A name with a leading dot in ``hosts`` accepts the domain and its subdomains.
    """
    bare = [name.strip("[]").lower() for name in hosts]
    return any(host == name.removeprefix(".") or (name[:1] == "." and host.endswith(name)) for name in bare)


def database() -> dict[str, bool]:
    """Check the database settings. Return a dictionary as `web` does."""
    chosen = settings.DATABASES["default"]
    options = chosen.get("OPTIONS", {})
    sqlite = "sqlite" in chosen["ENGINE"]
    commands = str(options.get("init_command", "")).replace(" ", "").upper()
    return {
        "E010": sqlite and options.get("transaction_mode") != "IMMEDIATE",
        "E011": sqlite and "JOURNAL_MODE=WAL" not in commands,
        "E012": bool(chosen.get("ATOMIC_REQUESTS")),
    }


def work() -> dict[str, bool]:
    """Check the Celery settings. Return a dictionary as `web` does."""
    broker = urlsplit(settings.CELERY_BROKER_URL)
    is_remote = broker.scheme in ("redis", "rediss") and not is_local(broker.hostname or "")
    return {
        "E013": getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False),
        "E014": settings.CELERY_ACCEPT_CONTENT != ["json"],
        "E015": is_remote and not broker.password,
        "E016": not settings.CELERY_TASK_ACKS_LATE,
    }
