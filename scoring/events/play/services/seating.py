"""Record a plan as a seating with its places and games. The event must be locked."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _, in_a_line
from scoring.clubs.permissions import Actor
from scoring.events.models import Entrant, Event, Placing, Seating, TakeBack
from scoring.events.planning.domain.event_games import table_play
from scoring.events.play import plan_json
from scoring.events.play.domain import drawing, movement_plan
from scoring.events.play.domain.values import Plan, SeatedTable, TieCut
from scoring.events.play.rounds import EventRound
from scoring.events.state import EventState, last_entry
from scoring.journal.services import write_entry
from scoring.refusals import Conflict
from scoring.tables.models import Game, Seat, Table
from scoring.tables.services import links


def generation_of(event: Event, round_number: int) -> tuple[int, TakeBack | None]:
    """Return the generation of a round's next seating, and the `TakeBack` of the seating before.

    If the round was never taken back, these are 1 and None.
    """
    take_backs = TakeBack.objects.filter(seating__event=event, seating__round_number=round_number)
    last = take_backs.select_related("seating").order_by("seating__generation").last()
    return (last.seating.generation + 1, last) if last else (1, None)


def seat(
    state: EventState, round_number: int, actor: Actor, *, cause: str, start: drawing.Start | None = None
) -> Seating:
    """Plan a round and record it. The cuts that the program drew in the previous round get journal entries.

    Raises Conflict ``round-not-ready`` if the round cannot be seated, for example because a result is missing
    or a table has to cut. For round 1 it raises InvalidInput instead.
    """
    event = state.event
    generation, after = generation_of(event, round_number)
    try:
        made = movement_plan.plan(state.situation(round_number, generation, start))
    except InvalidInput as refusal:
        if round_number == 1:
            raise
        reasons = in_a_line(refusal.reasons)
        raise Conflict(
            _("The players cannot be moved yet: {reasons}", reasons=reasons), code="round-not-ready"
        ) from refusal
    if made.ties_cut:
        log_drawn_cuts(state, state.rounds[round_number - 2], made.ties_cut, actor)
    return write_down(
        state, made, actor, cause=cause, after=after, start=start.canonical() if start else None
    )


def log_drawn_cuts(state: EventState, played: EventRound, ties_cut: Iterable[TieCut], actor: Actor) -> None:
    """Write a journal entry for each cut that the program drew and that decided a table of the round.

    Other cuts have an entry already: the players entered their cards, or a director let the cut replace a
    result.
    """
    entrants = {entrant.member_id: entrant.pk for entrant in state.entrants}
    for cut in ties_cut:
        table = played.table(cut.table)
        if cut.source != "drawn" or table.report.is_cut:
            continue
        seated = table.seated
        cutting = set(cut.cutters.values())
        won = [player for side in cut.winners if side in cutting for player in seated.side(side)]
        data = {
            "round": played.number,
            "table": cut.table,
            "won": [entrants[player] for player in state.as_named(won)],
        }
        write_entry(actor=actor, verb="round.cut-drawn", data=data, event_id=state.event.pk)


def write_down(
    state: EventState,
    made: Plan,
    actor: Actor,
    *,
    cause: str,
    after: TakeBack | None,
    start: Mapping[str, object] | None = None,
    change: Mapping[str, object] | None = None,
    games_kept: Mapping[int, Sequence[int]] | None = None,
    records: Sequence[TakeBack] = (),
) -> Seating:
    """Record a plan. Tables whose games do not go on get new games. Missing tables are opened.

    ``games_kept`` maps the numbers of tables whose games go on to the ids of these games. ``records`` are
    further records for the same journal entry.
    """
    event, round_number, games_kept = state.event, made.round.number, games_kept or {}
    seating = Seating.objects.create(
        event=event,
        round_number=round_number,
        generation=made.generation,
        after=after,
        cause=cause,
        as_of=last_entry(event.pk)[0],
        start=start,
        change=change,
        digest=made.digest,
        plan=plan_json.plan_content(made),
        at=timezone.now(),
        **actor.recorded(),
    )
    new = [table for table in made.tables if table.number not in games_kept]
    begun = _games(state, round_number, new, _tables(event, actor, [table.number for table in new]), actor)
    seats = [
        Seat(game=game, seat=seat, member_id=player)
        for table in new
        for game, here in zip(begun[table.number], _who_play(event, table), strict=True)
        for seat, player in enumerate(here, start=1)
    ]
    begun_ids = {number: [game.pk for game in games] for number, games in begun.items()}
    placings = _placings(made, seating, {**games_kept, **begun_ids}, state.entrants)
    write_entry(
        actor=actor,
        verb="round.seated",
        data={"round": round_number, "generation": made.generation, "cause": cause, "digest": made.digest},
        event_id=event.pk,
        records=[
            *records,
            seating,
            *(game for games in begun.values() for game in games),
            *Seat.objects.bulk_create(seats),
            *Placing.objects.bulk_create(placings),
        ],
    )
    return seating


def _games(
    state: EventState,
    round_number: int,
    seated: Sequence[SeatedTable],
    tables: Mapping[int, int],
    actor: Actor,
) -> dict[int, list[Game]]:
    event = state.event
    numbers = Game.objects.filter(table__event=event).values_list("table_id").annotate(last=Max("number"))
    last, now, games = dict(numbers), timezone.now(), {}
    for table in seated:
        table_id, (own_game, own_law_set) = tables[table.number], event.laws_of_its_own(len(table.players))
        games[table.number] = [
            Game(
                table_id=table_id,
                number=last.get(table_id, 0) + place,
                first_dealer=state.first_dealer(round_number, table),
                game=own_game,
                law_set_id=own_law_set,
                at=now,
                **actor.recorded(),
            )
            for place in range(1, len(_who_play(event, table)) + 1)
        ]
    Game.objects.bulk_create(game for of_table in games.values() for game in of_table)
    return games


def _who_play(event: Event, table: SeatedTable) -> tuple[tuple[int, ...], ...]:
    return table_play(event.kind, len(table.players)).who_play(table.players)


def _placings(
    made: Plan, seating: Seating, games: Mapping[int, Sequence[int]], entrants: Sequence[Entrant]
) -> list[Placing]:
    entrant_of = {entrant.member_id: entrant.pk for entrant in entrants}
    # A table of five has five games. A place there refers to the game in which the player deals first.
    placings = [
        Placing(
            seating=seating,
            entrant_id=entrant_of[player],
            game_id=games[table.number][(seat - 1) % len(games[table.number])],
            table_number=table.number,
            seat=seat,
        )
        for table in made.tables
        for seat, player in enumerate(table.players, start=1)
    ]
    return placings + [Placing(seating=seating, entrant_id=entrant_of[player]) for player in made.sitting_out]


def _table_name(event_name: str, number: int) -> str:
    return f"{event_name[:60]}, table {number}"


def rename_tables(event: Event, event_name: str) -> None:
    tables = list(Table.objects.filter(event=event, event_number__isnull=False))
    for table in tables:
        table.name = _table_name(event_name, table.event_number or 0)
    Table.objects.bulk_update(tables, ["name"])


def _tables(event: Event, actor: Actor, numbers: Sequence[int]) -> dict[int, int]:
    """Return table number → table id. Opens the tables that are missing, each with a link."""
    tables = dict(Table.objects.filter(event=event).values_list("event_number", "id"))
    now = timezone.now()
    opened = Table.objects.bulk_create(
        Table(
            club_id=event.club_id,
            name=_table_name(event.name, number),
            game=event.game,
            law_set_id=event.law_set_id,
            opened_at=now,
            opened_by_id=actor.member,
            event=event,
            event_number=number,
        )
        for number in numbers
        if number not in tables
    )
    for table in opened:
        write_entry(
            actor=actor,
            verb="table.opened",
            data={"table": table.pk, "law_set": event.law_set.slug, "revision": event.law_set.revision},
            table=table,
        )
        links.issue(table=table, actor=actor)
    return {number: table for number, table in tables.items() if number} | {
        table.event_number: table.pk for table in opened if table.event_number
    }
