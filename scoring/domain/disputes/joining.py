"""How a decision goes together with an earlier one on the same deal: by the rule base's table of pairs.

What the two then do to the deal is in :mod:`scoring.game.orders`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from laws.domain import arbiter
from laws.domain.compose import PairTable
from laws.domain.errors import InvalidInput
from laws.domain.lawbook import LawBook
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.game.orders import Join, Order
from scoring.game.parts import ADVERSARY

MAKERS_SIDE_BY = "makers_side_by"
"""Which of the maker's side revoked: two revokes answer it by who was in error in each."""


@dataclass(frozen=True, slots=True)
class Party:
    """One of two decisions: its dispute, what it orders, on which side the error was, and the facts."""

    dispute: int
    incident: str
    orders: tuple[Order, ...]
    side: int | None
    facts: Mapping[str, str] = field(default_factory=dict)
    seats: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Joined:
    """A join with its reason and, for an incident that the two make together, the ruling on it."""

    join: Join
    says: str
    ruling: Ruling | None = None


def joined(
    pairs: PairTable,
    book: LawBook,
    early: Party,
    late: Party,
    orders_of: Callable[[Ruling], tuple[Order, ...]],
) -> Joined:
    """Return how a decision goes together with an earlier one.

    ``orders_of`` makes orders of a ruling, each with its law. Raises InvalidInput under "seat" where it turns
    on the sides of those in error and they are not known, and under "facts" where an incident that the two
    make together needs to know more.
    """
    for ending in (early, late):
        for order in ending.orders:
            if order.kind in pairs.ending:
                return Joined(Join("absorbed", ending.dispute), pairs.ending[order.kind])
    topics = [book.tables[party.incident].incident.topic for party in (early, late)]
    ways = pairs.pairs.get((min(topics), max(topics)), {})
    if not ways:
        return Joined(Join("independent"), "")
    if "any" in ways:
        together = ways["any"]
    elif early.side is None or late.side is None:
        raise InvalidInput({"seat": _("say who was in error: it matters whether both are of one side.")})
    else:
        together = ways["same" if early.side == late.side else "different"]
    parts = {party.facts.get("offender") for party in (early, late)}
    if together.relation == "own-incident" and parts == {ADVERSARY}:
        # Two adversaries who are not of one side: what the two make together is told of the maker's side.
        return Joined(Join("independent"), "")
    if together.relation != "own-incident":
        leads = (early if together.leads == topics[0] else late).dispute if together.leads else None
        return Joined(Join(together.relation, leads), together.says)
    table = book.tables[together.incident]
    facts = {key: party.facts[key] for party in (early, late) for key in party.facts if key in table.steps}
    for party in (early, late):
        if MAKERS_SIDE_BY in table.steps and party.facts.get("offender", ADVERSARY) != ADVERSARY:
            facts[MAKERS_SIDE_BY] = party.facts["offender"]
    ruling = arbiter.rule(book, together.incident, facts)
    if ruling.is_open:
        raise InvalidInput(
            {f"facts.{fact.key}": _("still needed: {ask}", ask=fact.ask) for fact in ruling.questions}
        )
    adversary = next((party for party in (early, late) if party.facts.get("offender") == ADVERSARY), late)
    join = Join(together.relation, None, orders_of(ruling), dict(adversary.seats))
    return Joined(join, together.says, ruling)
