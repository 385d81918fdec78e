"""An evening in a hall full of phones, played quickly, and measurements of the server.

Every player's phone polls the player's evening as often as it is asked to. Some phones hang up at random and
return without a tag. The last deal of every table is sent twice, at the same moment as the other last deals.
After each round the bell is rung up to three times.
"""

import asyncio
import os
import random
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus

from cinchclub import settings
from tests.benchmarks.bench_memory import family, name_of, processor_seconds, share
from tests.reliability.callers import Answer
from tests.reliability.evening_over_http import Evening
from tests.reliability.serving import Place, served

SCORERS = 16
"""The number of phones that enter deals at the same time."""
PATIENCE = 60
HANGS_UP = 0.02
"""The probability that a phone hangs up after an answer."""
WARMED_UP = 2
"""The number of rounds after which the server has loaded everything that it keeps."""
ROUND = re.compile(rb"data-place-round>(\d+)<")
SPREAD = 0.1
"""By which share a phone's pause may differ at random from the pause that the server asked for."""


@dataclass
class PollingPhone:
    """A phone that keeps its player's evening up to date, as `cinchclub/static/js/live.js` does.

    ``answered`` is called with each status; ``seated`` with each new round whose seats the phone shows.
    """

    port: int
    event: int
    session: str
    answered: Callable[[int], None]
    seated: Callable[[int], None]
    round: int = 0
    tag: str = ""
    pause: float = 2.0

    async def follow(self, hangs_up: float = 0.0) -> None:
        """Poll until cancelled. With the probability ``hangs_up`` the phone starts again without a tag."""
        while True:
            try:
                await self._one_line(hangs_up)
            except (ConnectionError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.2)

    async def _one_line(self, hangs_up: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        try:
            while True:
                await self._ask(reader, writer)
                await asyncio.sleep(self.pause * random.uniform(1 - SPREAD, 1 + SPREAD))
                if random.random() < hangs_up:
                    self.tag = ""
                    return
        finally:
            writer.close()

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        known = f'If-None-Match: W/"{self.tag}"\r\n' if self.tag else ""
        writer.write(
            f"GET /events/{self.event}/live/?view=me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Cookie: sessionid={self.session}\r\n{known}\r\n".encode()
        )
        # Before Python 3.12 `wait_for` can lose the cancellation that ends this (python/cpython#86296).
        async with asyncio.timeout(PATIENCE):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        status = int(head[0].split()[1])
        fields = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])
        }
        self.pause = float(fields.get("poll-after", self.pause))
        body = await reader.readexactly(int(fields.get("content-length", 0)))
        self.answered(status)
        if status != HTTPStatus.OK:
            return
        self.tag = fields["etag"].removeprefix('W/"').removesuffix('"')
        if (place := ROUND.search(body)) and int(place[1]) != self.round:
            self.round = int(place[1])
            self.seated(self.round)


