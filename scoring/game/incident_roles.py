"""The seats and sides of the roles in an incident, such as the offender or the maker's adversaries.

:mod:`laws.domain.roles` names the roles. A role's seat comes from the deal, from a person's answer, or from
the facts of the incident.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from laws.domain.roles import ROLES, IncidentRole
from laws.domain.sentences import Sentence, _, in_a_row
from laws.domain.vocabulary import FactValue, IncidentFact
from scoring.game.deal import DealRecord
from scoring.game.references import seat_inside
from scoring.game.seating import TableSeats

MAKER, MAKERS_PARTNER, ADVERSARY = "maker", "makers-partner", "adversary"


NAMED = ("offender", "dealer", "maker", "leader", "lawful-dealer")
"""The roles whose seats a person may name; the seats of all other roles follow from these."""

OFFENDER = "offender"
"""The fact that tells who was in error."""


@dataclass(frozen=True, slots=True)
class KnownSeats:
    """The seats from which the seats of all roles are computed; None if unknown.

    - ``leader``: who led to the trick in question.
    - ``nobody_bid``: the maker is the dealer or the eldest hand, and there is no highest bidder. If it is
      False, the maker counts as the highest bidder.
    - ``on_offenders_side``: any seat of the offender's side, set only if the offender is unknown.
    """

    seating: TableSeats
    dealer: int | None = None
    offender: int | None = None
    maker: int | None = None
    leader: int | None = None
    nobody_bid: bool = False
    lawful_dealer: int | None = None
    on_offenders_side: int | None = None

    def anchor(self, name: str) -> int | None:
        """Return the seat in the field ``name``, such as "dealer"; None if the seat is unknown.

        The seats of most roles are counted from one of these seats.
        """
        seat: int | None = getattr(self, name)
        return seat

    def seat(self, role: str) -> int | None:
        """Return the seat of a role, or None if it is unknown or the role has several seats."""
        seats = seats_of(role, self)
        return seats[0] if len(seats) == 1 else None

    def sides(self, role: str) -> tuple[int, ...]:
        """Return the sides of the seats that have a role, in ascending order; empty if unknown.

        >>> KnownSeats(TableSeats(4, 2), maker=3).sides("makers-adversaries")
        (2,)
        """
        seats = seats_of(role, self)
        if not seats and self.on_offenders_side is not None:
            seats = seats_of(role, replace(self, offender=self.on_offenders_side))
        return tuple(sorted({self.seating.side_of(seat) for seat in seats}))


def part_of(seat: int, maker: int, seating: TableSeats) -> str:
    """Return the role of a seat on a deal: maker, makers-partner or adversary.

    >>> part_of(3, 1, TableSeats(4, 2))
    'makers-partner'
    """
    if seat == maker:
        return MAKER
    return MAKERS_PARTNER if seating.side_of(seat) == seating.side_of(maker) else ADVERSARY


def seats_of(role: str, known: KnownSeats) -> tuple[int, ...]:
    """Return the seats of a role in ascending order; empty if they are unknown or the table has no such role.

    Raises KeyError for a role that the law does not know.

    >>> seats_of("pone", KnownSeats(TableSeats(4, 2), dealer=1))
    (4,)
    >>> seats_of("makers-adversaries", KnownSeats(TableSeats(4, 2), maker=3))
    (2, 4)
    """
    place, seating = ROLES[role], known.seating
    if place.of:
        return _counted(place, known)
    if role in _SIDES:
        return _of_side(*_SIDES[role], known)
    if role == "lawful-dealer" and known.lawful_dealer is not None:
        return (known.lawful_dealer,)
    if role == "highest-bidder" and known.maker is not None and not known.nobody_bid:
        return (known.maker,)
    if role in _EVERYBODY or (role == "both-sides" and seating.side_count == 2):
        return tuple(seating.seats())
    # At a table with more than two sides, "both sides" means the maker's side and the offender's side.
    if role == "both-sides":
        ours, theirs = _of_side("maker", True, known), _of_side("offender", True, known)
        return () if not ours or not theirs or ours == theirs else tuple(sorted((*ours, *theirs)))
    return ()


def is_at(role: str, seating: TableSeats) -> bool:
    """Tell whether a role exists at a table with this seating. A role without a fixed seat always exists.

    >>> is_at("partner", TableSeats(4, 2)), is_at("partner", TableSeats(3, 3))
    (True, False)
    >>> is_at("fourth-hand", TableSeats(3, 3))
    False
    """
    anywhere = KnownSeats(seating, dealer=1, offender=1, maker=1, leader=1)
    return not ROLES[role].of or bool(seats_of(role, anywhere))


def can_be_anybody(role: str, seating: TableSeats) -> bool:
    """Tell whether a role is not bound to certain seats, so that every player at the table can have it.

    False for the offender, and for every role whose seat follows from another seat.

    >>> can_be_anybody("any-player", TableSeats(4, 2)), can_be_anybody("fourth-hand", TableSeats(4, 2))
    (True, False)
    """
    somewhere = KnownSeats(seating, dealer=1, offender=1, maker=1, leader=1, lawful_dealer=1)
    return is_at(role, seating) and len(seats_of(role, somewhere)) in (0, seating.count)


def answers_at(fact: IncidentFact, seating: TableSeats) -> tuple[FactValue, ...]:
    """Return the answers to a fact that are possible at a table with this seating."""
    return tuple(value for value in fact.values if not value.role or is_at(value.role, seating))


def alone_at(seating: TableSeats) -> Sentence:
    """Return the reason why an answer about a partner is impossible: everybody plays alone."""
    return _("{count} play at this table, each alone.", count=seating.count)


def fact_at(fact: IncidentFact, seating: TableSeats) -> IncidentFact:
    """Return a fact with the answers that are possible at a table with this seating.

    A usual answer that is not possible is dropped. If nobody at the table has a partner, the answers do not
    mention the offender's partner.
    """
    answers = answers_at(fact, seating)
    if not is_at("partner", seating):
        answers = tuple(
            replace(answer, label=_alone(answer.label), means=_alone(answer.means)) for answer in answers
        )
    usual = fact.usual if fact.usual in [answer.slug for answer in answers] else None
    return replace(fact, values=answers, usual=usual)


def _alone(sentence: str) -> str:
    return sentence.replace("{offender-or-partner}", "{offender}")


def _counted(place: IncidentRole, known: KnownSeats) -> tuple[int, ...]:
    seat = known.anchor(place.of)
    if seat is not None and place.partner:
        seat = known.seating.partner_of(seat)
    if seat is None or place.left >= known.seating.count:
        return ()
    return (known.seating.in_turn(seat)[place.left],)


def _of_side(name: str, is_own: bool, known: KnownSeats) -> tuple[int, ...]:
    anchor, seating = known.anchor(name), known.seating
    if anchor is None:
        return ()
    side = seating.side_of(anchor)
    return tuple(seat for seat in seating.seats() if (seating.side_of(seat) == side) == is_own)


_SIDES: Mapping[str, tuple[str, bool]] = {
    "offenders": ("offender", True),
    "both-partners": ("offender", True),
    "offender-or-partner": ("offender", True),
    "adversaries": ("offender", False),
    "either-adversary": ("offender", False),
    "makers-side": ("maker", True),
    "makers-adversaries": ("maker", False),
    "dealers-side": ("dealer", True),
    "dealers-adversaries": ("dealer", False),
}
"""For each role of a whole side: a player, and whether the role means this player's side or all others."""

