"""Tables to which rows are only ever added: the database itself refuses to change or remove one.

For migrations, on SQLite and PostgreSQL alike: ``RunPython(add("app_table"), remove("app_table"))``.
Emptying a whole table (TRUNCATE on PostgreSQL) is not refused; that is a matter of privileges.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

EVENTS = ("update", "delete")
FUNCTION = "refuse_append_only"


def trigger_name(table: str, event: str) -> str:
    """Return the name of the trigger that refuses an event on a table."""
    return f"append_only_{table}_{event}"


def install(schema_editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Make the database refuse to update or delete rows of a table (IntegrityError)."""
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
    """Take the refusal away again, as a reversed migration must."""
    quote = schema_editor.quote_name
    on_table = f" ON {quote(table)}" if schema_editor.connection.vendor == "postgresql" else ""
    for event in EVENTS:
        schema_editor.execute(f"DROP TRIGGER {quote(trigger_name(table, event))}{on_table}", params=None)


@dataclass(frozen=True)
class MigrationStep:
    """A step of a migration: one change of each of some tables."""

    change: Callable[[BaseDatabaseSchemaEditor, str], None]
    tables: tuple[str, ...]

    def __call__(self, apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        """Change the tables, as ``RunPython`` asks."""
        for table in self.tables:
            self.change(schema_editor, table)

    def described(self) -> str:
        """Return the change and its tables as a text, the same in every process."""
        return " ".join([self.change.__name__, *self.tables])


def add(*tables: str) -> MigrationStep:
    """Return a migration's forward step that makes tables append-only."""
    return MigrationStep(install, tables)


def remove(*tables: str) -> MigrationStep:
    """Return the step that undoes ``add``."""
    return MigrationStep(uninstall, tables)
