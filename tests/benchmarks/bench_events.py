"""A large event: what its standings cost, and how soon next seats reach all who listen.

400 players after twelve rounds. Their phones listen, each by its own link, to a server started as ``./cinch
run`` starts it; the organiser ends the round, and it is noted when each phone has been told the next seats.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cinchclub import settings
from tests.benchmarks.bench_memory import family, name_of, share
from tests.benchmarks.rows import Row, written
from tests.reliability.callers import Phone
from tests.reliability.serving import place, served

PLAYERS, ROUNDS, DEALS = 400, 12, 4
MOVES = 3
SETTLE = 3
PATIENCE = 20
WARM = 20
"""Requests before, so that every process has read the event."""


@dataclass
class Hall:
    """The phones that listen: how many were let in, and when each was told of a round."""

    port: int
    event: int
    status: dict[int, int] = field(default_factory=dict)
    told: dict[int, list[float]] = field(default_factory=dict)

    async def listen(self, session: str) -> None:
        """Listen with one phone until the stream ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        request = (
            f"GET /api/v1/events/{self.event}/stream/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: sessionid={session}\r\nAccept: text/event-stream\r\n\r\n"
        )
        writer.write(request.encode())
        status = int((await reader.readline()).split()[1])
        self.status[status] = self.status.get(status, 0) + 1
        kind = b""
        try:
            while line := await reader.readline():
                if line.startswith(b"event:"):
                    kind = line
                elif line.startswith(b"data:") and b"seating" in kind:
                    data: dict[str, Any] = json.loads(line[5:])
                    self.told.setdefault(data["round"], []).append(time.perf_counter())
        finally:
            writer.close()


def workers() -> list[int]:
    """Return the web server's processes, which this one has started."""
    return [pid for pid in family(os.getpid()) if pid != os.getpid() and name_of(pid) == "gunicorn"]


async def follow(hall: Hall, filled: dict[str, Any]) -> list[Row]:
    """Let everybody listen, end some rounds, and return what was seen."""
    pids, organiser = workers(), Phone(hall.port, filled["token"])
    for _ in range(WARM):
        Phone(hall.port, filled["token"]).send("GET", f"/api/v1/events/{hall.event}/standings/")
    before = sum(map(share, pids))
    listeners = []
    for session in filled["sessions"]:
        listeners.append(asyncio.create_task(hall.listen(session)))
        await asyncio.sleep(0.01)
    while sum(hall.status.values()) < len(listeners):
        await asyncio.sleep(0.1)
    await asyncio.sleep(SETTLE)
    let_in = hall.status.get(200, 0)
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
        while len(hall.told.get(number + 1, ())) < let_in and time.monotonic() < end:
            await asyncio.sleep(0.05)
        delays += [moment - begun for moment in hall.told.get(number + 1, ())]
        await asyncio.sleep(SETTLE)
    for task in listeners:
        task.cancel()
    delays.sort()
    return [
        Row("streams let in", let_in, f"of {PLAYERS}", PLAYERS, at_least=True),
        Row("memory of these listeners, web processes", memory, "MB"),
        Row("told of next seats", len(delays), f"of {MOVES * let_in}", MOVES * let_in, at_least=True),
        Row("the organiser's own answer, longest", max(answers), "s"),
        Row("bell to next seats, p50", delays[len(delays) // 2], "s"),
        Row("bell to next seats, p95", delays[len(delays) * 95 // 100], "s", 1.0),
    ]


def rows() -> Iterator[Row]:
    """Yield what standings of a large event cost, and how soon everybody knows the next seats."""
    with tempfile.TemporaryDirectory(prefix="cinch-") as folder, place(Path(folder) / "club", None) as where:
        wanted = {"players": PLAYERS, "rounds": ROUNDS, "deals": DEALS}
        filled = json.loads(where.run("-m", "tests.benchmarks.fill_event", json.dumps(wanted), patience=1200))
        for name, milliseconds in filled["cost"].items():
            yield Row(f"standings of {PLAYERS} after {ROUNDS} rounds, {name}", milliseconds, "ms CPU", 30.0)
        with served(where, processes=settings.SERVER_PROCESSES, threads=settings.LINES) as port:
            yield from asyncio.run(follow(Hall(port, filled["event"]), filled))


if __name__ == "__main__":
    sys.stdout.write(written(list(rows())) + "\n")