@dataclass
class Soaked:
    """The measurements: answers by status, seconds per entry, megabytes, and the phones' latest rounds."""

    statuses: dict[int, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    """Seconds from each move to the next seats, for each phone."""
    megabytes: list[float] = field(default_factory=list)
    """Megabytes of memory of the web server's processes, after each round."""
    seats_shown: dict[int, int] = field(default_factory=dict)
    """Phone → the last round whose seats it has shown."""
    refused: list[str] = field(default_factory=list)
    """Entries that were not recorded, with the answer."""
    processor: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time while deals were entered: "web" for the web server, "phones" for these
    phones.
    """
    lasted: float = 0.0
    """Seconds of real time while deals were entered."""
    unchanged: int = 0
    """Polls answered with 304."""

    def answered(self, status: int) -> None:
        """Count an answer."""
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.unchanged += status == 304

    @property
    def faults(self) -> int:
        """Return the number of 5xx answers."""
        return sum(many for status, many in self.statuses.items() if status >= 500)

    @property
    def growth(self) -> float:
        """Return the memory at the end, divided by the memory after warming up."""
        return self.megabytes[-1] / self.megabytes[WARMED_UP - 1]

    def share(self, whose: str) -> float:
        """Return how many processors "web" or "phones" used on average while deals were entered."""
        return self.processor[whose] / self.lasted

    @property
    def p95(self) -> float:
        """Return the seconds within which 95 of 100 entries were answered."""
        return sorted(self.seconds)[len(self.seconds) * 95 // 100]

    @property
    def seats_p95(self) -> float:
        """Return the seconds from a move within which 95 of 100 phones showed the next seats."""
        return sorted(self.delays)[len(self.delays) * 95 // 100]


def soaked(where: Place, *, tables: int, rounds: int, deal_takes: float = 0, seed: int = 1) -> Soaked:
    """Play the evening on a server with its usual processes, and return the measurements.

    The tables enter a deal at random moments within ``deal_takes`` seconds; with 0, without a pause.
    """
    club = where.fill(tables=1)
    with served(
        where,
        processes=settings.SERVER_PROCESSES,
        # Other programs may use the disk. The time of entries is measured and has no limit.
        environment={"CINCH_DATABASE_TIMEOUT": "30"},
    ) as port:
        names = [f"P{number}" for number in range(1, 4 * tables + 1)]
        evening = Evening.planned(port, club, names, of_rounds=rounds, seed="soak")
        sessions = where.call("tests.reliability.evenings.phones", event_id=evening.event)
        held = _held(evening, sessions, Soaked(), deal_takes, random.Random(seed))
        # In a thread of its own, because a browser's loop may run in this thread.
        with ThreadPoolExecutor(1) as apart:
            return apart.submit(asyncio.run, held).result()


async def _held(
    evening: Evening, sessions: list[str], seen: Soaked, deal_takes: float, chance: random.Random
) -> Soaked:
    moved_at = time.monotonic()

    def seated(place: int, number: int) -> None:
        seen.seats_shown[place] = number
        if number > 1:
            seen.delays.append(time.monotonic() - moved_at)

    phones = [
        asyncio.create_task(
            PollingPhone(evening.port, evening.event, session, seen.answered, partial(seated, place)).follow(
                HANGS_UP
            )
        )
        for place, session in enumerate(sessions)
    ]
    workers = [pid for pid in family(os.getpid()) if name_of(pid) == "granian"]
    with ThreadPoolExecutor(SCORERS) as scorers:
        for number in range(1, evening.of_rounds + 1):
            # Wait for all phones: after the last round a phone shows a rank and no seat.
            await _until(
                lambda now=number: all(seen.seats_shown.get(each) == now for each in range(len(sessions)))
            )
            began, before = time.monotonic(), _processor(workers)
            of_the_round = random.Random(chance.random())
            await asyncio.to_thread(_play, evening, number, seen, scorers, deal_takes, of_the_round)
            seen.lasted += time.monotonic() - began
            for whose, seconds in _processor(workers).items():
                seen.processor[whose] = seen.processor.get(whose, 0) + seconds - before[whose]
            if seen.refused:
                break
            seen.megabytes.append(sum(map(share, workers)))
            if number < evening.of_rounds:
                await asyncio.to_thread(evening.do, f"rounds/{number}/move/")
                moved_at = time.monotonic()
        await _until(lambda: bool(seen.unchanged))
    for phone in phones:
        phone.cancel()
    await asyncio.gather(*phones, return_exceptions=True)
    return seen


async def _until(is_seen: Callable[[], bool]) -> None:
    """Wait until the phones have seen something, at most `PATIENCE` seconds."""
    end = time.monotonic() + PATIENCE
    while not is_seen() and time.monotonic() < end:
        await asyncio.sleep(0.1)


def _play(
    evening: Evening,
    number: int,
    seen: Soaked,
    scorers: ThreadPoolExecutor,
    deal_takes: float,
    chance: random.Random,
) -> None:
    """Enter a round's deals, several at a time; then ring the bell one to three times.

    Each last deal is sent twice.
    """
    tables = evening.ask(f"rounds/{number}/")["tables"]
    for deal in range(1, evening.deals_each + 1):
        work = [partial(evening.enter, number, table, deal) for table in tables]
        if deal == evening.deals_each:
            work *= 2
        chance.shuffle(work)
        began = time.monotonic()
        moments = sorted(began + chance.uniform(0, deal_takes) for _ in work)
        for answer in scorers.map(_at, moments, work):
            seen.answered(answer.status)
            seen.seconds.append(answer.seconds)
            if answer.status != 201:
                seen.refused.append(f"round {number}, deal {deal}: {answer.status} {answer.body}")
    for _ in range(chance.randint(1, 3)):
        evening.do("bell/", {"round": number})


def _at(moment: float, enter: Callable[[], Answer]) -> Answer:
    """Enter a deal at this moment. If the moment has passed, enter the deal at once."""
    time.sleep(max(0.0, moment - time.monotonic()))
    return enter()


def _processor(workers: Sequence[int]) -> dict[str, float]:
    """Return the seconds of processor time that the web server and the phones have used so far."""
    return {"web": sum(map(processor_seconds, workers)), "phones": time.process_time()}
