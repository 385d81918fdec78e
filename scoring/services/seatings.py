"""A round written down: its plan carried out as seating, places and a new game at each table.

To be called with the event locked, by `scoring.services.rounds`, which says when.
"""

from collections.abc import Sequence

from django.db.models import Max
from django.utils import timezone

from laws.domain.errors import InvalidInput
from scoring.access import Actor
from scoring.domain.events.drawing import Start
from scoring.domain.events.plan import plan
from scoring.domain.events.values import Plan
from scoring.event_records import EventRecord
from scoring.event_telling import told
from scoring.models import Event, Game, Placing, Seat, Seating, Table, TakeBack
from scoring.refusals import Conflict
from scoring.selectors import events as selected
from scoring.services import journal, links

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
        reasons = "; ".join(reason for reasons in refusal.errors.values() for reason in reasons)
        raise Conflict(f"The players cannot be moved yet: {reasons}", code="round-not-ready") from refusal
    seating = Seating.objects.create(
        event=event,
        round_number=round_number,
        generation=generation,
        after=after,
        cause=cause,
        as_of=selected.version(event.pk),
        start=_written(start) if start else None,
        digest=made.digest,
        told=told(made),
        at=timezone.now(),
        **actor.recorded(),
    )
    games = _games(made, _tables(event, actor, [table.number for table in made.tables]), actor)
    places = _places(made, seating, games, {one.member_id: one.pk for one in record.entrants})
    journal.write(
        actor=actor,
        verb="round.seated",
        data={"round": round_number, "generation": generation, "cause": cause, "digest": made.digest},
        event_id=event.pk,
        facts=[seating, *games.values(), *places],
    )
    return seating


def _games(made: Plan, tables: dict[int, Table], actor: Actor) -> dict[int, Game]:
    """Begin a game at each table and return them by the table's number."""
    last = Game.objects.filter(table__in=tables.values()).values_list("table_id").annotate(last=Max("number"))
    numbers, now = dict(last), timezone.now()
    games = Game.objects.bulk_create(
        Game(
            table=tables[table.number],
            number=numbers.get(tables[table.number].pk, 0) + 1,
            first_dealer=FIRST_DEALER,
            at=now,
            **actor.recorded(),
        )
        for table in made.tables
    )
    return {table.number: game for table, game in zip(made.tables, games, strict=True)}


def _places(
    made: Plan, seating: Seating, games: dict[int, Game], entrants: dict[int, int]
) -> list[Seat | Placing]:
    """Seat everybody; who sits out has a place without a seat."""
    taken = [
        (table.number, seat, player)
        for table in made.tables
        for seat, player in enumerate(table.players, start=1)
    ]
    seats = Seat.objects.bulk_create(
        Seat(game=games[number], seat=seat, member_id=player) for number, seat, player in taken
    )
    placings = [
        Placing(
            seating=seating, entrant_id=entrants[player], game=games[number], table_number=number, seat=seat
        )
        for number, seat, player in taken
    ]
    placings += [Placing(seating=seating, entrant_id=entrants[player]) for player in made.sitting_out]
    return [*seats, *Placing.objects.bulk_create(placings)]


def _written(start: Start) -> dict[str, object]:
    return {
        "cards": {str(player): card for player, card in start.cards.items()},
        "tables": [list(table) for table in start.tables],
    }


def _tables(event: Event, actor: Actor, numbers: Sequence[int]) -> dict[int, Table]:
    """Return the event's tables by number, opening those that are not there yet, each with its link."""
    found = {table.event_number: table for table in Table.objects.filter(event=event)}
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
        table.event_number: table for table in opened if table.event_number
    }
