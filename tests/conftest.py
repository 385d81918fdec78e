"""Fixtures that tests of all features share: the database, a real broker, a browser, Hypothesis' profiles."""

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
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from cinchclub.launcher.translations import compile_catalogs
from cinchclub.launcher.valkey import Valkey
from tests.running import browser, patterns

# Playwright's synchronous interface runs an event loop, and Django refuses the ORM inside one.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

quick = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# A property that touches a database takes a quarter of these examples (`tests.strategies.WITH_DATABASE`).
settings.register_profile("gate", max_examples=40, **quick)
settings.register_profile("full", max_examples=1000, **quick)
settings.load_profile(os.environ.get("CINCH_HYPOTHESIS", "gate"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations once, as the launcher does; choose the day's crash points."""
    if not hasattr(config, "workerinput"):
        compile_catalogs()
        os.environ.setdefault("CINCH_CRASH_POINTS", str(datetime.now(UTC).toordinal()))


def pytest_report_header() -> str:
    """Return a line that says how to run the same day's cases again (`tests.running.day`)."""
    return f"crash points: CINCH_CRASH_POINTS={os.environ['CINCH_CRASH_POINTS']}"


# Objects made before the first test live to the end, so garbage collection skips them.
gc.disable()


def pytest_collection_finish() -> None:
    """Start garbage collection of the objects that the tests make.

    It runs after 20,000 new objects. Python's usual 700 took a sixteenth of the time of the tests.
    """
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()


LONG = ("fault", "broker", "fuzz", "long")
"""The marks of tests that may take a quarter of a minute or more."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Run the modules with long tests first, after the modules were shuffled.

    If a long test began last, all processes but one would wait for its end.
    """
    yield
    long = {item.path for item in items if any(item.get_closest_marker(mark) for mark in LONG)}
    items.sort(key=lambda item: item.path not in long)


@pytest.fixture(scope="session")
def valkey_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a real Valkey server: the server of ``./cinch test``, or a server of this run."""
    if given := os.environ.get("CINCH_TEST_REDIS_URL"):
        yield given
        return
    # Not in pytest's own folder, because a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="cinchclub-") as folder, Valkey(Path(folder)) as server:
        yield server.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that start Chromium. It sends no requests to outside hosts and is required."""
    flags = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        # One process draws all pages of a browser, because starting a process for each takes a third of a
        # page's time.
        "--process-per-site",
        "--renderer-process-limit=1",
    ]
    return {**browser_type_launch_args, "executable_path": browser.chromium(), "args": flags}


LASTING = ("django_content_type", "auth_permission")
"""The tables that migrations fill and that no test changes."""


def emptying(style: Any, connection: Any, **options: Any) -> list[str]:
    """Return the SQL that empties the tables which a test has filled, except `LASTING`.

    Triggers would refuse to delete rows. So they are switched off or, on SQLite, dropped and created again.
    """
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


@pytest.fixture(autouse=True)
def the_default_language() -> None:
    """Begin each test in English.

    A request in an earlier test can leave another language active in the thread.
    """
    translation.deactivate()


@pytest.fixture(autouse=True)
def no_known_house_revisions() -> None:
    """Forget the numbers of revisions, because each test numbers the revisions of its clubs from 1."""
    from laws import queries  # once Django is set up

    queries.numbered_revision.cache_clear()
    queries.published_number.cache_clear()


@pytest.fixture(autouse=True, scope="session")
def only_what_was_filled_is_emptied() -> Iterator[None]:
    """After a transactional test, empty only the filled tables.

    Django would empty and describe every table.
    """
    from django.core.management.commands import flush  # once Django is set up

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", emptying)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *given, **named: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def stored_objects_have_the_keys_order_of_postgresql() -> Iterator[None]:
    """Read the keys of stored JSON objects in PostgreSQL's order on SQLite too: by length, then by bytes.

    SQLite keeps the order in which the keys were written, so a page could rely on it unnoticed.
    """
    from django.db.models import JSONField  # as above

    def in_order(value: Any) -> Any:
        if isinstance(value, list):
            return [in_order(item) for item in value]
        if not isinstance(value, dict):
            return value
        names = sorted(value, key=lambda name: (len(name.encode()), name.encode()))
        return {name: in_order(value[name]) for name in names}

    read = JSONField.from_db_value
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JSONField, "from_db_value", lambda *given: in_order(read(*given)))
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Tell pytest-django not to make the SQLite database, because it is a copy.

    PostgreSQL copies a database when it creates it (`tests.settings`).
    """
    return bool(patterns.given("sqlite"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Put a copy of the migrated database at the path of this process's database."""
    from django.conf import settings  # once Django is set up

    if pattern := patterns.given("sqlite"):
        shutil.copyfile(pattern, settings.DATABASES["default"]["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Set up the database.

    At the end close the connections of a test server's threads, which block its deletion.
    """
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


def copied(club: Any) -> Any:
    """Copy a club. Copies share the law set of the table, which is large and never changes."""
    law_set = club.table.law_set
    return deepcopy(club, {id(law_set): law_set})


@pytest.fixture
def club(shared_club: Any, db: None) -> Any:
    """Return a club with an owner, a director, a scorer, a player and a table of four."""
    from tests.factories import make_club  # as above

    return copied(shared_club) if shared_club else make_club()


@pytest.fixture(scope="module")
def kept_evening(kept_club: Any) -> Any:
    """Add a row of every record model to the club of a module. Changes by a test are rolled back."""
    from tests.journal.evening import evening  # as above

    evening(kept_club)
    return kept_club


@pytest.fixture
def played(kept_evening: Any, db: None) -> Any:
    """Return a club with a row of every record model."""
    return copied(kept_evening)


@pytest.fixture
def other_club(db: None) -> Any:
    """Return another club, whose records must stay hidden."""
    from tests.factories import make_club  # as above

    return make_club("inland")
