"""What has to be minded when places are given: fixed seats and partners, players kept apart, mixed pairs.

Each wish is honoured where it can be; a wish that could not be is named with the reason. Who would sit where
without any wish is said by the movements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.events.domain.values import Entrant, reference

APART, PARTED, UNMIXED = 10_000, 1_000, 100
"""What a broken wish weighs: two kept apart at one table, a fixed pair parted, a table of unequal lists."""


def by_player(entrants: Sequence[Entrant]) -> dict[int, Entrant]:
    """Return the entrants by player. Raises InvalidInput under "players" for contradictory wishes."""
    found = {entrant.player: entrant for entrant in entrants}
    errors: list[str] = []
    if len(found) < len(entrants):
        errors.append(_("a player is entered once."))
    taken: dict[tuple[int, int], int] = {}
    for entrant in entrants:
        name = reference(entrant.player)
        if entrant.partner is not None:
            partner = found.get(entrant.partner)
            if partner is None or partner.partner != entrant.player or partner is entrant:
                errors.append(_("{name} and the fixed partner have to be named as each other's.", name=name))
            elif entrant.partner in entrant.keep_apart:
                errors.append(_("{name} cannot be kept apart from the fixed partner.", name=name))
        if entrant.fixed_seat is not None and (
            entrant.fixed_table is None or not 1 <= entrant.fixed_seat <= 4
        ):
            errors.append(_("the fixed seat of {name} needs its table, and is from 1 to 4.", name=name))
        elif entrant.fixed_seat is not None and entrant.fixed_table is not None:
            place = (entrant.fixed_table, entrant.fixed_seat)
            if place in taken:
                errors.append(
                    _(
                        "{name} and {other} cannot have the same fixed seat.",
                        name=name,
                        other=reference(taken[place]),
                    )
                )
            taken[place] = entrant.player
    if errors:
        raise InvalidInput({"players": errors})
    return found


class Wishes:
    """The wishes of those who are present, ready to be weighed."""

    __slots__ = ("apart", "entrants", "is_mixed", "minded")

    def __init__(self, entrants: Mapping[int, Entrant], *, is_mixed: bool) -> None:
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
        """Tell whether anything has to be minded at a table of these players."""
        return self.is_mixed or not self.minded.isdisjoint(players)

    def is_fixed(self, player: int, table: int) -> bool:
        """Tell whether a player is to stay at this table."""
        return self.entrants[player].fixed_table == table

    def weigh(self, players: Sequence[int], playing: Mapping[int, int]) -> int:
        """Return what is wrong with these players at one table; ``playing`` holds all who have a table."""
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

    def pair_weight(self, one: int, other: int, at_table: Sequence[int]) -> int:
        """Return what is wrong with two players as partners at a table of these players."""
        weight = 0
        for player, mate in ((one, other), (other, one)):
            partner = self.entrants[player].partner
            if partner in at_table and partner != mate:
                weight += PARTED
        if self.is_mixed and self.entrants[one].on_list == self.entrants[other].on_list:
            weight += UNMIXED
        return weight


def repair(room: dict[int, list[int]], wishes: Wishes) -> None:
    """Change players between tables, in place, until no change makes less wrong.

    The nearest table is tried first, and a table's last player before its first: those who have least claim
    to it stand there.
    """
    playing = {player: table for table, players in room.items() for player in players}
    wrong = {table: weight for table, players in room.items() if (weight := wishes.weigh(players, playing))}
    tries = 4 * sum(len(room[table]) for table in wrong)
    while wrong and tries:
        table = min(wrong)
        tries -= 1
        if not _exchange(table, room, wishes, playing, wrong):
            del wrong[table]


def _exchange(
    table: int, room: dict[int, list[int]], wishes: Wishes, playing: dict[int, int], wrong: dict[int, int]
) -> bool:
    """Make the first exchange with another table that leaves less wrong; tell whether there was one."""
    for other in sorted(room, key=lambda number: (abs(number - table), -number)):
        if other == table:
            continue
        before = wishes.weigh(room[table], playing) + wishes.weigh(room[other], playing)
        for mine in reversed(range(len(room[table]))):
            for theirs in reversed(range(len(room[other]))):
                one, two = room[table][mine], room[other][theirs]
                if wishes.is_fixed(one, table) or wishes.is_fixed(two, other):
                    continue
                room[table][mine], room[other][theirs] = two, one
                after = wishes.weigh(room[table], playing) + wishes.weigh(room[other], playing)
                if after < before:
                    playing[one], playing[two] = other, table
                    for changed in (table, other):
                        weight = wishes.weigh(room[changed], playing)
                        wrong.pop(changed, None)
                        if weight:
                            wrong[changed] = weight
                    return True
                room[table][mine], room[other][theirs] = one, two
    return False
