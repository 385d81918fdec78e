"""Changes to an event: its settings, details and published parts, and the word that phones must give.

A director can also hold the next move or the end of the evening. An event can be ended, reopened, deleted, or
planned again.

A past round keeps the settings under which it was played.
"""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InputProblems, InvalidInput, fields_renamed, not_among
from laws.domain.sentences import _
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.events import queries
from scoring.events.access import locked
from scoring.events.models import Event, EventChange, Final, FinalProposal
from scoring.events.people.services import attendance
from scoring.events.planning.domain.details import parse_details
from scoring.events.planning.domain.event_games import check_game
from scoring.events.planning.domain.kinds import KINDS, EveningKind
from scoring.events.planning.domain.settings import (
    CHANGEABLE,
    CHANGEABLE_BEFORE,
    CLOCK_SETTINGS,
    EVENT_SETTINGS,
    changed_settings,
)
from scoring.events.planning.services import events
from scoring.events.play import plan_json
from scoring.events.play.services import bell, moves, seating
from scoring.events.results.services import finals
from scoring.events.state import EventState, load_state
from scoring.game.names import clean_reason
from scoring.journal.services import Answer, IdempotentRequest, add_record
from scoring.refusals import Conflict, as_seen
from scoring.workers import queue


@transaction.atomic
def change(
    *,
    event: Event,
    actor: Actor,
    values: Mapping[str, object],
    reason: object,
    base: Mapping[str, object] | None = None,
    key: UUID | None = None,
) -> EventChange | None:
    """Change settings of an event, usually from the round in play on. Return None if no value would change.

    Before the start the settings in `CHANGEABLE_BEFORE` can be changed, later those in `CHANGEABLE`. ``base``
    holds the values that the actor saw, so that changes by others since then are not overwritten: see
    `as_seen`. If the results were reopened in the last round, and the change adds a round, the move to this
    round is held.

    An idempotency ``key`` that was used before returns the change that was recorded with it.

    Raises InvalidInput under ``reason``, under the name of each wrong setting, under ``rounds`` if more
    rounds are already seated, and under ``players`` if the players do not fit the kind of evening. Raises
    Conflict:

    - ``event-cancelled``, ``key-reused``
    - ``event-over``: the results are final or proposed.
    - ``changed-meanwhile``: see `as_seen`.
    """
    state = locked(event, actor)
    request = IdempotentRequest(actor, key, ["event.changed", event.pk, dict(values), reason])
    if request.answer:
        return EventChange.objects.filter(pk=request.answer.body["change"]).first()
    moves.must_not_be_final(event, or_proposed=True)
    content = changed_values(state, values)
    now = state.settings.canonical()
    content = as_seen(content, base=base, now=now, changed_by=lambda: _last_to(state, "settings"))
    if not content:
        return None
    made = _add(
        state, actor, "settings", clean_reason(reason), content, from_round=_first_round(state, content)
    )
    if state.was_reopened_now and state.last_round is not None and load_state(event).last_round is None:
        hold(event=event, actor=actor, is_on=True)
    request.keep(Answer("recorded", {"change": made.pk}))
    queue.run_due_moves(event.pk)
    return made


def changed_values(state: EventState, values: Mapping[str, object]) -> dict[str, Any]:
    """Return name → new value of each setting that would change.

    Raises InvalidInput like `change`, except under ``reason``.
    """
    settings, open_to_change = state.settings, CHANGEABLE if state.current else CHANGEABLE_BEFORE
    problems = InputProblems()
    for name in values:
        if name not in EVENT_SETTINGS:
            problems.add(str(name)[:40], _("There is no such setting."))
        elif name not in open_to_change and name in CHANGEABLE_BEFORE:
            problems.add(name, _("This cannot be changed any more: the evening has begun."))
        elif name not in open_to_change:
            problems.add(name, _("This cannot be changed: plan the event again."))
    problems.settle()
    with fields_renamed("movement.", ""):
        players = len(state.here)
        chosen = changed_settings(settings, values, players)
        if state.current is None:
            check_game(state.terms.game, chosen)
            chosen.evening.check_players(players)
            chosen.evening.check_rounds(players, chosen.rounds)
        if chosen.kind != settings.kind:
            wishes = {entrant: state.attendance.wishes_of(entrant) for entrant in state.here}
            attendance.check_wishes_of_kind(chosen.evening, wishes)
            attendance.check_partners(chosen, wishes)
    seated = len(state.rounds)
    if chosen.rounds < seated:
        reason = _("Round {number} is seated already, so there are at least {number}.", number=seated)
        raise InvalidInput({"rounds": reason})
    before, after = settings.canonical(), chosen.canonical()
    kinds = (settings.evening, chosen.evening)
    content = {
        name: after[name]
        for name in open_to_change
        if after[name] != before[name] and any(kind.has_setting(name) for kind in kinds)
    }
    for name in ("missing_results", "move_after_seconds"):
        if state.is_over and name in content:
            raise InvalidInput({name: _("The evening is over; this was settled for it.")})
    return content