_EVERYBODY = ("all-players", "any-player", "players")


def known_seats(
    deal: DealRecord | None,
    seating: TableSeats,
    named: Mapping[str, int],
    facts: Mapping[str, str],
    trick: int | None = None,
) -> KnownSeats:
    """Return the seats of an incident, from the deal, the seats that people named, and the facts.

    The first known source counts:

    - Dealer and maker: the deal, then the named seats. So the roles change if the deal is corrected.
    - Offender: the named seats, then the facts. The facts can imply only the offender's side.
    - Leader: the named seats, then the facts, then the recorded cards of ``trick`` (default: the first).
    """
    dealer, maker = named.get("dealer"), named.get("maker")
    leader = named.get("leader") or _leader_implied(facts.get("hand"), named.get("offender"), seating)
    nobody_bid = False
    if deal is not None:
        dealer, maker = deal.dealer, maker if deal.maker is None else deal.maker
        nobody_bid = deal.maker is not None and not deal.bid
        if leader is None and deal.cards is not None and len(deal.cards.tricks) >= (trick or 1):
            leader = deal.cards.tricks[(trick or 1) - 1][0][0]
    offender, on_offenders_side = named.get("offender"), None
    if offender is None:
        offender, on_offenders_side = _offender_implied(facts, dealer, maker, seating)
    lawful_dealer = named.get("lawful-dealer")
    return KnownSeats(seating, dealer, offender, maker, leader, nobody_bid, lawful_dealer, on_offenders_side)


