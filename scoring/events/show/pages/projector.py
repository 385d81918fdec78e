"""The projector: boards of seats, leaders and prizes for all players in the hall."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext

from scoring.clubs.permissions import Actor
from scoring.events import guards, labels
from scoring.events.models import Event
from scoring.events.polling_tags import hall_polling
from scoring.events.show.pages.hall import awards_of, hall_clock, leaders, word_for
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import EventState, load_state
from scoring.game.names import place_in_list
from scoring.web import pages

ON_A_BOARD = {"names": 36, "tables": 14, "leaders": 20, "prizes": 14, "waiting": 36, "address": 1}
"""Kind of board → the most lines that can be read from the back of the hall."""

FEW = {"names": 20, "tables": 10, "leaders": 10, "prizes": 10, "waiting": 20, "address": 0}
"""Kind of board → the most lines that a board with large letters can have.

A board of names then also shows each player's partner.
"""

ROOMY = {"names": 10, "tables": 2, "leaders": 10, "prizes": 5, "waiting": 10, "address": 0}
"""Kind of board → the most lines of a board with room for long names.

On such a board a long name may wrap once, and the names of a pair twice.
"""

ROWS_OF_A_PAIR = 4
"""How many rows a pair takes on a board of leaders: the names, and the numbers below the names.

A person takes two rows.
"""

LETTERS = {"names": 22, "tables": 38, "leaders": 27, "prizes": 38, "waiting": 27}
"""Kind of board → the most letters of a name, or of the names of a pair, that fit in a row."""

ROWS = {"names": 38, "tables": 28, "leaders": 32, "prizes": 28, "waiting": 38}
"""Kind of board → the most rows that fit on the screen. A long name takes several rows."""

LETTERS_OF_A_LINE = 24
"""The most letters of two partners' names together that fit in one line of a board of names."""

SECONDS_A_BOARD = 8


@dataclass(frozen=True)
class HallBoard:
    """A page of the projector.

    - ``kind``: what the board lists, for example "leaders"; see `ON_A_BOARD`.
    - ``page``: the number of this board among the boards of its kind.
    - ``pages``: how many boards of this kind there are.
    - ``is_few``, ``is_roomy``: the board has larger letters, see `FEW` and `ROOMY`.
    - ``title``: empty except on boards of leaders.
    """

    kind: str
    lines: Sequence[Any]
    page: int
    pages: int
    is_few: bool
    is_roomy: bool
    title: str

    @property
    def leaves_out(self) -> bool:
        """Whether leaders on this board have points that are not counted."""
        return self.kind == "leaders" and any(leader.line.rounds_not_counted for leader in self.lines)

    @property
    def has_totals(self) -> bool:
        """Whether leaders on this board have rounds with a total from a slip."""
        return self.kind == "leaders" and any(leader.as_totals for leader in self.lines)


