"""What a table's page shows in addition to the score."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.calls.queries import SHOWN_AFTER, CallLine, calls_at, shown_calls
from scoring.disputes.queries.disputes import DisputeCase
from scoring.disputes.queries.lists import open_disputes_at
from scoring.disputes.queries.rulings import RulingNotice, rulings_since
from scoring.events.table_policy import EventTablePolicy
from scoring.table_pages.event_round import TableRound, table_round
from scoring.tables.cutting_out.queries import TableCompany, company_at
from scoring.tables.models import Table
from scoring.tables.pages.display import HeldNotice, TablePage
from scoring.tables.queries import TableState, held_at
from scoring.workers import heartbeat


@dataclass(frozen=True)
class TableContext:
    """A table's round, cutting out and calls, and the disputes and held entries that concern its players.

    - ``held``: the held entries that wait for a decision, and the entries decided recently (SHOWN_AFTER).
    - ``rulings``: the recent decisions of disputes (SHOWN_AFTER).
    - ``is_served``: whether a cut at a cutting-out table is due, and a worker is running that can draw it.
    - ``report_on``: the number of the deal that a report from the table is about, or None.
    - ``open_disputes``: the disputes about which somebody still has to do something.

    In an event, held entries, rulings and disputes of earlier rounds are left out.
    """

    held: Sequence[HeldNotice]
    rulings: Sequence[RulingNotice]
    round: TableRound | None
    company: TableCompany | None
    is_served: bool
    calls: Sequence[CallLine]
    report_on: int | None
    open_disputes: Sequence[DisputeCase]


def context_of(page: TablePage, state: TableState) -> TableContext:
    company = company_at(state.table)
    lately = timezone.now() - SHOWN_AFTER
    policy, numbers = page.policy, page.play.numbers
    held, dispute, call = _any_of_each(state.table)
    entries = held_at(state.table, decided_since=lately) if held else ()
    return TableContext(
        held=[HeldNotice(entry) for entry in entries if numbers.concerns(entry.number)],
        rulings=rulings_since(policy, lately, numbers.before) if dispute else [],
        round=table_round(state, policy.state) if isinstance(policy, EventTablePolicy) else None,
        company=company,
        is_served=bool(company and company.is_due) and heartbeat.is_served(),
        calls=shown_calls(calls_at(state.table)) if call else [],
        report_on=policy.deal_to_report_on(state.game, state.last_number),
        open_disputes=open_disputes_at(state.table, state.next_number, numbers.before) if dispute else [],
    )


def _any_of_each(table: Table) -> tuple[int | None, ...]:
    # One SQL statement for held entries, disputes and calls, because most tables have none of them.
    rows = Table.objects.filter(pk=table.pk).order_by()
    return rows.values_list("held_entries", "disputes", "calls")[0]
