"""What is printed of an event or a table: the page that lists the sheets, and each sheet as a PDF.

Sheets with links are for whoever runs the event; the others for everybody who may see it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.events import queries as selected
from scoring.events.access import event_for
from scoring.events.domain.values import shape_for
from scoring.events.pages import phone
from scoring.events.pages.desk import page_context
from scoring.events.pages.words import CRITERIA, PRIZES
from scoring.events.rounds import EventRound
from scoring.events.services import entrant_links
from scoring.events.state import EventState, load
from scoring.printing import event_cards, lists, score_sheets
from scoring.printing.press import pdf
from scoring.refusals import Conflict, NotFound
from scoring.tables import queries as tables
from scoring.tables.access import table_for
from scoring.tables.games import games_of, law_set_of
from scoring.tables.models import Table
from scoring.tables.pages.links import address_of, address_of_link
from scoring.tables.services import links
from scoring.web.pages import caller, known_callers, whole

CARDS_TO_A_SHEET = (4, 8)


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """An event to print something of, with what was asked for in the address."""

    state: EventState
    names: dict[int, str]
    query: QueryDict

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return a whole number from 1, ``default`` where it is left out; NotFound for anything else."""
        if (typed := self.query.get(name)) is None:
            return default
        number = whole(typed)
        if not isinstance(number, int) or number < 1:
            raise NotFound
        return number

    @property
    def round_number(self) -> int:
        """The round asked for; the one in play, or the first, where none is."""
        number = self.number("round", len(self.state.rounds) or 1)
        if number is None or number > self.state.settings.rounds:
            raise NotFound
        return number

    def seated(self) -> EventRound:
        """Return the round asked for; Conflict where nobody has been seated for it yet."""
        number = self.round_number
        if number > len(self.state.rounds):
            raise Conflict(gettext("Nobody has been seated for this round yet."), code="round-not-seated")
        return self.state.rounds[number - 1]


def _table_cards(sheet: PrintRequest) -> dict[str, Any]:
    live = links.live_links(sheet.state.event.pk)
    addresses: dict[int, str | None] = {number: address_of_link(link) for number, link in live.items()}
    if not addresses:
        addresses = dict.fromkeys(range(1, len(_tables(sheet.state)) + 1))
    return event_cards.table_cards(sheet.state, addresses, site())


def _score_sheets(sheet: PrintRequest) -> dict[str, Any]:
    if sheet.round_number <= len(sheet.state.rounds):
        return _of_round(sheet, filled=False)
    sheet.number("table")
    return score_sheets.blank_sheets(sheet.state, sheet.round_number, _tables(sheet.state))


def _of_round(sheet: PrintRequest, *, filled: bool) -> dict[str, Any]:
    played, table = sheet.seated(), sheet.number("table")
    if table is not None and table not in [each.number for each in played.tables]:
        raise NotFound
    return score_sheets.sheets_of_round(sheet.state, played, sheet.names, filled=filled, table=table)


def _score_cards(sheet: PrintRequest) -> dict[str, Any]:
    per_page = sheet.number("cards", CARDS_TO_A_SHEET[0])
    if per_page not in CARDS_TO_A_SHEET:
        raise NotFound
    live = entrant_links.live_links(sheet.state.event)
    addresses = {member: phone.address_of(link) for member, link in live.items()}
    return event_cards.score_cards(sheet.state, sheet.names, addresses, per_page)


def _movement(sheet: PrintRequest) -> dict[str, Any]:
    if not lists.is_known_before(sheet.state):
        raise Conflict(
            gettext("Only a fixed rotation is known before it is played; here the results decide who moves."),
            code="movement-not-fixed",
        )
    return lists.movement_sheet(sheet.state, sheet.names)


def _results(sheet: PrintRequest) -> dict[str, Any]:
    says, is_final = _firmness(sheet.state)
    return lists.result_list(
        sheet.state, sheet.names, says, is_final=is_final, criteria=CRITERIA, prizes=PRIZES
    )