@guards.event_page("see an event")
def projector(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show the clock and the boards of the projector, see `_boards`.

    ``?board=`` is the index of the first board to show, for browsers without scripts.
    """
    page = EventPage(load_state(event), actor)
    boards = _boards(page)
    board, count = pages.whole(request.GET.get("board", "")), max(1, len(boards))
    chosen = board % count if isinstance(board, int) else 0
    context = {
        "event_page": page,
        "tag": hall_polling("projector", page.state)[0],
        "part": _projector(page, boards, chosen),
        "view": "projector",
        "word": word_for(page.state, actor),
        "next_board": (chosen + 1) % count,
        "seconds": SECONDS_A_BOARD,
    }
    return render(request, "scoring/events/projector.html", context)


def projector_part(page: EventPage) -> str:
    return _projector(page, _boards(page), 0)


def _projector(page: EventPage, boards: list[HallBoard], chosen: int) -> str:
    context = {
        "event_page": page,
        "clock": hall_clock(page.state, is_final=page.results.stage == "final"),
        "boards": list(enumerate(boards)),
        "chosen": chosen,
        "seconds": SECONDS_A_BOARD,
    }
    return render_to_string("scoring/events/_projector.html", context)


def _boards(page: EventPage) -> list[HallBoard]:
    """Return the boards in the order in which they are shown.

    - Before the start: the players.
    - While the players take their seats: the seats.
    - During round 1, until the last hand: the seats. After that, and during later rounds: the leaders, then
      the seats.
    - After the last table has handed in its result: the leaders.
    - After the last round: the results, and once they are final also the prizes.

    If anything is published, the address of the public page comes last, except while the players take their
    seats.
    """
    state, names = page.state, page.names
    current, phase, is_over = state.current, state.phase, state.is_over
    address = _boards_of("address", [page.short_address], lambda _line: []) if state.published else []
    if current is None:
        return _boards_of("waiting", _waiting(state, names), lambda name: [name]) + address
    results = page.results
    rows = 2 if state.competitors == "persons" else ROWS_OF_A_PAIR
    title = labels.results_in_words(results) if is_over else gettext("Leaders")
    first = leaders(state, names)[: ON_A_BOARD["leaders"]]
    ranked = _boards_of("leaders", first, lambda leader: [leader.name], rows, title)
    if is_over:
        awards = awards_of(state, names) if results.stage == "final" else []
        prizes = _boards_of("prizes", awards, lambda _award: [])
        return [*ranked, *prizes, *address]
    seated = current.seated()
    at, mates = seated.places(), seated.mates()
    places = [
        (
            names[player],
            *at.get(player, (None, None)),
            _partner_that_fits(names[player], names.get(mates.get(player, 0))),
        )
        for player in current.players
    ]
    places.sort(key=lambda place: place_in_list(place[0]))
    seats = _boards_of("names", places, lambda place: [place[0]])
    cuts = state.settings.cuts_for_deal
    tables = [
        (
            table.number,
            state.sides_as_named(table.seated),
            table.dealing if cuts else None,
        )
        for table in current.tables
    ]
    seating = state.terms.game.seating
    rows = seating.side_count if seating.has_partners else max(state.sizes)
    seats += _boards_of(
        "tables", tables, lambda table: [" & ".join(names[one] for one in side) for side in table[1]], rows
    )
    if phase == "seated":
        return seats
    if phase == "all-in":
        return [*ranked, *address]  # old seats on the projector would be mistaken for the next seats
    if current.number == 1 and phase == "playing":
        return seats + address
    return [*ranked, *seats, *address]


def _partner_that_fits(name: str, partner: str | None) -> str:
    # The boards of tables show all partners.
    return partner if partner and len(name) + len(partner) <= LETTERS_OF_A_LINE else ""


def _waiting(state: EventState, names: dict[int, str]) -> list[str]:
    if state.competitors == "persons":
        return sorted(names.values(), key=place_in_list)
    return sorted((competitor.name(names) for competitor in state.entered), key=place_in_list)


def _boards_of(
    kind: str,
    lines: Sequence[Any],
    texts: Callable[[Any], Sequence[str]],
    rows: int = 2,
    title: str = "",
) -> list[HallBoard]:
    """Divide lines into boards of similar height.

    - ``rows``: how many rows of text a line usually takes. `ON_A_BOARD`, `FEW` and `ROOMY` assume two rows.
    - ``texts``: a function that returns the names in a line. A long name takes more rows, see `LETTERS`.
    """
    most, few = ON_A_BOARD[kind] * 2 // rows, FEW[kind] * 2 // rows
    heights = [sum(ceil(len(text) / LETTERS[kind]) for text in texts(line)) or 1 for line in lines]
    count = max(ceil(len(lines) / most), ceil(sum(heights) / ROWS.get(kind, 1)))
    size = ceil(len(lines) / max(1, count))
    ends = [ceil(above * count / sum(heights)) for above in accumulate(heights)]
    starts = [place for place, end in enumerate(ends) if place == 0 or end > ends[place - 1]]
    return [
        HallBoard(
            kind=kind,
            lines=lines[start:end],
            page=page,
            pages=len(starts),
            is_few=size <= few,
            is_roomy=size <= ROOMY[kind] * 2 // rows,
            title=title,
        )
        for page, (start, end) in enumerate(pairwise([*starts, len(lines)]), start=1)
    ]
