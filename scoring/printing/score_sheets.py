"""Data for score sheets of an event's round or of a game at a club's table, blank or with deals."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from laws.domain.lawset import LawSet
from laws.templatetags.sentences import translated
from scoring.events import labels
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.state import EventState
from scoring.game.games import GameKind
from scoring.game.seating import TableSeats
from scoring.game.state import ScoredDeal
from scoring.printing.text import Names, over, round_of, words
from scoring.tables.games import DealRow, GameRecord
from scoring.tables.table_policy import Slip
from scoring.templatetags.cards import plain, signed

SHORT = 6
"""The most deals on half a sheet."""
ROWS_OF_A_GAME = 20
MOST_ROWS = 25
"""The most deals on a sheet. A longer game continues on further sheets."""
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Heading(NamedTuple):
    """The head of a score sheet. ``target`` is the score that ends the game, or None if no score ends it."""

    over: str
    title: str
    target: int | None


def sheets_of_round(
    state: EventState, played: EventRound, names: Names, *, filled: bool, table: int | None = None
) -> dict[str, Any]:
    """Return a score sheet for each game of a round. At a table of five the round has several games.

    With ``filled``, the sheets also show the recorded deals, the paper slip, and winners who were named or
    decided by a cut. ``table`` limits the sheets to the table with this number.
    """
    sheets = [
        _sheet(
            game,
            [names[player] for player in here],
            _of_table(state, played.number, event_table.number, game.kind, game.game_law_set),
            event_table.first_dealer,
            rows=event_table.play.deals(state.settings),
            filled=filled,
            slip=event_table.slip,
            is_round=True,
            sides=_sides_as_named(state, game.kind, here, names),
        )
        | {"decided": _decided(state, played, event_table, names) if filled else None}
        for event_table in played.tables
        for game, here in zip(event_table.games, event_table.who_play, strict=True)
        if table in (None, event_table.number)
    ]
    return _document(state.event.name, sheets)


def blank_sheets(state: EventState, round_number: int, sizes: Sequence[int]) -> dict[str, Any]:
    """Return a score sheet for each table of a round that has no seating yet, without names of players.

    ``sizes`` are the numbers of players at the tables.
    """
    sheets = []
    for table, size in enumerate(sizes, start=1):
        kind = state.terms.play_at(size).game
        heading = _of_table(state, round_number, table, kind, state.terms.laws_at(size))
        nobody = [None for _ in kind.seating.seats()]
        sheets.append(_blank(kind, nobody, heading, state.terms.play_at(kind.players).deals(state.settings)))
    return _document(state.event.name, sheets)


def sheet_of_game(
    game: GameRecord, names: Sequence[str], heading: Heading, *, filled: bool, slip: Slip | None = None
) -> dict[str, Any]:
    """Return the score sheet of a game at a club's table.

    With ``filled``, the sheet shows the recorded deals and the paper slip. If the game needs more than
    MOST_ROWS lines, it continues on further sheets.
    """
    whole = _sheet(game, names, heading, game.first_dealer, rows=ROWS_OF_A_GAME, filled=filled, slip=slip)
    rows = whole["rows"]
    parts = [whole | {"rows": rows[first : first + MOST_ROWS]} for first in range(0, len(rows), MOST_ROWS)]
    return _document(heading.title, parts)


def _of_table(state: EventState, round_number: int, table: int, game: GameKind, law_set: LawSet) -> Heading:
    return Heading(
        over=f"{over(state)} · {translated(game.title)} · {law_set.title}",
        title=f"{round_of(state, round_number)} · {words()['table']} {table} · {state.event.name}",
        target=law_set.number("game_score") if state.settings.stops_at_target else None,
    )


def _document(title: str, sheets: Sequence[dict[str, Any]]) -> dict[str, Any]:
    is_short = all(len(sheet["rows"]) <= SHORT for sheet in sheets)
    return {"title": title, "sheets": sheets, "per_page": 2 if is_short else 1}


def _sheet(
    game: GameRecord,
    names: Sequence[str],
    heading: Heading,
    deals_first: int | None,
    *,
    rows: int,
    filled: bool,
    slip: Slip | None = None,
    is_round: bool = False,
    sides: Sequence[Sequence[str]] = (),
) -> dict[str, Any]:
    state = game.state
    sheet = _blank(game.kind, names, heading, rows)
    for side, named in zip(sheet["sides"], sides, strict=False):
        side |= {"head": named, "names": named}
    if deals_first:
        sheet["seats"][deals_first - 1]["deals_first"] = True
    if filled:
        played = zip(game.deals, state.entries, strict=True)
        lines = [_line(place, row, entry, names) for place, (row, entry) in enumerate(played, start=1)]
        sheet["rows"] = lines + sheet["rows"][len(lines) :]
        sheet["has_corrections"] = any(line["is_corrected"] for line in lines)
        for side, to_go in state.to_go.items():
            sheet["sides"][side - 1]["to_go"] = plain(to_go)
        replaces_deals = slip is not None and bool(lines) and slip.replaces_deals
        if replaces_deals:
            for line in lines:
                line |= {"note": words()["void"], "after": [""] * len(line["after"])}
            sheet["rows"].append(_empty_row(rows + 1, len(sheet["sides"])))
        if slip and len(lines) < len(sheet["rows"]):
            at = len(lines)
            _put_slip(sheet, at, slip, game)
            # In an event, the line of the slip replaces all lines of the round that are still empty.
            first = 1 if replaces_deals else at + 1
            if is_round and rows > first:
                sheet["rows"][at]["number"] = f"{first}\N{EN DASH}{rows}"
                del sheet["rows"][at + 1 :]
    return sheet


def _decided(state: EventState, played: EventRound, table: EventTable, names: Names) -> str | None:
    decided = played.shown_outcome(table, is_over=state.is_over)
    # The winners on a paper slip are already in the line of the slip.
    if decided is None or (table.total and table.total.winners):
        return None
    return (
        f"{labels.won_by(decided)} {' & '.join(names[player] for player in state.as_named(decided.winners))}"
    )


def _put_slip(sheet: dict[str, Any], at: int, slip: Slip, game: GameRecord) -> None:
    line, labels, score = sheet["rows"][at], words(), slip.score(game)
    line["dealer"] = labels["slip"]
    if score is not None and slip.points is not None:
        line["points"] = [""] * len(slip.points)
        line["scored"] = [*map(signed, slip.points)]
        line["after"] = [*map(plain, score.values)]
        for side, to_go in zip(sheet["sides"], slip.to_go(game) or (), strict=True):
            side["to_go"] = plain(to_go)
    elif slip.points is not None:
        line["note"] = " · ".join(map(plain, slip.points))
    else:
        sides = [" & ".join(side["names"]) for side in sheet["sides"]]
        known = [sides[side - 1] for side in slip.winners if side <= len(sides)]
        line["note"] = f"{labels['won']}: {', '.join(known)}"


def _blank(kind: GameKind, names: Sequence[str | None], heading: Heading, rows: int) -> dict[str, Any]:
    seating, sides = kind.seating, kind.seating.sides()
    return {
        **heading._asdict(),
        "has_bidding": kind.has_bidding,
        "seats": [
            {"seat": seat, "name": name, "deals_first": False} for seat, name in enumerate(names, start=1)
        ],
        "sides": [_side(seating, side, names) for side in sides],
        "rows": [_empty_row(place, len(sides)) for place in range(1, rows + 1)],
        "has_corrections": False,
        "decided": None,
    }


def _empty_row(number: int, sides: int) -> dict[str, Any]:
    nothing = dict.fromkeys(("dealer", "bidder", "bid", "trump", "made", "note"))
    figures = {name: [None] * sides for name in ("points", "scored", "after")}
    return {"number": number, **nothing, **figures, "is_corrected": False}


def _sides_as_named(
    state: EventState, game: GameKind, players: Sequence[int], names: Names
) -> list[list[str]]:
    sides = [[players[seat - 1] for seat in game.seating.seats_of(side)] for side in game.seating.sides()]
    return [[names[player] for player in state.as_named(side)] for side in sides]


def _side(seating: TableSeats, side: int, names: Sequence[str | None]) -> dict[str, Any]:
    seats = seating.seats_of(side)
    known = [name for seat in seats if (name := names[seat - 1])]
    return {
        "head": known or [" + ".join(str(seat) for seat in seats)],
        "names": [names[seat - 1] or f"{words()['seat']} {seat}" for seat in seats],
        "to_go": None,
    }


def _line(place: int, row: DealRow, entry: ScoredDeal, names: Sequence[str]) -> dict[str, Any]:
    deal, score, labels = entry.deal, entry.score, words()
    is_void = score.new_deal or not entry.counted
    bid = score.bid or deal.bid
    made = None if score.bid_made is None or is_void else labels["yes" if score.bid_made else "no"]
    return {
        "number": place,
        "is_corrected": row.seq > 1,
        "dealer": names[deal.dealer - 1],
        "bidder": names[deal.maker - 1] if deal.maker and bid else None,
        "bid": plain(bid) if bid else None,
        "trump": SUITS.get(deal.trump or ""),
        "made": made,
        "note": labels["void"] if is_void else None,
        "points": [*map(plain, entry.points)],
        "scored": [*map(signed, score.scored)],
        "after": [*map(plain, score.after)],
    }
