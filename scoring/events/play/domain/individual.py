"""The whist and the individual rotation: everybody changes partners every round, as planned in advance.

The places of round 1 are the places of the plan's first round; `designs` has the later rounds. A player who
comes later takes the place of a player who left. A player who comes back takes their own place if it is free.

A round is drawn as in `redraw` in three cases:

- The plan does not fit the number of players.
- The plan does not fit the tables of round 1.
- In the plan, somebody would sit out again before all others have sat out.

No source mentions these movements: they are the director's choice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from laws.domain.sentences import Sentence, _, fill_in, gettext_noop
from scoring.events.play.domain.designs import Design, individual_design, whist_design
from scoring.events.play.domain.plan_input import SITS_OUT_BY_PLAN, Room, SeatingDraft, Situation, tally
from scoring.events.play.domain.redraw import redraw
from scoring.events.play.domain.values import FULL, SeatedTable

WHIST = gettext_noop("Round {number} of the whist for {count} players.")
INDIVIDUAL = gettext_noop("Round {number} of the individual rotation for {count} players.")


def whist_round(room: Room) -> SeatingDraft:
    return _by_design(room, whist_design(_places(room)), WHIST)


def individual_round(room: Room) -> SeatingDraft:
    count = _places(room)
    return _by_design(room, individual_design(count) if count >= FULL else None, INDIVIDUAL)


def places_now(situation: Situation) -> tuple[list[int | None], list[int]]:
    """Return the players who now hold the places of round 1, and the players without a place.

    The first list has an entry for each seat in table order, then for each player who sat out in round 1. An
    entry is None if nobody holds the place. A new player gets the place of a player who left. A player who
    comes back gets their own place if it is free, otherwise any free place.
    """
    first = situation.history[0]
    own = [player for table in first.tables for player in table.players] + list(first.sitting_out)
    places: list[int | None] = list(own)
    left: Iterator[int] = iter(())
    for number in range(2, situation.round_number + 1):
        here = {entrant.player: None for entrant in situation.entrants if entrant.is_present(number)}
        places = [player if player in here else None for player in places]
        placed = set(places)
        for place, player in enumerate(own):
            if places[place] is None and player in here and player not in placed:
                places[place] = player
                placed.add(player)
        left = iter([player for player in here if player not in placed])
        places = [next(left, None) if player is None else player for player in places]
    return places, [*left]


def drawn_instead(room: Room, why: Sentence | None = None) -> SeatingDraft:
    """Return the round that `redraw` draws, with the reason ``why`` for every player at a table.

    Without ``why``, the reason says that the plan was made for another number of players.
    """
    draft = redraw(room)
    why = why or _(
        "The plan is for {planned} players, and {count} are here: drawn so that those meet who have met "
        "least.",
        planned=_places(room),
        count=len(room.present),
    )
    playing = {player: (why, "") for table in draft.tables for player in table.players}
    return replace(draft, reasons={**draft.reasons, **playing})


AGAIN = _("By the plan somebody would sit out again before all others have: drawn instead.")


def would_sit_out_again(room: Room, idle: Collection[int], playing: Collection[int]) -> bool:
    """Return whether somebody in ``idle`` has more counted sit-outs (`tally`) than somebody in ``playing``.

    A plan shares out the sit-outs fairly, but a drawn round or a swap can have changed who sat out.
    """
    counts = tally(room.situation.history, room.situation.entrants, room.situation.round_number)
    fewest = min(counts[player] for player in playing)
    return any(counts[player] > fewest for player in idle)


def _places(room: Room) -> int:
    first = room.situation.history[0]
    return sum(len(table.players) for table in first.tables) + len(first.sitting_out)


def _by_design(room: Room, design: Design | None, why: str) -> SeatingDraft:
    places, left = places_now(room.situation)
    holders = [player for player in places if player is not None]
    tables_then = room.situation.history[0].tables
    is_other_number = len(holders) < len(places) or left
    if design is None or is_other_number or any(len(table.players) != FULL for table in tables_then):
        return drawn_instead(room)
    carrier = dict(zip(design.elements(), holders, strict=True))
    tables, idle = design.seated(room.situation.round_number)
    sitting_out = tuple(carrier[element] for element in idle)
    if would_sit_out_again(room, sitting_out, [carrier[element] for table in tables for element in table]):
        return drawn_instead(room, AGAIN)
    seated = numbered([[carrier[element] for element in table] for table in tables], room)
    reason = fill_in(why, number=room.situation.round_number, count=len(holders))
    reasons: dict[int, tuple[Sentence, str]] = {
        player: (reason, "") for table in seated for player in table.players
    }
    return SeatingDraft(tuple(seated), sitting_out, reasons | dict.fromkeys(sitting_out, SITS_OUT_BY_PLAN))


def numbered(tables: list[list[int]], room: Room) -> list[SeatedTable]:
    """Return the tables with their numbers, head table first.

    A table gets the number that one of its players has as a fixed table, unless the number is taken or too
    high. As many players as possible get their fixed seats.
    """
    numbers: dict[int, list[int]] = {}
    for table in tables:
        wished = [room.constraints.fixed[player][0] for player in table if player in room.constraints.fixed]
        number = next((wish for wish in wished if wish <= len(tables) and wish not in numbers), None)
        if number is not None:
            numbers[number] = table
    others = iter([table for table in tables if table not in numbers.values()])
    for number in range(1, len(tables) + 1):
        if number not in numbers:
            numbers[number] = next(others)
    seats = {number: numbers[number] for number in sorted(numbers)}
    return [room.table_as_wished(number, table) for number, table in seats.items()]
