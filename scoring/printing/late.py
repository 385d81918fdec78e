"""The tables that a round waits for, as data: a sheet to walk through the hall with."""

from typing import Any

from django.utils.translation import gettext, ngettext

from scoring.event_records import EventRecord
from scoring.events.domain.values import with_names
from scoring.printing.values import Names, over
from scoring.round_records import RoundRecord


def late_tables(record: EventRecord, one: RoundRecord, names: Names) -> dict[str, Any]:
    """Return the tables of a round that have no result yet or wait for something, each with what for."""
    waits: dict[int, list[str]] = {}
    for blocker in record.life_of(one).blockers:
        said = blocker.why.said(gettext, ngettext)
        waits.setdefault(blocker.table, []).append(with_names(said, names.__getitem__))
    tables = [
        {
            "number": table.number,
            "players": [names[player] for player in table.players],
            "why": waits[table.number],
        }
        for table in one.tables
        if table.number in waits
    ]
    rung = gettext("The bell has rung.") if one.bell else gettext("The bell has not rung yet.")
    if not tables:
        says = gettext("Every table is in.")
    else:
        says = ngettext(
            "The round waits for %(count)s table.", "The round waits for %(count)s tables.", len(tables)
        ) % {"count": len(tables)}
    return {
        "title": gettext("Late tables, round %(number)s") % {"number": one.number},
        "over": over(record),
        "says": f"{rung} {says}",
        "footer": record.event.name,
        "tables": tables,
    }
