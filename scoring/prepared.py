"""Statements that are written with Django's ORM once, compiled once, and asked again with other values.

Building and compiling a query costs the ORM several times what the database needs to answer it. The few
statements that stand between a tap and its answer are prepared here; all others are plain querysets. What a
query means is not decided here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Any]]
"""A text and its parameters, as the driver takes them."""
Columns = Sequence[tuple[int, Sequence[Callable[..., Any]], Any]]
FAR_OFF = datetime(9000, 1, 1, tzinfo=UTC)
MARKS: dict[type, Callable[[int], Any]] = {
    int: lambda place: 32_000 + place,
    str: lambda place: f"\ue000 value {place}",
    UUID: lambda place: UUID(int=2**127 + place),
    datetime: lambda place: FAR_OFF + timedelta(seconds=place),
}
"""For each kind of value, what stands in its place while the statement is compiled. Every column takes it."""


Recorded = TypeVar("Recorded", bound=Model)
AS_IT_IS = (int, str, type(None))
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
        database = connections[DEFAULT_DB_ALIAS]
        rows = self._asked(database, values)
        columns = self.compiled[database.vendor].columns
        return [_converted(row, columns, database) for row in rows]

    def as_they_come(self, **values: Any) -> list[Row]:
        """Return the rows as the driver gives them: numbers and texts, JSON and moments not yet read."""
        return self._asked(connections[DEFAULT_DB_ALIAS], values)

    def statement(self, **values: Any) -> Statement:
        """Return what the database would be asked for these values."""
        return self._statement(connections[DEFAULT_DB_ALIAS], values)

    def _statement(self, database: BaseDatabaseWrapper, values: Mapping[str, Any]) -> Statement:
        compiled = self.compiled.get(database.vendor) or self._compile()
        return compiled.text, [
            constant if name is None else adapted(values[name], database)
            for name, constant in compiled.places
        ]

    def _asked(self, database: BaseDatabaseWrapper, values: Mapping[str, Any]) -> list[Row]:
        with database.cursor() as cursor:
            cursor.execute(*self._statement(database, values))
            rows: list[Row] = cursor.fetchall()
            return rows

    def converted(self, row: Row) -> Row:
        """Return a row of ``as_they_come`` as the queryset would."""
        database = connections[DEFAULT_DB_ALIAS]
        return _converted(row, self.compiled[database.vendor].columns, database)

    def first(self, **values: Any) -> Row | None:
        """Return the first row for these values, or None."""
        rows = self.rows(**values)
        return rows[0] if rows else None

    def _compile(self) -> Compiled:
        marks = {name: MARKS[kind](place) for place, (name, kind) in enumerate(self.kinds.items())}
        compiler = self.write(**marks).query.get_compiler(connection=connection)
        text, parameters = compiler.as_sql()
        self._read_from(compiler)
        names = {adapted(mark): name for name, mark in marks.items()}
        places = [(names.get(parameter), parameter) for parameter in parameters]
        missing = marks.keys() - {name for name, _ in places}
        if missing:
            raise LookupError(f"{', '.join(sorted(missing))} cannot be found again in {text}")
        converters = compiler.get_converters(column for column, _, _ in compiler.select)
        columns = [(place, tuple(convert), expression) for place, (convert, expression) in converters.items()]
        self.compiled[connection.vendor] = Compiled(text, places, columns)
        return self.compiled[connection.vendor]

    def _read_from(self, compiler: SQLCompiler) -> None:
        """See in a compiled statement what its rows are; nothing more is to be known of plain ones."""


def of_columns(
    model: type[Recorded], names: Sequence[str], values: Sequence[Any], **related: Model
) -> Recorded:
    """Return the row that has these columns, as ``from_db`` would but without signals.

    ``related`` are the rows that its columns point to, as far as they were read. What else there is of it is
    fetched where it is asked for.
    """
    one = new_row(model, **dict(zip(names, values, strict=True)))
    one._state.adding, one._state.db = False, DEFAULT_DB_ALIAS
    one._state.fields_cache.update(related)
    return one


def new_row(model: type[Recorded], **values: Any) -> Recorded:
    """Return a row to be inserted, as the model itself would from all of its columns, but without signals."""
    one = model.__new__(model)
    one._state = ModelState()
    one.__dict__.update(values)
    return one


def _converted(row: Row, columns: Columns, database: BaseDatabaseWrapper) -> Row:
    values = list(row)
    for place, converters, expression in columns:
        value = values[place]
        if value is not None:
            for convert in converters:
                value = convert(value, expression, database)
            values[place] = value
    return tuple(values)


class Records(Query, Generic[Recorded]):
    """A query of whole rows: a queryset, with what ``select_related`` and ``annotate`` add to each."""

    def __init__(self, write: Callable[..., QuerySet[Recorded]], **kinds: type) -> None:
        super().__init__(write, **kinds)
        self.made: Callable[[Row], Recorded] | None = None

    def found(self, **values: Any) -> list[Recorded]:
        """Return the rows for these values as instances, as the queryset would."""
        rows = self.rows(**values)
        return [self.made(row) for row in rows] if self.made else []

    def _read_from(self, compiler: SQLCompiler) -> None:
        info, select = compiler.klass_info, compiler.select
        model, own = info["model"], info["select_fields"]
        names = [select[place][0].target.attname for place in own]
        first, end = own[0], own[-1] + 1
        related = get_related_populators(info, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]  # the stubs' Django is a later one
        added = tuple((compiler.annotation_col_map or {}).items())

        def made(row: Row) -> Recorded:
            one: Recorded = of_columns(model, names, row[first:end])
            for populator in related:
                populator.populate(row, one)
            for name, place in added:
                setattr(one, name, row[place])
            return one

        self.made = made


def in_few_lengths(ids: Sequence[int]) -> list[int]:
    """Return ids for an ``IN``, filled up with what is no row's id so that such lists come in few lengths.

    Every connection keeps a statement for each length that it was asked for.
    """
    return [*ids, *range(-(-len(ids) % 32), 0)]


@lru_cache(maxsize=64)
def moment(value: datetime, vendor: str) -> Any:
    """Return a moment as the driver takes it; what is recorded together has the same one."""
    return connection.ops.adapt_datetimefield_value(value)


def adapted(value: Any, database: BaseDatabaseWrapper | None = None) -> Any:
    """Return a value as this database's driver takes it."""
    if type(value) in AS_IT_IS:
        return value
    database = database or connections[DEFAULT_DB_ALIAS]
    if isinstance(value, UUID) and not database.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime):
        return moment(value, database.vendor)
    return value