EVENT_SHEETS: Mapping[str, tuple[str, str, Callable[[PrintRequest], dict[str, Any]]]] = {
    "table-cards": ("run an event", "table-cards", _table_cards),
    "score-cards": ("run an event", "score-cards", _score_cards),
    "score-sheets": ("see an event", "score-sheets", _score_sheets),
    "filled-sheets": ("see an event", "score-sheets", lambda sheet: _of_round(sheet, filled=True)),
    "place-cards": ("see an event", "place-cards", lambda sheet: event_cards.draw_cards(sheet.state)),
    "name-cards": (
        "see an event",
        "place-cards",
        lambda sheet: event_cards.name_cards(sheet.state, sheet.seated(), sheet.names),
    ),
    "movement": ("see an event", "movement", _movement),
    "late-tables": (
        "run an event",
        "late-tables",
        lambda sheet: lists.late_tables(sheet.state, sheet.seated(), sheet.names),
    ),
    "results": ("see an event", "results", _results),
}
"""The sheets of an event: what somebody must be allowed to do to print them, the layout, and their data."""


@never_cache
@require_safe
@known_callers
def sheets(request: HttpRequest, event_id: int) -> HttpResponse:
    """List what can be printed of the event by whoever asks."""
    event, actor = event_for(caller(request), event_id, "see an event")
    state = load(event)
    context = page_context(state, actor) | {
        "is_fixed": lists.is_known_before(state),
        "seated": [each.number for each in state.rounds],
    }
    return render(request, "scoring/printing/event.html", context)


@never_cache
@require_safe
@known_callers
def event_sheet(request: HttpRequest, event_id: int, name: str) -> HttpResponse:
    """Return a sheet of the event as a PDF; Conflict where what it would say is not known yet."""
    if name not in EVENT_SHEETS:
        raise NotFound
    action, layout, data = EVENT_SHEETS[name]
    event, _ = event_for(caller(request), event_id, action)
    state = load(event)
    sheet = PrintRequest(state, selected.names_of(state), request.GET)
    return pdf_response(f"event-{event_id}-{name}", pdf(layout, data(sheet)))


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


def _tables(state: EventState) -> tuple[int, ...]:
    """Return how many players each table has, or will have with those who are entered."""
    if state.current is not None:
        return tuple(len(table.players) for table in state.current.tables)
    present = sum(state.entrant_value(entrant).is_present(1) for entrant in state.entrants)
    return shape_for(present, state.settings.odd).sizes


def _firmness(state: EventState) -> tuple[str, bool]:
    """Return how firm the results are, in words, and whether they are final."""
    if state.current is None:
        return gettext("The event has not begun."), False
    if not state.is_over:
        rounds = {"number": state.current.number, "rounds": state.settings.rounds}
        return gettext("Standings during round %(number)s of %(rounds)s") % rounds, False
    finals = selected.finals(state.event)
    if not finals or selected.changed_since(state.event, finals[-1]):
        return gettext("Provisional results: corrections are still possible"), False
    return gettext("Final results, edition %(number)s") % {"number": finals[-1].edition}, True


TABLE_SHEETS = {
    "card": "see the table's link",
    "score-sheet": "see the table",
    "filled-sheet": "see the table",
}
"""The sheets of a table and what somebody must be allowed to do to print them."""


@never_cache
@require_safe
@known_callers
def table_sheet(request: HttpRequest, table_id: int, name: str) -> HttpResponse:
    """Return a sheet of the table as a PDF. NotFound for an unknown one, and for a game that is not there."""
    action = TABLE_SHEETS.get(name)
    if action is None:
        raise NotFound
    table, _ = table_for(caller(request), table_id, action)
    content = _card(table) if name == "card" else _sheet(table, request.GET.get("game"), name)
    return pdf_response(f"table-{table_id}-{name}", content)


def _card(table: Table) -> bytes:
    law_set = law_set_of(table)
    return pdf(
        "table-cards",
        event_cards.card_of_table(table.name, table.club.name, law_set.title, address_of(table), site()),
    )


def _sheet(table: Table, wanted: str | None, name: str) -> bytes:
    games = games_of(table)
    found = games[-1] if wanted is None else next((one for one in games if str(one.number) == wanted), None)
    if found is None:
        raise NotFound
    law_set = found.figures
    day = date_format(localtime(found.deals[0].at)) if found.deals and name == "filled-sheet" else ""
    heading = score_sheets.Heading(
        over=" · ".join(part for part in (table.club.name, day, law_set.title) if part),
        title=f"{table.name} · {gettext('Game %(number)s') % {'number': found.number or 1}}",
        target=law_set.number("game_score"),
    )
    names = [member.name for member in tables.players_of([found])[found.game_id]]
    return pdf(
        "score-sheets", score_sheets.sheet_of_game(found, names, heading, filled=name == "filled-sheet")
    )
