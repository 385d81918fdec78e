"""A long history for a club: one table, copied many times with its games, deals, first revisions and journal.

The database makes the copies, with all its constraints and triggers. The copies read like any other table,
but the hashes of their journal entries form no chain, so ``verify`` would report the entries.
"""

from django.db import connection, transaction

from scoring.journal.models import Entry
from scoring.tables.models import Deal, DealRevision, Game, Seat, Table

STRIDE = 10_000
"""The distance between the ids of two copies; more than the number of ids of the copied table."""
BASE = 1_000_000


def grow(table: int, *, to: int) -> None:
    """Copy the table until the database holds ``to`` deals or a few more."""
    each = Deal.objects.filter(table_id=table).count()
    have = Deal.objects.count()
    copied = Table.objects.filter(pk__gte=BASE).count()
    wanted = max(0, -(-(to - have) // each))
    if not wanted:
        return
    first, last = copied + 1, copied + wanted
    shift = f"{BASE} + copy.n * {STRIDE}"
    now = "CURRENT_TIMESTAMP"
    with transaction.atomic(), connection.cursor() as cursor:
        for model, shifted, other, where in (
            (Table, ("id",), {"closed_at": now}, f"id = {table}"),
            (Game, ("id", "table_id"), {"cut_id": "NULL"}, f"table_id = {table}"),
            (
                Seat,
                ("id", "game_id"),
                {},
                f"game_id IN (SELECT id FROM scoring_game WHERE table_id = {table})",
            ),
            (Deal, ("id", "table_id", "game_id"), {}, f"table_id = {table}"),
            (
                DealRevision,
                ("id", "deal_id"),
                {"base_id": "NULL"},
                f"seq = 1 AND deal_id IN (SELECT id FROM scoring_deal WHERE table_id = {table})",
            ),
            (
                Entry,
                ("id", "table_id"),
                {"hash": "row.hash || copy.n", "chain": "row.chain || ':' || copy.n"},
                f"table_id = {table}",
            ),
        ):
            columns = [str(field.column) for field in model._meta.concrete_fields]
            chosen = [
                f"row.{name} + {shift}" if name in shifted else other.get(name, f"row.{name}")
                for name in columns
            ]
            if model is Entry:
                chosen[columns.index("hash")] = "substr(copy.n || '-' || row.hash, 1, 64)"
            cursor.execute(
                "WITH RECURSIVE copy(n) AS "
                f"(SELECT {first} UNION ALL SELECT n + 1 FROM copy WHERE n < {last}) "
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {', '.join(chosen)} "
                f"FROM copy, (SELECT * FROM {model._meta.db_table} WHERE {where}) row"
            )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
