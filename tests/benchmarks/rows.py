"""A row of the benchmarks' table, the text of the table, and the ways to measure."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.reliability.callers import Answer, Phone, at_once
from tests.reliability.serving import Place, place
from tests.running.postgres import postgres

ROUNDS = 30


@dataclass(frozen=True)
class Row:
    """A measurement: its value in a unit, and the project's limit for it, if there is one."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def is_over(self) -> bool:
        """Return whether the limit is missed."""
        if self.limit is None:
            return False
        return self.value < self.limit if self.at_least else self.value > self.limit


def written(rows: Sequence[Row]) -> str:
    """Return the rows as a table. Rows that miss their limit are marked."""
    lines = [f"{'what':62} {'measured':>11} {'unit':10} {'limit':>10}"]
    for row in rows:
        sign = "≥" if row.at_least else "≤"
        limit = "" if row.limit is None else f"{sign} {row.limit:g}"
        lines.append(
            f"{row.what:62} {row.value:11.2f} {row.unit:10} {limit:>10}{'  MISSED' if row.is_over else ''}"
        )
    return "\n".join(lines)


def seconds(task: Callable[[], object], calls: int = 1, rounds: int = ROUNDS) -> float:
    """Return the least processor time of one call, over several rounds of many calls.

    It is never 0, so it can divide: a loaded machine may count no time for a short round.
    """
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(calls):
            task()
        best = min(best, (time.process_time() - start) / calls)
    return best or time.get_clock_info("process_time").resolution


@contextmanager
def database(kind: str = "SQLite") -> Iterator[Place]:
    """Make an empty migrated database; on PostgreSQL its commits wait for the disk."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-")))
        server = stack.enter_context(postgres(folder, durable=True)) if kind == "PostgreSQL" else None
        yield stack.enter_context(place(folder / "club", server))


Ask = Callable[[Phone], Answer]


@dataclass
class Load:
    """The answers to clients that send requests without a pause, and the requests a second in each round."""

    rates: list[float]
    answers: list[Answer]

    @property
    def rate(self) -> float:
        """Return the median of the requests per second over the rounds."""
        return statistics.median(self.rates)


def in_turn(
    asked: Mapping[str, Sequence[Ask]], new_phone: Callable[[int], Phone], lasting: float, rounds: int
) -> dict[str, Load]:
    """Put one load after the other on a server, round by round.

    In a load every client sends the same kind of request.
    """
    loads = {name: Load([], []) for name in asked}
    for number in range(rounds + 1):
        for name, clients in asked.items():
            end = time.perf_counter() + (lasting if number else min(lasting, 1))  # the first round warms up

            def client(place: int, ask: Ask, end: float = end) -> list[Answer]:
                phone, answers = new_phone(place), []
                while time.perf_counter() < end:
                    answers.append(ask(phone))
                return answers

            work = [lambda place=place, ask=ask: client(place, ask) for place, ask in enumerate(clients)]
            answers = [answer for each in at_once(work) for answer in each]
            if number:
                loads[name].answers += answers
                loads[name].rates.append(len(answers) / lasting)
    return loads


def share(ours: Load, theirs: Load) -> float:
    """Return the rate of one load as a share of the other load's rate.

    This is the median of the shares in each round.
    """
    return statistics.median(one / other for one, other in zip(ours.rates, theirs.rates, strict=True))
