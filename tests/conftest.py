"""Fixtures that every part's tests share: the database, a real broker, a browser, Hypothesis' profiles."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from cinchclub.launcher.translations import compile_catalogs
from cinchclub.launcher.valkey import Valkey
from tests.running import browser, patterns

# Playwright's synchronous interface runs an event loop, and Django refuses the ORM inside one.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

quick = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("gate", max_examples=40, **quick)
settings.register_profile("full", max_examples=1000, **quick)
settings.load_profile(os.environ.get("CINCH_HYPOTHESIS", "gate"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations once, as the launcher does; choose the crash points of the day."""
    if not hasattr(config, "workerinput"):
        compile_catalogs()
        os.environ.setdefault("CINCH_CRASH_POINTS", str(datetime.now(UTC).toordinal()))


def pytest_report_header() -> str:
    """Say how to try the cases of the same day again (`tests.running.day`)."""
    return f"crash points: CINCH_CRASH_POINTS={os.environ['CINCH_CRASH_POINTS']}"


# What is read before the first test stays to the end, so it is not looked through for garbage.
gc.disable()


def pytest_collection_finish() -> None:
    """Begin to look for garbage, in what the tests make."""
    gc.freeze()
    gc.enable()


LONG = ("fault", "broker", "fuzz", "long")
"""The marks of tests that may take a quarter of a minute or more."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """After they were shuffled, put the modules with long tests first.

    Otherwise all processes but one wait at the end for its last test.
    """
    yield
    long = {item.path for item in items if any(item.get_closest_marker(mark) for mark in LONG)}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a real Valkey server: the one of ``./cinch test``, or one of our own."""
    if given := os.environ.get("CINCH_TEST_REDIS_URL"):
        yield given
        return
    # Not under pytest's own folder: a socket's address must be short.
    with tempfile.TemporaryDirectory(prefix="cinchclub-") as folder, Valkey(Path(folder)) as server:
        yield server.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start Debian's Chromium, which asks no outside host for anything; without one the tests fail."""
    flags = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        # One process draws the pages of a browser: to start one for each takes a third of a page's time.
        "--process-per-site",
        "--renderer-process-limit=1",
    ]
    return {**browser_type_launch_args, "executable_path": browser.chromium(), "args": flags}


LASTING = ("django_content_type", "auth_permission")
"""What the migrations write into an empty database, and no test changes."""


def emptying(style: Any, connection: Any, **options: Any) -> list[str]:
    """Return the statements that empty the tables a test has filled, past the triggers that keep facts."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    asked = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in set(tables) - {*LASTING}]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        filled = [name for (name,) in cursor.fetchall()]
        emptied = [f"DELETE FROM {name}" for name in filled]
        if connection.vendor == "postgresql":
            return ["SET LOCAL session_replication_role = replica", *emptied]
        cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = [found for found in cursor.fetchall() if found[0] in filled]
    dropped = [f'DROP TRIGGER "{name}"' for _, name, _ in triggers]
    return [*dropped, *emptied, *(sql for _, _, sql in triggers)]


@pytest.fixture(autouse=True, scope="session")
def only_what_was_filled_is_emptied() -> Iterator[None]:
    """After a transactional test empty what it filled; Django would empty and describe every table anew."""
    from django.core.management.commands import flush  # once Django is set up

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", emptying)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *given, **named: None)
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Take SQLite's database as it was copied; PostgreSQL copies one as it makes it (`tests.settings`)."""
    return bool(patterns.given("sqlite"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Put a copy of the migrated database where this process' own is to be."""
    from django.conf import settings  # once Django is set up

    if pattern := patterns.given("sqlite"):
        shutil.copyfile(pattern, settings.DATABASES["default"]["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Set the database up; at the end close what threads of a test's server still hold, or it cannot go."""
    yield
    from django.db import connection

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="module")
def kept_club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
    """Make a club for all tests of a module, in a transaction that is never committed."""
    from django.db import transaction

    from tests.factories import make_club  # models can be imported once Django is set up

    with django_db_blocker.unblock(), transaction.atomic():
        yield make_club()
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def shared_club(request: pytest.FixtureRequest) -> Any:
    """Return the club with which every test of the module begins; None in a module marked ``own_club``."""
    return None if request.node.get_closest_marker("own_club") else request.getfixturevalue("kept_club")


@pytest.fixture
def club(shared_club: Any, db: None) -> Any:
    """Return a club with an owner, a director, a scorer, a player and a table of four."""
    from tests.factories import make_club  # as above

    return deepcopy(shared_club) or make_club()


@pytest.fixture(scope="module")
def kept_evening(kept_club: Any) -> Any:
    """Leave a row of every fact in the club of a module; whatever a test changes of them is taken back."""
    from tests.journal.evening import evening  # as above

    evening(kept_club)
    return kept_club


@pytest.fixture
def played(kept_evening: Any, db: None) -> Any:
    """Return a club in which every fact has a row."""
    return deepcopy(kept_evening)


@pytest.fixture
def other_club(db: None) -> Any:
    """Return a club next door, for what must not be seen across."""
    from tests.factories import make_club  # as above

    return make_club("inland")
