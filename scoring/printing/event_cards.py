"""Data for the printed cards of an event, a table or a club, for result slips, and for the wall sheet."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext

from laws.templatetags.sentences import translated
from scoring.clubs.models import Club
from scoring.events.labels import stand_ins_in_words
from scoring.events.planning.domain.event_games import THREE
from scoring.events.play.domain.drawing import PIPS, place_cards
from scoring.events.play.domain.values import SeatedRound
from scoring.events.play.rounds import EventRound
from scoring.events.results.domain.competitors import PAIR_SIGN, Competitor
from scoring.events.results.domain.score_cards import Played, ScoreCard
from scoring.events.state import EventState
from scoring.game.names import place_in_list
from scoring.printing.press import code_of, site
from scoring.printing.score_sheets import SUITS
from scoring.printing.text import Names, over, title_of_places, words
from scoring.tables.games import game_of, law_set_of
from scoring.tables.models import ClubCard, Table, TableLink
from scoring.tables.services import club_cards, links
from scoring.templatetags import times

ROUNDS_IN_A_COLUMN = {4: 16, 8: 9}
"""Number of score cards on a sheet (4 or 8) → how many rounds one column of a card holds."""
MOST_COLUMNS = 3


def table_cards(state: EventState, live: Mapping[int, TableLink | None]) -> dict[str, Any]:
    """Return the table cards of an event. ``live`` maps each table's number to the table's link or None."""
    last = max(live, default=0)
    marks = {1: words()["head_table"]} | ({last: words()["last_table"]} if last > 1 else {})
    if not state.settings.moves_winners_up:
        marks = {}
    return {
        "over": over(state),
        "title": state.event.name,
        "under": f"{translated(state.terms.game.title)} · {state.law_set.title}",
        "site": site(),
        "cards": [
            {"number": table, "name": None, "mark": marks.get(table), **_codes_of(link)}
            for table, link in sorted(live.items())
        ],
    }


def card_of_table(table: Table) -> dict[str, Any]:
    """Return the card with a table's link, game and law set."""
    card = {"number": None, "name": table.name, "mark": None, **_codes_of(links.live_link(table))}
    over = f"{translated(game_of(table).title)} · {law_set_of(table).title}"
    return {"over": over, "title": table.club.name, "under": "", "site": site(), "cards": [card]}


def cards_of_club(club: Club, cards: Sequence[ClubCard]) -> dict[str, Any]:
    """Return the sheet of ``cards``, which stay on the club's tables from evening to evening."""
    return {
        "over": "",
        "title": club.name,
        "under": gettext(
            "To enter deals, type tonight's word. It is on the wall, the projector and the desk."
        ),
        "scan": words()["scan_look"],
        "site": site() + reverse("table-link"),
        "cards": [
            {
                "number": card.number,
                "name": None,
                "mark": None,
                "code": code_of(club_cards.address_of(card)),
                "letters": club_cards.code_of(card),
                "until": None,
            }
            for card in cards
        ],
    }


def wall_sheet(state: EventState) -> dict[str, Any]:
    """Return the sheet that hangs on the wall during an event.

    It shows the event's word. A phone that opened a table by its lasting card needs this word to enter deals.
    """
    return {
        "over": over(state),
        "title": state.event.name,
        "word": " ".join(state.event.word),
        "site": site(),
    }


def _codes_of(link: TableLink | None) -> dict[str, Any]:
    letters, until = links.code_of(link), None
    if link and letters:
        when = times.date(localtime(links.code_ends(link)), "DATETIME_FORMAT")
        until = gettext("The letters work until %(when)s.") % {"when": when}
    return {"code": code_of(links.address_of_link(link)), "letters": letters, "until": until}


def draw_cards(state: EventState) -> dict[str, Any]:
    """Return the place cards that players draw for round 1: one for each player.

    Players who are missing at check-in get none. A player who draws a joker sits out.
    """
    cards = []
    for card in place_cards(state.without_missing().shape):
        pack, pip = divmod(card.table - 1, len(PIPS))
        cards.append(
            {
                "joker": False,
                "is_red": card.code[0] == "R",
                "pips": "10" if PIPS[pip] == "T" else PIPS[pip],
                "suit": SUITS[card.code[2]],
                "table": card.table,
                "seat": card.seat,
                "pack": pack + 1 if pack else None,
            }
            if card.table
            else {"joker": True}
        )
    return {"title": state.event.name, "kind": "places", "cards": cards}


def name_cards(state: EventState, played: EventRound, names: Names) -> dict[str, Any]:
    """Return a name card for each player of a round, sorted by table and seat.

    The players who sit out come last.
    """
    cards: list[dict[str, Any]] = [
        {"name": names[player], "table": table.number, "seat": seat}
        for table in played.tables
        for seat, player in enumerate(table.players, start=1)
    ]
    cards += [{"name": names[player], "table": None, "seat": None} for player in played.sitting_out]
    title = f"{state.event.name} · {words()['round']} {played.number}"
    return {"title": title, "kind": "names", "cards": cards}


