"""Seat changes by hand: swap two players, or fit a round to the players who are here now.

Tables that have begun (`has_begun`) keep their seats. The old seating stays readable, like a seating that was
taken back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events import loaded_records
from scoring.events.access import locked
from scoring.events.models import Event, Seating, TakeBack
from scoring.events.play import plan_json, rounds
from scoring.events.play.domain import late, values
from scoring.events.play.services import seating
from scoring.events.state import EventState, load_state
from scoring.game.names import clean_reason
from scoring.game.references import player_ref
from scoring.refusals import Conflict

Change = Mapping[str, list[int]]


@dataclass(frozen=True, slots=True)
class SeatChangeRequest:
    """The requested seat change of a round.

    - ``cause``: `SWAP` to let two ``players`` change places, `AMENDED` to fit the round to the players
      who are here now.
    - ``generation``: the number of the round's seating that the sender saw, or None.
    """

    round_number: int
    cause: str
    players: object = None
    generation: object = None


@dataclass(frozen=True, slots=True)
class Changed:
    """A round after a seat change. ``games_kept`` maps table numbers to the ids of the games that go on."""

    plan: values.Plan
    change: Change
    games_kept: Mapping[int, Sequence[int]]


def preview(event: Event, request: SeatChangeRequest) -> Changed:
    """Return what `swap` or `amend` would record now. Records nothing.

    Raises the errors of `swap` or `amend`, except errors under ``reason`` and Conflict ``event-cancelled``. A
    preview cannot be repeated after its change is recorded: with a ``generation`` it then raises Conflict
    ``seats-changed``.
    """
    return _changed(load_state(event), request)


@transaction.atomic
def swap(
    *, event: Event, actor: Actor, round_number: int, players: object, generation: object, reason: object
) -> Seating:
    """Let two players change places in a round. One of them may sit out.

    If both have a partner who must stay with them, the partners change places too. ``generation`` is the
    number of the round's seating that the sender saw: a repeated request with this number does nothing. With
    None, every request is carried out.

    Raises InvalidInput under ``players``, ``generation`` or ``reason``. Raises NotFound for an unknown round.
    Raises Conflict ``event-cancelled``, ``round-moved``, ``round-over``, ``round-has-deals`` or
    ``seats-changed``.
    """
    request = SeatChangeRequest(round_number, loaded_records.SWAP, players, generation)
    return _change(event, actor, request, reason)


@transaction.atomic
def amend(*, event: Event, actor: Actor, round_number: int, generation: object, reason: object) -> Seating:
    """Fit a round to the players who are here now.

    Late entries get places; players who left lose their places. Tables that have begun do not change. Raises
    the same errors as `swap`, and Conflict ``nothing-to-change``.
    """
    request = SeatChangeRequest(round_number, loaded_records.AMENDED, None, generation)
    return _change(event, actor, request, reason)


def _change(event: Event, actor: Actor, request: SeatChangeRequest, reason: object) -> Seating:
    state = locked(event, actor)
    why = clean_reason(reason)
    if (done := _done_already(state, request)) is not None:
        return done
    made = _changed(state, request)
    before = state.rounds[-1].seating
    taken = TakeBack.objects.create(seating=before, reason=why, at=timezone.now(), **actor.recorded())
    return seating.write_down(
        state,
        made.plan,
        actor,
        cause=request.cause,
        after=taken,
        change=made.change,
        games_kept=made.games_kept,
        records=[taken],
    )


def _done_already(state: EventState, request: SeatChangeRequest) -> Seating | None:
    last = next(
        (event_round.seating for event_round in state.rounds if event_round.number == request.round_number),
        None,
    )
    if last is None or not isinstance(request.generation, int) or last.generation != request.generation + 1:
        return None
    swapped = (last.change or {}).get("swap")
    swapped = swapped and swapped[:2]  # the other two are partners who change places too
    return last if (last.cause, swapped) == (request.cause, request.players) else None


def _changed(state: EventState, request: SeatChangeRequest) -> Changed:
    current = _in_play(state, request.round_number, request.generation)
    change = (
        _swapped(state, current, request.players)
        if request.cause == loaded_records.SWAP
        else _amended(state, current)
    )
    made = late.changed(
        plan_json.published_plan(current),
        state.situation(current.number, current.seating.generation + 1, change=change),
        change,
    )
    now = {table.number: table.players for table in made.tables}
    games: dict[int, list[int]] = {}
    for table in current.tables:
        if now.get(table.number) == table.players:
            games[table.number] = [game.game_id for game in table.games]
        elif has_begun(table):
            raise Conflict(
                _(
                    "Table {table} has a deal, or something was decided for it; its seats stay.",
                    table=table.number,
                ),
                code="round-has-deals",
            )
    return Changed(made, change, games)


def _in_play(state: EventState, round_number: int, generation: object) -> rounds.EventRound:
    current = state.round_of(round_number)
    current.must_not_be_moved()
    current.must_be_before_bell()
    if generation is not None and (not isinstance(generation, int) or isinstance(generation, bool)):
        raise InvalidInput({"generation": _("A whole number: the generation of the seats you looked at.")})
    if generation is not None and generation != current.seating.generation:
        raise Conflict(
            _("Somebody else has changed the seats. Look at them again."),
            code="seats-changed",
            generation=current.seating.generation,
        )
    return current


def _swapped(state: EventState, current: rounds.EventRound, players: object) -> Change:
    seated = current.seated()
    placed = {*seated.places(), *seated.sitting_out}
    if (
        not isinstance(players, Sequence)
        or isinstance(players, str)
        or len(players) != 2
        or players[0] == players[1]
        or any(
            isinstance(player, bool) or not isinstance(player, int) or player not in placed
            for player in players
        )
    ):
        raise InvalidInput({"players": _("Two different players who have a place in this round.")})
    if not seated.places().keys() & set(players):
        raise InvalidInput({"players": _("Both sit out; there is nothing to swap.")})
    one, other = players
    kept = kept_together(state, seated)
    if kept.get(one) == other or not kept.keys() & {one, other}:
        return {"swap": [one, other]}
    if one in kept and other in kept:
        return {"swap": [one, other, kept[one], kept[other]]}
    stays, alone = (one, other) if one in kept else (other, one)
    reason = _(
        "{one} and {partner} stay together, and {other} has no such partner. Choose somebody who has one: "
        "then both pairs change places.",
        one=player_ref(stays),
        partner=player_ref(kept[stays]),
        other=player_ref(alone),
    )
    raise InvalidInput({"players": reason})


def kept_together(state: EventState, seated: values.SeatedRound) -> Mapping[int, int]:
    """Return player → partner for the pairs that a swap must not part."""
    together = seated.mates()
    if state.settings.keeps_pairs:
        idle = {*seated.sitting_out}
        pairs = state.partners.items()
        return together | {player: partner for player, partner in pairs if {player, partner} <= idle}
    return {player: partner for player, partner in together.items() if state.partners.get(player) == partner}


def _amended(state: EventState, current: rounds.EventRound) -> Change:
    seated, after = current.seated(), current.number + 1
    at_table = {player: table for table in current.tables for player in table.players}
    placed = {*at_table, *seated.sitting_out}
    participants = map(state.attendance.value, state.entrants)
    here = {participant.player for participant in participants if participant.is_present(after)}
    late = sorted(here - placed)
    withdrawn = sorted(
        player for player in placed - here if player not in at_table or not has_begun(at_table[player])
    )
    if not late and not withdrawn:
        raise Conflict(
            _("Everybody who is here has a place in this round already."), code="nothing-to-change"
        )
    begun = [table.number for table in current.tables if has_begun(table)]
    return {"came": late, "gone": withdrawn, **({"begun": begun} if begun else {})}


def has_begun(table: rounds.EventTable) -> bool:
    """Return whether a table must keep its seats: it has a deal, total, decision or unsettled doubt."""
    return bool(table.is_recorded or table.decisions or table.doubts)
