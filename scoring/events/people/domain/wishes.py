"""Wishes for places: fixed seats and partners, players kept apart, and mixed pairs.

A wish is met if possible; an unmet wish is reported with the reason. The movements decide places without
wishes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from laws.domain.errors import InvalidInput, not_among
from laws.domain.parameters import is_whole
from laws.domain.sentences import _
from scoring.events.play.domain.values import Participant, SeatedRound, UnmetWish
from scoring.game.names import reference
from scoring.game.seating import TableSeats

APART, PARTED, UNMIXED = 10_000, 1_000, 100
"""Weights of broken wishes: two players kept apart at one table, fixed partners parted, unequal lists."""


def by_player(
    entrants: Sequence[Participant], seats: int, *, with_seats: bool = True
) -> dict[int, Participant]:
    """Return player → entrant. Raises InvalidInput under "players" for contradictory wishes.

    Without ``with_seats`` two entrants may have the same fixed seat, because a late entry may find it taken.
    """
    participants = {entrant.player: entrant for entrant in entrants}
    errors: list[str] = []
    if len(participants) < len(entrants):
        errors.append(_("a player is entered once."))
    taken: dict[tuple[int, int], list[Participant]] = {}
    for entrant in entrants:
        name = reference(entrant.player)
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
                    other=reference(other.player),
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


class Wishes:
    """The wishes of the players who are present, with the weights of breaking them."""

    __slots__ = ("apart", "entrants", "is_mixed", "minded")

    def __init__(self, entrants: Mapping[int, Participant], *, is_mixed: bool) -> None:
        self.entrants = entrants
        self.is_mixed = is_mixed
        self.apart: dict[int, set[int]] = {}
        for entrant in entrants.values():
            for other in entrant.keep_apart:
                self.apart.setdefault(entrant.player, set()).add(other)
                self.apart.setdefault(other, set()).add(entrant.player)
        self.minded = {
            player
            for player, entrant in entrants.items()
            if entrant.partner is not None or entrant.fixed_table is not None or player in self.apart
        }

    def concern(self, players: Iterable[int]) -> bool:
        """Return whether any wish concerns a table of these players."""
        return self.is_mixed or not self.minded.isdisjoint(players)

    def is_fixed(self, player: int, table: int) -> bool:
        """Return whether a player has this table as fixed table."""
        return self.entrants[player].fixed_table == table

    def weigh(self, players: Sequence[int], playing: Mapping[int, int]) -> int:
        """Return the weight of broken wishes at a table. ``playing`` maps seated players to tables."""
        if not self.concern(players):
            return 0
        weight = 0
        for player in players:
            weight += APART * len(self.apart.get(player, set()).intersection(players))
            partner = self.entrants[player].partner
            if partner is not None and partner in playing and partner not in players:
                weight += PARTED
        return weight + (UNMIXED * self._surplus(players) if self.is_mixed else 0)

    def _surplus(self, players: Sequence[int]) -> int:
        first = sum(self.entrants[player].on_list == 0 for player in players)
        second = sum(self.entrants[player].on_list == 1 for player in players)
        return max(0, abs(first - second) - len(players) % 2)

    def pair_weight(self, first: int, second: int, at_table: Sequence[int]) -> int:
        """Return the weight of broken wishes if two players are partners at a table of these players."""
        weight = 0
        for player, mate in ((first, second), (second, first)):
            partner = self.entrants[player].partner
            if partner in at_table and partner != mate:
                weight += PARTED
        if self.is_mixed and self.entrants[first].on_list == self.entrants[second].on_list:
            weight += UNMIXED
        return weight


def repair(room: dict[int, list[int]], wishes: Wishes) -> dict[int, int]:
    """Exchange players between tables, in place, while that breaks fewer wishes. Return player → new table.

    Tries the nearest table first, and the last player of a table first, because the last has the weakest
    claim.
    """
    before = {player: table for table, players in room.items() for player in players}
    playing = dict(before)
    wrong = {table: weight for table, players in room.items() if (weight := wishes.weigh(players, playing))}
    tries = 4 * sum(len(room[table]) for table in wrong)
    while wrong and tries:
        table = min(wrong)
        tries -= 1
        if not _exchange(table, room, wishes, playing, wrong):
            del wrong[table]
    return {player: table for player, table in playing.items() if table != before[player]}


def _exchange(
    table: int, room: dict[int, list[int]], wishes: Wishes, playing: dict[int, int], wrong: dict[int, int]
) -> bool:
    """Make the first exchange with another table that breaks fewer wishes. Return whether one was made."""
    for other in sorted(room, key=lambda number: (abs(number - table), -number)):
        if other == table:
            continue
        before = wishes.weigh(room[table], playing) + wishes.weigh(room[other], playing)
        for mine in reversed(range(len(room[table]))):
            for theirs in reversed(range(len(room[other]))):
                first, second = room[table][mine], room[other][theirs]
                if wishes.is_fixed(first, table) or wishes.is_fixed(second, other):
                    continue
                room[table][mine], room[other][theirs] = second, first
                after = wishes.weigh(room[table], playing) + wishes.weigh(room[other], playing)
                if after < before:
                    playing[first], playing[second] = other, table
                    for changed in (table, other):
                        weight = wishes.weigh(room[changed], playing)
                        wrong.pop(changed, None)
                        if weight:
                            wrong[changed] = weight
                    return True
                room[table][mine], room[other][theirs] = first, second
    return False


def breaches(now: SeatedRound, wishes: Wishes) -> list[UnmetWish]:
    """Return the wishes that a round does not meet, with reasons."""
    places, mates = now.places(), now.mates()
    unmet: list[UnmetWish] = []
    for player, entrant in sorted(wishes.entrants.items()):
        place = places.get(player)
        if place is not None and entrant.fixed_table is not None:
            unmet += _seat_breach(entrant, entrant.fixed_table, place, len(now.tables))
        if entrant.partner is not None and player < entrant.partner and entrant.partner in wishes.entrants:
            unmet += _partner_breach(player, entrant.partner, places, mates)
        for other in sorted(wishes.apart.get(player, ())):
            if place is not None and player < other and places.get(other, (0, 0))[0] == place[0]:
                unmet.append(_apart_breach(player, other))
        mate = mates.get(player)
        if wishes.is_mixed and mate is not None and player < mate:
            unmet += _mixed_breach(player, mate, wishes)
    return unmet


def _seat_breach(entrant: Participant, table: int, place: tuple[int, int], tables: int) -> list[UnmetWish]:
    seat = entrant.fixed_seat
    if place[0] == table and seat in (None, place[1]):
        return []
    wished: dict[str, int | str] = {"player": reference(entrant.player), "table": table}
    if table > tables:
        why = _("{player} cannot be at table {table}, which is not there now.", **wished)
    elif seat is None:
        why = _("{player} cannot be at table {table}: others have to be there.", **wished)
    else:
        wished["seat"] = seat
        why = _(
            "{player} cannot be in seat {seat} of table {table}: somebody else has to be there.", **wished
        )
    return [UnmetWish("fixed-seat", (entrant.player,), why)]


def _partner_breach(
    player: int, partner: int, places: Mapping[int, tuple[int, int]], mates: Mapping[int, int]
) -> list[UnmetWish]:
    if mates.get(player) == partner or (player not in places and partner not in places):
        return []
    names = _two_names(player, partner)
    if player not in places or partner not in places:
        names["idle"] = reference(partner if player in places else player)
        why = _("{one} and {other} are not partners now: it is the turn of {idle} to sit out.", **names)
    elif player not in mates or partner not in mates:
        why = _(
            "{one} and {other} are not partners now: at a table of three or five everybody plays alone.",
            **names,
        )
    else:
        why = _("{one} and {other} cannot be partners now: another wish is against it.", **names)
    return [UnmetWish("fixed-partner", (player, partner), why)]


def _apart_breach(player: int, other: int) -> UnmetWish:
    names = _two_names(player, other)
    why = _("{one} and {other} could not be kept apart: there is no other place.", **names)
    return UnmetWish("keep-apart", (player, other), why)


def _mixed_breach(player: int, mate: int, wishes: Wishes) -> list[UnmetWish]:
    if wishes.entrants[player].on_list != wishes.entrants[mate].on_list:
        return []
    names = _two_names(player, mate)
    why = _("{one} and {other} are on the same list: the lists are not equally long here.", **names)
    return [UnmetWish("mixed-pairs", (player, mate), why)]


def _two_names(player: int, other: int) -> dict[str, str]:
    return {"one": reference(player), "other": reference(other)}


WISHES = ("fixed_table", "fixed_seat", "partner", "keep_apart", "on_list")
MOST_TABLES = 100


def read_wishes(
    wishes: object,
    *,
    others: Collection[int],
    lists: Sequence[str],
    seating: TableSeats,
    field: str,
    who: str,
) -> dict[str, object]:
    """Return wishes as they are stored, without null and empty wishes.

    ``seating`` is the seating of the event's game. ``others`` are the numbers that may name players; ``who``
    describes these numbers in an error. Raises InvalidInput under ``field`` and its parts.
    """
    if not isinstance(wishes, Mapping):
        known = _("Wishes with their values. Accepted: {names}.", names=", ".join(WISHES))
        raise InvalidInput({field: known})
    errors: dict[str, str] = {}
    for name, value in wishes.items():
        if name not in WISHES:
            errors[f"{field}.{str(name)[:40]}"] = not_among(name, WISHES, _("wish"))
        elif value not in (None, []) and (reason := _refusal(name, value, others, lists, seating, who)):
            errors[f"{field}.{name}"] = reason
    if errors:
        raise InvalidInput(errors)
    return {name: value for name, value in wishes.items() if value not in (None, [])}


def _refusal(
    name: str, value: Any, others: Collection[int], lists: Sequence[str], seating: TableSeats, who: str
) -> str:
    """Return the reason why a wish is not accepted, or an empty text."""
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
    wishes: Mapping[int, object], members: Sequence[int], lists: Sequence[str], seating: TableSeats
) -> dict[int, dict[str, object]]:
    """Return member id → wishes. The input names players by their place in ``members``, from 1.

    Raises InvalidInput under ``wishes.PLACE`` and its parts.
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
