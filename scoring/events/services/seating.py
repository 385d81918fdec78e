"""A round written down: its plan carried out as seating, places and a new game at each table.

To be called with the event locked, by `scoring.events.services.rounds` and `seat_changes`, which say when.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from django.db.models import Max, Model
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _, in_a_line
from scoring.clubs.access import Actor
from scoring.domain.events.fives import fours
from scoring.domain.events.threes import GAME_OF_THREE, THREE
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.events.domain.drawing import Start
from scoring.events.domain.plan import plan
from scoring.events.domain.values import Plan
from scoring.inserts import insert_many
from scoring.journal import services as journal
from scoring.journal.facts import digests
from scoring.models import Event, Game, Placing, Seat, Seating, Table, TakeBack
from scoring.refusals import Conflict
from scoring.selectors import events as selected
from scoring.tables.services import links

FIRST_DEALER = 1
"""Each player deals once in a round of four deals; the one in the first seat begins."""


def generation_of(event: Event, round_number: int) -> tuple[int, TakeBack | None]:
    """Return the generation that the next seating of a round has, and the take-back it follows."""
    last = TakeBack.objects.filter(seating__event=event, seating__round_number=round_number)
    found = last.select_related("seating").order_by("seating__generation").last()
    return (found.seating.generation + 1, found) if found else (1, None)


def seat(
    record: EventRecord, round_number: int, actor: Actor, *, cause: str, start: Start | None = None
) -> Seating:
    """Plan a round and carry the plan out.

    Raises Conflict ``round-not-ready`` where a result or a cut is missing, InvalidInput for round 1.
    """
    event = record.event
    generation, after = generation_of(event, round_number)
    try:
        made = plan(record.situation(round_number, generation, start))
    except InvalidInput as refusal:
        if round_number == 1:
            raise
        reasons = in_a_line(refusal.reasons)
        raise Conflict(
            _("The players cannot be moved yet: {reasons}", reasons=reasons), code="round-not-ready"
        ) from refusal
    return write_down(record, made, actor, cause=cause, after=after, start=_written(start) if start else None)


def write_down(
    record: EventRecord,
    made: Plan,
    actor: Actor,
    *,
    cause: str,
    after: TakeBack | None,
    start: Mapping[str, object] | None = None,
    change: Mapping[str, object] | None = None,
    games_kept: Mapping[int, Sequence[int]] = MappingProxyType({}),
    as_of: int | None = None,
    facts: Sequence[Model] = (),
) -> Seating:
    """Write a plan down, with a new game at each table but those whose game goes on.

    ``games_kept`` are the latter, by the table's number; ``facts`` are journalled with it.
    """
    event, round_number = record.event, made.round.number
    seating = Seating.objects.create(
        event=event,
        round_number=round_number,
        generation=made.generation,
        after=after,
        cause=cause,
        as_of=selected.version(event.pk) if as_of is None else as_of,
        start=start,
        change=change,
        digest=made.digest,
        told=told(made),
        at=timezone.now(),
        **actor.recorded(),
    )
    numbers = [table.number for table in made.tables if table.number not in games_kept]
    sizes = {table.number: len(fours(table.players)) for table in made.tables}
    tables = _tables(event, actor, numbers)
    threes = {table.number for table in made.tables if len(table.players) == THREE}
    begun, added = _games(event, {number: sizes[number] for number in numbers}, threes, tables, actor)
    added |= _places(made, seating, begun, games_kept, {one.member_id: one.pk for one in record.entrants})
    journal.write(
        actor=actor,
        verb="round.seated",
        data={"round": round_number, "generation": made.generation, "cause": cause, "digest": made.digest},
        event_id=event.pk,
        facts=[*facts, seating],
        digests=added,
    )
    return seating


def _games(
    event: Event, counts: Mapping[int, int], threes: Collection[int], tables: Mapping[int, int], actor: Actor
) -> tuple[dict[int, list[int]], dict[str, str]]:
    """Begin the games of the tables, so many at each; those of three play their own.

    Returns the games by the table's number, and the digests of their rows.
    """
    last = Game.objects.filter(table__event=event).values_list("table_id").annotate(last=Max("number"))
    last_of, now, by = dict(last), timezone.now(), actor.recorded()
    wanted = [(number, place) for number, count in counts.items() for place in range(1, count + 1)]
    games, facts = _inserted(
        Game,
        ("table_id", "number", "first_dealer", "cut_id", "game", "law_set_id", "at", *by),
        [
            (
                tables[number],
                last_of.get(tables[number], 0) + place,
                FIRST_DEALER,
                None,
                *((GAME_OF_THREE, event.law_set_at_three_id) if number in threes else (None, None)),
                now,
                *by.values(),
            )
            for number, place in wanted
        ],
    )
    found: dict[int, list[int]] = {number: [] for number in counts}
    for (number, _place), game in zip(wanted, games, strict=True):
        found[number].append(game)
    return found, facts


def _places(
    made: Plan,
    seating: Seating,
    begun: Mapping[int, Sequence[int]],
    kept: Mapping[int, Sequence[int]],
    entrants: Mapping[int, int],
) -> dict[str, str]:
    """Seat everybody; who sits out has a place without a seat, and in a game that goes on all sit already.

    At a table of five a place names the game in which its player deals first. Returns the rows' digests.
    """
    seats = [
        (game, seat, player)
        for table in made.tables
        if table.number in begun
        for game, four in zip(begun[table.number], fours(table.players), strict=True)
        for seat, player in enumerate(four, start=1)
    ]
    games = {**kept, **begun}
    places: list[tuple[int | None, ...]] = [
        (
            seating.pk,
            entrants[player],
            games[table.number][(seat - 1) % len(games[table.number])],
            table.number,
            seat,
        )
        for table in made.tables
        for seat, player in enumerate(table.players, start=1)
    ]
    places += [(seating.pk, entrants[player], None, None, None) for player in made.sitting_out]
    columns = ("seating_id", "entrant_id", "game_id", "table_number", "seat")
    added = _inserted(Seat, ("game_id", "seat", "member_id"), seats)[1]
    return added | _inserted(Placing, columns, places)[1]


def _inserted(
    model: type[Model], columns: Sequence[str], rows: Sequence[Sequence[object]]
) -> tuple[list[int], dict[str, str]]:
    ids = insert_many(model, columns, rows)
    return ids, digests(model, columns, ids, rows)


def _written(start: Start) -> dict[str, object]:
    return {
        "cards": {str(player): card for player, card in start.cards.items()},
        "tables": [list(table) for table in start.tables],
    }


def _tables(event: Event, actor: Actor, numbers: Sequence[int]) -> dict[int, int]:
    """Return the event's tables by number, opening those that are not there yet, each with its link."""
    found = dict(Table.objects.filter(event=event).values_list("event_number", "id"))
    now = timezone.now()
    opened = Table.objects.bulk_create(
        Table(
            club_id=event.club_id,
            name=f"{event.name[:60]}, table {number}",
            game=event.game,
            law_set_id=event.law_set_id,
            opened_at=now,
            opened_by_id=actor.member,
            event=event,
            event_number=number,
        )
        for number in numbers
        if number not in found
    )
    for table in opened:
        journal.write(
            actor=actor,
            verb="table.opened",
            data={"table": table.pk, "law_set": event.law_set.slug, "revision": event.law_set.revision},
            table_id=table.pk,
            event_id=event.pk,
        )
        links.issue(table=table, actor=actor)
    return {number: table for number, table in found.items() if number} | {
        table.event_number: table.pk for table in opened if table.event_number
    }
