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
from django.db.backends.utils import CursorWrapper
from django.db.models import BigIntegerField, Func, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

Row = tuple[Any, ...]
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
Fields = list[tuple[str, Any]]
_INSERTS: dict[tuple[str, tuple[tuple[type[Model], bool], ...]], tuple[str, Fields]] = {}
MOST_PARAMETERS = {"sqlite": 200, "postgresql": 30_000}
"""How many values one statement may take. Both databases take more, but each connection of SQLite's keeps
what it made of a statement, which grows with its values; PostgreSQL is given lists, and few statements."""
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
        database = connections[DEFAULT_DB_ALIAS]
        rows = self._asked(database, values)
        columns = self.compiled[database.vendor].columns
        return [_converted(row, columns, database) for row in rows]

    def as_they_come(self, **values: Any) -> list[Row]:
        """Return the rows as the driver gives them: numbers and texts, JSON and moments not yet read."""
        return self._asked(connections[DEFAULT_DB_ALIAS], values)

    def _asked(self, database: BaseDatabaseWrapper, values: Mapping[str, Any]) -> list[Row]:
        statement = self.compiled.get(database.vendor) or self._compile()
        parameters = [
            constant if name is None else adapted(values[name], database)
            for name, constant in statement.places
        ]
        with database.cursor() as cursor:
            cursor.execute(statement.text, parameters)
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
            one: Recorded = model.from_db(DEFAULT_DB_ALIAS, names, row[first:end])
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


class NextId(Func):
    """An id for a new row of a model, given to nobody else, to be asked for in a transaction that writes.

    On SQLite writers stand in line, so that it is the one after the last; a row that is not inserted after
    all leaves it to the next. PostgreSQL counts on.
    """

    output_field = BigIntegerField()

    def __init__(self, model: type[Model]) -> None:
        super().__init__()
        self.table = model._meta.db_table

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **options: Any
    ) -> tuple[str, tuple[()]]:
        """Return what SQLite counts by."""
        last = f"SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = '{self.table}'"  # noqa: S608 - a name of ours
        return f"({last}) + 1", ()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **options: Any
    ) -> tuple[str, tuple[()]]:
        """Return the next number of the column's sequence."""
        return f"nextval('{self.table}_id_seq')", ()


def insert(row: Recorded) -> Recorded:
    """Insert a new row and return it with its id, as ``save`` would: no signals, but every constraint."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        _insert(row, database, cursor)
    return row


def insert_together(*rows: Model) -> None:
    """Insert new rows, in one statement where the database can; those without an id are not told theirs."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        if database.vendor == "sqlite":
            for row in rows:
                _insert(row, database, cursor)
            return
        text, fields = _insertion(database.vendor, tuple((type(row), row.pk is not None) for row in rows))
        parameters: list[Any] = []
        for row in rows:
            many = len(row._meta.concrete_fields) - (row.pk is None)
            parameters += _parameters(row, fields[len(parameters) : len(parameters) + many], database)
        cursor.execute(text, parameters)
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def _insert(row: Model, database: BaseDatabaseWrapper, cursor: CursorWrapper) -> None:
    text, fields = _insertion(database.vendor, ((type(row), row.pk is not None),))
    if database.vendor == "sqlite":
        cursor.execute(text, _parameters(row, fields, database))
        row.pk = cursor.lastrowid
    else:
        cursor.execute(f'{text} RETURNING "{row._meta.pk.column}"', _parameters(row, fields, database))
        row.pk = cursor.fetchone()[0]
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insert_many(model: type[Model], columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[int]:
    """Insert rows, each the values of the same attributes, in few statements; return their ids in order."""
    database, quote, meta = connections[DEFAULT_DB_ALIAS], connection.ops.quote_name, model._meta
    known = {field.attname: field for field in meta.concrete_fields}
    fields = [known[name] for name in columns]
    into = f"{quote(meta.db_table)} ({', '.join(quote(str(field.column)) for field in fields)})"
    at_once, ids = MOST_PARAMETERS[database.vendor] // len(fields), []
    for begin in range(0, len(rows), at_once):
        prepared = [
            [
                value if type(value) in _AS_IT_IS else field.get_db_prep_save(value, database)
                for field, value in zip(fields, row, strict=True)
            ]
            for row in rows[begin : begin + at_once]
        ]
        what, parameters = _many_values(fields, prepared, database)
        text = f"INSERT INTO {into} {what} RETURNING {quote(str(meta.pk.column))}"
        with database.cursor() as cursor:
            cursor.execute(text, parameters)
            ids += [row[0] for row in cursor.fetchall()]
    return ids


def _many_values(
    fields: Sequence[Any], rows: Sequence[Sequence[Any]], database: BaseDatabaseWrapper
) -> tuple[str, list[Any]]:
    """Return the text for many rows in a statement, and its parameters.

    PostgreSQL is given a list for each column: it reads thousands of single values more slowly.
    """
    if database.vendor == "postgresql":
        kinds = [field.db_type(database).split("(")[0] for field in fields]
        lists = ", ".join(f"%s::{kind}[]" for kind in kinds)
        text = f"SELECT * FROM unnest({lists})"  # noqa: S608 - kinds of columns of ours
        return text, [list(column) for column in zip(*rows, strict=True)]
    marks = f"({', '.join(['%s'] * len(fields))})"
    return f"VALUES {', '.join([marks] * len(rows))}", [value for row in rows for value in row]


def _parameters(row: Model, fields: Fields, database: BaseDatabaseWrapper) -> list[Any]:
    values = row.__dict__
    return [
        value
        if (kind := type(value := values[name])) in _AS_IT_IS
        else _moment(value, database.vendor)
        if kind is datetime
        else field.get_db_prep_save(value, database)
        for name, field in fields
    ]


@lru_cache(maxsize=64)
def _moment(value: datetime, vendor: str) -> Any:
    """Return a moment as the driver takes it; what is recorded together has the same one."""
    return connection.ops.adapt_datetimefield_value(value)


def _insertion(vendor: str, rows: tuple[tuple[type[Model], bool], ...]) -> tuple[str, Fields]:
    """Return the statement that inserts a row of each of these models, and the attributes of its values.

    Beside each model stands whether its row brings an id.
    """
    if (known := _INSERTS.get((vendor, rows))) is not None:
        return known
    quote, texts, attributes = connection.ops.quote_name, [], []
    for model, has_id in rows:
        fields = [field for field in model._meta.concrete_fields if has_id or not field.primary_key]
        columns = ", ".join(quote(str(field.column)) for field in fields)
        marks = ", ".join(["%s"] * len(fields))
        texts.append(f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({marks})")  # noqa: S608 - names of ours
        attributes += [(field.attname, field) for field in fields]
    before = ", ".join(f"row{place} AS ({text})" for place, text in enumerate(texts[:-1]))
    text = f"WITH {before} {texts[-1]}" if before else texts[-1]
    return _INSERTS.setdefault((vendor, rows), (text, attributes))


def adapted(value: Any, database: BaseDatabaseWrapper | None = None) -> Any:
    """Return a value as this database's driver takes it."""
    if type(value) in _AS_IT_IS:
        return value
    database = database or connections[DEFAULT_DB_ALIAS]
    if isinstance(value, UUID) and not database.features.has_native_uuid_field:
        return value.hex
    if isinstance(value, datetime):
        return _moment(value, database.vendor)
    return value
