"""Checks that a database has the tables that this version's migrations create.

A migration's name does not identify its contents, because a later version can change a migration and keep its
name. So each migration has a fingerprint: a hash of its data steps and of the tables after it. ``migrate``
records the fingerprint in ``django_migrations`` before the migration runs, so that the same version can
continue an aborted migration.
"""

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from django.apps import apps
from django.db import DatabaseError, connection, connections, models
from django.db.migrations import Migration, RunPython
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ModelState

from laws.append_only import MigrationStep

OURS = ("laws", "scoring")
MARK = "fingerprint"
"""The value of ``app`` in the rows of ``django_migrations`` that hold fingerprints.

The value of ``name`` in these rows is the name of the migration with its fingerprint.
"""
TEXTS = {"violation_error_message", "violation_error_code"}
"""Options of constraints: only Django uses them, the database does not have them."""

COLUMNS = {
    "sqlite": "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c "
    "WHERE t.type = 'table'",
    "postgresql": "SELECT t.relname, c.attname FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid "
    "WHERE t.relkind = 'r' AND c.attnum > 0 AND NOT c.attisdropped AND pg_table_is_visible(t.oid)",
}
"""For each database vendor, the SQL query for all table and column names."""


def is_ours(applied: Iterable[tuple[str, str]]) -> bool:
    """Return whether every migration that was applied to a database is a migration of this version.

    The fingerprints must be equal, too. Only the migrations of ``laws`` and ``scoring`` are compared. A
    database without these migrations is accepted. ``applied`` are the rows of ``django_migrations``, as pairs
    of app and name.
    """
    applied = set(applied)
    known = marks()
    return all(
        (app, name) in known and (MARK, known[app, name]) in applied for app, name in applied if app in OURS
    )


def refusal() -> str | None:
    """Return one line on what to do about another version's database; None if `is_ours` accepts it."""
    name = connection.settings_dict["NAME"]
    if not is_ours(MigrationRecorder(connection).applied_migrations()):
        advice = f"move {name} away" if connection.vendor == "sqlite" else "name an empty one in DATABASE_URL"
        return (
            f"Another version of Cinch Club made the database {name}: to begin anew {advice}; "
            "to read it, start that version."
        )
    return None


def lacks() -> str | None:
    """Return the missing columns as text: "table.column and 2 more columns". None if no column is missing."""
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS[connection.vendor])
        has = set(cursor.fetchall())
    missing = [
        f"{model._meta.db_table}.{field.column}"
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
        for field in model._meta.local_concrete_fields
        if (model._meta.db_table, field.column) not in has
    ]
    if not missing:
        return None
    return missing[0] + (f" and {len(missing) - 1} more columns" if len(missing) > 1 else "")


def damage() -> str | None:
    """Return one line on what to do if columns are missing; None if none are missing."""
    if missing := lacks():
        return (
            f"The database {connection.settings_dict['NAME']} lacks {missing}: "
            "put a backup back with ./cinch manage restore."
        )
    return None


def steps_to_migrate() -> int:
    """Return the number of migrations that are not applied yet."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def before_migrating(using: str, plan: Sequence[tuple[Migration, bool]], **kwargs: Any) -> None:
    """Record the planned migrations' fingerprints. Raises DatabaseError for another version's database."""
    recorder = MigrationRecorder(connections[using])
    if not is_ours(recorder.applied_migrations()):
        raise DatabaseError(refusal())
    for migration, is_backwards in plan:
        key = (migration.app_label, migration.name)
        if key[0] in OURS and not is_backwards:
            if recorder.has_table():
                recorder.migration_qs.filter(app=MARK, name__startswith=f"{key[0]}.{key[1]} ").delete()
            recorder.record_applied(MARK, marks()[key])


@cache
def marks() -> dict[tuple[str, str], str]:
    """Return (app, name) of each migration → the text to record for it: "app.name fingerprint".

    Only the migrations of ``laws`` and ``scoring`` have fingerprints.
    """
    loader = MigrationLoader(None)
    return {
        key: f"{key[0]}.{key[1]} {_fingerprint(loader, key)}"
        for key in loader.disk_migrations
        if key[0] in OURS
    }


def _fingerprint(loader: MigrationLoader, key: tuple[str, str]) -> str:
    tables = sorted(
        _as_table(state) for (app, _), state in loader.project_state(key).models.items() if app == key[0]
    )
    steps = [
        operation.code.described()
        for operation in loader.disk_migrations[key].operations
        if isinstance(operation, RunPython) and isinstance(operation.code, MigrationStep)
    ]
    return hashlib.sha256("\n".join([*tables, *steps]).encode()).hexdigest()[:32]


def _as_table(state: ModelState) -> str:
    columns = [(name, _as_column(field)) for name, field in state.fields.items()]
    rules = [
        (path, args, sorted((name, repr(value)) for name, value in kwargs.items() if name not in TEXTS))
        for rule in state.options.get("constraints", [])
        for path, args, kwargs in [rule.deconstruct()]
    ]
    indexes = [index.deconstruct() for index in state.options.get("indexes", [])]
    more = [str(state.options.get(name)) for name in ("db_table", "unique_together")]
    return repr((state.name, columns, rules, indexes, more))


def _as_column(field: "models.Field[Any, Any]") -> object:
    # Django computes defaults in Python, so the database has none.
    silent = {*field.non_db_attrs, "default"} - {"db_column"}
    _, path, args, kwargs = field.deconstruct()
    return path, args, sorted((name, repr(value)) for name, value in kwargs.items() if name not in silent)
