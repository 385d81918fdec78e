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

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet

Row = tuple[Any, ...]
Columns = Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
FAR_OFF = datetime(9000, 1, 1, tzinfo=UTC)
MARKS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 2_000_000_000 + place,
    str: lambda place: f"\ue000 value {place}",
    UUID: lambda place: UUID(int=2**127 + place),
    datetime: lambda place: FAR_OFF + timedelta(seconds=place),
}
"""For each kind of value, what stands in its place while the statement is compiled."""


Recorded = TypeVar("Recorded", bound=Model)
_INSERTS: dict[tuple[type[Model], str], tuple[str, list[tuple[str, Any]]]] = {}
_AS_IT_IS = (int, str, type(None))
"""What every driver takes without being told what kind of column it is for."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A statement for one kind of database: its text, what goes where, and how columns become values."""

    text: str
    places: Sequence[tuple[str | None, Any]]
    """For each parameter the name of the value that goes there, or None and a constant."""
    columns: Columns


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
        return [self.converted(row) for row in self.as_they_come(**values)]

    def as_they_come(self, **values: Any) -> list[Row]:
        """Return the rows as the driver gives them: numbers and texts, JSON and moments not yet read."""
        database = connections[DEFAULT_DB_ALIAS]
        statement = self.compiled.get(database.vendor) or self._compile()
        parameters = [
            constant if name is None else _adapted(values[name]) for name, constant in statement.places
        ]
        with database.cursor() as cursor:
            cursor.execute(statement.text, parameters)
            rows: list[Row] = cursor.fetchall()
            return rows

    def converted(self, row: Row) -> Row:
        """Return a row of ``as_they_come`` as the queryset would."""
        database = connections[DEFAULT_DB_ALIAS]
        values = list(row)
        for place, converters, expression in self.compiled[database.vendor].columns:
            value = values[place]
            if value is not None:
                for convert in converters:
                    value = convert(value, expression, database)
                values[place] = value
        return tuple(values)

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
    database = connections[DEFAULT_DB_ALIAS]
    is_sqlite = database.vendor == "sqlite"
    key = (type(row), database.vendor)
    text, fields = _INSERTS.get(key) or _INSERTS.setdefault(key, _insertion(row, is_sqlite))
    values = row.__dict__
    parameters = [
        value if type(value := values[name]) in _AS_IT_IS else field.get_db_prep_save(value, database)
        for name, field in fields
    ]
    with database.cursor() as cursor:
        cursor.execute(text, parameters)
        row.pk = cursor.lastrowid if is_sqlite else cursor.fetchone()[0]
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return row


def _insertion(row: Model, is_sqlite: bool) -> tuple[str, list[tuple[str, Any]]]:
    """Return the statement that inserts a row of this model, and which attribute each of its values is."""
    quote, meta = connection.ops.quote_name, row._meta
    fields = [(field.attname, field) for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for _, field in fields)
    marks = ", ".join(["%s"] * len(fields))
    text = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({marks})"  # noqa: S608 - names of ours
    return text + ("" if is_sqlite else f" RETURNING {quote(str(meta.pk.column))}"), fields


def _adapted(value: Any) -> Any:
    """Return a value as this database's driver takes it."""
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, UUID) and not connection.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
