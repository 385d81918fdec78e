"""An evening in a hall full of phones, played through without a pause, and what is seen of the server.

Every player's phone listens; some hang up at random and come again, some poll; the last deal of every table
comes twice and at the same moment as the others; the bell is rung several times.
"""

import asyncio
import json
import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from cinchclub import settings
from tests.benchmarks.bench_memory import family, name_of, processor_seconds, share
from tests.reliability.evening_over_http import Evening
from tests.reliability.serving import Place, served

SCORERS = 16
"""Phones that enter deals at a time."""
PATIENCE = 60
HANGS_UP = 0.02
"""How likely it is that a phone hangs up when it is told something."""
POLLERS = 0.1
"""The share of the phones that poll beside listening."""
POLL = 2.0
WARMED_UP = 2
"""After so many rounds everything has been read that the server keeps."""


@dataclass
class Soaked:
    """What was seen: how often each status was answered, seconds for each entry, megabytes, who was told."""

    statuses: dict[int, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)
    """Of the web server's processes after each round."""
    told: dict[int, int] = field(default_factory=dict)
    """Phone to the last round of which it was told the seats."""
    refused: list[str] = field(default_factory=list)
    """Entries that were not recorded, with the answer."""
    processor: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time while deals came: of the web server, and of the phones, which are ours."""
    lasted: float = 0.0
    """Seconds by the clock of the same."""
    hung_up: int = 0
    unchanged: int = 0
    """Polls answered with 304."""

    def answered(self, status: int) -> None:
        """Count an answer."""
        self.statuses[status] = self.statuses.get(status, 0) + 1

    @property
    def faults(self) -> int:
        """Return how many answers were 5xx."""
        return sum(many for status, many in self.statuses.items() if status >= 500)

    @property
    def growth(self) -> float:
        """Return the memory at the end as a share of that after warming up."""
        return self.megabytes[-1] / self.megabytes[WARMED_UP - 1]

    def share(self, whose: str) -> float:
        """Return how many processors somebody kept busy while deals came: "web" or "phones"."""
        return self.processor[whose] / self.lasted

    @property
    def p95(self) -> float:
        """Return the seconds within which 95 of 100 entries were answered."""
        return sorted(self.seconds)[len(self.seconds) * 95 // 100]


def soaked(where: Place, *, tables: int, rounds: int, seed: int = 1) -> Soaked:
    """Hold the evening on a server with its usual processes, and return what was seen."""
    club = where.fill(tables=1)
    with served(
        where,
        processes=settings.SERVER_PROCESSES,
        threads=settings.LINES,
        # Others may keep the disk busy; how long entries take is measured, not cut short.
        environment={"CINCH_DATABASE_TIMEOUT": "30"},
    ) as port:
        names = [f"P{number}" for number in range(1, 4 * tables + 1)]
        evening = Evening.planned(port, club, names, of_rounds=rounds, seed="soak")
        sessions = json.loads(where.run("-m", "tests.reliability.phones", str(evening.event)))
        held = _held(evening, sessions, Soaked(), random.Random(seed))
        # In a thread of its own: in this one a browser's loop may be running.
        with ThreadPoolExecutor(1) as apart:
            return apart.submit(asyncio.run, held).result()


async def _held(evening: Evening, sessions: list[str], seen: Soaked, chance: random.Random) -> Soaked:
    port = evening.port
    phones = [
        asyncio.create_task(
            _listen(port, evening.event, place, session, seen, random.Random(chance.random()))
        )
        for place, session in enumerate(sessions)
    ]
    some = sessions[: max(1, int(len(sessions) * POLLERS))]
    phones += [asyncio.create_task(_poll(port, evening.event, session, seen)) for session in some]
    workers = [pid for pid in family(os.getpid()) if name_of(pid) == "gunicorn"]
    with ThreadPoolExecutor(SCORERS) as scorers:
        for number in range(1, evening.of_rounds + 1):
            began, before = time.monotonic(), _processor(workers)
            await asyncio.to_thread(_play, evening, number, seen, scorers, random.Random(chance.random()))
            seen.lasted += time.monotonic() - began
            for whose, seconds in _processor(workers).items():
                seen.processor[whose] = seen.processor.get(whose, 0) + seconds - before[whose]
            if seen.refused:
                break
            end = time.monotonic() + PATIENCE
            # After the last round everything stands still, and those who poll are told so.
            while not (
                all(seen.told.get(place) == number for place in range(len(sessions)))
                and (seen.unchanged or number < evening.of_rounds)
            ):
                if time.monotonic() > end:
                    break
                await asyncio.sleep(0.1)
            seen.megabytes.append(sum(map(share, workers)))
            if number < evening.of_rounds:
                await asyncio.to_thread(evening.do, f"rounds/{number}/move/")
    for phone in phones:
        phone.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    return seen


def _play(
    evening: Evening, number: int, seen: Soaked, scorers: ThreadPoolExecutor, chance: random.Random
) -> None:
    """Enter a round's deals, several at a time; every last one comes twice, and the bell rings meanwhile."""
    tables = evening.ask(f"rounds/{number}/")["tables"]
    for deal in range(1, evening.deals_each + 1):
        work = [partial(evening.enter, number, table, deal) for table in tables]
        if deal == evening.deals_each:
            work *= 2
        chance.shuffle(work)
        for answer in scorers.map(lambda enter: enter(), work):
            seen.answered(answer.status)
            seen.seconds.append(answer.seconds)
            if answer.status != 201:
                seen.refused.append(f"round {number}, deal {deal}: {answer.status} {answer.body}")
    for _ in range(chance.randint(1, 3)):
        evening.do("bell/", {"round": number})


