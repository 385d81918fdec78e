"""What a hall looks at while an event is on: the projector, the standings, and the part of each that changes.

A page holds its part as it is when it is opened, so it says everything without script too. With script the
part is asked for again at `live`, when the stream says that something is new or else every two seconds.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from scoring.callers import caller
from scoring.clubs.access import Actor, event_for
from scoring.events.api.serialize import phase_of
from scoring.models import Final
from scoring.refusals import NotFound
from scoring.selectors import editions, events
from scoring.tables.cache import Remembered
from scoring.views.doors import known_callers
from scoring.views.evening_shown import evening_context, player_of
from scoring.views.live_shown import (
    EventShown,
    LeaderLine,
    award_lines,
    event_shown,
    leader_lines,
    name_lines,
    state_of_results,
    table_lines,
)
from scoring.views.live_words import CRITERIA, RESULTS
from scoring.web.exports import Cell, csv_text

ON_A_BOARD = {"names": 36, "tables": 14, "leaders": 20, "prizes": 14, "waiting": 36}
"""How many lines the projector shows at a time, so that they can be read from the back of a hall."""
FEW = {"names": 20, "tables": 10, "leaders": 10, "prizes": 10, "waiting": 20}
"""Up to so many lines there is room for larger letters."""
SECONDS_A_BOARD = 8

_PARTS: Remembered[tuple[Any, ...], str] = Remembered(8)
"""Parts of pages that are the same for everybody, by the version they show."""
_ROWS: Remembered[tuple[LeaderLine, str | None], str] = Remembered(4096)
"""Rows of standings, by what they say and in which language."""


@require_safe
@known_callers
def standings(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the standings, what decided them, and the prizes."""
    event, actor = event_for(caller(request), event_id, "see an event")
    shown = event_shown(event, timezone.now())
    context = head_context(request, shown, actor) | {"part": _standings(shown), "view": "standings"}
    return render(request, "scoring/events/standings.html", context)


