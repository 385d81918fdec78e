"""Tampering by somebody with access to the database: rows changed, removed or swapped.

The triggers and foreign keys that protect the rows are switched off for one transaction. Caches are emptied
before and after, because the program loads a row only once.
"""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, models, transaction

from scoring.journal.models import Entry, record_models
from scoring.tables.games import clear_caches

PLACE = {"id", "chain", "seq", "previous_hash"}
"""The columns with the position of a journal entry in its chain. A swap does not exchange these columns."""


JSON_COLUMNS = {
    field.column
    for model in (*record_models(), Entry)
    for field in model._meta.concrete_fields
    if isinstance(field, models.JSONField)
}


@contextmanager
def attempt() -> Iterator[None]:
    """Roll back the changes to the rows at the end."""
    clear_caches()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    clear_caches()


@contextmanager
def lifted() -> Iterator[None]:
    """Switch off the triggers within the block. At the end everything is rolled back."""
    with attempt():
        if connection.vendor == "postgresql":
            run("SET LOCAL session_replication_role = replica")
        else:
            with connection.cursor() as cursor:
                cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
                triggers = cursor.fetchall()
            for (name,) in triggers:
                run(f'DROP TRIGGER "{name}"')
        yield


def tamper(chance: random.Random) -> str:
    """Change, remove or swap a random row of a record or of the journal; return a description."""
    model = chance.choice([*record_models(), Entry, Entry, Entry])
    table, columns = model._meta.db_table, [field.column for field in model._meta.concrete_fields]
    found = select(table, columns)
    action = chance.choice(["change", "remove", "swap"])
    if action == "remove":
        row = chance.choice(found)
        run(f"DELETE FROM {table} WHERE id = %s", row["id"])
        return f"{table} {row['id']} removed"
    if action == "change" or len(found) < 2:
        row, field = chance.choice(found), chance.choice(model._meta.concrete_fields[1:])
        value = changed(row[field.column], field, chance)
        run(f"UPDATE {table} SET {field.column} = %s WHERE id = %s", value, row["id"])
        return f"{table} {row['id']} {field.column}: {value!r}"
    one, other = chance.sample(found, 2)
    moved = [name for name in columns if name not in (PLACE if model is Entry else {"id"})]
    run(f"DELETE FROM {table} WHERE id IN (%s, %s)", one["id"], other["id"])
    for stays, comes in ((one, other), (other, one)):
        insert(table, {**stays, **{name: comes[name] for name in moved}})
    return f"{table} {one['id']} and {other['id']} swapped"


def changed(value: Any, field: models.Field, chance: random.Random) -> Any:
    """Return another value that the column can hold."""
    if isinstance(field, models.JSONField):
        held = None if value is None else json.loads(value)
        return json.dumps({"held": held} if chance.random() < 0.5 else bent(held, chance))
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        moved = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        return moved + timedelta(microseconds=1)
    if isinstance(field, models.DateField):
        return "2026-01-01" if str(value) != "2026-01-01" else "2026-01-02"
    if isinstance(field, models.TimeField):
        return "20:00:00" if str(value) != "20:00:00" else "21:00:00"
    if isinstance(field, models.UUIDField):
        held = str(value or UUID(int=0).hex)
        return held[:-1] + ("0" if held[-1] != "0" else "1")
    if isinstance(field, models.CharField | models.TextField):
        return value[:-1] + ("x" if value[-1] != "x" else "y") if value else "x"
    return 1 if value is None else value + 1


def bent(held: Any, chance: random.Random) -> Any:
    """Return JSON data with one value changed."""
    if isinstance(held, dict) and held:
        name = chance.choice(sorted(held))
        return {**held, name: bent(held[name], chance)}
    if isinstance(held, list) and held:
        place = chance.randrange(len(held))
        return [*held[:place], bent(held[place], chance), *held[place + 1 :]]
    return held + 1 if isinstance(held, int) else f"{held}x"


def select(table: str, columns: list[str]) -> list[dict[str, Any]]:
    """Return the rows of a table as the database has them, with JSON as text."""
    with connection.cursor() as cursor:
        as_text = JSON_COLUMNS if connection.vendor == "postgresql" else set()
        wanted = ", ".join(f"{name}::text" if name in as_text else name for name in columns)
        cursor.execute(f"SELECT {wanted} FROM {table} ORDER BY id")
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def insert(table: str, row: dict[str, Any]) -> None:
    """Insert a row as it is."""
    run(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(['%s'] * len(row))})", *row.values())


def run(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def tampered(chance: random.Random) -> str | None:
    """Tamper and return a description, or None if a constraint of the database refused it."""
    try:
        with transaction.atomic():
            return tamper(chance)
    except IntegrityError:
        return None
