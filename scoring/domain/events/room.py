"""Filling the room: from what each player has a claim to, to the tables as they can be.

The number of tables changes when players come and go, and some sit out, so a table can have too many claims
or too few. Here is who gives way and who fills a place that is left; in which seats they then sit, and
who has which claim, is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from laws.domain.sentences import Sentence
from scoring.domain.events import reasons
from scoring.domain.events.progressive import Claim
from scoring.domain.events.shape import Shape

FIXED_RANK = -1

Why = tuple[Sentence, str]
"""The sentence that says why a player is at a table, and its law."""

FREE_LAW = "progressive-cinch/winners-move-up"


def fixed_claims(claims: Sequence[Claim], fixed: Mapping[int, int], tables: int) -> list[Claim]:
    """Return the claims with those of players who have a fixed table changed to it."""
    changed = []
    for claim in claims:
        table = fixed.get(claim.player)
        if table is not None and table <= tables:
            where = claim.where if table == claim.table else reasons.keeps_fixed(table)
            claim = replace(claim, table=table, rank=FIXED_RANK, where=where)
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
            where = claim.where if table == claim.table else reasons.last_now(table)
            whys[claim.player] = (reasons.joined(claim.how, where), claim.law)
        else:
            over.append(claim)
    left_over: list[tuple[int, Claim | None]] = [(claim.player, claim) for claim in over]
    left_over += [(player, None) for player in floating]
    free = [number for number, size in enumerate(shape.sizes, 1) for _ in range(size - len(room[number]))]
    for (player, claimed), table in zip(left_over, free, strict=True):
        room[table].append(player)
        if claimed is None:
            whys[player] = (reasons.comes_in(table), FREE_LAW)
        else:
            whys[player] = (reasons.joined(claimed.how, reasons.fills(table)), FREE_LAW)
    return room, whys