@transaction.atomic
def describe(
    *, event: Event, actor: Actor, values: Mapping[str, object], base: Mapping[str, object] | None = None
) -> EventChange | None:
    """Change details of the event, see `EventDetails`. Return None if nothing changes.

    A new name also renames the event's tables. ``base`` holds the values that the actor saw, so that changes
    by others since then are not overwritten: see `as_seen`. A new date in the past is accepted only once
    round 1 is seated, because the change may then correct a mistake.

    Raises InvalidInput like `parse_details`, and Conflict ``event-cancelled`` or ``changed-meanwhile``.
    """
    state = locked(event, actor)
    now = state.event.details.as_json()
    today = state.event.club.today
    wanted = parse_details(now | dict(values), today, may_be_over=True).as_json()
    wanted = as_seen(wanted, base=base, now=now, changed_by=lambda: _last_to(state, "details"))
    may_be_over = state.current is not None or wanted.get("date") == now["date"]
    wanted = parse_details(wanted, today, may_be_over=may_be_over).as_json()
    content = {name: value for name, value in wanted.items() if value != now[name]}
    if not content:
        return None
    if "name" in content:
        seating.rename_tables(event, str(content["name"]))
    return _add(state, actor, "details", "", content, before={name: now[name] for name in content})


@transaction.atomic
def hold(
    *, event: Event, actor: Actor, is_on: bool, reason: object = "", round_number: int | None = None
) -> EventChange | None:
    """Hold or release what follows the round in play: the next move, or the end of the evening.

    Return None if nothing changes.

    A held move waits until somebody makes it by hand. Holding stops a countdown; a release starts the
    countdown anew. ``round_number`` is the round that the actor saw in play.

    Raises InvalidInput under ``reason``. Raises Conflict:

    - ``event-cancelled``, ``event-not-started``
    - ``round-moved``: the players have moved on from the round ``round_number``.
    - ``last-round``: the evening is over, so there is nothing to hold.
    """
    state = locked(event, actor)
    current = state.round_in_play()
    if round_number is not None and round_number < current.number:
        raise Conflict(_("The players have moved on from this round."), code="round-moved")
    if state.is_held == is_on:
        return None
    if is_on and state.is_over:
        raise Conflict(_("This is the last round: there is nothing to move to."), code="last-round")
    made = _add(state, actor, "hold" if is_on else "release", clean_reason(reason) if reason else "")
    queue.run_due_moves(event.pk)
    return made


@transaction.atomic
def keep_seats(*, event: Event, actor: Actor, round_number: int, mark: str) -> EventChange | None:
    """Keep the seats of the round in play, although a correction would now give other seats.

    ``mark`` identifies the differences that the actor saw, see `plan_json.mark_of`. Returns None if nothing
    differs, or if the differences with this mark were accepted already.

    Raises InvalidInput like `plan_json.differences`, and NotFound if the round is not seated. Raises Conflict
    ``event-cancelled``, ``round-moved`` after the next move, and ``seats-differ`` if the differences are no
    longer those that the actor saw.
    """
    state = locked(event, actor)
    played = state.round_of(round_number)
    played.must_not_be_moved()
    differing = plan_json.differences(state, played)
    if not differing or (state.seats_kept and state.seats_kept.content == {"mark": mark}):
        return None
    if plan_json.mark_of(differing) != mark:
        reason = _("There was another correction meanwhile. Look again what would differ now.")
        raise Conflict(reason, code="seats-differ")
    return _add(state, actor, "keep-seats", "", {"mark": mark})


