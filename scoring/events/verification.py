"""Check events against themselves: moves made again from what was known then, everybody in one place.

Reads only. Part of `scoring.office.verification`.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from django.core.exceptions import ObjectDoesNotExist

from laws.domain.errors import InvalidInput
from scoring.domain.events.fives import fours
from scoring.domain.events.threes import GAME_OF_THREE, THREE
from scoring.event_records import EventRecord
from scoring.event_telling import plan_told, told
from scoring.events.domain.late import changed
from scoring.events.domain.plan import plan
from scoring.events.domain.situation import MOVEMENT_VERSION
from scoring.events.domain.values import Plan
from scoring.journal.breach import Breach
from scoring.models import Event, Placing, Seat, Seating
from scoring.selectors.event_history import History, history, start_of

UNREADABLE = (InvalidInput, AttributeError, LookupError, ValueError, TypeError, ObjectDoesNotExist)
"""What reading rows may raise that somebody has changed."""


def event_breaches(event: Event) -> Iterator[Breach]:
    """Yield what does not hold in one event: moves, places, seats, and deals of rounds that were over."""
    where = f"event {event.pk}"
    try:
        known = history(event)
        standing = known.standing_at(2**62)
    except UNREADABLE as error:
        yield Breach("I-4", where, f"it cannot be read again: {error}")
        return
    if [one.round_number for one in standing] != list(range(1, len(standing) + 1)):
        yield Breach("I-13", where, f"its rounds are numbered {[one.round_number for one in standing]}")
    seats = _seats(event)
    if astray := seats.keys() - known.games.keys():
        yield Breach("I-14", where, f"no round has seated the games with the ids {sorted(astray)}")
    for seating in known.seatings:
        here = f"{where} round {seating.round_number} generation {seating.generation}"
        try:
            record = known.record_at(seating.as_of, seating.round_number - 1)
            present = _present(record, seating)
        except UNREADABLE as error:
            yield Breach("I-4", here, f"what was known then cannot be read again: {error}")
            continue
        yield from _place_breaches(known, present, seating, here, seats)
        yield from _move_breaches(known, record, seating, here)
    for one, following in pairwise(standing):
        for game in dict.fromkeys(placing.game_id for placing in known.placings.get(one.pk, ())):
            for revision in known.revisions.get(game or 0, ()):
                if revision.seq == 1 and known.at(revision) > following.as_of:
                    yield Breach("I-11", f"{where} deal id {revision.deal_id}", "it came after the move")


def _present(record: EventRecord, seating: Seating) -> set[int]:
    """Return who was there in a round, as far as was known when it was seated."""
    situation = record.situation(seating.round_number, seating.generation, change=seating.change)
    return {one.player for one in situation.entrants if one.is_present(seating.round_number)}


def _place_breaches(
    known: History, present: set[int], seating: Seating, where: str, seats: dict[int, dict[int, int]]
) -> Iterator[Breach]:
    """Yield players without a place or with two, and seats that are not those of the table's game."""
    placings = known.placings.get(seating.pk, ())
    members = {one.pk: one.member_id for one in known.entrants}
    placed = [members.get(one.entrant_id) for one in placings]
    if len(placed) != len(set(placed)) or set(placed) != present:
        yield Breach("I-14", where, "not everybody who was there has one place")
    tables: dict[int, dict[int, Placing]] = defaultdict(dict)
    for one in placings:
        if one.table_number is not None and one.seat is not None:
            tables[one.table_number][one.seat] = one
    for taken in tables.values():
        ordered = [taken[seat] for seat in sorted(taken)]
        games = list(dict.fromkeys(one.game_id for one in ordered))
        four = fours([members.get(one.entrant_id) for one in ordered])
        is_whole = sorted(taken) == list(range(1, len(taken) + 1)) and len(games) == len(four)
        for game, players in zip(games, four, strict=False):
            if not is_whole or seats.get(game or 0, {}) != dict(enumerate(players, start=1)):
                yield Breach("I-14", where, f"the seats of game id {game} are not its places")
        laws = (GAME_OF_THREE, known.event.law_set_at_three_id) if len(taken) == THREE else (None, None)
        for row in (known.games[game] for game in games if game is not None and game in known.games):
            if (row.game, row.law_set_id) != laws:
                yield Breach("I-14", where, f"game id {row.pk} is not what {len(taken)} play in this event")


def _move_breaches(known: History, record: EventRecord, seating: Seating, where: str) -> Iterator[Breach]:
    """Yield where the plan, made again from what was known when it was made, is another one.

    A plan of another version of the movements cannot be made again.
    """
    if known.event.movement_version != MOVEMENT_VERSION:
        return
    try:
        made = _planned_again(known, record, seating)
    except UNREADABLE as error:
        yield Breach("I-12", where, f"it cannot be planned again: {error}")
        return
    if made.digest != seating.digest:
        yield Breach("I-12", where, "it was planned from something else than was known then")
    members = {one.pk: one.member_id for one in known.entrants}
    recorded = {
        members.get(one.entrant_id): None if one.seat is None else (one.table_number, one.seat)
        for one in known.placings.get(seating.pk, ())
    }
    planned = {**dict.fromkeys(made.sitting_out), **made.round.places()}
    if planned != recorded or told(made) != seating.told:
        yield Breach("I-12", where, "planned again it comes out otherwise")


def _planned_again(known: History, record: EventRecord, seating: Seating) -> Plan:
    """Return the plan of a seating; of one that was changed by hand, from the one it goes on from."""
    number, generation = seating.round_number, seating.generation
    if (before := known.going_on_from(seating)) is None:
        return plan(record.situation(number, generation, start_of(seating)))
    made = plan_told(record.rounds[number - 1].seated(), before.told, before.generation, before.digest)
    return changed(made, record.situation(number, generation, change=seating.change), seating.change or {})


def _seats(event: Event) -> dict[int, dict[int, int]]:
    """Return game → seat → member, for every game of the event's tables."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(game__table__event=event)
    for game, seat, member in seats.values_list("game_id", "seat", "member_id"):
        found[game][seat] = member
    return found
