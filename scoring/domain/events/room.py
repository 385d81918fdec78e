"""Filling the room: from what each player has a claim to, to the tables as they can be.

The number of tables changes when players come and go, and some sit out, so a table can have too many claims
or too few. Here is who gives way and who fills a place that is left; in which seats they then sit, and
who has which claim, is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.domain.events.progressive import Claim
from scoring.domain.events.shape import Shape

FIXED_RANK = -1

Why = tuple[str, str]
"""The sentence that says why a player is at a table, and its law."""

FREE_LAW = "progressive-cinch/winners-move-up"


def fixed_claims(claims: Sequence[Claim], fixed: Mapping[int, int], tables: int) -> list[Claim]:
    """Return the claims with those of players who have a fixed table changed to it."""
    changed = []
    for claim in claims:
        table = fixed.get(claim.player)
        if table is not None and table <= tables:
            left, _, _ = claim.why.partition(" and ")
            why = claim.why if table == claim.table else f"{left} and keeps a fixed place at table {table}."
            claim = Claim(claim.player, table, FIXED_RANK, claim.star, why, claim.law)
        changed.append(claim)
    return changed


def fill(
    shape: Shape, claims: Sequence[Claim], floating: Sequence[int]
) -> tuple[dict[int, list[int]], dict[int, Why]]:
    """Return who is at each table, those with the best claim first, and why each is there.

    ``floating`` are the players without a claim, who sat out or are new, in the order in which they are given
    the places left. Claims and floating players together must be as many as the seats.
    """
    tables = len(shape.sizes)
    room: dict[int, list[int]] = {number: [] for number in range(1, tables + 1)}
    whys: dict[int, Why] = {}
    over: list[Claim] = []
    for claim in sorted(claims, key=lambda one: (min(one.table, tables), one.rank, one.table)):
        table = min(claim.table, tables)
        if len(room[table]) < shape.sizes[table - 1]:
            room[table].append(claim.player)
            whys[claim.player] = (_clamped(claim, table), claim.law)
        else:
            over.append(claim)
    left_over = [(claim.player, claim.why) for claim in over]
    left_over += [(player, "") for player in floating]
    free = [number for number, size in enumerate(shape.sizes, 1) for _ in range(size - len(room[number]))]
    for (player, before), table in zip(left_over, free, strict=True):
        room[table].append(player)
        whys[player] = (_filling(before, table), FREE_LAW)
    return room, whys


def _clamped(claim: Claim, table: int) -> str:
    """Return the claim's sentence, changed where its table is there no longer."""
    if table == claim.table:
        return claim.why
    left, _, _ = claim.why.partition(" and ")
    return f"{left} and goes to table {table}, the last there is now."


def _filling(before: str, table: int) -> str:
    left, _, _ = before.partition(" and ")
    return (
        f"{left} and fills the place left at table {table}."
        if left
        else f"Takes a place left at table {table}."
    )
