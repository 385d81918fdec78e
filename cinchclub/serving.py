"""Django as the web server's processes run it: read once, then a few threads that answer.

The server's own threads only wait. They read a body whole, so that nobody who sends slowly keeps a place of
those who answer, and hand the request to a few threads that each keep a connection to the database.
"""

import gc
import io
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from cinchclub.launcher.processes import die_with

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]

SHEET = ".pdf"
"""How the address of every sheet ends."""
SHEET_THREADS = 8
"""More than the press lets wait, so that one is free to refuse the next sheet at once."""


class FewThreads:
    """An application whose requests, read up to ``largest`` bytes, are answered by so many ``threads``.

    Sheets have threads of their own, since a sheet waits for its press: what records never waits for it.
    """

    def __init__(self, application: Application, threads: int, largest: int) -> None:
        self.application, self.largest = application, largest
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="answers")
        self.sheets = ThreadPoolExecutor(SHEET_THREADS, thread_name_prefix="sheets")

    def __call__(self, environment: Environment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answer; ConnectionResetError where the sender went before all of the body came."""
        length = str(environment.get("CONTENT_LENGTH") or "0")
        if length.isdecimal() and 0 < int(length) <= self.largest:
            body = environment["wsgi.input"].read(int(length))
            if len(body) < int(length):
                raise ConnectionResetError("The sender of a request left before it was complete.")
            environment["wsgi.input"] = io.BytesIO(body)
        is_sheet = str(environment.get("PATH_INFO", "")).endswith(SHEET)
        executor = self.sheets if is_sheet else self.executor
        return executor.submit(self.application, environment, start_response).result()


def application() -> FewThreads:
    """Return the application, with the addresses and the law books already read.

    Left to the first request, that second's work would be done while a deal is recorded and other writers
    wait. What was read stays, so it is not looked through for garbage again. The process ends with the one
    that started it, also where that one is killed.
    """
    if end_with_parent := die_with(os.getppid()):
        end_with_parent()
    django = get_wsgi_application()
    from laws import library  # models can be imported once Django is set up

    reverse("home")
    library.law_books()
    gc.collect()
    gc.freeze()
    return FewThreads(django, settings.SERVER_THREADS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
