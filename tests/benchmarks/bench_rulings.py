"""The time of rulings: the least processor time per call over many short rounds, without a database.

The question is a revoke, which has the most situations.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator

from laws import finding, library
from laws.answer_serializers import RulingSerializer
from laws.domain import arbiter, why
from laws.strict_fields import sent
from tests.benchmarks.rows import Row, seconds

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


def tasks() -> list[tuple[str, Callable[[], object], int, float | None]]:
    """Return the tasks: name, call, number of calls in a round, limit in microseconds."""
    book = library.law_book(LAW_SET)
    table = book.tables[INCIDENT]
    whole = table.space.facts_of(max(situation for situation, cell in enumerate(table.cell_of) if cell >= 0))
    half = dict(list(whole.items())[: len(whole) // 2])
    ruling = arbiter.rule(book, INCIDENT, whole)
    books = library.law_books()
    of_each = [arbiter.RulingRequest(slug, INCIDENT, whole) for slug in books]

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
        ("as JSON holds it", lambda: sent(RulingSerializer, ruling), 100, None),
        ("every law set compared", lambda: [arbiter.answer(books, each) for each in of_each], 100, None),
        ("a sentence read", lambda: finding.incidents_meant(SAID, book), 4, None),
    ]


def _grounds(ruling: arbiter.Ruling) -> object:
    return ruling.laws, ruling.because, ruling.exceptions


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the time of each task, and the time and memory that reading every book takes."""
    for name, task, calls, limit in tasks():
        took = seconds(task, rounds=1) if tiny else seconds(task, calls)
        yield Row(name, 1e6 * took, "µs", limit)
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, check=True)
    read, checked, megabytes, faults = map(float, done.stdout.split())
    yield Row("every book read and compiled", read, "s")
    yield Row("  and checked", checked, "s", 1)
    yield Row("the process then holds", megabytes, "MB")
    yield Row("faults found in the books", faults, "", 0)
