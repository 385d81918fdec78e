"""What is printed of an event: the page that lists the sheets, and each sheet as a PDF.

Sheets with links are for whoever runs the event; the others for everybody who may see it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.callers import caller
from scoring.clubs.access import event_for
from scoring.domain.events.shape import shape_for
from scoring.event_records import EventRecord
from scoring.events.pages import phone as evening
from scoring.events.pages.desk import page_context
from scoring.events.services import entrant_links
from scoring.printing import event_cards, late, movement, score_sheets
from scoring.printing.press import pdf
from scoring.printing.results import Firmness, result_list
from scoring.refusals import Conflict, NotFound
from scoring.round_records import RoundRecord
from scoring.selectors import events as selected
from scoring.tables.forms.keys import whole
from scoring.tables.pages.links import address_of_link
from scoring.tables.services import links
from scoring.views.doors import known_callers
from scoring.views.live_words import CRITERIA, PRIZES

CARDS_TO_A_SHEET = (4, 8)


@dataclass(frozen=True, slots=True)
class Asked:
    """An event to print something of, with what was asked for in the address."""

    record: EventRecord
    version: int
    names: dict[int, str]
    query: QueryDict

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return a whole number from 1, ``default`` where it is left out; NotFound for anything else."""
        if (typed := self.query.get(name)) is None:
            return default
        found = whole(typed)
        if not isinstance(found, int) or found < 1:
            raise NotFound
        return found

    @property
    def round_number(self) -> int:
        """Return the round asked for; the one in play, or the first, where none is."""
        current = self.record.current
        number = self.number("round", current.number if current else 1)
        if number is None or number > self.record.settings.rounds:
            raise NotFound
        return number

    def seated(self) -> RoundRecord | None:
        """Return the round asked for, or None where nobody has been seated for it yet."""
        number = self.round_number
        return next((one for one in self.record.rounds if one.number == number), None)


@dataclass(frozen=True, slots=True)
class EventSheet:
    """A sheet of an event: who may print it, its layout and what puts its data together."""

    action: str
    layout: str
    data: Callable[[Asked], dict[str, Any]]


def _table_cards(asked: Asked) -> dict[str, Any]:
    live = links.live_links(asked.record.event)
    addresses: dict[int, str | None] = {number: address_of_link(link) for number, link in live.items()}
    if not addresses:
        addresses = dict.fromkeys(range(1, len(_tables(asked.record)) + 1))
    return event_cards.table_cards(asked.record, addresses, site())


def _score_sheets(asked: Asked) -> dict[str, Any]:
    seated, table = asked.seated(), asked.number("table")
    if seated is None:
        return score_sheets.blank_sheets(asked.record, asked.round_number, _tables(asked.record))
    return _of_round(asked, seated, table, filled=False)


def _filled_sheets(asked: Asked) -> dict[str, Any]:
    if (seated := asked.seated()) is None:
        raise Conflict(gettext("Nobody has been seated for this round yet."), code="round-not-seated")
    return _of_round(asked, seated, asked.number("table"), filled=True)


def _of_round(asked: Asked, seated: RoundRecord, table: int | None, *, filled: bool) -> dict[str, Any]:
    if table is not None and table not in [found.number for found in seated.tables]:
        raise NotFound
    return score_sheets.sheets_of_round(asked.record, seated, asked.names, filled=filled, table=table)


def _score_cards(asked: Asked) -> dict[str, Any]:
    per_page = asked.number("cards", CARDS_TO_A_SHEET[0])
    if per_page not in CARDS_TO_A_SHEET:
        raise NotFound
    cards = selected.board(asked.record, asked.version).cards
    live = entrant_links.live_links(asked.record.event)
    addresses = {member: evening.address_of(link) for member, link in live.items()}
    return event_cards.score_cards(asked.record, cards, asked.names, addresses, per_page)


def _place_cards(asked: Asked) -> dict[str, Any]:
    return event_cards.draw_cards(asked.record)


def _name_cards(asked: Asked) -> dict[str, Any]:
    if (seated := asked.seated()) is None:
        raise Conflict(gettext("Nobody has been seated for this round yet."), code="round-not-seated")
    return event_cards.name_cards(asked.record, seated, asked.names)


