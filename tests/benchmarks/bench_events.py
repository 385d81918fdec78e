"""A large event: what its standings cost, and how soon next seats reach every phone.

400 players after twelve rounds. Their phones ask again and again, each by its own link, at a server started
as ``./cinch run`` starts it; the organiser ends the round, and it is noted when each shows the next seats.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from cinchclub import settings
from tests.benchmarks.bench_memory import family, name_of, share
from tests.benchmarks.rows import Row, database
from tests.reliability.callers import Phone
from tests.reliability.pollers import PollingPhone
from tests.reliability.serving import served

PLAYERS, ROUNDS, DEALS = 400, 12, 4
MOVES = 3
SETTLE = 3
PATIENCE = 20
WARM = 20
"""Requests before, so that every process has read the event."""


class Hall:
    """The phones of a hall: when each showed the seats of a round."""

    def __init__(self, port: int, event: int) -> None:
        self.port, self.event = port, event
        self.statuses: Counter[int] = Counter()
        self.seated: dict[int, list[float]] = {}

    async def follow(self, session: str) -> None:
        """Keep one phone up to date."""

        def seated(number: int) -> None:
            self.seated.setdefault(number, []).append(time.perf_counter())

        def answered(status: int) -> None:
            self.statuses[status] += 1

        await PollingPhone(self.port, self.event, session, answered=answered, seated=seated).follow()


def workers() -> list[int]:
    """Return the web server's processes, which this one has started."""
    return [pid for pid in family(os.getpid()) if pid != os.getpid() and name_of(pid) == "granian"]


async def follow(hall: Hall, filled: dict[str, Any]) -> list[Row]:
    """Let everybody listen, end some rounds, and return what was seen."""
    pids, organiser = workers(), Phone(hall.port, filled["token"])
    for _ in range(WARM):
        Phone(hall.port, filled["token"]).send("GET", f"/api/v1/events/{hall.event}/standings/")
    before = sum(map(share, pids))
    phones = []
    for session in filled["sessions"]:
        phones.append(asyncio.create_task(hall.follow(session)))
        await asyncio.sleep(0.01)
    while len(hall.seated.get(filled["round"], ())) < len(phones):
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE)
    memory = sum(map(share, pids)) - before
    delays: list[float] = []
    answers: list[float] = []
    for number in range(filled["round"], filled["round"] + MOVES):
        begun = time.perf_counter()
        path = f"/api/v1/events/{hall.event}/rounds/{number}/move/"
        answer = await asyncio.to_thread(organiser.send, "POST", path, {})
        assert answer.status == 200, answer.body
        answers.append(answer.seconds)
        end = time.monotonic() + PATIENCE
        while len(hall.seated.get(number + 1, ())) < len(phones) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        delays += [moment - begun for moment in hall.seated.get(number + 1, ())]
        await asyncio.sleep(SETTLE)
    for task in phones:
        task.cancel()
    delays.sort()
    return [
        Row("memory of these phones, web processes", memory, "MB"),
        Row("5xx", sum(many for status, many in hall.statuses.items() if status >= 500), "", 0),
        Row("phones with the next seats", len(delays), "", MOVES * PLAYERS, at_least=True),
        Row("the organiser's own answer, longest", max(answers), "s"),
        Row("move to next seats, p50", delays[len(delays) // 2], "s"),
        Row("move to next seats, p95", delays[len(delays) * 95 // 100], "s", 3.0),
    ]


def rows() -> Iterator[Row]:
    """Yield what standings of a large event cost, and how soon everybody knows the next seats."""
    with database() as where:
        wanted = {"players": PLAYERS, "rounds": ROUNDS, "deals": DEALS}
        filled = where.call("tests.benchmarks.fill_event.fill", patience=1200, **wanted)
        for name, milliseconds in filled["cost"].items():
            yield Row(f"standings of {PLAYERS} after {ROUNDS} rounds, {name}", milliseconds, "ms CPU", 30.0)
        with served(where, processes=settings.SERVER_PROCESSES) as port:
            yield from asyncio.run(follow(Hall(port, filled["event"]), filled))
