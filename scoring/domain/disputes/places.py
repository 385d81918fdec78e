"""Where those sit who play a part in a dispute: as they were named, as the deal shows, as the facts imply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from laws.domain.sentences import _
from scoring.game.deal import Deal
from scoring.game.parts import (
    ADVERSARY,
    MAKER,
    MAKERS_PARTNER,
    Parts,
    part_of,
    seats_of,
    sides_of,
)
from scoring.game.seating import Seating

NAMED = ("offender", "dealer", "maker", "leader", "lawful-dealer")
"""The parts whose seats somebody may name; all others follow from these."""


@dataclass(frozen=True, slots=True)
class Places:
    """Who plays which part; ``on_offenders_side`` is a seat of that side where the offender is not known."""

    parts: Parts
    lawful_dealer: int | None = None
    on_offenders_side: int | None = None

    def seat(self, role: str) -> int | None:
        """Return the seat of a part, or None where it is not known or several people play it."""
        if role == "lawful-dealer":
            return self.lawful_dealer
        seats = seats_of(role, self.parts)
        return seats[0] if len(seats) == 1 else None

    def sides(self, role: str) -> tuple[int, ...]:
        """Return the sides on which those sit who play a part; none where that is not known."""
        found = sides_of(role, self.parts)
        if not found and self.on_offenders_side is not None:
            return sides_of(role, replace(self.parts, offender=self.on_offenders_side))
        return found


def places_of(
    deal: Deal | None, seating: Seating, named: Mapping[str, int], facts: Mapping[str, str]
) -> Places:
    """Return who plays which part: as the deal shows, else as named, else as the facts imply.

    The deal counts before what was named, so that a correction of it is followed.
    """
    dealer, maker, leader = named.get("dealer"), named.get("maker"), named.get("leader")
    nobody_bid = False
    if deal is not None:
        dealer, maker = deal.dealer, maker if deal.maker is None else deal.maker
        nobody_bid = deal.maker is not None and not deal.bid
        if leader is None and deal.cards is not None and deal.cards.tricks:
            leader = deal.cards.tricks[0][0][0]
    offender, on_his_side = named.get("offender"), None
    if offender is None:
        offender, on_his_side = _implied(facts, dealer, maker, seating)
    parts = Parts(seating, dealer, offender, maker, leader, nobody_bid=nobody_bid)
    return Places(parts, named.get("lawful-dealer"), on_his_side)


def contradiction(places: Places, facts: Mapping[str, str]) -> str:
    """Return why the seat in error cannot be the one that the facts speak of; empty where it can."""
    offender, maker, said = places.parts.offender, places.parts.maker, facts.get("offender")
    if offender is None or maker is None or said is None:
        return ""
    shown = part_of(offender, maker, places.parts.seating)
    if shown == said:
        return ""
    return _(
        "seat {seat} was {shown} on this deal, not {said}.",
        seat=offender,
        shown=shown.replace("-", " "),
        said=said.replace("-", " "),
    )


def _implied(
    facts: Mapping[str, str], dealer: int | None, maker: int | None, seating: Seating
) -> tuple[int | None, int | None]:
    """Return who was in error by the facts or, where only his side follows from them, a seat on it."""
    said = facts.get("offender")
    if maker is not None and said == MAKER:
        return maker, None
    if maker is not None and said == MAKERS_PARTNER:
        return seating.partner_of(maker), None
    if maker is not None and said == ADVERSARY and seating.side_count == 2:
        return None, seating.left_of(maker)
    if facts.get("whose") == "dealers":
        return dealer, None
    return None, None
