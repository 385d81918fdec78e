"""Check disputes against themselves: steps without a gap, lawful, and every decision made again.

Reads only. Part of `scoring.office.verification`.
"""

from collections.abc import Iterator, Sequence

from laws.queries import law_book_at
from scoring.disputes.domain.course import StepRecord, dispute_state
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.disputes import steps_of
from scoring.disputes.queries.ruling_replay import replayed
from scoring.game.orders import DECIDING
from scoring.game.seating import TableSeats
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables.games import game_played
from scoring.tables.models import Table

SETTLING = ("upheld", "changed", "withdrawn")


def dispute_breaches(table: Table) -> Iterator[Breach]:
    """Yield what does not hold of the disputes at one table."""
    found = Dispute.objects.filter(table=table).select_related("law_set", "game").prefetch_related("steps")
    for dispute in found.order_by("id"):
        where = f"dispute {dispute.pk}"
        rows = sorted(dispute.steps.all(), key=lambda row: row.seq)
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)) or not rows:
            yield Breach("I-24", where, f"its steps are numbered {[row.seq for row in rows]}")
            continue
        if dispute.game.table_id != table.pk or dispute.law_set_id != (
            dispute.game.law_set_id or table.law_set_id
        ):
            yield Breach("I-24", where, "it is not about a game of its table, under that game's law set")
        yield from _step_breaches(dispute, rows, game_played(dispute.game, table).seating, where)


def _step_breaches(
    dispute: Dispute, rows: Sequence[DisputeStep], seating: TableSeats, where: str
) -> Iterator[Breach]:
    try:
        steps = steps_of(rows)
        book = law_book_at(dispute.law_set.revision)
        for row, step in zip(rows[1:], steps[1:], strict=True):
            if step.kind not in dispute_state(steps[: row.seq - 1], book, seating).next_steps:
                yield Breach("I-24", f"{where} step {row.seq}", f"it could not be {step.kind} then")
    except UNREADABLE as error:
        yield Breach("I-24", where, f"it cannot be read again: {error}")
        return
    if steps[0].content.get("incident") != dispute.incident:
        yield Breach("I-24", where, "it was raised about another incident")
    yield from _own_appeals(steps, where)
    for row in rows:
        if row.kind in DECIDING and (found := replayed(row)) is not None:
            yield Breach("I-25", f"{where} step {row.seq}", found.why)


def _own_appeals(steps: Sequence[StepRecord], where: str) -> Iterator[Breach]:
    """Yield appeals that were settled by whoever had decided."""
    decider = ""
    for step in steps:
        if step.kind in SETTLING and step.by == decider:
            yield Breach("I-26", f"{where} step {step.seq}", "who decided has settled the appeal as well")
        if step.kind in DECIDING:
            decider = step.by
