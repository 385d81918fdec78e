"""Many phones at once: small HTTP clients on threads of their own, each with an open connection."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from tests.reliability.serving import Place, place, served, server_address


@dataclass
class Answer:
    """The answer to a request, and the time until it came."""

    status: int
    body: Any
    seconds: float
    headers: Message = field(default_factory=Message)


class Phone:
    """A client with a token and a connection of its own."""

    def __init__(
        self, port: int, token: str | None = None, host: str = "127.0.0.1", patience: float = 60
    ) -> None:
        self.line, self.token = HTTPConnection(host, port, timeout=patience), token
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Token {token}"

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send a request and wait for its answer.

        A connection that was closed between two requests is opened again.
        """
        sent = json.dumps(body) if body is not None else None
        begun = time.perf_counter()
        for attempt in (1, 2):
            try:
                self.line.request(method, path, sent, {**self.headers, **headers})
                answer = self.line.getresponse()
                break
            except (ConnectionError, OSError):
                self.line.close()
                if attempt == 2:
                    raise
        text = answer.read()
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return Answer(
            answer.status,
            json.loads(text) if is_json and text else text,
            time.perf_counter() - begun,
            answer.headers,
        )

    def __del__(self) -> None:
        self.line.close()

    def send_form(self, path: str, headers: dict[str, str], *, token: str, **fields: str) -> Answer:
        """Post a form as a browser does."""
        begun = time.perf_counter()
        self.line.request("POST", path, urlencode({**fields, "csrfmiddlewaretoken": token}), headers)
        answer = self.line.getresponse()
        return Answer(answer.status, answer.read(), time.perf_counter() - begun, answer.headers)

    def record(self, table: int, deal: object, key: str | None = None) -> Answer:
        """Post a deal."""
        headers = {"Idempotency-Key": key or str(uuid4())}
        return self.send("POST", f"/api/v1/tables/{table}/deals/", deal, **headers)


@dataclass
class Site:
    """A running server, its database, and the club in the database."""

    port: int
    where: Place
    club: dict[str, Any]

    def owner(self) -> Phone:
        """Return the club's owner as a phone."""
        return Phone(self.port, self.club["owner"])

    def holds(self) -> bool:
        """Tell whether `verify` finds no breach."""
        return "No faults found" in self.where.manage("verify")


@contextmanager
def site_of(folder: Path, tables: int) -> Iterator[Site]:
    """Serve a club with this number of tables, on a database of its own."""
    with place(folder, server_address()) as where:
        club = where.fill(tables=tables)
        with served(where) as port:
            yield Site(port, where, club)


def at_once(work: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run each piece of work on a thread of its own, all at the same time. Return their results in order."""
    gate, given = threading.Barrier(len(work)), [None] * len(work)
    faults: list[BaseException] = []

    def run(place: int, piece: Callable[[], Any]) -> None:
        try:
            gate.wait()
            given[place] = piece()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=run, args=(place, piece)) for place, piece in enumerate(work)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return given
