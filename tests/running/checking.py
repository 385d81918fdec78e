"""``./cinch check``: all checks of the code that do not run it."""

import os
import subprocess
import sys
import time
from pathlib import Path

CHECKS = {
    "format": ["ruff", "format", "--check", "--quiet", "."],
    "lint": ["ruff", "check", "--quiet", "."],
    "types": ["mypy"],
    "spelling": ["codespell_lib"],
    "migrations": ["django", "makemigrations", "--check", "--dry-run"],
}


def templates() -> list[str]:
    """Return the templates under version control and new templates."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.html"],
        capture_output=True,
        text=True,
        check=False,
    )
    return [path for path in listed.stdout.splitlines() if os.path.exists(path)]


def main(arguments: list[str]) -> int:
    """Run every check, print the result of each, and return 1 if a check found something."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    commands = {name: [sys.executable, "-m", *command] for name, command in CHECKS.items()}
    tools = Path(sys.executable).parent
    commands["imports"] = [str(tools / "lint-imports")]
    if found := templates():
        commands["templates"] = [str(tools / "djade"), "--target-version", "5.2", "--check", *found]
    wrong = []
    for name, command in commands.items():
        begun = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        state = "wrong" if done.returncode else "right"
        print(f"  {name:12}{state}  {time.monotonic() - begun:4.1f} s", flush=True)
        if done.returncode:
            wrong.append(name)
            print(done.stdout + done.stderr, flush=True)
    print(f"Not right: {', '.join(wrong)}." if wrong else "Everything is right.", flush=True)
    return bool(wrong)
