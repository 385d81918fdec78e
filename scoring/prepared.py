"""Statements that are written with Django's ORM once, compiled once, and asked again with other values.

Building and compiling a query costs the ORM several times what the database needs to answer it. The few
statements that stand between a tap and its answer are prepared here; all others are plain querysets. What a
query means is not decided here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db import connection
from django.db.models import Model, QuerySet

Row = tuple[Any, ...]
FAR_OFF = datetime(9000, 1, 1, tzinfo=UTC)
MARKS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 2_000_000_000 + place,
    str: lambda place: f"\ue000 value {place}",
    UUID: lambda place: UUID(int=2**127 + place),
    datetime: lambda place: FAR_OFF + timedelta(seconds=place),
}
"""For each kind of value, what stands in its place while the statement is compiled."""


Recorded = TypeVar("Recorded", bound=Model)
_INSERTS: dict[tuple[str, str], str] = {}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement for one kind of database: its text, what goes where, and how columns become values."""

    text: str
    places: Sequence[tuple[str | None, Any]]
    """For each parameter the name of the value that goes there, or None and a constant."""
    columns: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]


class Query:
    """A query of plain values, compiled at its first use.

    ``write`` returns the queryset (of ``values_list``) for the named values; ``kinds`` gives their types. The
    values may be compared and computed with in the statement, but must not decide how it is built.
    """

    def __init__(self, write: Callable[..., QuerySet[Any, Any]], **kinds: type) -> None:
        self.write = write
        self.kinds = kinds
        self.compiled: dict[str, Compiled] = {}

    def rows(self, **values: Any) -> list[Row]:
        """Return the rows for these values, as the queryset would."""
        statement = self.compiled.get(connection.vendor) or self._compile()
        parameters = [
            constant if name is None else _adapted(values[name]) for name, constant in statement.places
        ]
        with connection.cursor() as cursor:
            cursor.execute(statement.text, parameters)
            rows = cursor.fetchall()
        if not statement.columns:
            return [tuple(row) for row in rows]
        return [_converted(row, statement.columns) for row in rows]

    def first(self, **values: Any) -> Row | None:
        """Return the first row for these values, or None."""
        rows = self.rows(**values)
        return rows[0] if rows else None

    def _compile(self) -> Compiled:
        marks = {name: MARKS[kind](place) for place, (name, kind) in enumerate(self.kinds.items())}
        compiler = self.write(**marks).query.get_compiler(connection=connection)
        text, parameters = compiler.as_sql()
        names = {_adapted(mark): name for name, mark in marks.items()}
        places = [(names.get(parameter), parameter) for parameter in parameters]
        missing = marks.keys() - {name for name, _ in places}
        if missing:
            raise LookupError(f"{', '.join(sorted(missing))} cannot be found again in {text}")
        converters = compiler.get_converters(column for column, _, _ in compiler.select)
        columns = [(place, tuple(convert), expression) for place, (convert, expression) in converters.items()]
        self.compiled[connection.vendor] = Compiled(text, places, columns)
        return self.compiled[connection.vendor]


def insert(row: Recorded) -> Recorded:
    """Insert a new row and return it with its id, as ``save`` would: no signals, but every constraint."""
    quote, meta = connection.ops.quote_name, row._meta
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    key = (meta.db_table, connection.vendor)
    if (text := _INSERTS.get(key)) is None:
        columns = ", ".join(quote(str(field.column)) for field in fields)
        marks = ", ".join(["%s"] * len(fields))
        text = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608 - names of ours
        _INSERTS[key] = text = text + ("" if connection.vendor == "sqlite" else " RETURNING id")
    parameters = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(text, parameters)
        row.pk = cursor.lastrowid if connection.vendor == "sqlite" else cursor.fetchone()[0]
    row._state.adding, row._state.db = False, connection.alias
    return row


def _adapted(value: Any) -> Any:
    """Return a value as this database's driver takes it."""
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value


def _converted(row: Row, columns: Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]) -> Row:
    values = list(row)
    for place, converters, expression in columns:
        value = values[place]
        for convert in converters:
            value = convert(value, expression, connection)
        values[place] = value
    return tuple(values)
