"""All benchmarks, one table: ``.venv/bin/python -m tests.benchmarks [score|http|pages|memory …]``.

Takes some minutes and wants a computer that is not busy. Exits with 1 where a limit is missed.
"""

import sys

from tests.benchmarks import bench_http, bench_memory, bench_pages, bench_score
from tests.benchmarks.rows import Row, written

PARTS = {"http": bench_http.rows, "pages": bench_pages.rows, "memory": bench_memory.rows}


def main(wanted: list[str]) -> int:
    """Run the parts that are wanted, all where none is named, and print the table."""
    unknown = [part for part in wanted if part not in {*PARTS, "score"}]
    if unknown:
        sys.stderr.write(f"Unknown: {', '.join(unknown)}. Parts: score, {', '.join(PARTS)}.\n")
        return 2
    slow = bench_score.main() if not wanted or "score" in wanted else 0
    rows: list[Row] = []
    for part, measure in PARTS.items():
        if not wanted or part in wanted:
            rows += measure()
    if rows:
        sys.stdout.write(written(rows) + "\n")
    return int(bool(slow) or any(row.is_over for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