@transaction.atomic
def renew_word(*, event: Event, actor: Actor, seen: str) -> EventChange | None:
    """Replace the word that phones must give to enter deals, unless it was replaced since the actor saw it.

    ``seen`` is the word that the actor saw. If it is no longer the event's word, returns None, so a second
    press changes nothing. A phone that gave the old word cannot enter deals until it gives the new word.

    Raises Conflict ``event-cancelled``.
    """
    state = locked(event, actor)
    before = state.event.word
    if seen != before:
        return None
    return _add(state, actor, "word", "", {"word": state.event.another_word()})


@transaction.atomic
def publish(
    *, event: Event, actor: Actor, parts: Collection[object], base: Collection[object] | None = None
) -> EventChange | None:
    """Publish exactly these parts of the event. Return None if nothing changes.

    ``base`` holds the parts that the actor saw published. A part that somebody else has published or
    withdrawn since then stays as it is.

    Raises InvalidInput under ``parts`` for an unknown part, and Conflict ``event-cancelled``.
    """
    state = locked(event, actor)
    if unknown := [part for part in parts if part not in EventChange.PARTS]:
        raise InvalidInput({"parts": not_among(unknown[0], EventChange.PARTS)})
    wanted = as_seen(
        _each_part(parts),
        base=None if base is None else _each_part(base),
        now=_each_part(state.published),
        changed_by=lambda: _last_to(state, "publish"),
    )
    content = {"parts": [part for part in EventChange.PARTS if wanted[part]]}
    if state.published == frozenset(content["parts"]):
        return None
    return _add(state, actor, "publish", "", content)


def _each_part(parts: Collection[object]) -> dict[str, bool]:
    return {part: part in parts for part in EventChange.PARTS}


@transaction.atomic
def end_now(
    *,
    event: Event,
    actor: Actor,
    reason: object,
    last: int | None = None,
    edition: int | None = None,
    version: int | None = None,
    final: bool = True,
    key: UUID | None = None,
) -> EventChange:
    """End the evening. Idempotent.

    With ``final`` the results are made final, or proposed as final if the event needs a second person.
    Without ``final`` the results are provisional for the correction period. A second call with ``final`` then
    makes them final.

    If nothing is recorded or decided in the round in play, this round is taken back. Otherwise it becomes the
    last round, and its bell rings. Round 1 is never taken back. ``last`` is the number that the actor expects
    the last round to have. For ``edition`` and ``version`` see `finals.make_final`.

    Raises InvalidInput under ``reason``. Raises Conflict:

    - ``event-not-started``, ``event-cancelled``, ``key-reused``
    - ``event-over``: the results are final or proposed.
    - ``edition-changed``: see `finals.make_final`.
    - ``ends-otherwise``: ``last`` would not be the last round.
    - ``round-not-ready``: a result is disputed or doubted, or an entry at a table in play is held for the
      director.
    """
    state = locked(event, actor)
    request = IdempotentRequest(actor, key, ["event.ended", event.pk, reason, last, edition, final])
    if request.answer:
        return EventChange.objects.get(pk=request.answer.body["change"])
    if state.end is not None:
        since = {"event": event, "at__gte": state.end.at}
        if final and not any(kind.objects.filter(**since).exists() for kind in (Final, FinalProposal)):
            finals.make_final(event=event, actor=actor, reason=reason, edition=edition, version=version)
        return state.end
    moves.must_not_be_final(event, or_proposed=True)
    current, why = state.round_in_play(), clean_reason(reason)
    if last is not None and last != current.last_if_ended:
        raise Conflict(_("In the meantime more was played. Look again what counts."), code="ends-otherwise")
    moves.must_hold_no_entry(state)
    if current.is_left_out_if_ended:
        moves.take_back(event=event, actor=actor, round_number=current.number - 1, reason=why)
        state = load_state(event)
        current = state.round_in_play()
    if disputed := [blocker for blocker in current.life.blockers if blocker.kind == "disputed"]:
        raise moves.not_ready(_("A result is still disputed or in doubt. Settle it first."), disputed)
    if current.bell is None:
        bell.ring(event, current, actor, "organiser")
    made = _add(state, actor, "end", why, {"rounds": current.number})
    if final:
        finals.make_final(event=event, actor=actor, reason=why, edition=edition, version=version)
    else:
        finals.must_be_as_seen(event, finals.latest_edition(event), edition, version)
        queue.run_due_moves(event.pk)
    request.keep(Answer("done", {"change": made.pk}))
    return made


