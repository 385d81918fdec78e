"""Append-only tables: database triggers refuse to update or delete a row.

In a migration: ``RunPython(add("app_table"), remove("app_table"))``. The triggers work on SQLite and
PostgreSQL. They do not prevent TRUNCATE on PostgreSQL. That statement needs a separate privilege.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

EVENTS = ("update", "delete")
FUNCTION = "refuse_append_only"


def trigger_name(table: str, event: str) -> str:
    """Return the name of the trigger on a table; ``event`` is "update" or "delete"."""
    return f"append_only_{table}_{event}"


def install(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Create triggers that raise IntegrityError when a row of a table is updated or deleted."""
    quote = schema_editor.quote_name
    postgresql = schema_editor.connection.vendor == "postgresql"
    if postgresql:
        schema_editor.execute(
            f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
            "USING ERRCODE = 'integrity_constraint_violation'; "
            "END $$",
            params=None,
        )
    for event in EVENTS:
        action = (
            f"EXECUTE FUNCTION {FUNCTION}()"
            if postgresql
            else f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
        schema_editor.execute(
            f"CREATE TRIGGER {quote(trigger_name(table, event))} BEFORE {event.upper()} ON {quote(table)} "
            f"FOR EACH ROW {action}",
            params=None,
        )


def uninstall(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Drop the triggers of a table, for a reversed migration."""
    quote = schema_editor.quote_name
    on_table = f" ON {quote(table)}" if schema_editor.connection.vendor == "postgresql" else ""
    for event in EVENTS:
        schema_editor.execute(f"DROP TRIGGER {quote(trigger_name(table, event))}{on_table}", params=None)


@dataclass(frozen=True)
class MigrationStep:
    """A function for ``RunPython`` that applies one change to several tables."""

    change: Callable[[BaseDatabaseSchemaEditor, str], None]
    tables: tuple[str, ...]

    def __call__(self, apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        for table in self.tables:
            self.change(schema_editor, table)

    def described(self) -> str:
        """Return the change and its tables as text, without the memory address that ``repr`` would show."""
        return " ".join([self.change.__name__, *self.tables])


def add(*tables: str) -> MigrationStep:
    """Return the migration step that makes tables append-only."""
    return MigrationStep(install, tables)


def remove(*tables: str) -> MigrationStep:
    """Return the migration step that reverses ``add``."""
    return MigrationStep(uninstall, tables)
