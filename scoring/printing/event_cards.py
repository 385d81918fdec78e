"""The cards of an event as data: for its tables, for places and seats, and everybody's own score card."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from django.utils.translation import gettext

from scoring.domain.events.place_cards import PIPS, place_cards
from scoring.domain.events.score_card import Played, ScoreCard
from scoring.domain.events.shape import shape_for
from scoring.domain.events.threes import THREE
from scoring.event_records import EventRecord
from scoring.printing.press import code_of
from scoring.printing.values import Names, over
from scoring.printing.words import words
from scoring.round_records import RoundRecord

ROUNDS_IN_A_COLUMN = {4: 16, 8: 9}
"""How many rounds stand one below the other on a score card, by the number of cards to a sheet."""
MOST_COLUMNS = 3


def table_cards(record: EventRecord, addresses: Mapping[int, str | None], site: str) -> dict[str, Any]:
    """Return a card for each table; ``addresses`` holds what opens it, by table number, None for no link."""
    last = max(addresses, default=0)
    marks = {1: words()["head_table"]} | ({last: words()["last_table"]} if last > 1 else {})
    return {
        "over": over(record),
        "title": record.event.name,
        "under": record.law_set.title,
        "site": site,
        "cards": [
            {"number": table, "name": None, "mark": marks.get(table), "code": code_of(address)}
            for table, address in sorted(addresses.items())
        ],
    }


def card_of_table(name: str, club: str, law_set: str, address: str | None, site: str) -> dict[str, Any]:
    """Return the card of one table of a club."""
    card = {"number": None, "name": name, "mark": None, "code": code_of(address)}
    return {"over": law_set, "title": club, "under": "", "site": site, "cards": [card]}


def draw_cards(record: EventRecord) -> dict[str, Any]:
    """Return the cards with which the first places are drawn, for those who play the first round."""
    present = sum(record.entrant_value(entrant).is_present(1) for entrant in record.entrants)
    cards = place_cards(shape_for(present, record.settings.odd))
    suits = {"S": "♠", "C": "♣", "H": "♥"}
    found: list[dict[str, Any]] = []
    for card in cards:
        if not card.table:
            found.append({"joker": True})
            continue
        pack, pip = divmod(card.table - 1, len(PIPS))
        back, suit = card.code[0], card.code[2]
        found.append(
            {
                "joker": False,
                "is_red": back == "R",
                "pips": "10" if PIPS[pip] == "T" else PIPS[pip],
                "suit": suits[suit],
                "table": card.table,
                "seat": card.seat,
                "pack": pack + 1 if pack else None,
            }
        )
    return {"title": record.event.name, "kind": "places", "cards": found}


def name_cards(record: EventRecord, one: RoundRecord, names: Names) -> dict[str, Any]:
    """Return a card with the name of each player for the seat in a round, in the order of the tables."""
    cards: list[dict[str, Any]] = [
        {"name": names[player], "table": table.number, "seat": seat}
        for table in one.tables
        for seat, player in enumerate(table.players, start=1)
    ]
    cards += [{"name": names[player], "table": None, "seat": None} for player in one.sitting_out]
    title = f"{record.event.name} · {words()['round']} {one.number}"
    return {"title": title, "kind": "names", "cards": cards}


def score_cards(
    record: EventRecord,
    cards: Mapping[int, ScoreCard],
    names: Names,
    addresses: Mapping[int, str | None],
    per_page: int,
) -> dict[str, Any]:
    """Return everybody's score card in the order of their names, filled in as far as the evening has come.

    ``addresses`` opens somebody's own evening; who has none is given no code. ``per_page`` is 4 or 8.
    """
    players = sorted(
        (entrant.member_id for entrant in record.entrants), key=lambda player: names[player].casefold()
    )
    rounds = record.settings.rounds
    return {
        "title": record.event.name,
        "per_page": per_page,
        "cards": [
            {
                "name": names[player],
                "code": code_of(addresses.get(player), error="l"),
                **_filled(cards.get(player), names, rounds, per_page),
            }
            for player in players
        ],
    }


def _filled(card: ScoreCard | None, names: Names, rounds: int, per_page: int) -> dict[str, Any]:
    played = {line.round_number: line for line in card.rounds} if card else {}
    lines: list[dict[str, Any]] = []
    for number in range(1, rounds + 1):
        line = played.get(number)
        lines.append(
            {
                "round": number,
                "sat_out": card is not None and number in card.sat_out,
                "table": line and line.table,
                "seat": line and line.seat,
                "partner": _partner(line, names) if line else None,
                "points": line and line.points,
                "is_counted": line is None or line.is_counted,
                "star": line and line.star,
            }
        )
    results = [line for line in played.values() if line.points is not None]
    return {
        "groups": _in_columns(lines, ROUNDS_IN_A_COLUMN[per_page]),
        "points": sum(line.points or 0 for line in results if line.is_counted) if results else None,
        "progressions": sum(line.star in ("gold", "red") for line in played.values()) if results else None,
        "has_not_counted": not all(line.is_counted for line in results),
    }


def _partner(line: Played, names: Names) -> str | None:
    """Return who the partner was; at a table of three, that there was none."""
    if line.partner is not None:
        return names[line.partner]
    return gettext("alone, of three") if len(line.adversaries) == THREE - 1 else None


def _in_columns(lines: Sequence[dict[str, Any]], most: int) -> list[Sequence[dict[str, Any]]]:
    """Return the lines side by side in as few columns as hold them, at most MOST_COLUMNS."""
    columns = min(MOST_COLUMNS, ceil(len(lines) / most))
    each = ceil(len(lines) / columns)
    return [lines[first : first + each] for first in range(0, len(lines), each)]
