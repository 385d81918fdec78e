"""Django as the web server's processes run it: read once, then a few threads that answer.

The server's own loop only waits. It reads a body whole, so that nobody who sends slowly keeps a place of
those who answer, and hands the request to a few threads that each keep a connection to the database.
"""

import asyncio
import contextlib
import gc
import io
import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import reverse
from granian.rsgi import HTTPProtocol, ProtocolClosed, Scope  # type: ignore[attr-defined]  # not in the stubs

from cinchclub.addresses import settle_address
from cinchclub.launcher.processes import die_with
from cinchclub.places import web_pulse
from cinchclub.refused import REFUSED

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[str, str]]

SHEET = ".pdf"
"""How the address of every sheet ends."""
SHEET_THREADS = 8
"""More than the press lets wait, so that one is free to refuse the next sheet at once."""
BODY_PATIENCE = 10
"""Seconds in which a body has to arrive whole."""
PROMPT = 1
"""Seconds in which nearly every body is there; those that are late are counted."""
BODIES_AT_ONCE = 100
"""Late bodies of one address that a process waits for; a whole hall is one address."""
PULSE = 2
"""Seconds between two signs of life of a process."""


class FewThreads:
    """An application whose requests, read up to ``largest`` bytes, are answered by so many ``threads``.

    Sheets have threads of their own, since a sheet waits for its press: what records never waits for it.
    """

    def __init__(self, application: Application, threads: int, largest: int) -> None:
        self.application, self.largest = application, largest
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        self.sheets = ThreadPoolExecutor(SHEET_THREADS, thread_name_prefix="sheets")
        self.arriving: Counter[str] = Counter()
        self.pulse: asyncio.Task[None] | None = None

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to show signs of life, as the server calls it in a new process."""
        self.pulse = loop.create_task(self.show_life())

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer a request of the server."""
        environment = environment_of(scope)
        try:
            await self.read(environment, protocol)
            is_sheet = environment["PATH_INFO"].endswith(SHEET)
            executor = self.sheets if is_sheet else self.executor
            loop = asyncio.get_running_loop()
            status, headers, body = await loop.run_in_executor(executor, self.answer, environment)
            protocol.response_bytes(status, headers, body)
        except ProtocolClosed:
            # The sender went before all of the body came, or before the answer. Half a body is no request.
            return

    async def read(self, environment: Environment, protocol: HTTPProtocol) -> None:
        """Wait for the body, and put it into the environment; mark as refused what is late or too much."""
        length = str(environment.get("CONTENT_LENGTH") or "0")
        if not (length.isdecimal() and 0 < int(length) <= self.largest):
            return
        body = asyncio.create_task(whole(protocol))
        await asyncio.wait({body}, timeout=PROMPT)
        if body.done():
            environment["wsgi.input"] = io.BytesIO(body.result())
            return
        address = settle_address(environment)
        if self.arriving[address] < BODIES_AT_ONCE:
            self.arriving[address] += 1
            await asyncio.wait({body}, timeout=BODY_PATIENCE - PROMPT)
            self.arriving[address] -= 1
            if body.done():
                environment["wsgi.input"] = io.BytesIO(body.result())
            else:
                environment[REFUSED] = 408
        else:
            environment[REFUSED] = 503
        # Only those that are waited for are kept.
        self.arriving += Counter()
        body.cancel()

    def answer(self, environment: Environment) -> tuple[int, Headers, bytes]:
        """Return the application's answer, as status, headers and body."""
        begun: list[tuple[int, Headers]] = []

        def start_response(status: str, headers: Headers, failure: object = None) -> None:
            begun[:] = [(int(status.split(" ", 1)[0]), headers)]

        parts = self.application(environment, start_response)
        try:
            body = b"".join(parts)
        finally:
            if close := getattr(parts, "close", None):
                close()
        status, headers = begun[0]
        if REFUSED in environment:
            headers = [*headers, ("Connection", "close")]
        return status, [(name.lower(), value.strip()) for name, value in headers], body

    async def show_life(self) -> None:
        """Touch this process's file again and again, as long as its loop goes round and a thread is free."""
        loop, file = asyncio.get_running_loop(), web_pulse(settings.VAR, os.getpid())
        parent = parent_process()
        while True:
            await loop.run_in_executor(self.executor, int)
            if os.getppid() != parent:
                os._exit(1)
            with contextlib.suppress(OSError):
                file.touch()
            await asyncio.sleep(PULSE)


async def whole(protocol: HTTPProtocol) -> bytes:
    """Return the body; ProtocolClosed where the sender went before all of it came."""
    return await protocol()


def environment_of(scope: Scope) -> Environment:
    """Return a request as WSGI describes it, with an empty body."""
    host, _, port = scope.server.rpartition(":")
    environment: Environment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        # WSGI takes the bytes of an address as latin-1.
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": host.strip("[]"),
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:
            # Two names would be one: X_Forwarded_For is no header of our proxy.
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        joint = "; " if key == "HTTP_COOKIE" else ","
        environment[key] = f"{environment[key]}{joint}{value}" if key in environment else value
    return environment


def parent_process() -> int:
    """Return the number of the process that started this one, also where that one has ended already."""
    parent = multiprocessing.parent_process()
    return parent.pid if parent and parent.pid else os.getppid()


def application() -> FewThreads:
    """Return the application, with the addresses and the law books already read.

    Left to the first request, that second's work would be done while a deal is recorded and other writers
    wait. What was read stays, so it is not looked through for garbage again. The process ends with the one
    that started it, also where that one is killed.
    """
    # Not a polite signal: a process that has just begun to answer would wait for an end that nobody sees to.
    if end_with_parent := die_with(parent_process(), signal.SIGKILL):
        end_with_parent()
    django = get_wsgi_application()
    from laws import library  # models can be imported once Django is set up

    reverse("home")
    library.law_books()
    gc.collect()
    gc.freeze()
    return FewThreads(django, settings.SERVER_THREADS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
