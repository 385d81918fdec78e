"""End an action at one of its SQL statements, by an exception or by SIGKILL, and look at the records.

Only statements that write can leave changes behind. The gate therefore ends an action after every fourth
statement that writes, or after each one if their number is not known. The number in CINCH_CRASH_POINTS
selects the first of these statements; by default it is the number of the day (`tests.conftest`). With
CINCH_CRASH_POINTS=every, as in `./cinch test --full`, the action is ended before and after each statement.
"""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from typing import Any
from unittest.mock import patch
from uuid import UUID

from django.apps import apps
from django.db import connection, transaction
from django.db.models import QuerySet

from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.tables.games import clear_caches
from scoring.tables.models import DealRevision, Table
from scoring.tables.services import deals
from scoring.tables.table_policy import policy_of
from tests.reliability.fill import fill
from tests.running.day import CHOSEN, EVERY

STRIDE = 4
"""The gate tries one of this many statements that write."""
WRITES = ("INSERT", "UPDATE", "DELETE")
Action = Callable[[], object]
DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [7, 7]}
"""A deal of seven points each.

Nobody scores, so the game does not end, however many crash points there are."""


class Crash(BaseException):
    """Raised to end the action as if the process ended."""


def crash() -> None:
    """End the action by an exception."""
    raise Crash


def die() -> None:
    """End the process by SIGKILL."""
    os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Breaking:
    """Ends an action before or after one of its statements, counted from 1.

    Unless ``every``, only statements that write are counted. ``count`` is the number of statements so far. If
    ``at`` is not above 0, the action is not ended.
    """

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


def points(writes: int | None = None) -> Iterator[tuple[int, bool]]:
    """Yield the points at which to end an action: the number of a statement, and whether to end after it.

    The gate counts only statements that write, and ends the action after them. If their number (``writes``)
    is known, it takes every fourth of them (`STRIDE`), and at least one. The iterator never ends.
    """
    if EVERY:
        for at in count(1):
            yield at, False
            yield at, True
    every_write = (1, 1)
    first, stride = every_write if writes is None else (1 + int(CHOSEN) % min(STRIDE, writes), STRIDE)
    for at in count(first, stride):
        yield at, True


def writes_of(act: Action) -> int:
    """Run an action, and return the number of its SQL statements that write."""
    watching = Breaking(-1, every=False)
    with connection.execute_wrapper(watching):
        act()
    return watching.count


def rehearsed(act: Action, outline: Callable[[], Any]) -> tuple[int, Any]:
    """Run an action and undo it; return how many of its statements write, and the outline that it leaves."""
    with transaction.atomic():
        done = writes_of(act), outline()
        transaction.set_rollback(True)
    return done


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the records and of the published law sets, as the database stores it."""
    rows = {}
    models = [model for app in ("scoring", "laws") for model in apps.get_app_config(app).get_models()]
    with connection.cursor() as cursor:
        for model in models:
            cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY {model._meta.pk.column}")
            rows[model.__name__] = cursor.fetchall()
    return rows


def crash_everywhere(act: Action, writes: int | None = None) -> list[tuple[int, bool]]:
    """Run the action again and again, and end each run at the next of its `points`, until a run completes.

    Returns the first (statement, after) at which a crash left a change behind, in a list. The list is empty
    if no crash did.
    """
    before, crashes = everything(), 0
    for at, after in points(writes):
        clear_caches()  # Otherwise a later run would need fewer statements, because caches are filled.
        try:
            with connection.execute_wrapper(Breaking(at, after)):
                act()
        except Crash:
            crashes += 1
            if everything() != before:
                return [(at, after)]
        else:
            assert crashes, "it has to write something"
            return []
    raise AssertionError("it has no end")


def child(work: Callable[[], None]) -> int:
    """Run the work in a process of its own; return the signal that ended the process, 0 for none."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except Exception:
            os._exit(3)
        os._exit(0)
    status = os.waitpid(pid, 0)[1]
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def record(table_id: int, key: int, at: int | None, *, after: bool, bare: bool) -> None:
    """Record the deal; die at a statement, or after the commit if ``at`` is 0.

    If ``at`` is None, the process lives on. With ``bare`` the service has no transaction.
    """
    table = Table.objects.get(pk=table_id)
    member = Member.objects.get(club=table.club_id, name="scorer 1")
    actor = Actor(club_id=table.club_id, role="scorer", member_id=member.pk)
    service: Any = deals.record
    action = {
        "policy": policy_of(table),
        "actor": actor,
        "payload": DEAL,
        "key": UUID(int=table_id * 1000 + key),
    }
    with connection.execute_wrapper(Breaking(-1 if at is None else at, after, die)):
        if bare:  # without a transaction no row can be locked
            with patch.object(QuerySet, "select_for_update", lambda self, **options: self):
                service.__wrapped__(**action)
        else:
            service(**action)
    if at == 0:
        die()


def records_at(table_id: int) -> list[Any]:
    """Return the table's deals and the verbs of its journal."""
    revisions = DealRevision.objects.filter(deal__table_id=table_id).order_by("deal__number", "seq")
    verbs = Entry.objects.filter(table_id=table_id).order_by("seq").values_list("seq", "verb")
    return [list(revisions.values_list("deal__number", "seq", "content")), list(verbs)]


def killed_and_repeated(disturbed: int, undisturbed: int, bare: bool = False) -> dict[str, Any]:
    """Record the same deals at two tables. At the ``disturbed`` table the first try of each deal is killed.

    With ``bare`` the service has no transaction: processes are killed at each statement that writes, until
    the tables differ. Returns the number of kills, the deals and journals of both tables, and the breaches
    that `verify` finds.
    """
    killed = 0
    result: dict[str, Any] = {}
    # Recording a deal has at least four statements that write.
    for key, (at, after) in enumerate(chain([(0, False)], points(None if bare else STRIDE))):
        died = child(partial(record, disturbed, key, at, after=after, bare=bare))
        child(partial(record, disturbed, key, None, after=False, bare=bare))
        child(partial(record, undisturbed, key, None, after=False, bare=False))
        killed += died == signal.SIGKILL
        result = {
            "killed": killed,
            "disturbed": records_at(disturbed),
            "undisturbed": records_at(undisturbed),
        }
        connection.close()  # the next fork must not share it
        if not died or (bare and result["disturbed"] != result["undisturbed"]):
            break
    result["broken"] = list(map(str, breaches()))
    connection.close()
    return result


def killed_with_and_without_transaction() -> list[dict[str, Any]]:
    """Record deals with processes killed, with and without the transaction; return both results."""
    tables = [table["id"] for table in fill(tables=4)["tables"]]
    connection.close()
    return [killed_and_repeated(*tables[:2]), killed_and_repeated(*tables[2:], bare=True)]
