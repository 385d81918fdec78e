"""Parse wishes: fixed seats, partners, players kept apart, prize lists. Check that they fit together.

The wishes that apply to one round are in `play.domain.constraints`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from laws.domain.errors import InputProblems, InvalidInput, not_among
from laws.domain.parameters import is_whole
from laws.domain.sentences import _
from scoring.events.planning.domain.kinds import EveningKind
from scoring.events.planning.domain.settings import MOST_PLAYERS
from scoring.events.play.domain.values import Participant
from scoring.game.references import player_ref
from scoring.game.seating import TableSeats


def by_player(
    entrants: Sequence[Participant], seats: int, *, with_seats: bool = True
) -> dict[int, Participant]:
    """Check that the wishes fit together. Return player id → entrant.

    ``seats`` is the number of seats at a table. With ``with_seats``, two entrants who are ever present in the
    same round must not have the same fixed seat.

    Raises InvalidInput under ``players`` if wishes contradict each other, or if a player is entered twice.
    """
    participants = {entrant.player: entrant for entrant in entrants}
    errors: list[str] = []
    if len(participants) < len(entrants):
        errors.append(_("a player is entered once."))
    taken: dict[tuple[int, int], list[Participant]] = {}
    for entrant in entrants:
        name = player_ref(entrant.player)
        if entrant.partner is not None:
            partner = participants.get(entrant.partner)
            if partner is None or partner.partner != entrant.player or partner is entrant:
                errors.append(_("{name} and the fixed partner have to be named as each other's.", name=name))
            elif entrant.partner in entrant.keep_apart:
                errors.append(_("{name} cannot be kept apart from the fixed partner.", name=name))
        if entrant.fixed_seat is None:
            continue
        if entrant.fixed_table is None or not 1 <= entrant.fixed_seat <= seats:
            reason = _("the fixed seat of {name} needs its table, and is from 1 to {seats}.",
                       name=name, seats=seats)  # fmt: skip
            errors.append(reason)
            continue
        place = (entrant.fixed_table, entrant.fixed_seat)
        for other in taken.setdefault(place, []):
            if with_seats and _are_ever_here_together(entrant, other):
                reason = _(
                    "{name} and {other} cannot have the same fixed seat.",
                    name=name,
                    other=player_ref(other.player),
                )
                errors.append(reason)
        taken[place].append(entrant)
    if errors:
        raise InvalidInput({"players": errors})
    return participants


def _are_ever_here_together(one: Participant, other: Participant) -> bool:
    begins = {entrant.from_round for entrant in (one, other)}
    begins |= {back for entrant in (one, other) for _left, back in entrant.away}
    return any(one.is_present(number) and other.is_present(number) for number in begins)


WISHES = ("fixed_table", "fixed_seat", "partner", "keep_apart", "on_list")
MOST_TABLES = MOST_PLAYERS // 2
"""The highest number of a table, if all tables have two players."""


def read_wishes(
    wishes: object,
    *,
    others: Collection[int],
    lists: Sequence[str],
    seating: TableSeats,
    kind: EveningKind,
    field: str,
    who: str,
) -> dict[str, object]:
    """Return the wishes as they are stored, without null and empty wishes.

    ``others`` are the numbers of the players whom wishes can name. ``who`` is the reason for refusing a wish
    that names any other player. ``seating`` has the seats and sides of a table in the event's game.

    Raises InvalidInput under ``field`` if ``wishes`` is no mapping, and under ``field.WISH`` for each wish
    that is not accepted.
    """
    if not isinstance(wishes, Mapping):
        known = _("Wishes with their values. Accepted: {names}.", names=", ".join(WISHES))
        raise InvalidInput({field: known})
    problems = InputProblems()
    for name, value in wishes.items():
        if name not in WISHES:
            problems.add(f"{field}.{str(name)[:40]}", not_among(name, WISHES, _("wish")))
        elif value not in (None, []) and (
            reason := kind.refused_wish(name) or _refusal(name, value, others, lists, seating, who)
        ):
            problems.add(f"{field}.{name}", reason)
    problems.settle()
    return {name: value for name, value in wishes.items() if value not in (None, [])}


def _refusal(
    name: str, value: Any, others: Collection[int], lists: Sequence[str], seating: TableSeats, who: str
) -> str:
    if name == "on_list":
        return _list_reason(value, lists)
    if name == "partner" and not seating.has_partners:
        return _("Nobody has a partner in this event's game.")
    if name == "partner":
        return "" if _is_player(value, others) else who
    if name == "keep_apart":
        are_players = isinstance(value, list) and all(_is_player(other, others) for other in value)
        return "" if are_players and len(set(value)) == len(value) else _("A list: {of}", of=who)
    high = MOST_TABLES if name == "fixed_table" else seating.count
    return "" if is_whole(value, 1, high) else _("A whole number from {low} to {high}.", low=1, high=high)


def by_member(
    wishes: Mapping[int, object],
    members: Sequence[int],
    lists: Sequence[str],
    seating: TableSeats,
    kind: EveningKind,
) -> dict[int, dict[str, object]]:
    """Return member id → wishes. The returned wishes name other players by member id.

    ``wishes`` maps positions to wishes, and these wishes name other players by position. A position is the
    place of a player in ``members``, counted from 1.

    Raises InvalidInput under ``wishes.POSITION`` or ``wishes.POSITION.WISH``.
    """
    member_at = dict(enumerate(members, start=1))
    by_id: dict[int, dict[str, object]] = {}
    for place, wished in wishes.items():
        field = f"wishes.{place}"
        if place not in member_at:
            raise InvalidInput(
                {field: _("A place in the list of players, from 1 to {count}.", count=len(members))}
            )
        others = member_at.keys() - {place}
        read: dict[str, Any] = read_wishes(
            wished,
            others=others,
            lists=lists,
            seating=seating,
            kind=kind,
            field=field,
            who=_("The place of another player."),
        )
        if "partner" in read:
            read["partner"] = member_at[read["partner"]]
        if "keep_apart" in read:
            read["keep_apart"] = [member_at[other] for other in read["keep_apart"]]
        by_id[member_at[place]] = read
    return by_id


def _is_player(value: object, others: Collection[int]) -> bool:
    return type(value) is int and value in others


def _list_reason(value: object, lists: Sequence[str]) -> str:
    if not lists:
        return _("This event keeps no lists.")
    if is_whole(value, 0, len(lists) - 1):
        return ""
    if len(lists) == 1:
        return _("0, for “{name}”.", name=lists[0])
    return _("A whole number from 0, for “{name}”, to {last}.", name=lists[0], last=len(lists) - 1)
