"""A deed broken off at its statements, by an exception or by SIGKILL, and what is left of it.

Only what writes leaves another state behind, so the gate breaks off after each statement that writes. With
CINCH_CRASH_POINTS=every it is before and after each statement, as `./cinch test --full` has it.
"""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.apps import apps
from django.db import connection

from scoring.tables.games import clear_caches

EVERY = os.environ.get("CINCH_CRASH_POINTS") == "every"
WRITES = ("INSERT", "UPDATE", "DELETE")
Deed = Callable[[], object]


class Crash(BaseException):
    """The end of the process, as far as the deed can tell."""


def crash() -> None:
    """End the deed."""
    raise Crash


def die() -> None:
    """End the process."""
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Breaking:
    """Ends a deed before or after one of its statements, counted from 1; ``count`` is how many came."""

    at: int
    after: bool = True
    end: Callable[[], None] = crash
    every: bool = EVERY
    count: int = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("BEGIN") or not (self.every or sql.startswith(WRITES)):
            return execute(sql, params, many, context)
        self.count += 1
        if self.count == self.at and not self.after:
            self.end()
        answer = execute(sql, params, many, context)
        if self.count == self.at:
            self.end()
        return answer


def points() -> Iterator[tuple[int, bool]]:
    """Go through the statements, and whether before or after each, without an end."""
    for at in count(1):
        if EVERY:
            yield at, False
        yield at, True


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the records and of what was published of the law."""
    return {
        model.__name__: sorted(model._default_manager.values_list(), key=repr)
        for app in ("scoring", "laws")
        for model in apps.get_app_config(app).get_models()
    }


def crash_everywhere(act: Deed) -> list[tuple[int, bool]]:
    """Crash the deed at one statement after the other, until it is done whole.

    Return the statements, counted from 1 and whether after them, whose crash left something: at most one.
    """
    before = everything()
    for at, after in points():
        clear_caches()  # what an attempt before has read would save statements
        try:
            with connection.execute_wrapper(Breaking(at, after)):
                act()
        except Crash:
            if everything() != before:
                return [(at, after)]
        else:
            assert at > 1, "it has to write something"
            return []
    raise AssertionError("it has no end")
