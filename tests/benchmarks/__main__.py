"""All benchmarks: ``.venv/bin/python -m tests.benchmarks [PART …]``; a wrong part is told which there are.

Takes some minutes and wants a computer that is not busy. Exits with 1 where a limit is missed.
"""

import sys

from tests.benchmarks import (
    bench_asking,
    bench_disputes,
    bench_engines,
    bench_events,
    bench_http,
    bench_memory,
    bench_moves,
    bench_pages,
    bench_publishing,
    bench_rulings,
    bench_score,
    bench_soak,
)
from tests.benchmarks.rows import Row, written

INSIDE = {"score": bench_score.main, "rulings": bench_rulings.main, "engines": bench_engines.main}
"""What is measured within this process; each prints a table of its own."""
PARTS = {
    "asking": bench_asking.rows,
    "http": bench_http.rows,
    "pages": bench_pages.rows,
    "memory": bench_memory.rows,
    "events": bench_events.rows,
    "disputes": bench_disputes.rows,
    "publishing": bench_publishing.rows,
    "moves": bench_moves.rows,
    "soak": bench_soak.rows,
}


def main(wanted: list[str]) -> int:
    """Run the parts that are wanted, all where none is named, and print the tables."""
    unknown = [part for part in wanted if part not in {*INSIDE, *PARTS}]
    if unknown:
        sys.stderr.write(f"Unknown: {', '.join(unknown)}. Parts: {', '.join([*INSIDE, *PARTS])}.\n")
        return 2
    missed = [measure() for part, measure in INSIDE.items() if not wanted or part in wanted]
    rows: list[Row] = []
    for part, measured in PARTS.items():
        if not wanted or part in wanted:
            rows += measured()
    if rows:
        sys.stdout.write(written(rows) + "\n")
    return int(any(missed) or any(row.is_over for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
