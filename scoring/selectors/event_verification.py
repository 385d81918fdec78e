"""Check events against themselves: moves made again from what was known then, everybody in one place.

Reads only. Part of `scoring.selectors.verification`.
"""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from django.core.exceptions import ObjectDoesNotExist

from laws.domain.errors import InvalidInput
from scoring.domain.events.plan import plan
from scoring.domain.events.situation import MOVEMENT_VERSION
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.models import Event, Seat, Seating
from scoring.selectors.breach import Breach
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
            record = known.record_at(seating.as_of)
            present = _present(record, seating)
        except UNREADABLE as error:
            yield Breach("I-4", here, f"what was known then cannot be read again: {error}")
            continue
        yield from _place_breaches(known, present, seating, here, seats)
        yield from _move_breaches(known, record, seating, here)
    for one, following in pairwise(standing):
        for placing in known.placings.get(one.pk, ()):
            for revision in known.revisions.get(placing.game_id or 0, ()):
                if revision.seq == 1 and placing.seat == 1 and known.at(revision) > following.as_of:
                    yield Breach("I-11", f"{where} deal id {revision.deal_id}", "it came after the move")


def _present(record: EventRecord, seating: Seating) -> set[int]:
    """Return who was there in a round, as far as was known when it was seated."""
    entrants = map(record.entrant_value, record.entrants)
    return {one.player for one in entrants if one.is_present(seating.round_number)}


def _place_breaches(
    known: History, present: set[int], seating: Seating, where: str, seats: dict[int, dict[int, int]]
) -> Iterator[Breach]:
    """Yield players without a place or with two, and seats that are not those of the table's game."""
    placings = known.placings.get(seating.pk, ())
    members = {one.pk: one.member_id for one in known.entrants}
    placed = [members.get(one.entrant_id) for one in placings]
    if len(placed) != len(set(placed)) or set(placed) != present:
        yield Breach("I-14", where, "not everybody who was there has one place")
    games: dict[int, dict[int, int | None]] = defaultdict(dict)
    for one in placings:
        if one.game_id is not None and one.seat is not None:
            games[one.game_id][one.seat] = members.get(one.entrant_id)
    for game, taken in games.items():
        if seats.get(game, {}) != taken or sorted(taken) != list(range(1, len(taken) + 1)):
            yield Breach("I-14", where, f"the seats of game id {game} are not its places")


def _move_breaches(known: History, record: EventRecord, seating: Seating, where: str) -> Iterator[Breach]:
    """Yield where the plan, made again from what was known when it was made, is another one.

    A plan of another version of the movements cannot be made again.
    """
    if known.event.movement_version != MOVEMENT_VERSION:
        return
    try:
        made = plan(record.situation(seating.round_number, seating.generation, start_of(seating)))
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


def _seats(event: Event) -> dict[int, dict[int, int]]:
    """Return game → seat → member, for every game of the event's tables."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(game__table__event=event)
    for game, seat, member in seats.values_list("game_id", "seat", "member_id"):
        found[game][seat] = member
    return found
