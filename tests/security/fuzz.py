"""Tens of thousands of generated requests to a real server: ``python -m tests.security.fuzz``.

The program makes a club in an empty database and serves it. Schemathesis sends ``--requests`` requests as
each of the roles, on SQLite and on PostgreSQL. The exit code is 1 if a check fails; each failure is printed
with a command that repeats it. Takes some minutes for each role.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.reliability.serving import HERE, Place, place, served
from tests.running.postgres import postgres
from tests.security.fuzzing import CHECKS, ROLES

ENDPOINTS = 60
"""About the number of endpoints: Schemathesis counts its examples for each endpoint."""


def run(port: int, role: str, token: str | None, ids: dict[str, object], requests: int) -> bool:
    """Let Schemathesis send requests as one role; print its summary and return whether every check held.

    Schemathesis uses one worker: with two, threads that parse at once sometimes end Python 3.11 with a
    SystemError (python/cpython#106905).
    """
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        "run", f"http://127.0.0.1:{port}/api/schema/?format=json",
        "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
        "--max-examples", str(max(1, requests // ENDPOINTS)), "--seed", "1", "--workers", "1",
        "--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off", "--no-color",
        *(("-H", f"Authorization: Token {token}") if token else ()),
    ]  # fmt: skip
    environment = {
        **os.environ,
        "SCHEMATHESIS_HOOKS": "tests.security.hooks",
        "CINCH_FUZZ_IDS": json.dumps(ids),
    }
    ended = subprocess.run(command, env=environment, cwd=HERE, capture_output=True, text=True, check=False)
    said = ended.stdout
    made = re.findall(r"(\d+) generated", said) or re.findall(r"Test cases:\s*(\d+)", said) or ["?"]
    sys.stdout.write(f"  {role:10} {made[-1]:>8} requests  {'ok' if ended.returncode == 0 else 'FAILED'}\n")
    if ended.returncode:
        sys.stdout.write(said[-8000:] + ended.stderr[-2000:])
    sys.stdout.flush()
    return ended.returncode == 0


def ask_all(where: Place, roles: list[str], requests: int) -> bool:
    """Send requests as every role on one database; return whether every check held.

    `verify` must then find no breach.
    """
    club = where.call("tests.security.world.for_programs")
    with served(where) as port:
        held = [run(port, role, club["roles"].get(role), club["ids"], requests) for role in roles]
    where.manage("verify")
    return all(held)


def main(arguments: list[str]) -> int:
    """Send requests on each of the chosen databases; return 1 if a check failed, otherwise 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.security.fuzz")
    parser.add_argument("--requests", type=int, default=10_000, help="about how many as each role")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--role", choices=ROLES, action="append", help="only as this one; may be repeated")
    options = parser.parse_args(arguments)
    held = []
    for name in ("sqlite", "postgresql"):
        if options.database not in (name, "both"):
            continue
        sys.stdout.write(f"{name}\n")
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-")))
            server = stack.enter_context(postgres(folder)) if name == "postgresql" else None
            where = stack.enter_context(place(folder / "club", server))
            held.append(ask_all(where, options.role or list(ROLES), options.requests))
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
