"""How a page that is read is protected: its headers, and that reading it writes nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.http.response import HttpResponseBase

PUBLIC = ("healthz", "api-every-game", "api-game", "law-", "laws:", "incident-")
"""The beginnings of the names of routes that answer everybody alike, so that the caller's role is not looked
up."""
READING = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA")
"""The beginnings of SQL statements that change no row."""


def faults(answer: HttpResponseBase) -> Iterator[str]:
    """Yield a sentence for each protecting header that an answer lacks or that allows too much."""
    policy = answer.get("Content-Security-Policy", "")
    for part in ("default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'"):
        if part not in policy:
            yield f"the policy lacks {part}"
    if "unsafe" in policy or "http:" in policy or "*" in policy:
        yield f"the policy is loose: {policy}"
    for header, value in {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }.items():
        if answer.get(header) != value:
            yield f"{header} is {answer.get(header)}"
    for device in ("camera=()", "microphone=()", "geolocation=()", "payment=()"):
        if device not in answer.get("Permissions-Policy", ""):
            yield f"the devices allowed are {answer.get('Permissions-Policy')}"


def faults_of_page(name: str, role: str, answer: HttpResponseBase) -> Iterator[str]:
    """Yield the `faults` of a page; for a page shown to one reader, also whether caches may keep it."""
    yield from faults(answer)
    is_private = role != "anonymous" and not name.startswith(PUBLIC) and answer.status_code == 200
    if is_private and "no-store" not in answer.get("Cache-Control", ""):
        yield "caches may keep what one person saw"


@contextmanager
def written() -> Iterator[list[str]]:
    """Yield a list, which collects the statements that write."""
    statements: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.lstrip("( \n").upper().startswith(READING):
            statements.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield statements
