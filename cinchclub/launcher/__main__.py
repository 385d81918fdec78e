"""Chooses the command: run, test or check."""

import importlib
import sys

from django.core.exceptions import ImproperlyConfigured

from cinchclub.launcher import Halt

COMMANDS = {
    "run": "cinchclub.launcher.running",
    "test": "tests.running.testing",
    "check": "tests.running.checking",
}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit status. After a ``Halt``, print its message and return 1."""
    try:
        try:
            # Importing a command reads the settings, and a setting can have an invalid value.
            command = importlib.import_module(COMMANDS[arguments[0]])
        except (ImproperlyConfigured, ValueError) as error:
            raise Halt(f"A setting cannot be read ({error}); docs/operations.md has them all.") from error
        return int(command.main(arguments[1:]))
    except Halt as reason:
        print(f"\n{reason}", file=sys.stderr, flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
