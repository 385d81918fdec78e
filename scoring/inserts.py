"""New rows, written with few statements that are put together once: no signals, but every constraint."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import BigIntegerField, Func, Model
from django.db.models.sql.compiler import SQLCompiler

from scoring.prepared import AS_IT_IS, Statement, moment

Recorded = TypeVar("Recorded", bound=Model)
Fields = list[tuple[str, Any]]
Kinds = tuple[tuple[type[Model], bool], ...]
"""Models of the rows of a statement, and for each whether its row brings an id."""
_INSERTS: dict[tuple[str, Kinds, str], tuple[str, Fields]] = {}
ALWAYS: Statement = ("", ())
MOST_PARAMETERS = {"sqlite": 200, "postgresql": 30_000}
"""How many values one statement may take. Both databases take more, but each connection of SQLite's keeps
what it made of a statement, which grows with its values; PostgreSQL is given lists, and few statements."""


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
        return _next_number(self.table), ()


class SpareIds:
    """Ids for new rows of some models, given to nobody else, asked of PostgreSQL ``many`` at a time."""

    def __init__(self, *models: type[Model], many: int = 32) -> None:
        counted = ", ".join(_next_number(model._meta.db_table) for model in models)
        self.text = f"SELECT {counted} FROM generate_series(1, {many})"  # noqa: S608 - names of ours
        self.left: list[tuple[int, ...]] = []

    def take(self) -> tuple[int, ...]:
        """Return an id for each model."""
        with suppress(IndexError):
            return self.left.pop()
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(self.text)
            rows: list[tuple[int, ...]] = cursor.fetchall()
        self.left += reversed(rows[1:])
        return rows[0]


def _next_number(table: str) -> str:
    """Return how PostgreSQL is asked for a table's next id."""
    return f"nextval('{table}_id_seq')"


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
        _insert_at_once(cursor, rows, database)


def insert_where(condition: Statement, *rows: Model) -> bool:
    """Insert new rows in one statement if there is the row that ``condition`` asks for; say if there was.

    That row is locked first. What was done by whoever held its lock meanwhile the condition does not see, but
    every constraint does. For PostgreSQL. Raises IntegrityError.
    """
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        return _insert_at_once(cursor, rows, database, condition)


def _insert_at_once(
    cursor: CursorWrapper,
    rows: Sequence[Model],
    database: BaseDatabaseWrapper,
    condition: Statement = ALWAYS,
) -> bool:
    kinds = tuple((type(row), row.pk is not None) for row in rows)
    text, fields = _insertion(database.vendor, kinds, condition[0])
    parameters, begin = [*condition[1]], 0
    for row in rows:
        end = begin + len(row._meta.concrete_fields) - (row.pk is None)
        parameters += _parameters(row, fields[begin:end], database)
        begin = end
    cursor.execute(text, parameters)
    if not cursor.rowcount:
        return False
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return True


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
                value if type(value) in AS_IT_IS else field.get_db_prep_save(value, database)
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
        if (kind := type(value := values[name])) in AS_IT_IS
        else moment(value, database.vendor)
        if kind is datetime
        else field.get_db_prep_save(value, database)
        for name, field in fields
    ]


def _insertion(vendor: str, kinds: Kinds, condition: str = "") -> tuple[str, Fields]:
    """Return the statement that inserts a row of each of these kinds, and the attributes of its values."""
    if (known := _INSERTS.get((vendor, kinds, condition))) is not None:
        return known
    quote, texts, attributes = connection.ops.quote_name, [], []
    for model, has_id in kinds:
        fields = [field for field in model._meta.concrete_fields if has_id or not field.primary_key]
        columns = ", ".join(quote(str(field.column)) for field in fields)
        marks = ", ".join(["%s"] * len(fields))
        values = f"SELECT {marks} FROM condition" if condition else f"VALUES ({marks})"  # noqa: S608 - marks alone
        texts.append(f"INSERT INTO {quote(model._meta.db_table)} ({columns}) {values}")
        attributes += [(field.attname, field) for field in fields]
    before = [f"row{place} AS ({text})" for place, text in enumerate(texts[:-1])]
    if condition:
        before.insert(0, f"condition AS ({condition} FOR UPDATE)")
    text = f"WITH {', '.join(before)} {texts[-1]}" if before else texts[-1]
    return _INSERTS.setdefault((vendor, kinds, condition), (text, attributes))
