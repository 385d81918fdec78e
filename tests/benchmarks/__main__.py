"""All benchmarks: ``.venv/bin/python -m tests.benchmarks [PART …]``.

Takes some minutes and needs a computer that is not busy. The exit code is 1 if a limit is missed. An unknown
part is refused with the list of parts and the exit code 2.
"""

import os
import sys
from importlib import import_module

import django

from tests.benchmarks.rows import written

PARTS = (
    *("score", "rulings", "engines", "asking", "http", "pages", "memory"),
    *("events", "lists", "moves", "soak", "solver"),
)


def main(parts: list[str]) -> int:
    """Run the named parts, or all parts, and print the table."""
    if unknown := [part for part in parts if part not in PARTS]:
        sys.stderr.write(f"Unknown: {', '.join(unknown)}. Parts: {', '.join(PARTS)}.\n")
        return 2
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")
    django.setup()
    rows = [row for part in parts or PARTS for row in import_module(f"tests.benchmarks.bench_{part}").rows()]
    sys.stdout.write(written(rows) + "\n")
    return int(any(row.is_over for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