@transaction.atomic
def one_more_round(
    *, event: Event, actor: Actor, rounds: int, reason: object, key: UUID | None = None
) -> EventChange | None:
    """Add a round to an evening that is over, while its results are provisional.

    ``rounds`` is the number of rounds that the actor saw. Returns None if the evening already has more
    rounds, so a second press adds no second round.

    Raises the errors of `change`, and Conflict ``event-not-over`` before the evening is over.
    """
    state = locked(event, actor)
    if rounds < state.settings.rounds:
        return None
    if not state.is_over:
        raise Conflict(_("The evening is not over yet."), code="event-not-over")
    values = {"rounds": state.settings.rounds + 1}
    return change(event=event, actor=actor, values=values, reason=reason, key=key)


@transaction.atomic
def reopen(
    *,
    event: Event,
    actor: Actor,
    reason: object,
    rounds: object = None,
    edition: int | None = None,
    key: UUID | None = None,
) -> EventChange:
    """Reopen results (final or proposed), or an evening that was ended by hand. Idempotent.

    The evening can then go on, or its results can be corrected. Earlier editions can still be read.

    - ``rounds``: the new number of rounds; by default, the number before the evening was ended by hand. If a
      round follows, the move to this round is held, so that results can be corrected first.
    - ``edition``: the edition that the actor saw, see `queries.edition_to_reopen`.

    Raises InvalidInput under ``reason`` and ``rounds``. Raises Conflict ``event-cancelled``, ``not-final``,
    ``key-reused``, or ``edition-changed`` if ``edition`` is not the edition to reopen.
    """
    state = locked(event, actor)
    request = IdempotentRequest(actor, key, ["event.reopened", event.pk, reason, rounds, edition])
    if request.answer:
        return EventChange.objects.get(pk=request.answer.body["change"])
    latest = event.finals.in_force().last()
    closed = queries.edition_to_reopen(state)
    if closed is None and state.last_reopening is not None:
        return state.last_reopening
    if closed is None:
        raise Conflict(_("The results are not final, so there is nothing to reopen."), code="not-final")
    if edition not in (None, closed):
        sentence = _("By now there is edition {number}. Look again before you reopen it.", number=closed)
        raise Conflict(sentence, code="edition-changed")
    why = clean_reason(reason)
    content = {"rounds": state.rounds_before_end if rounds is None else rounds}
    changed_values(state, content)
    made = _add(state, actor, "reopen" if latest else "withdraw", why, content, reopens=latest)
    if load_state(state.event).last_round is None:
        hold(event=event, actor=actor, is_on=True)
    request.keep(Answer("done", {"change": made.pk}))
    queue.run_due_moves(event.pk)
    return made


@transaction.atomic
def cancel(*, event: Event, actor: Actor, reason: object, replaced_by: int | None = None) -> EventChange:
    """Delete a planned event, so that no list shows it. Idempotent.

    ``replaced_by`` is the id of the event planned in its place. Raises InvalidInput under ``reason``, and
    Conflict ``event-started``.
    """
    actor.must("run an event")
    state = load_state(Event.locked(event.pk))
    if state.is_cancelled:
        return state.changes[-1]
    if state.current is not None:
        raise Conflict(_("The evening has begun. It can be ended, but not deleted."), code="event-started")
    content = None if replaced_by is None else {"event": replaced_by}
    return _add(state, actor, "cancel", clean_reason(reason), content)


