"""``./cinch test``: the tests on SQLite, and beside them the checks and the ``database`` tests on PostgreSQL.

Work beside the SQLite tests writes to a file, which is printed at its end. Tests marked ``full`` (soak,
outages) run only if they are named. ``--full`` runs everything on both databases, with many more evenings
with faults.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from cinchclub.launcher.processes import Child, die_with
from cinchclub.launcher.translations import compile_catalogs
from cinchclub.launcher.valkey import Valkey
from tests.running import browser
from tests.running.patterns import Pattern
from tests.running.postgres import postgres

# The numbers of repetitions in `--full`; the environment may set others.
FULL_NUMBERS = {"CINCH_FAULT_SEEDS": "1000", "CINCH_REBOOTS": "20", "CINCH_CLOCK_RUNS": "200"}
FULL_NUMBERS |= {"CINCH_SOAK": "100x12", "CINCH_TAMPERINGS": "1000", "CINCH_HYPOTHESIS": "full"}
FULL_NUMBERS |= {"CINCH_FUZZ_EXAMPLES": "3", "CINCH_WORKER_ENDS": "6", "CINCH_CRASH_POINTS": "every"}
# pytest's exit status if a choice of tests matches none
NO_TESTS = 5
# pytest's exit status after Ctrl-C
INTERRUPTED = 2
MARKS = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
"""Matches the expression of marks in pytest's options."""
MARKS.add_argument("-m", dest="marks")


def run(title: str, arguments: list[str], environment: dict[str, str], module: str = "pytest") -> int:
    """Run pytest, or another module, once and return its exit status."""
    print(f"\n=== {title}", flush=True)
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(
        command, env={**os.environ, **environment}, preexec_fn=die_with(os.getpid())
    ) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            return process.wait()


@dataclass
class Session:
    """The tests on one database."""

    name: str
    arguments: list[str]
    environment: dict[str, str]

    def run(self) -> int:
        """Run the tests and show results as they come; return pytest's exit status."""
        return run(self.name, self.arguments, self.environment)

    def start(self, folder: Path) -> Child:
        """Start the tests beside other work, with a log in ``folder``."""
        command = [sys.executable, "-m", "pytest", *self.arguments]
        return Child(self.name, command, folder / f"{self.name}.log", self.environment).start()


def ended(child: Child) -> int:
    """Wait for work beside the SQLite tests, print its output, and return its exit status."""
    assert child.process is not None, "it was started"
    assert child.log is not None, "it writes to a file"
    status = child.process.wait()
    print(f"\n=== {child.name}\n{child.log.read_text(errors='replace').rstrip()}", flush=True)
    return status


