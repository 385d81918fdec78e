"""Movements of fixed partners: the partners of round 1 stay together all evening.

- `pairs_up`: the winning pairs go up as in `winners_up`, but are not separated.
- `pairs_round_robin`: each pair meets each other pair once. A player who comes later replaces a player who
  left.

With an odd number of pairs, the pairs take turns to sit out.

A player whose partner left sits out until another partner is named, or until a newcomer without a partner
comes. Two players whose partners left do not become a pair by themselves, because each of them still belongs
to the old pair. No other pair is separated to help them.

No source mentions these movements: they are the director's choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from laws.domain.sentences import _
from scoring.events.people.domain.pairs import have_had_partners, partners_now
from scoring.events.planning.domain.event_games import room_shape
from scoring.events.play.domain.constraints import SeatConstraints
from scoring.events.play.domain.individual import (
    AGAIN,
    drawn_instead,
    numbered,
    places_now,
    would_sit_out_again,
)
from scoring.events.play.domain.plan_input import (
    SITS_OUT_BY_PLAN,
    Room,
    SeatingDraft,
    Situation,
    room_for,
)
from scoring.events.play.domain.values import FULL
from scoring.events.play.domain.winners_up import winners_up

Pair = tuple[int, int]


ALONE = _("Sits out until a partner is named.")
OTHER_PAIRS = _("The plan is for other pairs: drawn so that those meet who have met least.")


def pairs_up(room: Room) -> SeatingDraft:
    return _of_pairs(room, winners_up)


def pairs_round_robin(room: Room) -> SeatingDraft:
    """Return the next round of the round robin of pairs.

    The pairs move around a ring, so that each pair meets a new pair every round until all have met. Then the
    ring begins again. With an odd number of pairs one pair sits out. Players without a partner sit out. The
    round is drawn as in `redraw` if the pairs no longer fit their ring, or if somebody would sit out again
    before all others have sat out.
    """
    pairs = _pairs(room)
    if pairs is None:
        return _of_pairs(room, lambda paired: drawn_instead(paired, OTHER_PAIRS))
    # The first pair stays in place. In each round the other pairs move on by one place.
    first, *others = pairs
    number = room.situation.round_number
    times_over, far = divmod(number - 1, len(others))
    ring = [first, *others[far:], *others[:far]]
    opponents = [(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)]
    idle = tuple(player for both in opponents if None in both for pair in both if pair for player in pair)
    met = [(ours, theirs) for ours, theirs in opponents if ours and theirs]
    playing = [player for both in met for pair in both for player in pair]
    placed = {*playing, *idle}
    alone = tuple(player for player in room.present if player not in placed)
    if would_sit_out_again(room, idle, playing):
        return _of_pairs(room, lambda paired: drawn_instead(paired, AGAIN))
    tables = tuple(numbered([[ours[0], theirs[0], ours[1], theirs[1]] for ours, theirs in met], room))
    why = (
        _("Round {number} of the pairs: the plan has begun again.", number=number)
        if times_over
        else _("Round {number} of the pairs: each meets each other pair once.", number=number)
    )
    reasons = dict.fromkeys(playing, (why, "")) | dict.fromkeys(idle, SITS_OUT_BY_PLAN)
    return _with_alone(SeatingDraft(tables, idle, reasons), alone)


def has_ring(situation: Situation) -> bool:
    """Return whether the pairs who are present still fit the round robin that began in round 1."""
    return _pairs(room_for(situation)) is not None


def _pairs(room: Room) -> list[Pair | None] | None:
    """Return the pairs in the order of their ring, or None if the pairs who are present do not fit the ring.

    In round 1 the first pair meets the last pair, the second pair the last but one, and so on. A None in the
    list is an empty place: the number of pairs is odd, or a partner has left. The pair that would meet the
    empty place sits out. A pair that comes late gets the empty place.

    The pairs do not fit in these cases:

    - Two places are empty.
    - Players are left over.
    - In round 1 a table did not have four players.
    - In round 1 one player sat out, or more than two.
    """
    first = room.situation.history[0]
    if len(first.sitting_out) not in (0, 2) or any(len(table.players) != FULL for table in first.tables):
        return None
    places, late = places_now(room.situation)
    places = _as_named(places, room)
    seats = [places[place : place + FULL] for place in range(0, FULL * len(first.tables), FULL)]
    ours = [_whole(table[0], table[2]) for table in seats]
    theirs = [_whole(table[1], table[3]) for table in seats]
    if first.sitting_out:
        ours.append(_whole(*places[-2:]))
        theirs.append(None)
    pairs = ours + theirs[::-1]
    if len(late) == 2 and None in pairs:
        pairs[pairs.index(None)] = _whole(*late)
    elif late:
        return None
    history = room.situation.history
    partners = partners_now(room.present, history)
    parted = [pair for pair in pairs if pair and partners.get(pair[0]) != pair[1]]
    in_pairs = have_had_partners(room.present, history) if parted else set()
    gone = [pair for pair in parted if in_pairs.issuperset(pair)]
    pairs = [None if pair in gone else pair for pair in pairs]
    return pairs if pairs.count(None) <= 1 else None


def _as_named(places: list[int | None], room: Room) -> list[int | None]:
    """Return ``places`` with substitutes moved to sit opposite their partners.

    ``places`` are the players who now hold the places of round 1. A substitute holds the place of a player
    who left. A substitute moves only if their partner is a player of round 1, and if no player of round 1
    holds the place opposite the partner.
    """
    first = room.situation.history[0]
    at_tables = FULL * len(first.tables)
    own = {player for table in first.tables for player in table.players}.union(first.sitting_out)
    changed = list(places)
    for place, player in enumerate(places):
        partner = room.present[player].partner if player is not None and player in own else None
        mate = place ^ 2 if place < at_tables else 2 * at_tables + 1 - place
        if partner is None or partner in own or partner not in changed or changed[mate] in own:
            continue
        other = changed.index(partner)
        changed[mate], changed[other] = partner, changed[mate]
    return changed


def _whole(player: int | None, partner: int | None) -> Pair | None:
    return None if player is None or partner is None else (player, partner)


def _of_pairs(room: Room, movement: Callable[[Room], SeatingDraft]) -> SeatingDraft:
    paired = _with_pairs(room)
    alone = tuple(player for player in room.present if player not in paired.present)
    return _with_alone(movement(paired), alone)


def _with_alone(draft: SeatingDraft, alone: tuple[int, ...]) -> SeatingDraft:
    reasons = {**draft.reasons, **dict.fromkeys(alone, (ALONE, ""))}
    return replace(draft, sitting_out=(*draft.sitting_out, *alone), reasons=reasons)


def _with_pairs(room: Room) -> Room:
    partners = partners_now(room.present, room.situation.history)
    present = {
        player: replace(entrant, partner=partners[player])
        for player, entrant in room.present.items()
        if player in partners
    }
    situation = room.situation
    shape = room_shape(len(present), situation.game, situation.settings.odd)
    constraints = SeatConstraints.of(present, is_mixed=situation.settings.mixed_pairs)
    return replace(room, present=present, shape=shape, constraints=constraints)
