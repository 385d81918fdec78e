"""Chooses the command: run, test or check."""

import sys

from cinchclub.launcher import Halt, checking, running, testing

COMMANDS = {"run": running.main, "test": testing.main, "check": checking.main}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit status; what cannot be done is one line."""
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Halt as reason:
        print(f"\n{reason}", file=sys.stderr, flush=True)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