def options(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return our own options, and the options of pytest."""
    parser = argparse.ArgumentParser(
        prog="./cinch test", description="Run the tests.", epilog="Everything else goes to pytest."
    )
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--full", action="store_true", help="everything on both databases, at full number")
    parser.add_argument("--no-checks", action="store_true", help="leave out what ./cinch check does")
    return parser.parse_known_args(arguments)


def marks(own: argparse.Namespace, given: list[str], *, postgresql: bool) -> str:
    """Return the expression of marks for a run of the tests; empty for all tests."""
    if own.full:
        return "not once" if postgresql else ""
    # With PostgreSQL alone all named tests are wanted.
    on_database = (
        ["not once" if own.database == "postgresql" else "database and not once"] if postgresql else []
    )
    return " and ".join([*on_database, *([] if given else ["not full"])])


def for_postgresql() -> list[str]:
    """Return the files with tests for PostgreSQL in the gate, so that pytest need not read all files."""
    return sorted(
        str(path) for path in Path("tests").rglob("test_*.py") if "mark.database" in path.read_text()
    )


def browser_for(own: argparse.Namespace, given: list[str], environment: dict[str, str]) -> dict[str, str]:
    """Return the environment that names the browser. Installs a browser only if a chosen test needs it.

    Empty if no browser is installed and no chosen test needs a browser.
    """
    if browser.is_there() or not given or is_chosen("browser", own, given, environment):
        return {"CINCH_CHROMIUM": browser.chromium()}
    return {}


def is_chosen(mark: str, own: argparse.Namespace, given: list[str], environment: dict[str, str]) -> bool:
    """Return whether pytest would run tests with this mark."""
    asked, _ = MARKS.parse_known_args(given)
    of_run = asked.marks if asked.marks is not None else marks(own, given, postgresql=False)
    wanted = f"({of_run}) and {mark}" if of_run else mark
    # If there are two expressions, pytest uses the last.
    command = [sys.executable, "-m", "pytest", *given, "--collect-only", "-q", "-m", wanted]
    collected = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=False)
    return collected.returncode == 0


def sessions(own: argparse.Namespace, given: list[str], stack: ExitStack, folder: Path) -> list[Session]:
    """Make each database with a broker of its own; return the tests on them, SQLite's first."""
    shared = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    if own.full:
        shared |= {name: os.environ.get(name, number) for name, number in FULL_NUMBERS.items()}
    urls, patterns, environments = {}, {}, {}
    # SQLite's database is migrated while PostgreSQL starts.
    for name in ("SQLite", "PostgreSQL"):
        if own.database not in (name.lower(), "both"):
            continue
        urls[name] = ""
        if name == "PostgreSQL":
            place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-pg-")))
            urls[name] = stack.enter_context(postgres(place))
        home = folder / name[0]
        home.mkdir()
        broker = stack.enter_context(Valkey(home))
        own_broker = {"CINCH_TEST_REDIS_URL": broker.url, "REDIS_URL": broker.url}
        own_place = {"CINCH_VAR": str(home / "var"), "DATABASE_URL": urls[name]}
        environments[name] = {**shared, **own_broker, **own_place}
        patterns[name] = Pattern.begun(home, environments[name], urls[name] or None)
        stack.callback(patterns[name].work.stop)
    chromium = browser_for(own, given, next(iter(environments.values())))
    # Three processes for two processors, because some tests wait for servers that they have started. No more,
    # because a container may show more processors than it may use. PostgreSQL's marked tests end long before
    # the others, so SQLite keeps all three processes beside them.
    many = min(os.cpu_count() or 1, 2) + 1
    spread_over = {"SQLite": many, "PostgreSQL": 1} if len(urls) > 1 else dict.fromkeys(urls, many)
    made = []
    for name, url in urls.items():
        is_spread = any(part.startswith("-n") for part in given)
        spread = [] if is_spread else ["-n", str(spread_over[name]), "--dist", "worksteal"]
        left_out = [] if "-m" in given else ["-m", marks(own, given, postgresql=bool(url))]
        files = for_postgresql() if url and not given and not own.full else []
        environment = {**environments[name], **chromium, **patterns[name].made()}
        made.append(Session(name, [*spread, *left_out, *files, *given], environment))
    return made


def main(arguments: list[str]) -> int:
    """Run the tests and the checks. Return 0 if all passed, 2 after Ctrl-C, otherwise 1."""
    own, given = options(arguments)
    # The tests start the program a hundred times, and each start would compile the program again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Made once, before several sessions need it.
    compile_catalogs()
    with ExitStack() as stack:
        # Short names, because the path of a unix socket has at most about a hundred bytes.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-")))
        beside = []
        # If tests are named, only these are wanted; the checks belong to a whole run.
        if not own.no_checks and not given:
            command = [sys.executable, "-m", "cinchclub.launcher", "check"]
            beside.append(Child("checks", command, folder / "checks.log").start())
            stack.callback(beside[0].stop)
        first, *others = sessions(own, given, stack, folder)
        for session in others:
            beside.append(session.start(folder))
            stack.callback(beside[-1].stop)
        results = {first.name: first.run()}
        if results[first.name] == INTERRUPTED:
            return INTERRUPTED
        results |= {child.name: ended(child) for child in beside}
        if own.full and not given:
            results["made-up requests"] = run("made-up requests", [], {}, module="tests.security.fuzz")
            # The machines are network namespaces, which only root may make, on Linux.
            if sys.platform == "linux" and os.geteuid() == 0:
                machines = "tests.reliability.several_machines"
                results["several machines"] = run("several machines", [], {}, module=machines)
    if given and NO_TESTS in results.values() and 0 in results.values():
        results = {name: 0 if status == NO_TESTS else status for name, status in results.items()}
    failed = [name for name, status in results.items() if status]
    if failed:
        print(f"\nFailed: {', '.join(failed)}.", flush=True)
    return bool(failed)
