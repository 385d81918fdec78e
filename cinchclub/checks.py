"""Refuses to start with an unsafe or contradictory configuration; each refusal has an id and a remedy.

``manage.py check``, ``./cinch run``, the web server and the workers all ask. What Django's own
``check --deploy`` asks is not repeated here.
"""

import ipaddress
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured

from laws.checks import books

SHORTEST_KEY = 50
FEWEST_DIFFERENT_LETTERS = 10


def is_local(host: str) -> bool:
    """Return whether only this computer is reached by ``host``.

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


def configuration(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Return one error for each setting that must not be served with."""
    found = [*web(), *database(), *work()]
    return [Error(text, hint=hint, id=f"cinchclub.{mark}") for mark, wrong, text, hint in found if wrong]


def refuse_unsafe(*, with_laws: bool = True) -> None:
    """Raise ``ImproperlyConfigured`` with every error; called where a server starts without ``check``.

    The law books are read and proved here as well, so that none is served that is not sound; not for beat,
    which needs none of them.
    """
    if found := [*configuration(None), *(books(None) if with_laws else ())]:
        raise ImproperlyConfigured(
            "\n".join(f"{error.id}: {error.msg} {error.hint or ''}".strip() for error in found)
        )


Finding = tuple[str, bool, str, str]


def web() -> Iterator[Finding]:
    """Yield what is wrong between us and the browsers."""
    base = urlsplit(settings.BASE_URL)
    host = base.hostname or ""
    # Django's test client speaks as "testserver", which no computer outside can.
    hosts = [name for name in settings.ALLOWED_HOSTS if name != "testserver"]
    everyone = not all(map(is_local, [*hosts, host]))
    key = settings.SECRET_KEY
    weak = (
        len(key) < SHORTEST_KEY
        or len(set(key)) < FEWEST_DIFFERENT_LETTERS
        or key.startswith("django-insecure")
    )
    secure = settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE
    policy = str(settings.CONTENT_SECURITY_POLICY["DIRECTIVES"])
    yield (
        "E001",
        settings.DEBUG and everyone,
        "DEBUG shows our insides to other computers.",
        "Unset CINCH_DEBUG.",
    )
    yield (
        "E002",
        weak,
        "The secret key can be guessed.",
        "Unset CINCH_SECRET_KEY, or make it 50 random characters.",
    )
    yield "E003", "*" in hosts, "Any host name is accepted.", "Name the club's own in CINCH_HOSTS."
    yield "E004", not hosts, "No host name is accepted.", "Name the club's own in CINCH_HOSTS."
    yield (
        "E005",
        "*" not in hosts and bool(hosts) and not is_allowed(host, hosts),
        f"Links lead to {host or 'nowhere'}, which is not accepted as a host name.",
        "Make CINCH_BASE_URL and CINCH_HOSTS agree.",
    )
    yield (
        "E006",
        base.scheme == "https" and not secure,
        "The club is reached over HTTPS, but its cookies would travel without.",
        "Unset CINCH_HTTPS.",
    )
    yield (
        "E007",
        base.scheme == "http" and settings.SECURE_SSL_REDIRECT,
        "Links lead to http, but every request is sent on to HTTPS.",
        "Let CINCH_BASE_URL begin with https.",
    )
    yield "E008", "unsafe-" in policy, "The content security policy is loosened.", "Take unsafe-… out of it."
    yield (
        "E009",
        not settings.REST_KNOX.get("TOKEN_TTL"),
        "Tokens would never expire.",
        "Set CINCH_TOKEN_HOURS to a positive number.",
    )


def is_allowed(host: str, hosts: Sequence[str]) -> bool:
    """Return whether a host name is among those accepted; a leading dot stands for all names below it."""
    bare = [name.strip("[]") for name in hosts]
    return any(host == name.removeprefix(".") or (name[:1] == "." and host.endswith(name)) for name in bare)


def database() -> Iterator[Finding]:
    """Yield what would lose deals, or refuse them under load."""
    chosen = settings.DATABASES["default"]
    options = chosen.get("OPTIONS", {})
    sqlite = "sqlite" in chosen["ENGINE"]
    commands = str(options.get("init_command", "")).replace(" ", "").upper()
    yield (
        "E010",
        sqlite and options.get("transaction_mode") != "IMMEDIATE",
        "SQLite would refuse most of several deals recorded at once.",
        "Leave transaction_mode at IMMEDIATE.",
    )
    yield (
        "E011",
        sqlite and "JOURNAL_MODE=WAL" not in commands,
        "SQLite would let readers stop writers.",
        "Leave journal_mode at WAL.",
    )
    yield (
        "E012",
        bool(chosen.get("ATOMIC_REQUESTS")),
        "Every page would stand in line to write.",
        "Leave ATOMIC_REQUESTS out; services open their own transactions.",
    )


def work() -> Iterator[Finding]:
    """Yield what would lose work, or take it from strangers."""
    broker = urlsplit(settings.CELERY_BROKER_URL)
    open_to_all = (
        broker.scheme in ("redis", "rediss") and not broker.password and not is_local(broker.hostname or "")
    )
    yield (
        "E013",
        getattr(settings, "CELERY_TASK_ALWAYS_EAGER", False),
        "Work for the workers would run inside the request.",
        "Leave CELERY_TASK_ALWAYS_EAGER out.",
    )
    yield (
        "E014",
        settings.CELERY_ACCEPT_CONTENT != ["json"],
        "Workers would take more than JSON from the broker.",
        "Leave CELERY_ACCEPT_CONTENT at json.",
    )
    yield (
        "E015",
        open_to_all,
        f"The broker at {broker.hostname} asks for no password.",
        "Give it one and write it into REDIS_URL (redis://:password@host).",
    )
    yield (
        "E016",
        not settings.CELERY_TASK_ACKS_LATE,
        "Work in hand would be lost with its worker.",
        "Leave CELERY_TASK_ACKS_LATE on.",
    )
