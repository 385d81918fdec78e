"""How long rulings take: ``python -m tests.benchmarks.bench_rulings`` prints one table.

Each row is the least processor time of many short rounds, per call, with its ratio to an empty Python loop of
a thousand turns measured in the same run. The limits are those the project has set itself: a complete ruling
in 5 microseconds, a partial one with its next question in 50, the smallest change in 100, reading, compiling
and checking every book in a second. The revoke is asked, which has most situations; no database is needed.
"""

import subprocess
import sys
from collections.abc import Callable

from laws import library
from laws.domain import arbiter, proposals, serialize, why
from tests.benchmarks.bench_score import empty_loop, seconds

LAW_SET, INCIDENT = "foster-1897", "revoke"
SAID = "my partner led when it was my turn and the next man followed"
LOADING = """
import resource, time, tracemalloc
begun = time.process_time()
from laws import library
from laws.domain import proofs
books = library.law_books()
read = time.process_time()
faults = proofs.find(books)
library.pairs(), library.clauses(), library.index()
done = time.process_time()
pages = int(open("/proc/self/statm").read().split()[1])
print(read - begun, done - begun, pages * resource.getpagesize() / 2**20, len(faults))
"""


def rows() -> list[tuple[str, Callable[[], object], int, float | None]]:
    """Return what is measured: a name, a call, how often it is made in a round, its limit in microseconds."""
    book = library.law_book(LAW_SET)
    table = book.tables[INCIDENT]
    whole = table.space.facts_of(max(situation for situation, cell in enumerate(table.cell_of) if cell >= 0))
    half = dict(list(whole.items())[: len(whole) // 2])
    ruling = arbiter.rule(book, INCIDENT, whole)
    laws, books = library.laws(), library.law_books()

    def complete() -> object:
        found = arbiter.rule(book, INCIDENT, whole)
        return found.status, found.effects, found.choices

    def partial(known: dict[str, str]) -> Callable[[], object]:
        def ask() -> object:
            found = arbiter.rule(book, INCIDENT, known)
            return found.status, found.questions

        return ask

    return [
        ("complete ruling", complete, 2000, 5),
        ("partial ruling and next question", partial(half), 400, 50),
        ("nothing known, first question", partial({}), 400, 50),
        (
            "with laws, reasons and exceptions",
            lambda: _grounds(arbiter.rule(book, INCIDENT, whole)),
            100,
            None,
        ),
        ("why: the fewest facts", lambda: why.sufficient(ruling), 100, None),
        ("why not: the smallest change", lambda: why.why_not(ruling), 100, 100),
        ("as JSON holds it", lambda: serialize.format_ruling(ruling, laws), 100, None),
        ("every law set compared", lambda: arbiter.compare(books, INCIDENT, whole), 100, None),
        ("a sentence read", lambda: proposals.propose(book.vocabulary, SAID), 4, None),
    ]


def _grounds(ruling: arbiter.Ruling) -> object:
    return ruling.laws, ruling.because, ruling.exceptions


def main() -> int:
    """Measure everything, print the table, and return 1 where a limit is passed."""
    measure = seconds(empty_loop, 100)
    lines = [f"{'what':38} {'µs':>10} {'limit':>8} {'to the loop':>14}"]
    is_slow = False
    for name, task, calls, limit in rows():
        took = seconds(task, calls)
        over = limit is not None and took * 1e6 > limit
        is_slow |= over
        allowed = "" if limit is None else f"{limit:g}"
        lines.append(
            f"{name:38} {took * 1e6:10.2f} {allowed:>8} {took / measure:14.2f}{'  OVER' if over else ''}"
        )
    lines.append(f"{'an empty loop of 1,000 turns':38} {measure * 1e6:10.2f} {'':>8} {1:14.2f}")
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=True)
    read, checked, megabytes, faults = done.stdout.split()
    lines.append(
        f"every book read and compiled in {float(read):.2f} s, and checked by {float(checked):.2f} s"
    )
    lines.append(f"the process then holds {float(megabytes):.0f} MB; {faults} faults found")
    sys.stdout.write("\n".join(lines) + "\n")
    return int(is_slow or float(checked) > 1)


if __name__ == "__main__":
    sys.exit(main())
