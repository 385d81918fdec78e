"""The body of a request, read whole before the request takes its turn.

A sender who takes his time, or means harm, would otherwise keep one of the few threads that answer
(`cinchclub.turns`); so he keeps one of the server's many, and nobody waits for him.
"""

import io
from collections.abc import Callable, Iterable
from typing import Any

from cinchclub.turns import Application, Environment


class WholeBodies:
    """An application that is given each body complete, up to the ``largest`` that it reads, in bytes."""

    def __init__(self, application: Application, largest: int) -> None:
        self.application, self.largest = application, largest

    def __call__(self, environment: Environment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Read the body and answer; ConnectionResetError where the sender went before all of it came."""
        length = str(environment.get("CONTENT_LENGTH") or "0")
        if length.isdecimal() and 0 < int(length) <= self.largest:
            body = environment["wsgi.input"].read(int(length))
            if len(body) < int(length):
                raise ConnectionResetError("The sender of a request left before it was complete.")
            environment["wsgi.input"] = io.BytesIO(body)
        return self.application(environment, start_response)
