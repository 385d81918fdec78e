"""The movement of a fixed rotation as data: it is known before it is played, as no result can change it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from scoring.event_records import EventRecord
from scoring.events.domain.plan import plan
from scoring.events.domain.situation import Situation
from scoring.events.domain.values import SeatedRound
from scoring.printing.values import Names, breakable, over

ROTATION = "rotation"
ROUNDS_ACROSS = 12
"""So many rounds stand side by side on a sheet of A4."""


def is_known_before(record: EventRecord) -> bool:
    """Return whether the event's movement is one that no result can change."""
    return record.settings.kind == ROTATION


def movement_sheet(record: EventRecord, names: Names) -> dict[str, Any]:
    """Return everybody's places in all rounds and each table's players. Raises InvalidInput as a plan does.

    Rounds that were seated are shown as they were, the others as they follow from them if nobody comes or
    goes. Before the start the first places are those that the event's seed draws.
    """
    rounds = all_rounds(record)
    return {
        "title": gettext("Movement: %(name)s") % {"name": record.event.name},
        "over": over(record),
        "says": _says(len(record.rounds), len(rounds)),
        "footer": record.event.name,
        "by_player": _by_player(rounds, names),
        "by_table": _by_table(rounds, names),
    }


def all_rounds(record: EventRecord) -> list[SeatedRound]:
    """Return every round of the event: those that were seated, and those that follow from them."""
    rounds = [one.seated() for one in record.rounds]
    entrants = tuple(record.entrant_value(entrant) for entrant in record.entrants)
    for number in range(len(rounds) + 1, record.settings.rounds + 1):
        known = Situation(
            settings=record.settings,
            law_set=record.law_set,
            entrants=entrants,
            seed=record.event.seed,
            round_number=number,
            history=tuple(rounds),
        )
        rounds.append(plan(known).round)
    return rounds


def _says(seated: int, rounds: int) -> str:
    if not seated:
        return gettext("A draft: the first places are those that the event's seed draws.")
    if seated == rounds:
        return gettext("As the rounds were seated.")
    return gettext("It holds while nobody comes or goes; then print it again.")


def _by_player(rounds: Sequence[SeatedRound], names: Names) -> list[dict[str, Any]]:
    """Return everybody's table and seat by round, in parts that fit across a page; None where he has none."""
    places = {one.number: one.places() for one in rounds}
    players = {player for found in places.values() for player in found}
    players |= {player for one in rounds for player in one.sitting_out}
    ordered = sorted(players, key=lambda player: names[player].casefold())
    numbers = [one.number for one in rounds]
    parts = [numbers[first : first + ROUNDS_ACROSS] for first in range(0, len(numbers), ROUNDS_ACROSS)]
    return [
        {
            "rounds": part,
            "players": [
                {"name": names[player], "places": [places[number].get(player) for number in part]}
                for player in ordered
            ],
        }
        for part in parts
    ]


def _by_table(rounds: Sequence[SeatedRound], names: Names) -> list[dict[str, Any]]:
    """Return the players of each table round by round, and last who sits out."""
    found: dict[int, list[dict[str, Any]]] = {}
    for one in rounds:
        for table in one.tables:
            players = [names[player] for player in table.players]
            found.setdefault(table.number, []).append({"round": one.number, "players": players})
    tables: list[dict[str, Any]] = [
        {"number": number, "seats": max(len(line["players"]) for line in lines), "rounds": lines}
        for number, lines in sorted(found.items())
    ]
    out = [
        {"round": one.number, "players": [breakable(names[player]) for player in one.sitting_out]}
        for one in rounds
        if one.sitting_out
    ]
    return tables + ([{"number": None, "seats": 0, "rounds": out}] if out else [])