@require_safe
@known_callers
def edition(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Show the results as they stood when an edition of them was made final."""
    event, actor = event_for(caller(request), event_id, "see an event")
    record, version = editions.edition(event, number)
    shown = EventShown(event, record, version, events.names_of(record), timezone.now())
    context = head_context(request, shown, actor) | _standings_context(shown, "final")
    context["says"] = gettext("Final results, edition %(number)s") % {"number": number}
    return render(request, "scoring/events/edition.html", context)


@require_safe
@known_callers
def standings_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the standings as a table for a spreadsheet."""
    event, _ = event_for(caller(request), event_id, "see an event")
    shown = event_shown(event, timezone.now())
    name = f"{slugify(event.name) or 'event'}-standings.csv"
    return HttpResponse(
        csv_text(HEADING, [_row(line) for line in leader_lines(shown)]),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@known_callers
def projector(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the clock, the next seats and the leaders to a whole hall."""
    event, _ = event_for(caller(request), event_id, "see an event")
    shown = event_shown(event, timezone.now())
    board = request.GET.get("board", "")
    chosen = int(board) if board.isascii() and board.isdigit() and len(board) < 4 else 0
    part, boards = _projector(shown, chosen)
    context = {
        "event": event,
        "version": shown.version,
        "part": part,
        "view": "projector",
        "next_board": (chosen + 1) % max(1, boards),
        "seconds": SECONDS_A_BOARD,
    }
    return render(request, "scoring/events/projector.html", context)


@require_safe
@known_callers
def live(request: HttpRequest, event_id: int) -> HttpResponse:
    """Return the part of a page that changes, or 304 where it has not."""
    event, actor = event_for(caller(request), event_id, "see an event")
    view = request.GET.get("view", "")
    if view not in ("standings", "projector", "me"):
        raise NotFound
    player = player_of(request, event, actor) if view == "me" else None
    shown = event_shown(event, timezone.now())
    mark = f'"{view}-{player or 0}-{"-".join(map(str, shown.mark))}-{get_language()}"'
    # A proxy that compresses what is sent makes the tag a weak one.
    if mark in [tag.removeprefix("W/") for tag in parse_etags(request.headers.get("If-None-Match", ""))]:
        return HttpResponseNotModified(headers={"ETag": mark})
    if view == "standings":
        part = _standings(shown)
    elif view == "projector":
        part, _ = _projector(shown, 0)
    else:
        part = render_to_string("scoring/events/_evening.html", evening_context(shown, player))
    return HttpResponse(part, headers={"ETag": mark})


def head_context(request: HttpRequest, shown: EventShown, actor: Actor) -> dict[str, Any]:
    """Return what the head of an event's live pages shows."""
    is_member = request.user.is_authenticated and actor.may("see the club")
    return {
        "event": shown.event,
        "shown": shown,
        "version": shown.version,
        "is_member": is_member,
        "may_run": actor.may("run an event"),
        "sees_rulings": is_member
        and (shown.event.club.publishes_rulings or actor.may("read rulings not published")),
    }


def _standings(shown: EventShown) -> str:
    key = ("standings", shown.event.pk, *shown.mark, get_language())
    return _PARTS.get(key) or _PARTS.keep(key, _standings_anew(shown))


def _row_shown(line: LeaderLine) -> str:
    """Return a row of the standings; after a deal most of them say what they said before."""
    key = (line, get_language())
    return _ROWS.get(key) or _ROWS.keep(
        key, render_to_string("scoring/events/_standings_row.html", {"found": line})
    )


def _standings_anew(shown: EventShown) -> str:
    finals: list[Final] = events.finals(shown.event)
    state = state_of_results(shown.record, finals, shown.version)
    context = _standings_context(shown, state) | {
        "finals": finals,
        "is_changed": bool(finals) and state != "final",
    }
    return render_to_string("scoring/events/_standings.html", context)


def _standings_context(shown: EventShown, state: str) -> dict[str, Any]:
    return {
        "shown": shown,
        "rows": [_row_shown(line) for line in leader_lines(shown)],
        "awards": award_lines(shown) if shown.record.rounds else (),
        "has_lists": bool(shown.record.settings.lists),
        "state": state,
        "says": RESULTS[state],
        "minutes": shown.record.settings.correction_period_minutes,
        "order": [CRITERIA[name] for name in shown.record.settings.tie_breaks],
        "why_not_counted": shown.record.settings.why_not_counted(),
    }


def _projector(shown: EventShown, chosen: int) -> tuple[str, int]:
    """Return the projector's part, and how many boards there are in it."""
    boards = _boards(shown)
    context = {
        "shown": shown,
        "boards": [
            {**board, "number": number, "is_chosen": number == chosen % len(boards)}
            for number, board in enumerate(boards)
        ],
        "seconds": SECONDS_A_BOARD,
    }
    return render_to_string("scoring/events/_projector.html", context), len(boards)


def _boards(shown: EventShown) -> list[dict[str, Any]]:
    """Return what is shown one after the other: the seats first before a round, leaders while it lasts.

    After the last round nobody looks for a seat any more: there are the results, and the prizes once they are
    final.
    """
    current, phase = shown.record.current, phase_of(shown.record)
    if current is None:
        return _pages("waiting", sorted(shown.names.values(), key=str.casefold))
    leaders = _pages("leaders", leader_lines(shown)[: ON_A_BOARD["leaders"]])
    is_over = phase == "over"
    state = state_of_results(shown.record, events.finals(shown.event) if is_over else [], shown.version)
    for board in leaders:
        board["says"] = RESULTS[state] if is_over else gettext("Leaders")
        board["leaves_out"] = any(found.line.rounds_not_counted for found in board["lines"])
    if is_over:
        return [*leaders, *(_pages("prizes", award_lines(shown)) if state == "final" else ())]
    seats = _pages("names", name_lines(current, shown.names))
    seats += _pages("tables", table_lines(current, shown.names))
    if current.number == 1 and phase in ("seated", "playing"):
        return seats
    return [*seats, *leaders] if phase == "seated" else [*leaders, *seats]


def _pages(kind: str, lines: Any) -> list[dict[str, Any]]:
    count = -(-len(lines) // ON_A_BOARD[kind])
    size = -(-len(lines) // max(1, count))  # as many on each
    return [
        {
            "kind": kind,
            "lines": lines[start : start + size],
            "page": place,
            "pages": count,
            "is_few": size <= FEW[kind],
        }
        for place, start in enumerate(range(0, len(lines), max(1, size)), start=1)
    ]


HEADING = (
    *("rank", "player", "progressions", "gold stars", "red stars", "green stars", "games", "points"),
    *("best round", "cinches", "rounds played", "rounds without result", "sat out", "repeated partners"),
    *("decided by", "prizes", "rounds not counted", "points not counted"),
)


def _row(found: LeaderLine) -> list[Cell]:
    line = found.line
    return [
        *(line.rank, found.name, line.progressions, line.gold, line.red, line.green, line.games, line.points),
        *(line.best_round, line.cinches, line.rounds_played, line.rounds_without_result, line.sat_out),
        *(line.repeated_partners, line.decided_by or "", ", ".join(map(str, found.prizes))),
        *(line.rounds_not_counted, line.points_not_counted),
    ]
