"""A phone that keeps its player's evening up to date, as `cinchclub/static/js/live.js` does."""

import asyncio
import random
import re
from collections.abc import Callable
from http import HTTPStatus

ROUND = re.compile(rb"data-place-round>(\d+)<")
PATIENCE = 60
SPREAD = 0.1
"""A phone asks so much sooner or later than it was told, as a share of the pause."""


class PollingPhone:
    """One phone. ``answered`` hears each status; ``seated`` hears each new round whose seats it shows."""

    def __init__(
        self,
        port: int,
        event: int,
        session: str,
        *,
        answered: Callable[[int], None],
        seated: Callable[[int], None],
    ) -> None:
        self.port, self.event, self.session = port, event, session
        self.answered, self.seated = answered, seated
        self.round = 0
        self.tag = ""
        self.pause = 2.0

    async def follow(self, hangs_up: float = 0.0) -> None:
        """Ask as long as it is let, each time with a chance of ``hangs_up`` anew, knowing nothing."""
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
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode().split("\r\n")
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
