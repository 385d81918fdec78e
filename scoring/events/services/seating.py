"""Who sits where, written down: a plan carried out as seating, places and games; and seats changed by hand.

To be called with the event locked. By hand two players swap seats, or a round goes on with those who are here
now. Only tables without a deal can be changed so. What was published before stays readable, as a move that
was taken back does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _, in_a_line
from scoring.clubs.access import Actor
from scoring.events import queries as selected
from scoring.events.domain.drawing import Start
from scoring.events.domain.late import changed
from scoring.events.domain.plan import plan
from scoring.events.domain.values import GAME_OF_THREE, THREE, Plan, SeatedTable, fours
from scoring.events.facts import AMENDED, SWAP
from scoring.events.models import Entrant, Event, Placing, Seating, TakeBack
from scoring.events.plans import plan_content, plan_from
from scoring.events.rounds import EventRound, EventTable
from scoring.events.services import events
from scoring.events.state import EventState, load
from scoring.game.names import clean_reason
from scoring.journal import services as journal
from scoring.journal.models import Fact
from scoring.refusals import Conflict, NotFound
from scoring.tables.models import Game, Seat, Table
from scoring.tables.services import links

FIRST_DEALER = 1
"""Each player deals once in a round of four deals; the one in the first seat begins."""


def generation_of(event: Event, round_number: int) -> tuple[int, TakeBack | None]:
    """Return the generation that the next seating of a round has, and the take-back it follows."""
    last = TakeBack.objects.filter(seating__event=event, seating__round_number=round_number)
    found = last.select_related("seating").order_by("seating__generation").last()
    return (found.seating.generation + 1, found) if found else (1, None)


def seat(
    state: EventState, round_number: int, actor: Actor, *, cause: str, start: Start | None = None
) -> Seating:
    """Plan a round and carry the plan out.

    Raises Conflict ``round-not-ready`` where a result or a cut is missing, InvalidInput for round 1.
    """
    event = state.event
    generation, after = generation_of(event, round_number)
    try:
        made = plan(state.situation(round_number, generation, start))
    except InvalidInput as refusal:
        if round_number == 1:
            raise
        reasons = in_a_line(refusal.reasons)
        raise Conflict(
            _("The players cannot be moved yet: {reasons}", reasons=reasons), code="round-not-ready"
        ) from refusal
    return write_down(
        state, made, actor, cause=cause, after=after, start=start.canonical() if start else None
    )


def write_down(
    state: EventState,
    made: Plan,
    actor: Actor,
    *,
    cause: str,
    after: TakeBack | None,
    start: Mapping[str, object] | None = None,
    change: Mapping[str, object] | None = None,
    games_kept: Mapping[int, Sequence[int]] = MappingProxyType({}),
    as_of: int | None = None,
    facts: Sequence[Fact] = (),
) -> Seating:
    """Write a plan down, with a new game at each table but those whose game goes on.

    ``games_kept`` are the latter, by the table's number; ``facts`` are journalled with it.
    """
    event, round_number = state.event, made.round.number
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
        told=plan_content(made),
        at=timezone.now(),
        **actor.recorded(),
    )
    new = [table for table in made.tables if table.number not in games_kept]
    begun = _games(event, new, _tables(event, actor, [table.number for table in new]), actor)
    seats = [
        Seat(game=game, seat=seat, member_id=player)
        for table in new
        for game, four in zip(begun[table.number], fours(table.players), strict=True)
        for seat, player in enumerate(four, start=1)
    ]
    begun_ids = {number: [game.pk for game in games] for number, games in begun.items()}
    placings = _placings(made, seating, {**games_kept, **begun_ids}, state.entrants)
    journal.write(
        actor=actor,
        verb="round.seated",
        data={"round": round_number, "generation": made.generation, "cause": cause, "digest": made.digest},
        event_id=event.pk,
        facts=[
            *facts,
            seating,
            *(game for games in begun.values() for game in games),
            *Seat.objects.bulk_create(seats),
            *Placing.objects.bulk_create(placings),
        ],
    )
    return seating


def _games(
    event: Event, seated: Sequence[SeatedTable], tables: Mapping[int, int], actor: Actor
) -> dict[int, list[Game]]:
    """Begin the games of the tables and return them by the table's number; three play a game of their own."""
    numbers = Game.objects.filter(table__event=event).values_list("table_id").annotate(last=Max("number"))
    last, now, games = dict(numbers), timezone.now(), {}
    for table in seated:
        is_three, table_id = len(table.players) == THREE, tables[table.number]
        games[table.number] = [
            Game(
                table_id=table_id,
                number=last.get(table_id, 0) + place,
                first_dealer=FIRST_DEALER,
                game=GAME_OF_THREE if is_three else None,
                law_set_id=event.law_set_at_three_id if is_three else None,
                at=now,
                **actor.recorded(),
            )
            for place in range(1, len(fours(table.players)) + 1)
        ]
    Game.objects.bulk_create(game for of_table in games.values() for game in of_table)
    return games


def _placings(
    made: Plan, seating: Seating, games: Mapping[int, Sequence[int]], entrants: Sequence[Entrant]
) -> list[Placing]:
    """Return everybody's place; who sits out has one without a seat.

    At a table of five a place names the game in which its player deals first.
    """
    entrant_of = {entrant.member_id: entrant.pk for entrant in entrants}
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
            table=table,
        )
        links.issue(table=table, actor=actor)
    return {number: table for number, table in found.items() if number} | {
        table.event_number: table.pk for table in opened if table.event_number
    }


Change = Mapping[str, list[int]]


@dataclass(frozen=True, slots=True)
class Changed:
    """A round as it would be after a change, with the games that go on, by their tables' numbers."""

    plan: Plan
    change: Change
    games_kept: Mapping[int, Sequence[int]]


