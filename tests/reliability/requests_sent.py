"""A request as the web server hands it over, without the server."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

from granian.rsgi import ProtocolClosed


@dataclass
class Sent:
    """A request that plays two roles: the server's scope and the server's protocol. It keeps the answer."""

    path: str = "/"
    headers: Sequence[tuple[str, str]] | Mapping[str, str] = ()
    body: bytes | None = b""
    """None for a sender who promises a body, and sends nothing."""
    is_whole: bool = True
    client: str = "192.0.2.1:5000"
    method: str = "POST"
    query_string: str = ""
    http_version: str = "1.1"
    scheme: str = "http"
    server: str = "127.0.0.1:8000"
    answer: tuple[int, bytes] | None = field(default=None, init=False)
    answered: list[tuple[str, str]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        pairs = list(dict(self.headers).items()) if isinstance(self.headers, Mapping) else list(self.headers)
        self.headers = SimpleNamespace(items=lambda: pairs)  # type: ignore[assignment]

    async def __call__(self) -> bytes:
        """Return the body. If it is None, wait for it for ever.

        Raises ProtocolClosed if the body is not whole.
        """
        if self.body is None:
            await asyncio.Event().wait()
        if not self.is_whole:
            raise ProtocolClosed
        return self.body or b""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Keep the answer."""
        self.answer, self.answered = (status, body), headers