def _leader_implied(hand: str | None, offender: int | None, seating: TableSeats) -> int | None:
    role = ROLES.get(f"{hand}-hand")
    return None if role is None or offender is None else seating.in_turn(offender)[-role.left]


def contradiction(known: KnownSeats, facts: Mapping[str, str]) -> str:
    """Return the reason why the offender's seat contradicts the facts; empty without a contradiction."""
    offender, maker, part = known.offender, known.maker, facts.get("offender")
    if offender is None or maker is None or part is None:
        return ""
    actual = part_of(offender, maker, known.seating)
    if actual == part:
        return ""
    return _(
        "{seat} was {shown} on this deal, not {said}.",
        seat=seat_inside(offender),
        shown=actual.replace("-", " "),
        said=part.replace("-", " "),
    )


def _offender_implied(
    facts: Mapping[str, str], dealer: int | None, maker: int | None, seating: TableSeats
) -> tuple[int | None, int | None]:
    # The second value is a seat of the offender's side, if the facts do not imply the offender.
    part = facts.get("offender")
    if maker is not None and part == MAKER:
        return maker, None
    if maker is not None and part == MAKERS_PARTNER:
        return seating.partner_of(maker), None
    if maker is not None and part == ADVERSARY and seating.side_count == 2:
        return None, seating.left_of(maker)
    if facts.get("whose") == "dealers":
        return dealer, None
    return None, None


def seats_by_role(known: KnownSeats, *, is_disputed: bool = False) -> dict[str, tuple[int, ...]]:
    """Return the known seats of each role, without roles that everybody has.

    If ``is_disputed``, people disagree about who erred. Then roles that depend on the offender are left out.

    >>> seats_by_role(KnownSeats(TableSeats(4, 2), maker=1))["makers-side"]
    (1, 3)
    """
    if is_disputed:
        known = replace(known, offender=None, on_offenders_side=None)
    by_role: dict[str, tuple[int, ...]] = {}
    for role, place in ROLES.items():
        seats = seats_of(role, known)
        if not seats and not place.of and known.on_offenders_side is not None:
            # If the role is a whole side, any seat of the offender's side gives the same seats.
            seats = seats_of(role, replace(known, offender=known.on_offenders_side))
        if 0 < len(seats) < known.seating.count:
            by_role[role] = seats
    return by_role


def in_words(seats_by_role: Mapping[str, Sequence[int]], names: Sequence[str]) -> dict[str, str]:
    """Return, for each role, the names of its players. ``names`` are all players in order of their seats.

    >>> in_words({"makers-side": (1, 3)}, ["A", "Y", "B", "Z"])
    {'makers-side': 'A and B'}
    """
    return {role: in_a_row([names[seat - 1] for seat in seats]) for role, seats in seats_by_role.items()}