def preview(
    *, event: Event, round_number: int, cause: str, players: object = None, generation: object = None
) -> Changed:
    """Return what `swap` or `amend` would write down now. Raises what they raise."""
    return _changed(load(event), round_number, cause, players, generation)


@transaction.atomic
def swap(
    *, event: Event, actor: Actor, round_number: int, players: object, generation: object, reason: object
) -> Seating:
    """Let two players change places in a round, one of whom may sit out.

    ``generation`` is that of the seats that were looked at, so that a swap sent twice is done once. Raises
    InvalidInput under ``players``, ``generation`` or ``reason``; NotFound for a round that is not there;
    Conflict ``round-moved``, ``round-over``, ``round-has-deals``, ``seats-changed``.
    """
    return _change(event, actor, round_number, SWAP, players, generation, reason)


@transaction.atomic
def amend(*, event: Event, actor: Actor, round_number: int, generation: object, reason: object) -> Seating:
    """Let a round go on with those who are here now: who came late fills a place, who went home leaves his.

    Nobody at a table that has a deal is touched. Raises as `swap` does, and Conflict ``nothing-to-change``.
    """
    return _change(event, actor, round_number, AMENDED, None, generation, reason)


def _change(
    event: Event,
    actor: Actor,
    round_number: int,
    cause: str,
    players: object,
    generation: object,
    reason: object,
) -> Seating:
    actor.must("run an event")
    why = clean_reason(reason)
    event = events.lock(event.pk)
    state = load(event)
    if (done := _done_already(state, round_number, cause, players, generation)) is not None:
        return done
    made = _changed(state, round_number, cause, players, generation)
    as_of = selected.version(event.pk)
    before = state.rounds[-1].seating
    taken = TakeBack.objects.create(seating=before, reason=why, at=timezone.now(), **actor.recorded())
    return write_down(
        state,
        made.plan,
        actor,
        cause=cause,
        after=taken,
        change=made.change,
        games_kept=made.games_kept,
        as_of=as_of,
        facts=[taken],
    )


def _done_already(
    state: EventState, round_number: int, cause: str, players: object, generation: object
) -> Seating | None:
    """Return the seating that this very change has made before, if it is the last thing done to the round."""
    found = next((one.seating for one in state.rounds if one.number == round_number), None)
    if found is None or not isinstance(generation, int) or found.generation != generation + 1:
        return None
    is_same = found.cause == cause and (cause == AMENDED or (found.change or {}).get("swap") == players)
    return found if is_same else None


def _changed(
    state: EventState, round_number: int, cause: str, players: object, generation: object
) -> Changed:
    current = _in_play(state, round_number, generation)
    change = _swapped(current, players) if cause == SWAP else _here_now(state, current)
    before = current.seating
    made = changed(
        plan_from(current.seated(), before.told, before.generation, before.digest),
        state.situation(round_number, before.generation + 1, change=change),
        change,
    )
    now = {table.number: table.players for table in made.tables}
    kept: dict[int, list[int]] = {}
    for table in current.tables:
        if now.get(table.number) == table.players:
            kept[table.number] = [game.game_id for game in table.games]
        elif has_begun(table):
            raise Conflict(
                _(
                    "Table {table} has a deal, or something was decided for it; its seats stay.",
                    table=table.number,
                ),
                code="round-has-deals",
            )
    return Changed(made, change, kept)


def _in_play(state: EventState, round_number: int, generation: object) -> EventRound:
    current = state.current
    if current is None or not 1 <= round_number <= current.number:
        raise NotFound
    if round_number < current.number:
        raise Conflict(_("The players have moved on from this round."), code="round-moved")
    if current.bell is not None:
        raise Conflict(_("The bell of this round has rung."), code="round-over")
    standing = current.seating.generation
    if generation is not None and (not isinstance(generation, int) or isinstance(generation, bool)):
        raise InvalidInput({"generation": _("A whole number: that of the seats that were looked at.")})
    if generation is not None and generation != standing:
        raise Conflict(
            _("The seats have been changed since they were looked at."),
            code="seats-changed",
            generation=standing,
        )
    return current


def _swapped(current: EventRound, players: object) -> Change:
    seated = current.seated()
    placed = {*seated.places(), *seated.sitting_out}
    if (
        not isinstance(players, Sequence)
        or isinstance(players, str)
        or len(players) != 2
        or players[0] == players[1]
        or any(isinstance(one, bool) or not isinstance(one, int) or one not in placed for one in players)
    ):
        raise InvalidInput({"players": _("Two different players who have a place in this round.")})
    if not seated.places().keys() & set(players):
        raise InvalidInput({"players": _("Both sit out; there is nothing to swap.")})
    return {"swap": list(players)}


def _here_now(state: EventState, current: EventRound) -> Change:
    """Return who has come since the round was seated, and who has gone from where no deal was played."""
    seated, after = current.seated(), current.number + 1
    at_table = {player: table for table in current.tables for player in table.players}
    placed = {*at_table, *seated.sitting_out}
    here = {entrant.member_id for entrant in state.entrants if state.entrant_value(entrant).is_present(after)}
    came = sorted(here - placed)
    gone = sorted(
        player for player in placed - here if player not in at_table or not has_begun(at_table[player])
    )
    if not came and not gone:
        raise Conflict(
            _("Everybody who is here has a place in this round already."), code="nothing-to-change"
        )
    begun = [table.number for table in current.tables if has_begun(table) and len(table.players) == THREE]
    return {"came": came, "gone": gone, **({"begun": begun} if begun else {})}


def has_begun(table: EventTable) -> bool:
    """Return whether a table keeps its seats: it has a deal, or something was decided or doubted for it."""
    return bool(table.has_deals or table.decisions or table.doubts)
