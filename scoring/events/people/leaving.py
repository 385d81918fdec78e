"""What a withdrawal would change for the other players, shown on the page that asks for confirmation."""

from dataclasses import replace
from typing import NamedTuple

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _, ngettext
from scoring.events.models import Entrant
from scoring.events.planning.domain.event_games import room_shape
from scoring.events.play.domain.fixed_pairs import has_ring
from scoring.events.play.domain.individual import places_now
from scoring.events.play.domain.plan_input import Situation, too_few
from scoring.events.state import EventState


class Leaving(NamedTuple):
    """What the withdrawal of a player would mean.

    ``from_round`` is the first round without the player, or None if no round follows. ``losses`` are the
    disadvantages for the other players; none of them arises if a newcomer takes the player's place.
    """

    from_round: int | None
    losses: tuple[str, ...]


def leaving(state: EventState, entrant: Entrant) -> Leaving:
    """Return what changes for the other players if a player leaves.

    The player leaves before the next round. Nothing changes if no round follows.
    """
    if state.last_round is not None:
        return Leaving(None, ())
    number = len(state.rounds) + 1
    now = state.situation(number, 1)
    then = state.without([entrant], number).situation(number, 1)
    few = too_few(then)
    losses: list[str] = [few] if few else [*_plan_lost(state, now, then), *_sit_outs(now, then)]
    partner = state.partners.get(entrant.member_id)
    if partner is not None:
        name = state.entrant(partner).member.name
        losses.append(_("{name} has no partner then.", name=name))
    return Leaving(number, tuple(losses))


def _plan_lost(state: EventState, now: Situation, then: Situation) -> list[str]:
    kind = state.settings.evening
    if not now.history:
        try:
            kind.check_players(_present(then))
        except InvalidInput as refusal:
            return list(refusal.reasons)
        return []
    fits = has_ring if kind.keeps_pairs else _is_whole
    if not kind.plans_opponents or not fits(now) or fits(then):
        return []
    reason = _(
        "The plan of this evening ({kind}) stops after round {round}. Later rounds are drawn so that those "
        "meet who have met least.",
        kind=kind.name,
        round=len(now.history),
    )
    return [reason]


def plan_stopped(state: EventState) -> str:
    """Return a sentence if the next rounds do not follow the movement plan, otherwise "".

    The plan goes on as long as it fits the players who are present, for example if a newcomer took the place
    of each player who left. The result is always "" before the start, in the last round, and in kinds of
    evening that do not plan who meets whom.
    """
    kind = state.settings.evening
    if state.current is None or state.last_round is not None:
        return ""
    if not kind.plans_opponents:
        return ""
    now = state.situation(len(state.rounds) + 1, 1)
    if (has_ring if kind.keeps_pairs else _is_whole)(now):
        return ""
    says = _(
        "The players here are not those of the plan ({kind}), so the next rounds do not follow it.",
        kind=kind.name,
    )
    if not has_free_place(state):
        return says
    back = _("Somebody has left: a newcomer who takes their place brings the plan back.")
    return _("{first} {second}", first=says, second=back)


def has_free_place(state: EventState) -> bool:
    """Return whether the movement plan has a free place in the next round.

    A place is free if the player has left and no newcomer has taken the place. Call this only when round 1 is
    seated.
    """
    return None in places_now(state.situation(len(state.rounds) + 1, 1))[0]


def place_taken(state: EventState, member_id: int | None = None) -> Entrant | None:
    """Return the entrant whose place in the movement plan the player ``member_id`` has taken, or None.

    Without ``member_id``, return the entrant whose place the next newcomer will take. The result is always
    None before the start, in the last round, in an evening of pairs, and in kinds of evening that do not
    plan who meets whom.
    """
    kind = state.settings.evening
    if state.current is None or state.last_round is not None or kind.keeps_pairs:
        return None
    if not kind.plans_opponents:
        return None
    now = state.situation(len(state.rounds) + 1, 1)
    places, _left = places_now(now)
    if member_id not in places:
        return None
    place = places.index(member_id)
    rounds_before = range(len(state.rounds), 0, -1)
    holders = (places_now(replace(now, round_number=number))[0][place] for number in rounds_before)
    holder = next((player for player in holders if player is not None), member_id)
    return None if holder in (None, member_id) else state.entrant(holder)


def _is_whole(situation: Situation) -> bool:
    places, left = places_now(situation)
    return None not in places and not left


def _sit_outs(now: Situation, then: Situation) -> list[str]:
    before, after = _sitting_out(now), _sitting_out(then)
    if after <= before:
        return []
    if now.settings.keeps_pairs and after > 2 and after % 2:
        reason = ngettext(
            "From then on {count} pair and a player without a partner sit out in each round.",
            "From then on {count} pairs and a player without a partner sit out in each round.",
            after // 2,
        )
        return [reason]
    reason = ngettext(
        "From then on {count} player sits out in each round, instead of {before}.",
        "From then on {count} players sit out in each round, instead of {before}.",
        after,
        before=before,
    )
    return [reason]


def _sitting_out(situation: Situation) -> int:
    return room_shape(_present(situation), situation.game, situation.settings.odd).sitting_out


def _present(situation: Situation) -> int:
    return sum(entrant.is_present(situation.round_number) for entrant in situation.entrants)
