"""``./cinch test``: the checks, then every test on SQLite and again on PostgreSQL, with a real broker."""

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from cinchclub.launcher.processes import die_with
from cinchclub.launcher.valkey import Valkey
from tests.running import browser, checking
from tests.running.patterns import Pattern
from tests.running.postgres import postgres

# What pytest returns where a choice of tests matches none.
NO_TESTS = 5


def run(title: str, arguments: list[str], environment: dict[str, str]) -> int:
    """Run pytest once and return its exit status; its own summary stays the last thing printed."""
    print(f"\n=== {title}", flush=True)
    command = [sys.executable, "-m", "pytest", *arguments]
    with subprocess.Popen(
        command, env={**os.environ, **environment}, preexec_fn=die_with(os.getpid())
    ) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            return process.wait()


def options(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return our own options, and what is pytest's."""
    parser = argparse.ArgumentParser(
        prog="./cinch test", description="Run the tests.", epilog="Everything else goes to pytest."
    )
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--browser-once", action="store_true", help="no page tests on PostgreSQL")
    parser.add_argument("--no-checks", action="store_true", help="leave out what ./cinch check does")
    return parser.parse_known_args(arguments)


def main(arguments: list[str]) -> int:
    """Return 0 where the checks and every run passed."""
    own, given = options(arguments)
    results = {}
    with ExitStack() as stack:
        # Short names: a unix socket's address holds about a hundred bytes.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-")))
        broker = stack.enter_context(Valkey(folder))
        shared = {
            "CINCH_TEST_REDIS_URL": broker.url,
            "REDIS_URL": broker.url,
            "CINCH_VAR": str(folder / "var"),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        }
        if "not browser" not in " ".join(given):
            shared["CINCH_CHROMIUM"] = browser.chromium()
        urls = {}
        if own.database in ("sqlite", "both"):
            urls["SQLite"] = ""
        if own.database in ("postgresql", "both"):
            place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-pg-")))
            urls["PostgreSQL"] = stack.enter_context(postgres(place))
        patterns = {name: Pattern.begun(folder, shared, url or None) for name, url in urls.items()}
        for pattern in patterns.values():
            stack.callback(pattern.work.stop)
        # Somebody who names tests wants those; the checks belong to the whole.
        if not own.no_checks and not given:
            results["checks"] = checking.main([])
        # One process more than the two processors they are meant for, as some wait for servers of theirs.
        # In a container more processors may be shown than it is given.
        many = str(min(os.cpu_count() or 1, 2) + 1)
        spread = [] if any(part.startswith("-n") for part in given) else ["-n", many, "--dist", "worksteal"]
        chosen = ["-m", "not once and not browser" if own.browser_once else "not once"]
        for name, url in urls.items():
            left_out = chosen if url and "-m" not in given else []
            environment = {**shared, **patterns[name].made(), "DATABASE_URL": url}
            results[name] = run(name, [*spread, *left_out, *given], environment)
    if given and NO_TESTS in results.values() and 0 in results.values():
        results = {name: 0 if status == NO_TESTS else status for name, status in results.items()}
    failed = [name for name, status in results.items() if status]
    if failed:
        print(f"\nFailed: {', '.join(failed)}.", flush=True)
    return bool(failed)
