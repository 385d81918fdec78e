"""A program that listens to an event's stream: a socket of its own, and what was sent over it, in order."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PATIENCE = 60
"""Seconds after which a stream that says nothing has failed the test."""


@dataclass(frozen=True)
class Told:
    """One piece of news."""

    kind: str
    data: dict[str, Any]
    id: int | None


class Listening:
    """A stream that was opened; ``status`` says whether it was."""

    def __init__(
        self, port: int, event: int, token: str, seen: int | None = None, kind: str = "Token"
    ) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        headers = {"Accept": "text/event-stream"} | ({"Authorization": f"{kind} {token}"} if token else {})
        if seen is not None:
            headers["Last-Event-ID"] = str(seen)
        self.line.request("GET", f"/api/v1/events/{event}/stream/", headers=headers)
        self.answer = self.line.getresponse()
        self.status = self.answer.status
        self.version = seen or 0

    def told(self) -> Iterator[Told]:
        """Yield the news as they come; heartbeats are left out."""
        kind, data, number = "", "", None
        while text := self.answer.readline():
            field, _, value = text.decode().rstrip("\n").partition(": ")
            if field == "event":
                kind = value
            elif field == "data":
                data += value
            elif field == "id":
                number = int(value)
            elif not field and data:
                self.version = number or self.version
                yield Told(kind, json.loads(data), number)
                kind, data, number = "", "", None

    def until_id(self) -> list[Told]:
        """Return the next news that came together: up to the one with an id."""
        found = []
        for one in self.told():
            found.append(one)
            if one.id is not None:
                return found
        raise AssertionError(f"the stream ended after {found}")

    def close(self) -> None:
        """Hang up."""
        self.answer.close()
        self.line.close()
