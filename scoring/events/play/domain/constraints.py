"""Wishes for places: fixed places, fixed partners, players kept apart, mixed pairs.

`SeatConstraints` has the wishes of the players who are present in a round. The movements put players in
places; `optimiser` then exchanges players so that fewer wishes are broken. `unmet_wishes` reports each wish
that the round does not meet, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from laws.domain.sentences import _
from scoring.events.play.domain.values import Participant, Place, SeatedRound, UnmetWish, pair_of
from scoring.game.references import player_ref

APART, PARTED, UNMIXED, OUT_OF_SEAT = 10**10, 10**8, 10**7, 10**6
"""Weights of broken wishes.

- ``APART``: two players who are kept apart sit at one table.
- ``PARTED``: a player does not have their fixed partner.
- ``UNMIXED``: partners are on the same list.
- ``OUT_OF_SEAT``: one of two fixed seats at a table is not kept.

Each weighs more than all meetings of an evening.
"""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeatConstraints:
    """The wishes for places of the players in a round.

    - ``fixed``: player → table and seat. The seat is None if any seat of the table will do.
    - ``partners``: player → fixed partner, if both are present.
    - ``apart``: the pairs of players who are kept apart, if both are present.
    - ``lists``: player → prize list, or None without a list. Empty unless partners have to come from
      different lists.
    - ``concerned``: all players in ``fixed``, ``partners`` and ``apart``.
    """

    fixed: Mapping[int, tuple[int, int | None]]
    partners: Mapping[int, int]
    apart: frozenset[Pair]
    lists: Mapping[int, int | None]
    weights: Mapping[Pair, tuple[int, int]]
    """Two players → the weight if they are partners at a table, and the weight if they are opponents there.

    The weights of fixed partners are negative. The optimiser adds `PARTED` for each of the two, wherever
    they sit. The negative weight cancels both additions if the two are partners, and one addition if they
    are opponents. So it is already an improvement if the two come to the same table. The weight of partners
    on the same list is not included; the method `weight` adds it.
    """
    concerned: frozenset[int]

    @classmethod
    def of(cls, present: Mapping[int, Participant], *, is_mixed: bool) -> SeatConstraints:
        """Return the wishes of the players who are present.

        With ``is_mixed``, partners have to come from different prize lists.
        """
        fixed = {
            player: (entrant.fixed_table, entrant.fixed_seat)
            for player, entrant in present.items()
            if entrant.fixed_table is not None
        }
        partners = {
            player: partner
            for player, entrant in present.items()
            if (partner := entrant.partner) is not None and partner in present
        }
        apart = frozenset(
            pair_of((player, other))
            for player, entrant in present.items()
            for other in entrant.keep_apart
            if other in present
        )
        weights = _of_fixed_seats(fixed)
        weights |= {pair_of(pair): (-2 * PARTED, -PARTED) for pair in partners.items()}
        weights |= dict.fromkeys(apart, (APART, APART))
        return cls(
            fixed=fixed,
            partners=partners,
            apart=apart,
            lists={player: entrant.on_list for player, entrant in present.items()} if is_mixed else {},
            weights=weights,
            concerned=frozenset([*fixed, *partners, *(player for pair in apart for player in pair)]),
        )

    def concern(self, players: Iterable[int]) -> bool:
        """Return whether a wish concerns any of these players.

        Always true if partners have to come from different prize lists.
        """
        return bool(self.lists) or not self.concerned.isdisjoint(players)

    def is_fixed(self, player: int, table: int) -> bool:
        return player in self.fixed and self.fixed[player][0] == table

    def fixed_seat(self, player: int, table: int) -> int | None:
        return self.fixed[player][1] if self.is_fixed(player, table) else None

    def weight(self, pairs: Sequence[Pair]) -> int:
        """Return the weight of a table where these pairs are partners: the sum of its players' ``weights``.

        The weight can be negative. If partners have to come from different lists, partners on the same list
        add `UNMIXED`. Two partners who are in ``weights`` do not add `UNMIXED`.
        """
        if not (self.weights or self.lists):
            return 0
        weight = sum(self._as_partners(pair) for pair in pairs)
        for ours, theirs in combinations(pairs, 2):
            weight += sum(
                self.weights.get(pair_of((one, other)), (0, 0))[1] for one in ours for other in theirs
            )
        return weight

    def _as_partners(self, pair: Pair) -> int:
        if (wished := self.weights.get(pair_of(pair))) is not None:
            return wished[0]
        one, other = pair
        return UNMIXED if self.lists and self.lists[one] == self.lists[other] else 0


def _of_fixed_seats(fixed: Mapping[int, tuple[int, int | None]]) -> dict[Pair, tuple[int, int]]:
    # Players with opposite fixed seats at a table should be partners.
    # Players with other fixed seats at the same table should be opponents.
    seats = [(player, table, seat) for player, (table, seat) in fixed.items() if seat is not None]
    return {
        pair_of((player, other)): (0, OUT_OF_SEAT) if abs(seat - its_seat) == 2 else (OUT_OF_SEAT, 0)
        for (player, table, seat), (other, its_table, its_seat) in combinations(seats, 2)
        if table == its_table
    }


def unmet_wishes(now: SeatedRound, wished: SeatConstraints) -> list[UnmetWish]:
    """Return the wishes that a round does not meet, with reasons.

    The wishes of a player who sits out are left out. The exception is the wish for a fixed partner who plays.
    """
    places, mates = now.places(), now.mates()
    unmet: list[UnmetWish] = []
    for player, (table, seat) in sorted(wished.fixed.items()):
        if (place := places.get(player)) is not None and not (place[0] == table and seat in (None, place[1])):
            unmet.append(_without_seat(player, table, seat, len(now.tables)))
    for player, partner in sorted(wished.partners.items()):
        if (
            player < partner
            and mates.get(player) != partner
            and not places.keys().isdisjoint((player, partner))
        ):
            unmet.append(_without_partner(player, partner, places, mates))
    for player, other in sorted(wished.apart):
        if player in places and other in places and places[player][0] == places[other][0]:
            why = _(
                "{one} and {other} could not be kept apart: there is no other place.", **_names(player, other)
            )
            unmet.append(UnmetWish("keep-apart", (player, other), why))
    for player, mate in sorted(mates.items()) if wished.lists else ():
        if player < mate and wished.lists[player] == wished.lists[mate]:
            why = _(
                "{one} and {other} are on the same list: the lists are not equally long here.",
                **_names(player, mate),
            )
            unmet.append(UnmetWish("mixed-pairs", (player, mate), why))
    return unmet


def _without_seat(player: int, table: int, seat: int | None, tables: int) -> UnmetWish:
    wished: dict[str, int | str] = {"player": player_ref(player), "table": table}
    if table > tables:
        why = _("{player} cannot be at table {table}, which is not there now.", **wished)
    elif seat is None:
        why = _("{player} cannot be at table {table}: others have to be there.", **wished)
    else:
        wished["seat"] = seat
        why = _(
            "{player} cannot be in seat {seat} of table {table}: somebody else has to be there.", **wished
        )
    return UnmetWish("fixed-seat", (player,), why)


def _without_partner(
    player: int, partner: int, places: Mapping[int, Place], mates: Mapping[int, int]
) -> UnmetWish:
    names = _names(player, partner)
    if player not in places or partner not in places:
        names["idle"] = player_ref(partner if player in places else player)
        why = _("{one} and {other} are not partners now: it is the turn of {idle} to sit out.", **names)
    elif player not in mates or partner not in mates:
        why = _(
            "{one} and {other} are not partners now: at a table of three or five everybody plays alone.",
            **names,
        )
    else:
        why = _("{one} and {other} cannot be partners now: another wish is against it.", **names)
    return UnmetWish("fixed-partner", (player, partner), why)


def _names(player: int, other: int) -> dict[str, str]:
    return {"one": player_ref(player), "other": player_ref(other)}