def _movement(asked: Asked) -> dict[str, Any]:
    if not movement.is_known_before(asked.record):
        raise Conflict(
            gettext("Only a fixed rotation is known before it is played; here the results decide who moves."),
            code="movement-not-fixed",
        )
    return movement.movement_sheet(asked.record, asked.names)


def _late_tables(asked: Asked) -> dict[str, Any]:
    if (seated := asked.seated()) is None:
        raise Conflict(gettext("Nobody has been seated for this round yet."), code="round-not-seated")
    return late.late_tables(asked.record, seated, asked.names)


def _results(asked: Asked) -> dict[str, Any]:
    board = selected.board(asked.record, asked.version)
    firmness = _firmness(asked.record)
    return result_list(asked.record, board, asked.names, firmness, criteria=CRITERIA, prizes=PRIZES)


EVENT_SHEETS = {
    "table-cards": EventSheet("run an event", "table-cards", _table_cards),
    "score-cards": EventSheet("run an event", "score-cards", _score_cards),
    "score-sheets": EventSheet("see an event", "score-sheets", _score_sheets),
    "filled-sheets": EventSheet("see an event", "score-sheets", _filled_sheets),
    "place-cards": EventSheet("see an event", "place-cards", _place_cards),
    "name-cards": EventSheet("see an event", "place-cards", _name_cards),
    "movement": EventSheet("see an event", "movement", _movement),
    "late-tables": EventSheet("run an event", "late-tables", _late_tables),
    "results": EventSheet("see an event", "results", _results),
}


@never_cache
@require_safe
@known_callers
def sheets(request: HttpRequest, event_id: int) -> HttpResponse:
    """List what can be printed of the event by whoever asks."""
    found, actor = event_for(caller(request), event_id, "see an event")
    record, _ = selected.state(found)
    context = page_context(record, actor) | {
        "is_fixed": movement.is_known_before(record),
        "seated": [one.number for one in record.rounds],
    }
    return render(request, "scoring/printing/event.html", context)


@never_cache
@require_safe
@known_callers
def event_sheet(request: HttpRequest, event_id: int, name: str) -> HttpResponse:
    """Return a sheet of the event as a PDF; Conflict where what it would say is not known yet."""
    sheet = EVENT_SHEETS.get(name)
    if sheet is None:
        raise NotFound
    found, _ = event_for(caller(request), event_id, sheet.action)
    record, version = selected.state(found)
    asked = Asked(record, version, selected.names_of(record), request.GET)
    return pdf_response(f"event-{event_id}-{name}", pdf(sheet.layout, sheet.data(asked)))


def pdf_response(name: str, content: bytes) -> HttpResponse:
    """Return a PDF to be saved under a name.

    It is not shown in the page's place: the policy that every answer carries forbids browsers their viewers
    of documents, and is not to be lifted for one kind of answer.
    """
    disposition = f'attachment; filename="{name}.pdf"'
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": disposition})


def site() -> str:
    """Return where the club's pages are, as it is written on a card."""
    return urlsplit(str(settings.BASE_URL)).netloc


def _tables(record: EventRecord) -> tuple[int, ...]:
    """Return how many players each table has, or will have with those who are entered."""
    if record.current is not None:
        return tuple(len(table.players) for table in record.current.tables)
    present = sum(record.entrant_value(entrant).is_present(1) for entrant in record.entrants)
    return shape_for(present, record.settings.odd).sizes


def _firmness(record: EventRecord) -> Firmness:
    """Return how firm the results are."""
    if record.current is None:
        return Firmness(gettext("The event has not begun."), is_final=False)
    if not record.is_over:
        given = {"number": record.current.number, "rounds": record.settings.rounds}
        return Firmness(gettext("Standings during round %(number)s of %(rounds)s") % given, is_final=False)
    finals = selected.finals(record.event)
    if not finals or selected.changed_since(record.event, finals[-1]):
        return Firmness(gettext("Provisional results: corrections are still possible"), is_final=False)
    edition = {"number": finals[-1].edition}
    return Firmness(gettext("Final results, edition %(number)s") % edition, is_final=True)