@transaction.atomic
def plan_again(*, event: Event, actor: Actor, reason: object, key: UUID | None = None, **plan: Any) -> Event:
    """Plan an event in place of an event that has not begun, with the same players, wishes and seed.

    Withdrawn players and check-ins are not copied.

    ``plan`` holds the other arguments of `events.create`. The new event has the same published parts, and is
    a template if the old event is a template. The old event is deleted and refers to the new event. An
    idempotency ``key`` that was used before returns the event planned with it.

    Raises InvalidInput like `events.create` and `wishes_kept`, and under ``reason``. Raises Conflict
    ``event-started``, ``event-cancelled`` or ``key-reused``.
    """
    Event.locked(event.pk)
    request = IdempotentRequest(actor, key, ["event.planned-again", event.pk, plan, reason])
    if request.answer:
        return Event.with_laws().get(pk=request.answer.body["event"])
    state = locked(event, actor)
    movement = plan.get("movement")
    kind = KINDS.get(str(movement.get("kind"))) if isinstance(movement, Mapping) else None
    wishes = wishes_kept(state, kind)
    players = [entrant.member_id for entrant in state.here]
    # With a new seed, a director could plan again until they like the draw.
    made = events.create(
        club=event.club, actor=actor, players=players, wishes=wishes, seed=event.seed, **plan
    )
    if state.event.details.is_template:
        describe(event=made, actor=actor, values={"is_template": True})
    if state.published:
        publish(event=made, actor=actor, parts=state.published)
    cancel(event=event, actor=actor, reason=reason, replaced_by=made.pk)
    request.keep(Answer("recorded", {"event": made.pk}))
    return made


def wishes_kept(state: EventState, kind: EveningKind | None) -> dict[int, dict[str, Any]]:
    """Return position → wishes for the players with wishes in an event that is planned again.

    The position is that of the player in the list of players, counted from 1.

    Raises InvalidInput under ``movement.kind`` if the new kind of evening does not allow a wish.
    """
    own = {entrant: state.attendance.wishes_of(entrant) for entrant in state.here}
    if kind:
        with fields_renamed("", "movement."):
            attendance.check_wishes_of_kind(kind, own)
    place_of = {entrant.member_id: place for place, entrant in enumerate(own, start=1)}
    return {
        place_of[entrant.member_id]: _by_place(wished, place_of) for entrant, wished in own.items() if wished
    }


def _by_place(wished: Mapping[str, Any], place_of: Mapping[int, int]) -> dict[str, Any]:
    wishes = {name: value for name, value in wished.items() if name not in ("partner", "keep_apart")}
    if wished.get("partner") in place_of:
        wishes["partner"] = place_of[wished["partner"]]
    if apart := [place_of[other] for other in wished.get("keep_apart", ()) if other in place_of]:
        wishes["keep_apart"] = apart
    return wishes


def _first_round(state: EventState, content: Collection[str]) -> int:
    current = state.current
    if current is None:
        return 0
    # After the bell, new clock settings cannot change the round in play any more.
    return current.number + (current.bell is not None and set(content) <= set(CLOCK_SETTINGS))


def _last_to(state: EventState, kind: str) -> Member | None:
    last = next((change for change in reversed(state.changes) if change.kind == kind), None)
    return last.by_member if last else None


def _add(
    state: EventState,
    actor: Actor,
    kind: str,
    reason: str,
    content: Mapping[str, Any] | None = None,
    *,
    from_round: int | None = None,
    reopens: Final | None = None,
    before: Mapping[str, Any] | None = None,
) -> EventChange:
    number = state.current.number if state.current else 0
    made = EventChange(
        event=state.event,
        number=len(state.changes) + 1,
        kind=kind,
        from_round=number if from_round is None else from_round,
        content=content,
        reopens=reopens,
        reason=reason,
    )
    data: dict[str, Any] = {"kind": kind, "from_round": made.from_round}
    if kind == "settings":
        data["settings"] = list(content or ())
    elif kind == "details":
        data["details"] = list(content or ())
        data |= {"before": before, "after": content}
    elif kind == "publish":
        data |= content or {}
    verb = EventChange.VERBS_WITHOUT_EFFECT.get(kind, "event.changed")
    return add_record(made, actor=actor, verb=verb, event_id=state.event.pk, data=data)