def _processor(workers: Sequence[int]) -> dict[str, float]:
    """Return the seconds of processor time that the web server and the phones have taken so far."""
    return {"web": sum(map(processor_seconds, workers)), "phones": time.process_time()}


async def _listen(
    port: int, event: int, place: int, session: str, seen: Soaked, chance: random.Random
) -> None:
    """Listen with one phone, which hangs up now and then and comes again with what it knows."""
    known = 0
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        try:
            path = f"/api/v1/events/{event}/stream/?seen={known}"
            seen.answered(await _asked(reader, writer, path, session, "text/event-stream"))
            kind, data = b"", b""
            while line := await reader.readline():
                if line.startswith(b"event:"):
                    kind = line
                elif line.startswith(b"id:"):
                    known = int(line[3:])
                elif line.startswith(b"data:") and b"seating" in kind:
                    data = line[5:]
                elif data and line == b"\n":
                    seen.told[place] = json.loads(data)["round"]
                    data = b""
                if kind and line == b"\n" and chance.random() < HANGS_UP:
                    seen.hung_up += 1
                    break
        except ConnectionError:
            await asyncio.sleep(0.2)
        finally:
            writer.close()
        await asyncio.sleep(chance.uniform(0, 0.3))


async def _poll(port: int, event: int, session: str, seen: Soaked) -> None:
    """Ask for one's own evening again and again, as a phone without a stream does."""
    tag = ""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        headers: dict[str, str] = {}
        try:
            path = f"/events/{event}/live/?view=me"
            status = await _asked(reader, writer, path, session, "text/html", tag, headers)
        finally:
            writer.close()
        seen.answered(status)
        seen.unchanged += status == 304
        tag = headers.get("etag", tag)
        await asyncio.sleep(POLL)


async def _asked(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    path: str,
    session: str,
    accept: str,
    tag: str = "",
    headers: dict[str, str] | None = None,
) -> int:
    """Send a request, read the head of its answer and return its status; the headers go into ``headers``."""
    known = f"If-None-Match: {tag}\r\n" if tag else ""
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid={session}\r\n"
        f"Accept: {accept}\r\nConnection: close\r\n{known}\r\n".encode()
    )
    line = await reader.readline()
    if not line:
        raise ConnectionResetError
    status = int(line.split()[1])
    while (line := await reader.readline()).strip():
        name, _, value = line.decode().partition(":")
        if headers is not None:
            headers[name.lower()] = value.strip()
    return status
