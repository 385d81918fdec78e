"""The slips of a round keyed in one after the other, and keyed again to find what differs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.access import Actor
from scoring.events import queries
from scoring.events.models import Event
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.play.services import slip_totals
from scoring.events.show.pages.overview import page_context
from scoring.events.state import load
from scoring.refusals import Conflict
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages

Typed = Mapping[str, str]


@dataclass
class SlipRow:
    """A table's slip as it is keyed: what stands, what was typed, what is wrong with it."""

    table: EventTable
    sides: list[tuple[int, str, str]]
    """Of each side its number, who they are, and what was typed as its points."""
    winner: str
    reason: str
    standing: str
    base: int | None
    """The number of the total that the page showed, 0 where there was none."""
    errors: list[str] = field(default_factory=list)
    difference: str = ""

    @property
    def errors_id(self) -> str:
        """The id of the list of what is wrong with it on the page."""
        return f"errors_{self.table.number}"

    @property
    def is_typed(self) -> bool:
        return bool(self.winner) or any(typed for _side, _names, typed in self.sides)

    def sent(self) -> dict[str, Any]:
        """Return what was typed as the service takes it."""
        return total_of([typed for _side, _names, typed in self.sides], self.winner)


def total_of(points: Sequence[str], winner: str) -> dict[str, Any]:
    """Return what was typed of a table's round as the service takes it: who won only without any points."""
    if winner and not any(points):
        return {"winners": [pages.whole(winner)]}
    return {"points": [pages.whole(typed) for typed in points]}


@pages.event_page("run an event", "run an event")
def slips(request: HttpRequest, event: Event, actor: Actor, number: int) -> HttpResponse:
    """Key the slips of a round in the order of the tables; keyed again they are compared with what stands."""
    state = load(event)
    played, names = state.round_of(number), queries.names_of(state)
    typed = request.POST.dict()
    rows = [_row(table, names, typed) for table in played.tables]
    again = bool(request.GET.get("again"))
    round_error, status, entered = "", 200, 0
    if request.method == "POST":
        on_slips = pages.whole(typed.get("round", "").strip())
        if on_slips != number:
            round_error = (
                gettext("Type the round that stands on the slips.")
                if not isinstance(on_slips, int)
                else gettext("These slips are of round %(other)s; this page is for round %(number)s.")
                % {"other": on_slips, "number": number}
            )
        elif again:
            _compare(rows)
        else:
            entered = _enter(rows, event, actor, played)
        status = 400 if round_error or any(row.errors for row in rows) else 200
        if status == 200 and not again:
            message = ngettext("%(count)s slip is entered.", "%(count)s slips are entered.", entered)
            return pages.redirect_saying(
                request, message % {"count": entered}, "event-slips", event.pk, number
            )
    context = page_context(state, actor) | {
        "each": played,
        "rows": rows,
        "again": again,
        "typed": typed,
        "round_error": round_error,
        "compared": again and request.method == "POST" and not round_error,
        "differing": [row for row in rows if row.difference],
        "lines": list(_lines(rows, round_error)),
    }
    return render(request, "scoring/events/slips.html", context, status=status)


def _lines(rows: Sequence[SlipRow], round_error: str) -> Iterator[ErrorLine]:
    """Yield what is wrong, each as a line that leads to its field, or to the first one of its table."""
    if round_error:
        yield ErrorLine("round", gettext("Round on the slips"), "slips-round", [round_error])
    for row in rows:
        if row.errors:
            field = f"points_{row.table.number}_1"
            table = gettext("Table %(number)s") % {"number": row.table.number}
            yield ErrorLine(field, table, field, row.errors)


def _row(table: EventTable, names: Mapping[int, str], typed: Typed) -> SlipRow:
    sides = [
        (
            side,
            " & ".join(names[player] for player in players),
            typed.get(f"points_{table.number}_{side}", "").strip(),
        )
        for side, players in enumerate(table.seated.by_side(), 1)
    ]
    winner, reason = (typed.get(f"{name}_{table.number}", "") for name in ("winner", "reason"))
    seen = pages.whole(typed.get(f"base_{table.number}", ""))
    base = seen if isinstance(seen, int) else None
    return SlipRow(table, sides, winner, reason.strip(), _standing(table), base)


def _standing(table: EventTable) -> str:
    """Return what is known of a table's round, empty where nothing is."""
    if table.total is not None and table.total.points is None:
        return gettext("side %(side)s won") % {"side": ", ".join(map(str, table.total.winners or ()))}
    if table.is_recorded:
        return " : ".join(map(str, table.points()))
    return ""


def _compare(rows: list[SlipRow]) -> None:
    """Say of each row that was typed again where it differs from what stands."""
    for row in rows:
        sent = row.sent()
        if not row.is_typed:
            row.difference = gettext("not keyed again") if row.standing else ""
        elif "winners" in sent:
            standing = list(row.table.total.winners or ()) if row.table.total else []
            row.difference = "" if standing == sent["winners"] else gettext("another winner")
        elif not row.standing or list(row.table.points()) != sent["points"]:
            row.difference = " : ".join(map(str, sent["points"]))


def _enter(rows: list[SlipRow], event: Event, actor: Actor, played: EventRound) -> int:
    """Enter every row that was typed, say what is wrong with the others; return how many were entered."""
    entered = 0
    for row in rows:
        if not row.is_typed:
            continue
        where: dict[str, Any] = {
            "event": event,
            "round_number": played.number,
            "table_number": row.table.number,
        }
        try:
            slip_totals.enter(**where, actor=actor, reason=row.reason, base=row.base, **row.sent())
            entered += 1
        except InvalidInput as refusal:
            row.errors = [each for reasons in translated_errors(refusal).values() for each in reasons]
        except Conflict as refusal:
            row.errors = [translated(refusal.detail)]
    return entered
