"""Prepares the club before the servers start: translations, checks, database, demo and static files.

The preparation runs in its own process (``python -m cinchclub.launcher.prepare``), so that the launcher needs
little memory. Running it twice, even at the same time on two machines, does no harm.
"""

import contextlib
import hashlib
import io
import os
from collections.abc import Iterator

import django
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command, get_commands
from django.db import DatabaseError, connection

from cinchclub import health
from cinchclub.launcher import reason_of
from cinchclub.launcher.translations import compile_catalogs
from scoring.office import schema

# The number of a PostgreSQL advisory lock. No other program may use the same number.
ADVISORY_LOCK = int.from_bytes(b"cinch", "big")

# Folders of static files that are not collected, because no page uses them.
UNUSED = ["redoc", "rest_framework"]


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let only one machine at a time prepare a shared PostgreSQL database. The others wait before the block.

    For SQLite nothing is done: the launcher's lock on the folder is enough.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])


def migrate() -> None:
    """Apply the missing migrations, if any, and print a line about them.

    Raises CommandError if another version made the database, or if columns are missing.
    """
    if refusal := schema.refusal():
        raise CommandError(refusal)
    if steps := schema.steps_to_migrate():
        print(f"  preparing the database ({steps} steps)", flush=True)
        call_command("migrate", interactive=False, verbosity=0)
    if damage := schema.damage():
        raise CommandError(damage)


def static_stamp() -> str:
    """Return a digest of the names, sizes and times of all static files."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            digest.update(f"{path} {storage.size(path)} {storage.get_modified_time(path)}\n".encode())
    return digest.hexdigest()


def collect_static() -> None:
    """Collect the static files, if they have changed or are missing."""
    stamp = settings.VAR / "static.stamp"
    digest = static_stamp()
    if stamp.exists() and stamp.read_text() == digest and settings.STATIC_ROOT.is_dir():
        return
    print("  collecting the static files", flush=True)
    call_command("collectstatic", interactive=False, clear=True, verbosity=0, ignore_patterns=UNUSED)
    stamp.write_text(digest)


def load_demo() -> None:
    """Load the demo club into a database without accounts.

    Nothing is loaded if the setting ``LOAD_DEMO`` is off or the command ``demo`` is missing.
    The sign-in is written to ``demo.txt``, which the launcher prints once the club is open.
    """
    if not settings.LOAD_DEMO or "demo" not in get_commands() or get_user_model().objects.exists():
        return
    print("  loading the demo club", flush=True)
    output = io.StringIO()
    call_command("demo", stdout=output)
    sign_in = settings.VAR / "demo.txt"
    sign_in.touch(mode=0o600)
    sign_in.write_text(output.getvalue())


def warn_of_full_disk() -> None:
    """Print a line if the disk is nearly full, because then nothing can be recorded."""
    if health.read_only():
        print(
            f"  the disk is nearly full: nothing can be recorded until there is room where {settings.VAR} is",
            flush=True,
        )


def main() -> None:
    """Prepare everything, or exit with the reason as message."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")
    django.setup()
    try:
        compile_catalogs()
        call_command("check", fail_level="ERROR", stdout=io.StringIO())
        with alone():
            migrate()
            load_demo()
        collect_static()
        warn_of_full_disk()
    except (CommandError, ImproperlyConfigured, DatabaseError, OSError) as error:
        raise SystemExit(reason_of(error, settings.VAR)) from error


if __name__ == "__main__":
    main()
