"""Enter and withdraw players, let them return, and change their wishes.

Changes apply from the next round on, with two exceptions. Entries and wishes during the last round apply to
this round, see `enter`. A substitute can take over the seat of the player who leaves, see `substitute`.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _, in_a_choice, in_a_row
from scoring.clubs import queries
from scoring.clubs.domain.name_lists import PairReader, parted
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events.access import locked
from scoring.events.labels import CAME_IN_THE_LAST_ROUND
from scoring.events.models import Departure, Entrant, Event, Return, WishChange
from scoring.events.people.domain.pairs import (
    SIGNS,
    WORDS,
    check_pairs,
    plays_already,
    reader_of_pairs,
)
from scoring.events.people.domain.wishes import by_member, by_player, read_wishes
from scoring.events.planning.domain.kinds import KINDS, EveningKind
from scoring.events.planning.domain.settings import EventSettings, check_number_of_players
from scoring.events.play.domain.values import Participant
from scoring.events.play.services import seat_changes
from scoring.events.state import EventState, load_state
from scoring.game.names import finder
from scoring.game.references import named
from scoring.journal.services import Answer, IdempotentRequest, add_record
from scoring.refusals import Conflict, as_seen


class LeftAlready(Conflict):
    """The player has already left. ``departure`` is the record of that withdrawal."""

    def __init__(self, departure: Departure) -> None:
        player, by = departure.entrant.member.name, departure.by_member
        super().__init__(
            _("{player} has left already.", player=player),
            code="left-already",
            player=player,
            left_from_round=departure.from_round,
            left_at=departure.at,
            written_down_by=by.name if by else None,
        )
        self.departure = departure


def enter_all(
    event: Event, actor: Actor, members: Sequence[int], wishes: Mapping[int, object]
) -> list[Entrant]:
    """Enter the players of a new event.

    ``wishes`` maps the position of a player in ``members``, from 1, to the player's wishes. Raises
    InvalidInput like `by_member` and `check_wishes`.
    """
    settings = event.settings
    wished = by_member(wishes, members, settings["lists"], event.kind.seating, KINDS[settings["kind"]])
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, member_id=member, wishes=wished.get(member, {}), at=event.at, **actor.recorded())
        for member in members
    )
    if wished:
        check_wishes(event)
    return entrants


def is_name_of_removed_entrant(state: EventState, name: str) -> bool:
    """Return whether an entrant with this name, in any letter case, was removed from the club."""
    entrants = Entrant.objects.filter(
        event=state.event, member__left_at__isnull=False, member__merged_into=None
    )
    names = entrants.values_list("member__name", flat=True)
    return name.strip().casefold() in {removed.casefold() for removed in names}


def name_taken(name: str) -> Sentence:
    """Return the reason for refusing a name: an entrant with this name was removed from the club."""
    return _(
        "“{name}” is in this event already and was removed from the club. If this is somebody else, add "
        "something to the name.",
        name=name.strip(),
    )


def check_partners(settings: EventSettings, wishes: Mapping[Entrant, Mapping[str, Any]]) -> None:
    """Raise InvalidInput under ``players`` if an evening of pairs lacks partners, see `check_pairs`.

    ``wishes`` maps all entrants to their wishes. The reasons have the players' names.
    """
    names = {entrant.member_id: entrant.member.name for entrant in wishes}
    try:
        check_pairs(
            settings,
            [Participant(entrant.member_id, partner=own.get("partner")) for entrant, own in wishes.items()],
        )
    except InvalidInput as refusal:
        raise refusal.reworded(lambda reason: named(reason, player=names.__getitem__)) from None


def check_wishes_of_kind(kind: EveningKind, wishes: Mapping[Entrant, Mapping[str, Any]]) -> None:
    """Raise InvalidInput under ``kind`` if entrants have wishes that this kind of evening does not allow."""
    who: dict[Sentence, list[str]] = {}
    for entrant, own in wishes.items():
        for reason in filter(None, map(kind.refused_wish, own)):
            who.setdefault(reason, []).append(entrant.member.name)
    reasons = [
        _("{reason} First take back the wishes of {players}.", reason=reason, players=in_a_row(names))
        for reason, names in who.items()
    ]
    if reasons:
        raise InvalidInput({"kind": reasons})


def check_wishes(event: Event) -> None:
    """Raise InvalidInput under ``wishes`` if wishes of the entrants contradict each other."""
    state = load_state(event)
    try:
        entrants = [state.attendance.value(entrant) for entrant in state.entrants]
        by_player(entrants, state.terms.game.players)
    except InvalidInput as refusal:
        names = {entrant.member_id: entrant.member.name for entrant in state.entrants}
        reasons = [named(reason, player=names.__getitem__) for reason in refusal.reasons]
        raise InvalidInput({"wishes": reasons}) from None


@transaction.atomic
def enter(
    *,
    event: Event,
    actor: Actor,
    player: object,
    wishes: Mapping[str, object] | None = None,
    key: UUID | None = None,
) -> Entrant:
    """Enter a player before the start, late, or again after a withdrawal.

    The player plays from the next round on. If the last round is in play, the player instead gets a free
    place in it, opens a table with players who sit out, or sits out.

    ``player`` can name both partners ("Ann & Bob"), except in kinds of evening where partners change by a
    plan. If one partner cannot be entered, the other is not entered either. The result is the partner who
    takes part already or, if neither does, the partner named first.

    In an evening of pairs, a single player who names no partner can get a partner: see `_partner_for`.

    An idempotency ``key`` that was used before returns the entrant that was entered with it.

    Raises InvalidInput under ``players.1``, under ``players`` for too many players, and under ``wishes`` for
    impossible or contradictory wishes. Raises Conflict:

    - ``entered-already``, ``event-over``, ``key-reused``
    - ``too-late``: the player has no place in the last round and cannot get one. Either the bell has rung,
      or all tables have begun and too few players sit out to open another table.
    """
    state = locked(event, actor)
    content = ["event.entered", event.pk, player, dict(wishes or {})]
    request = IdempotentRequest(actor, key, content)
    if request.answer:
        return Entrant.objects.select_related("member").get(pk=request.answer.body["entrant"])
    state.must_go_on()
    names = names_of_pair(state, player)
    if names:
        entrant = _enter_pair(state, actor, names, dict(wishes or {}))
    else:
        entrant = _enter_one(state, actor, player, dict(wishes or {}))
        _seat_in_the_last_round(load_state(event), entrant, actor)
    request.keep(Answer("recorded", {"entrant": entrant.pk}))
    return entrant


def pair_reader(state: EventState) -> PairReader:
    """Return the reader of texts with the names of two partners, for this event: see `reader_of_pairs`."""
    known = {*queries.member_names(state.event.club), *(entrant.member.name for entrant in state.entrants)}
    return reader_of_pairs(state.settings.evening, finder(dict.fromkeys(known, True)))


def names_of_pair(state: EventState, player: object) -> tuple[str, str] | None:
    """Return the two names in a text. None for a text that holds one name, and for a member id.

    Raises InvalidInput under ``players.1`` if a name of the pair is missing, if there are more than two
    names, or if partners change in this kind of evening (`PARTNERS_CHANGE`).
    """
    if not isinstance(player, str) or not (SIGNS.search(player) or WORDS.search(player)):
        return None
    reader = pair_reader(state)
    names = reader.names_in(player)
    if len(names) < 2:
        return None
    if reader.refusal:
        raise InvalidInput({"players.1": reader.refusal})
    if len(names) > 2 or not all(names):
        raise InvalidInput({"players.1": _("A pair is two names: “Ann & Bob”.")})
    return names[0], names[1]


def must_name_one(state: EventState, typed: object) -> None:
    """Raise InvalidInput under ``players.1`` if a typed text may hold several names, such as “Ann, Bea”.

    Names known to the club and the two names of a pair are accepted. Only forms call this function, because
    the API takes “Ann, Bea” as one name.
    """
    reader = pair_reader(state)
    if not isinstance(typed, str) or all(
        reader.is_known(name) or len(parted(name)) < 2 for name in reader.names_in(typed)
    ):
        return
    if reader.has_columns:
        reason = _(
            "“{line}”: a pair, or one player? Write a pair as “Ann & Bob”, and one name without a comma.",
            line=typed,
        )
    else:
        reason = _(
            "“{line}”: one player, or several? Enter each player alone, and one name without a comma.",
            line=typed,
        )
    raise InvalidInput({"players.1": reason})


def _enter_pair(
    state: EventState, actor: Actor, names: tuple[str, str], wishes: dict[str, object]
) -> Entrant:
    _must_make_a_pair(state, names)
    seat = wishes.pop("fixed_seat", None)
    alone = [entrant for entrant in state.coming if entrant.member_id not in state.partners]
    here = {entrant.member.name.casefold(): entrant for entrant in alone}
    first, second = (here.get(name.casefold()) for name in names)
    if first is None and second is not None:
        names, first, second = names[::-1], second, None
    if first is None:
        own = wishes if seat is None else wishes | {"fixed_seat": seat}
        first = _enter_one(state, actor, names[0], own, partner_follows=True)
        state = load_state(state.event)
    if second is None:
        second = _enter_one(state, actor, names[1], wishes | {"partner": first.member_id})
    else:
        _wish(state, first, actor, {**state.attendance.wishes_of(first), "partner": second.member_id})
    for entrant in (first, second):
        _seat_in_the_last_round(load_state(state.event), entrant, actor)
    return first


def _must_make_a_pair(state: EventState, names: tuple[str, str]) -> None:
    if names[0].casefold() == names[1].casefold():
        reason = _("{name} cannot be their own partner.", name=names[0])
        raise InvalidInput({"players.1": reason})
    paired = {name.casefold(): (name, other) for name, other in state.names_of_partners.items()}
    for name in names:
        if name.casefold() in paired:
            player, other = paired[name.casefold()]
            raise Conflict(plays_already(player, other), code="entered-already")


def _enter_one(
    state: EventState,
    actor: Actor,
    player: object,
    wishes: dict[str, object],
    *,
    partner_follows: bool = False,
) -> Entrant:
    if isinstance(player, str) and is_name_of_removed_entrant(state, player):
        raise InvalidInput({"players.1": name_taken(player)})
    member = clubs.present_players(club=state.event.club, actor=actor, players=[player], seats=1)[0]
    entrant = next((entrant for entrant in state.entrants if entrant.member_id == member.pk), None)
    has_left = entrant is not None and entrant.pk in state.attendance.departures
    if entrant is not None and not has_left:
        raise Conflict(_("{name} takes part already.", name=entrant.member.name), code="entered-already")
    if reason := too_late(state, member.pk):
        raise Conflict(reason, code="too-late")
    if not partner_follows and "partner" not in wishes and not (has_left and state.rounds):
        wishes |= _partner_for(state, member)
    wished = _read_wishes(wishes, state, member.pk)
    if entrant is None:
        entrant = _come(state, member.pk, actor, wished)
    else:
        back = Return(departure=entrant.departures.latest("number"), from_round=_first_round(state))
        _add(state, entrant, actor, "event.returned", back)
        if wished:
            _wish(state, entrant, actor, wished)
    if wished or has_left:  # another player may have the same fixed seat by now
        check_wishes(state.event)
    return entrant


def _partner_for(state: EventState, member: Member) -> dict[str, object]:
    """Return the wish of a newcomer to play with the only player who has no partner.

    The wish is empty if the event is no evening of pairs, or if the draw makes the pairs. Otherwise, raises
    InvalidInput under ``players.1`` unless exactly one player has no partner.
    """
    if not state.settings.keeps_pairs or state.draws_pairs:
        return {}
    alone = state.without_partner
    if len(alone) == 1:
        return {"partner": alone[0].member_id}
    absent = [entrant for entrant in state.missing if entrant.member_id in state.partners]
    if not alone and absent:
        reason = _(
            "{name} has no partner. Write both names: “{name} & …”. To play instead of {absent}, who is not "
            "checked in, remove {absent} and name {name} there.",
            name=member.name,
            absent=absent[0].member.name,
        )
    elif not alone:
        reason = _("{name} has no partner. Write both names: “{name} & …”.", name=member.name)
    else:
        others = in_a_choice([entrant.member.name for entrant in alone])
        reason = _("Say with whom {name} plays: {others}.", name=member.name, others=others)
    raise InvalidInput({"players.1": reason})


@transaction.atomic
def leave(*, event: Event, actor: Actor, member_id: int, key: UUID | None = None) -> Departure:
    """Withdraw a player; the round in play is their last. Before the start, they play no round.

    An idempotency ``key`` that was used before returns the departure that was recorded with it.

    Raises NotFound for a person who does not take part, and LeftAlready for a player who has left. Raises
    Conflict ``event-over`` or ``key-reused``.
    """
    state = locked(event, actor)
    request = IdempotentRequest(actor, key, ["event.left", event.pk, member_id])
    if request.answer:
        return Departure.objects.select_related("entrant__member").get(pk=request.answer.body["departure"])
    entrant = state.entrant(member_id)
    if entrant.pk in state.attendance.departures:
        raise LeftAlready(entrant.departures.select_related("entrant__member", "by_member").latest("number"))
    state.must_go_on()
    number = entrant.departures.count() + 1
    departure = Departure(entrant=entrant, number=number, from_round=_next_round(state))
    _add(state, entrant, actor, "event.left", departure)
    request.keep(Answer("done", {"departure": departure.pk}))
    return departure


@transaction.atomic
def substitute(
    *, event: Event, actor: Actor, member_id: int, player: object, key: UUID | None = None
) -> Entrant:
    """Withdraw a player and enter a newcomer, who takes the player's place.

    In the round in play the newcomer takes the player's seat if the table has not begun and the bell has not
    rung. Otherwise, and always in an evening of pairs, `enter` decides when the newcomer begins to play. A
    fixed partner of the player becomes the newcomer's partner.

    An idempotency ``key`` that was used before returns the newcomer that was entered with it. Raises the same
    errors as `leave` and `enter`. After an error neither the withdrawal nor the entry is recorded.
    """
    state = locked(event, actor)
    request = IdempotentRequest(actor, key, ["event.substituted", event.pk, member_id, player])
    if request.answer:
        return Entrant.objects.select_related("member").get(pk=request.answer.body["entrant"])
    if names_of_pair(state, player):
        raise InvalidInput({"players.1": _("One name: one player leaves, and one comes.")})
    partner = state.partners.get(member_id)
    wishes = {} if partner is None else {"partner": partner}
    leave(event=event, actor=actor, member_id=member_id)
    entrant = enter(event=event, actor=actor, player=player, wishes=wishes)
    _take_seat(load_state(event), entrant, member_id, actor)
    request.keep(Answer("recorded", {"entrant": entrant.pk}))
    return entrant


def _take_seat(state: EventState, entrant: Entrant, leaver: int, actor: Actor) -> None:
    current = state.current
    seat = current.seated().places().get(leaver) if current else None
    if current is None or seat is None or current.bell is not None or state.settings.keeps_pairs:
        return
    table = current.table(seat[0])
    if seat_changes.has_begun(table):
        return
    about: dict[str, Any] = {"event": state.event, "actor": actor, "round_number": current.number}
    reason = "A newcomer takes the seat of a player who left."
    generation = current.seating.generation
    if entrant.member_id not in current.players:
        made = seat_changes.amend(**about, generation=generation, reason=reason)
        generation = made.generation
    place = load_state(state.event).round_of(current.number).seated()
    holder = next((player for player, its_seat in place.places().items() if its_seat == seat), None)
    if holder not in (None, entrant.member_id):
        players = [holder, entrant.member_id]
        seat_changes.swap(**about, players=players, generation=generation, reason=reason)


@transaction.atomic
def change_wishes(
    *,
    event: Event,
    actor: Actor,
    member_id: int,
    wishes: Mapping[str, object],
    base: Mapping[str, object] | None = None,
) -> WishChange | None:
    """Replace all wishes of a player, from `_first_round` on. Return None if nothing changes.

    ``base`` holds the wishes that the actor saw, so that changes by others since then are not overwritten:
    see `as_seen`.

    Raises InvalidInput under ``wishes`` for impossible or contradictory wishes. Raises NotFound for a person
    who does not take part, and Conflict ``event-over`` or ``changed-meanwhile``.
    """
    state = locked(event, actor)
    entrant = state.entrant(member_id)
    state.must_go_on()
    change = _wish(state, entrant, actor, _wishes_as_seen(state, entrant, wishes, base))
    if change is not None:
        check_wishes(event)
    return change


def _wishes_as_seen(
    state: EventState, entrant: Entrant, wishes: Mapping[str, object], base: Mapping[str, object] | None
) -> Mapping[str, object]:
    read, before = _read_wishes(wishes, state, entrant.member_id), state.attendance.wishes_of(entrant)
    if base is None:
        return read
    names = before.keys() | read.keys() | base.keys()
    merged = as_seen(
        {name: read.get(name) for name in names},
        base={name: base.get(name) for name in names},
        now={name: before.get(name) for name in names},
        changed_by=lambda: _last_to_wish(entrant),
    )
    return {name: value for name, value in merged.items() if value is not None}


def _last_to_wish(entrant: Entrant) -> Member | None:
    last = entrant.wish_changes.select_related("by_member").order_by("-number").first()
    return last.by_member if last else None


def _read_wishes(wishes: object, state: EventState, member_id: int) -> dict[str, object]:
    others = {entrant.member_id for entrant in state.entrants} - {member_id}
    return read_wishes(
        wishes,
        others=others,
        lists=state.settings.lists,
        seating=state.terms.game.seating,
        kind=state.settings.evening,
        field="wishes",
        who=_("The id of another who takes part."),
    )


def too_late(state: EventState, player: int | None = None) -> Sentence | None:
    """Return the reason why a newcomer, or ``player``, comes too late to play; None if there is still time.

    It can be too late only while the last round is in play, and never for a player who has a place in it.
    """
    current = state.last_round
    if current is None or player in current.players:
        return None
    if current.bell is not None:
        return _(
            "The bell of the last round has rung, so it is too late to join. With one more round, under "
            "“Change or end the evening”, they could still play."
        )
    makes_up_a_table = len(current.sitting_out) + 1 >= min(state.sizes)
    if makes_up_a_table or not all(seat_changes.has_begun(table) for table in current.tables):
        return None
    return _(
        "The last round has begun at every table, so it is too late to join. With one more round, "
        "under “Change or end the evening”, they could still play."
    )


def _seat_in_the_last_round(state: EventState, entrant: Entrant, actor: Actor) -> None:
    current = state.last_round
    if current is not None and entrant.member_id not in current.players:
        seat_changes.amend(
            event=state.event,
            actor=actor,
            round_number=current.number,
            generation=current.seating.generation,
            reason=CAME_IN_THE_LAST_ROUND,
        )


def _come(state: EventState, member_id: int, actor: Actor, wished: Mapping[str, object]) -> Entrant:
    check_number_of_players(len(state.entrants) + 1, min(state.sizes))
    entrant = Entrant(
        event=state.event, member_id=member_id, from_round=_first_round(state), wishes=dict(wished)
    )
    data = {"member": member_id, "from_round": entrant.from_round}
    add_record(
        entrant, actor=actor, verb="event.entered", event_id=state.event.pk, data=data, id_as="entrant"
    )
    _match_partner(state, entrant, actor, None, wished.get("partner"))
    return entrant


def _wish(
    state: EventState, entrant: Entrant, actor: Actor, wishes: Mapping[str, object]
) -> WishChange | None:
    before = state.attendance.wishes_of(entrant)
    if before == dict(wishes):
        return None
    change = _write_wish(state, entrant, actor, wishes)
    _match_partner(state, entrant, actor, before.get("partner"), wishes.get("partner"))
    return change


def _match_partner(state: EventState, entrant: Entrant, actor: Actor, before: object, now: object) -> None:
    """Change the wishes of the new partner and of the previous partner to match the entrant's.

    A new partner who `_is_free` gets the wish to play with the entrant. A previous partner who wished to play
    with the entrant loses this wish.
    """
    if before == now:
        return
    for other in state.entrants:
        wishes = dict(state.attendance.wishes_of(other))
        if other.member_id == before and wishes.get("partner") == entrant.member_id:
            del wishes["partner"]
            _write_wish(state, other, actor, wishes)
        elif other.member_id == now and _is_free(state, wishes.get("partner")):
            _write_wish(state, other, actor, {**wishes, "partner": entrant.member_id})
            _match_partner(state, other, actor, wishes.get("partner"), None)


def _is_free(state: EventState, partner: object) -> bool:
    left = state.attendance.departures
    return partner is None or any(
        entrant.member_id == partner and entrant.pk in left for entrant in state.entrants
    )


def _first_round(state: EventState) -> int:
    """Return the round from which an entry or a change of wishes applies if it is made now.

    This is the next round, except in the last round: then it is the last round itself.
    """
    return min(_next_round(state), state.settings.rounds)


def _next_round(state: EventState) -> int:
    return state.current.number + 1 if state.current else 1


def _write_wish(
    state: EventState, entrant: Entrant, actor: Actor, wishes: Mapping[str, object]
) -> WishChange:
    number, from_round = entrant.wish_changes.count() + 1, _first_round(state)
    change = WishChange(entrant=entrant, number=number, from_round=from_round, wishes=dict(wishes))
    before = state.attendance.wishes_of(entrant)
    others = [{name: wish for name, wish in of.items() if name != "partner"} for of in (before, wishes)]
    _add(state, entrant, actor, "event.wished", change, is_of_partner=others[0] == others[1])
    return change


def _add(
    state: EventState,
    entrant: Entrant,
    actor: Actor,
    verb: str,
    fact: Departure | Return | WishChange,
    **more: object,
) -> None:
    data = {"entrant": entrant.pk, "member": entrant.member_id, "from_round": fact.from_round, **more}
    add_record(fact, actor=actor, verb=verb, event_id=state.event.pk, data=data)
