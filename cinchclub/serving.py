"""Runs Django inside the web server's processes, on a few threads.

The server's event loop, not a thread, waits for the body of a request. So a slow sender does not occupy a
thread. Each thread keeps its own database connection.
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

from cinchclub.client_address import settle_address
from cinchclub.launcher.processes import die_with
from cinchclub.places import web_pulse
from cinchclub.refused import REFUSED
from laws import library

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[str, str]]

SHEET = ".pdf"
"""The ending of the paths of all printed sheets."""
SHEET_THREADS = 8
"""How many threads make printed sheets.

The number of sheets that may be made or wait at the same time is smaller. So one thread is always free to
refuse a further sheet.
"""
BODY_PATIENCE = 10
"""Seconds within which a whole body must arrive."""
PROMPT = 1
"""Seconds within which nearly every body arrives. After this time a body counts as late."""
BODIES_AT_ONCE = 100
"""The most late bodies from one address for which a process waits. A whole hall may share one address."""
PULSE = 2
"""Seconds between two touches of a process's pulse file."""


class FewThreads:
    """An RSGI application that answers on ``threads`` threads and reads bodies up to ``largest`` bytes.

    Printed sheets have threads of their own, so that no deal waits for a sheet to be typeset.
    """

    def __init__(self, application: Application, threads: int, largest: int) -> None:
        self.application, self.largest = application, largest
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        self.sheets = ThreadPoolExecutor(SHEET_THREADS, thread_name_prefix="sheets")
        self.arriving: Counter[str] = Counter()
        self.pulse: asyncio.Task[None] | None = None

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start touching the pulse file. The server calls this in each new process."""
        self.pulse = loop.create_task(self.show_life())

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        environment = environment_of(scope)
        try:
            await self.read(environment, protocol)
            is_sheet = environment["PATH_INFO"].endswith(SHEET)
            executor = self.sheets if is_sheet else self.executor
            loop = asyncio.get_running_loop()
            status, headers, body = await loop.run_in_executor(executor, self.answer, environment)
            protocol.response_bytes(status, headers, body)
        except ProtocolClosed:
            # The client disconnected before the whole body arrived, or before the answer.
            return

    async def read(self, environment: Environment, protocol: HTTPProtocol) -> None:
        """Put the whole body of a request into the environment, or mark the request to be refused.

        - The status is 408 if the body does not arrive within BODY_PATIENCE seconds.
        - The status is 503 if the body takes longer than PROMPT seconds, while this process already waits for
          BODIES_AT_ONCE bodies from the same address.

        A body above ``largest`` and a body without a ``Content-Length`` are not read.
        """
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
        # Adding an empty counter drops addresses whose count is zero.
        self.arriving += Counter()
        body.cancel()

    def answer(self, environment: Environment) -> tuple[int, Headers, bytes]:
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
        """Touch this process's pulse file every PULSE seconds, while its loop runs and a thread is free.

        The process ends if its parent has ended.
        """
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
    """Return the whole body. Raises ProtocolClosed if the client disconnects first."""
    return await protocol()


def environment_of(scope: Scope) -> Environment:
    """Return the WSGI environment of a request; the body is still empty."""
    host, _, port = scope.server.rpartition(":")
    environment: Environment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        # WSGI requires the bytes of the path, decoded as latin-1.
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
            # X_Forwarded_For would get the same key as the proxy's X-Forwarded-For, and could forge it.
            continue
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        joint = "; " if key == "HTTP_COOKIE" else ","
        environment[key] = f"{environment[key]}{joint}{value}" if key in environment else value
    return environment


def parent_process() -> int:
    """Return the id of this process's parent.

    If multiprocessing started this process, the id stays the same after the parent has ended.
    """
    parent = multiprocessing.parent_process()
    return parent.pid if parent and parent.pid else os.getppid()


def application() -> FewThreads:
    """Return the application, with URLs and law books already loaded.

    If the first request loaded them while it recorded a deal, it would block other writers for this time. The
    loaded objects are never freed, so they are excluded from garbage collection.

    On Linux the calling process then ends when its parent ends, even if the parent is killed.
    """
    # On SIGTERM the process would wait for its parent, which has ended. So the signal is SIGKILL.
    if end_with_parent := die_with(parent_process(), signal.SIGKILL):
        end_with_parent()
    django = get_wsgi_application()
    reverse("home")
    library.law_books()
    gc.collect()
    gc.freeze()
    return FewThreads(django, settings.SERVER_THREADS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