def slips(state: EventState, rounds: Sequence[SeatedRound], names: Names) -> dict[str, Any]:
    """Return a result slip for each table of these rounds, with the names of the players of each side."""
    cards = [
        {
            "table": table.number,
            "round": seated.number,
            "sides": [
                " & ".join(names[player] for player in players) for players in state.sides_as_named(table)
            ],
        }
        for seated in rounds
        for table in seated.tables
    ]
    title = title_of_places(state)
    if len(rounds) == 1:
        title = f"{title} · {words()['round']} {rounds[0].number}"
    return {"title": title, "kind": "slips", "cards": cards}


def score_cards(
    state: EventState,
    names: Names,
    addresses: Mapping[int, str | None],
    per_page: int,
) -> dict[str, Any]:
    """Return the score cards of an event with the results so far, sorted by name.

    If all competitors are pairs, each pair has a card. Otherwise each player has a card.

    - ``addresses`` maps a player to the URL of the player's page for the evening, or to None. The card shows
      the URL as a QR code. The card of a pair shows the URL of the first member or stand-in who has a URL.
    - ``per_page`` is the number of cards on a sheet: 4 or 8.
    """
    rounds, board = state.settings.rounds, state.board
    cards: dict[Competitor, ScoreCard | None]
    if state.competes_as_pairs:
        begun = {player for competitor in board.cards for player in competitor.everybody}
        cards = {**board.cards, **{new: None for new in state.entered if begun.isdisjoint(new.members)}}
    else:
        cards = {Competitor((player,)): board.own_cards.get(player) for player in names}
    pair_of = {
        player: competitor
        for competitor in board.cards
        if competitor.is_pair
        for player in competitor.everybody
    }
    return {
        "title": state.event.name,
        "per_page": per_page,
        "has_stars": state.settings.moves_winners_up,
        "has_partner": not state.competes_as_pairs and state.terms.game.seating.has_partners,
        "scan": words()["scan_results" if state.is_over else "scan_evening"],
        "cards": [
            {
                "name": competitor.name(names),
                "pair": _note_on_pair(competitor, pair_of.get(competitor.members[0]), names),
                "code": code_of(_address_of(competitor, addresses), error="l"),
                **_filled(card, names, rounds, per_page),
            }
            for competitor, card in sorted(
                cards.items(), key=lambda entry: place_in_list(entry[0].name(names))
            )
        ],
    }


def _note_on_pair(competitor: Competitor, pair: Competitor | None, names: Names) -> str:
    if pair is None:
        return ""
    # The pair's own card already has the pair's name.
    name = () if competitor.is_pair else (pair.name(names),)
    return " · ".join((*name, *stand_ins_in_words(pair, names)))


def _address_of(competitor: Competitor, addresses: Mapping[int, str | None]) -> str | None:
    found = (addresses.get(player) for player in competitor.everybody)
    return next((address for address in found if address), None)


def _filled(card: ScoreCard | None, names: Names, rounds: int, per_page: int) -> dict[str, Any]:
    played = {line.round_number: line for line in card.rounds} if card else {}
    lines: list[dict[str, Any]] = []
    for number in range(1, rounds + 1):
        line = played.get(number)
        lines.append(
            {
                "round": number,
                "sat_out": card is not None and number in card.sat_out,
                "partner": _partner(line, names) if line else None,
                "is_counted": line is None or line.is_counted,
                "seat": seats_in_words(card.competitor, line) if card and line else None,
                **{name: line and getattr(line, name) for name in ("table", "points", "star")},
            }
        )
    results = [line for line in played.values() if line.points is not None]
    return {
        "groups": _in_columns(lines, ROUNDS_IN_A_COLUMN[per_page]),
        "points": sum(line.points or 0 for line in results if line.is_counted) if results else None,
        "progressions": sum(line.star in ("gold", "red") for line in played.values()) if results else None,
        "has_not_counted": not all(line.is_counted for line in results),
    }


def seats_in_words(competitor: Competitor, line: Played) -> str:
    """Return a player's seat, or both seats of a pair, as text: "1" or "1 & 3"."""
    seats = {line.seat, line.partner_seat or line.seat} if competitor.is_pair else {line.seat}
    return PAIR_SIGN.join(map(str, sorted(seats)))


def _partner(line: Played, names: Names) -> str | None:
    if line.partner is not None:
        return names[line.partner]
    return gettext("alone, of three") if len(line.adversaries) == THREE - 1 else None


def _in_columns(lines: Sequence[dict[str, Any]], most: int) -> list[Sequence[dict[str, Any]]]:
    columns = min(MOST_COLUMNS, ceil(len(lines) / most))
    length = ceil(len(lines) / columns)
    return [lines[first : first + length] for first in range(0, len(lines), length)]
