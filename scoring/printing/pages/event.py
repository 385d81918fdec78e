"""Views for printing an event: the list of sheets, and each sheet as PDF.

`EVENT_SHEETS` has the permission for each sheet. Sheets with links need the permission to run the event.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, models, queries
from scoring.events.people.pages import entrant_links
from scoring.events.play import rounds
from scoring.events.show.pages import hall
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState, load_state
from scoring.printing import event_cards, lists, press, score_sheets
from scoring.refusals import Conflict, NotFound
from scoring.tables.services import links
from scoring.web import pages

CARDS_TO_A_SHEET = (4, 8)


class PrintRequest(NamedTuple):
    """A request to print a sheet of an event."""

    state: EventState
    names: dict[int, str]
    query: Mapping[str, Any]

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return a query parameter as a whole number from 1, or ``default`` if the parameter is missing.

        Raises NotFound for any other value.
        """
        if name not in self.query:
            return default
        number = pages.whole(self.query[name])
        if not isinstance(number, int) or number < 1:
            raise NotFound
        return number

    @property
    def round_number(self) -> int:
        """The number of the requested round. The default is the last seated round; 1 before the start.

        Raises NotFound for a round that the event does not have.
        """
        number = self.number("round", len(self.state.rounds) or 1)
        if number is None or number > self.state.settings.rounds:
            raise NotFound
        return number

    def seated(self) -> rounds.EventRound:
        """Return the requested round.

        Raises NotFound as `round_number` does, and Conflict ``round-not-seated`` if the round has no seating
        yet.
        """
        number = self.round_number
        if number > len(self.state.rounds):
            raise Conflict(gettext("Nobody has been seated for this round yet."), code="round-not-seated")
        return self.state.rounds[number - 1]


def _table_cards(sheet: PrintRequest) -> dict[str, Any]:
    live = links.live_links(sheet.state.event.pk)
    return event_cards.table_cards(
        sheet.state, live or dict.fromkeys(range(1, len(_table_sizes(sheet.state)) + 1))
    )


def _score_sheets(sheet: PrintRequest) -> dict[str, Any]:
    if sheet.round_number <= len(sheet.state.rounds):
        return _of_round(sheet, filled=False)
    sheet.number("table")
    return score_sheets.blank_sheets(sheet.state, sheet.round_number, _table_sizes(sheet.state))


def _of_round(sheet: PrintRequest, *, filled: bool) -> dict[str, Any]:
    played, table = sheet.seated(), sheet.number("table")
    if table is not None and table not in [event_table.number for event_table in played.tables]:
        raise NotFound
    return score_sheets.sheets_of_round(sheet.state, played, sheet.names, filled=filled, table=table)


def _score_cards(sheet: PrintRequest) -> dict[str, Any]:
    per_page = sheet.number("cards", CARDS_TO_A_SHEET[0])
    if per_page not in CARDS_TO_A_SHEET:
        raise NotFound
    addresses = entrant_links.addresses(sheet.state.event)
    return event_cards.score_cards(sheet.state, sheet.names, addresses, per_page)


def _of_movement(sheet: PrintRequest, data: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    if not lists.is_known_before(sheet.state):
        raise Conflict(
            gettext(
                "The rounds of this evening have no plan: only a rotation, a whist, an individual rotation "
                "and a round robin of pairs have one."
            ),
            code="movement-not-fixed",
        )
    return data(sheet.state, sheet.names)


def _results(sheet: PrintRequest) -> dict[str, Any]:
    says, is_final = _finality(sheet.state)
    return lists.result_list(sheet.state, sheet.names, says, is_final=is_final)


EVENT_SHEETS: Mapping[str, tuple[str, str, Callable[[PrintRequest], dict[str, Any]]]] = {
    "table-cards": ("run an event", "table-cards", _table_cards),
    "wall-sheet": ("run an event", "wall-sheet", lambda sheet: event_cards.wall_sheet(sheet.state)),
    "score-cards": ("run an event", "score-cards", _score_cards),
    "score-sheets": ("see an event", "score-sheets", _score_sheets),
    "filled-sheets": ("see an event", "score-sheets", lambda sheet: _of_round(sheet, filled=True)),
    "place-cards": ("see an event", "place-cards", lambda sheet: event_cards.draw_cards(sheet.state)),
    "name-cards": (
        "see an event",
        "place-cards",
        lambda sheet: event_cards.name_cards(sheet.state, sheet.seated(), sheet.names),
    ),
    "slips": (
        "see an event",
        "place-cards",
        lambda sheet: event_cards.slips(sheet.state, [sheet.seated().seated()], sheet.names),
    ),
    "movement": ("see an event", "movement", lambda sheet: _of_movement(sheet, lists.movement_sheet)),
    "player-plans": (
        "see an event",
        "player-plans",
        lambda sheet: _of_movement(sheet, lists.player_plans),
    ),
    "plan-slips": (
        "run an event",
        "place-cards",
        lambda sheet: _of_movement(sheet, lists.plan_slips),
    ),
    "late-tables": (
        "run an event",
        "late-tables",
        lambda sheet: lists.late_tables(sheet.state, sheet.seated(), sheet.names),
    ),
    "results": ("see an event", "results", _results),
}
"""For each sheet, the permission that printing it needs, its layout, and the function for its data."""


@guards.event_page("see an event")
def sheets(request: HttpRequest, event: models.Event, actor: Actor) -> HttpResponse:
    """List the sheets of the event that the caller may print."""
    state = load_state(event)
    context = {
        "event_page": EventPage(state, actor),
        "is_fixed": lists.is_known_before(state) and (bool(state.rounds) or actor.may("run an event")),
        "plan_ends": lists.plan_ends(state),
        "seated": [event_round.number for event_round in state.rounds],
        "word": hall.word_for(state, actor),
        "paper": event.club.get_paper_display(),
    }
    return render(request, "scoring/printing/event.html", context)


@guards.event_page("see an event")
def event_sheet(request: HttpRequest, event: models.Event, actor: Actor, name: str) -> HttpResponse:
    """Return a sheet of the event as PDF.

    Raises NotFound for a sheet, round or table that does not exist, and Conflict in two cases:

    - ``round-not-seated``: the sheet shows seats, and the requested round has no seating yet.
    - ``movement-not-fixed``: the sheet needs a movement that is known in advance.

    For further errors see `press.pdf` and `lists.all_rounds`.
    """
    if name not in EVENT_SHEETS:
        raise NotFound
    action, layout, data = EVENT_SHEETS[name]
    actor.must(action)
    state = load_state(event)
    if name in ("movement", "player-plans") and not state.rounds:
        actor.must("run an event")  # before the start, these sheets give away the draw
    sheet = PrintRequest(state, queries.names_of(state), request.GET)
    return press.pdf_response(f"event-{event.pk}-{name}", layout, data(sheet), event.club, actor)


def _table_sizes(state: EventState) -> tuple[int, ...]:
    if state.current is not None:
        return tuple(len(table.players) for table in state.current.tables)
    return state.shape.sizes


def _finality(state: EventState) -> tuple[str, bool]:
    if state.current is None:
        return gettext("The event has not begun."), False
    if not state.is_over:
        rounds = {"number": state.current.number, "rounds": state.settings.rounds}
        return gettext("Standings during round %(number)s of %(rounds)s") % rounds, False
    results = queries.results_of(state)
    if results.stage == "provisional":
        return gettext("Provisional results: corrections are still possible"), False
    return labels.results_in_words(results), results.stage == "final"
