"""Each unsafe or contradictory setting is refused by its own check. The defaults pass every check."""

import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from celery.signals import beat_init, worker_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from cinchclub.checks import configuration, refuse_unsafe

GOOD_KEY = "".join(chr(33 + number) for number in range(60))
SQLITE = {
    "ENGINE": "cinchclub.sqlite_fair",
    "NAME": "club.sqlite3",
    "OPTIONS": {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"},
}
GOOD = {
    "ALLOWED_HOSTS": ["club.example"],
    "BASE_URL": "https://club.example",
    "SECRET_KEY": GOOD_KEY,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "SECURE_SSL_REDIRECT": True,
    "DATABASES": {"default": SQLITE},
    "CELERY_BROKER_URL": "redis://:secret@queue.example:6379/0",
}
LOOSE_POLICY = {"DIRECTIVES": {"script-src": ["'self'", "'unsafe-inline'"]}}


def sqlite(**options: str) -> dict[str, Any]:
    """Return the databases with other options for SQLite."""
    return {"default": SQLITE | {"OPTIONS": SQLITE["OPTIONS"] | options}}  # type: ignore[operator] # both are dicts


BAD = [
    pytest.param("E001", {"DEBUG": True}, id="DEBUG where other computers reach us"),
    pytest.param("E002", {"SECRET_KEY": "short"}, id="a key of fewer than 50 characters"),
    pytest.param("E002", {"SECRET_KEY": "a" * 60}, id="a key of one letter"),
    pytest.param("E002", {"SECRET_KEY": "django-insecure-" + GOOD_KEY}, id="a key that was shipped"),
    pytest.param("E003", {"ALLOWED_HOSTS": ["*"]}, id="every host name"),
    pytest.param("E004", {"ALLOWED_HOSTS": []}, id="no host name"),
    pytest.param("E005", {"ALLOWED_HOSTS": ["other.example"]}, id="links to a name we refuse"),
    pytest.param("E006", {"SESSION_COOKIE_SECURE": False}, id="cookies in clear under HTTPS"),
    pytest.param("E007", {"BASE_URL": "http://club.example"}, id="http links that are sent on to HTTPS"),
    pytest.param("E008", {"CONTENT_SECURITY_POLICY": LOOSE_POLICY}, id="inline scripts allowed"),
    pytest.param("E009", {"REST_KNOX": {"TOKEN_TTL": None}}, id="tokens for ever"),
    pytest.param("E009", {"REST_KNOX": {"TOKEN_TTL": timedelta(0)}}, id="tokens of no time"),
    pytest.param("E010", {"DATABASES": sqlite(transaction_mode="DEFERRED")}, id="SQLite without IMMEDIATE"),
    pytest.param("E011", {"DATABASES": sqlite(init_command="")}, id="SQLite without WAL"),
    pytest.param(
        "E012", {"DATABASES": {"default": SQLITE | {"ATOMIC_REQUESTS": True}}}, id="a transaction a page"
    ),
    pytest.param("E013", {"CELERY_TASK_ALWAYS_EAGER": True}, id="eager Celery"),
    pytest.param("E014", {"CELERY_ACCEPT_CONTENT": ["json", "pickle"]}, id="pickles from the broker"),
    pytest.param("E015", {"CELERY_BROKER_URL": "redis://queue.example:6379/0"}, id="a broker open to all"),
    pytest.param("E016", {"CELERY_TASK_ACKS_LATE": False}, id="work acknowledged before it is done"),
]


def ids() -> list[str | None]:
    """Return the ids of the errors under the current settings."""
    return [error.id for error in configuration(None)]


@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_the_settings_of_a_laptop_and_of_a_proper_server_are_accepted():
    assert ids() == []
    with override_settings(**GOOD):
        assert ids() == []
    with override_settings(**GOOD | {"ALLOWED_HOSTS": ["Club.Example"]}):
        assert ids() == []


@pytest.mark.parametrize(("mark", "changed"), BAD)
@pytest.mark.filterwarnings("ignore:Overriding setting DATABASES")
def test_a_bad_setting_is_refused_by_its_own_check_alone(mark, changed):
    with override_settings(**GOOD | changed):
        assert ids() == [f"cinchclub.{mark}"]
        with pytest.raises(ImproperlyConfigured, match=f"cinchclub.{mark}: "):
            refuse_unsafe()


def start(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of Python as a server starts: in another process, with the real settings."""
    # The settings of the browser's tests must not reach the server.
    given = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**given, "DJANGO_SETTINGS_MODULE": "cinchclub.settings", **environment},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.once
def test_no_web_server_starts_with_a_short_key(tmp_path):
    ended = start("import cinchclub.rsgi", CINCH_SECRET_KEY="short", CINCH_VAR=str(tmp_path))
    assert ended.returncode == 1
    assert "cinchclub.E002: The secret key can be guessed." in ended.stderr


@pytest.mark.parametrize("starting", [worker_init, beat_init])
def test_neither_a_worker_nor_beat_starts_with_a_short_key(starting):
    # SystemExit is the only exception in a handler that ends a Celery process.
    with override_settings(SECRET_KEY="short"), pytest.raises(SystemExit, match=r"cinchclub\.E002: "):
        starting.send(sender=None)


@pytest.mark.once
def test_djangos_own_deployment_checks_find_nothing_on_a_proper_server(tmp_path):
    program = "import django; django.setup(); from django.core.management import call_command as call; "
    program += "call('check', deploy=True, fail_level='WARNING')"
    ended = start(
        program,
        CINCH_VAR=str(tmp_path),
        CINCH_HOSTS="club.example",
        CINCH_BASE_URL="https://club.example",
        CINCH_BEHIND_PROXY="true",
        REDIS_URL="redis://:secret@queue.example:6379/0",
    )
    said = "System check identified no issues (2 silenced).\n"
    assert (ended.returncode, ended.stdout + ended.stderr) == (0, said)
