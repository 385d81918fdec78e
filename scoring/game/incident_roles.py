"""Who plays which part on a deal: from the parts that the law speaks of to the seats and sides of a table.

The law knows the offender, the dealer's partner, the maker's adversaries; a deal knows seats. What these
parts are called is in :mod:`laws.domain.roles`. Where they sit is as named, as the deal shows, or as the
facts imply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from laws.domain.roles import ROLES, IncidentRole
from laws.domain.sentences import Sentence, _, in_a_row
from laws.domain.vocabulary import FactValue, IncidentFact
from scoring.game.deal import DealRecord
from scoring.game.seating import TableSeats, seat_inside

MAKER, MAKERS_PARTNER, ADVERSARY = "maker", "makers-partner", "adversary"


NAMED = ("offender", "dealer", "maker", "leader", "lawful-dealer")
"""The parts whose seats somebody may name; all others follow from these."""

OFFENDER = "offender"
"""The fact that tells who was in error; where people differ about it, nobody is named for it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Who plays the parts from which all others are counted; None for whom nobody knows.

    ``leader`` led to the trick in question. ``maker`` is the highest bidder too, unless ``nobody_bid``.
    ``on_offenders_side`` is a seat of that side where the offender is not known.
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
        """Return the seat from which a role is counted, by the name that the role gives it."""
        seat: int | None = getattr(self, name)
        return seat

    def seat(self, role: str) -> int | None:
        """Return the seat of a part, or None where it is not known or several people play it."""
        seats = seats_of(role, self)
        return seats[0] if len(seats) == 1 else None

    def sides(self, role: str) -> tuple[int, ...]:
        """Return the sides on which those sit who play a part, side 1 first; none where that is not known.

        >>> Parts(TableSeats(4, 2), maker=3).sides("makers-adversaries")
        (2,)
        """
        seats = seats_of(role, self)
        if not seats and self.on_offenders_side is not None:
            seats = seats_of(role, replace(self, offender=self.on_offenders_side))
        return tuple(sorted({self.seating.side_of(seat) for seat in seats}))


def part_of(seat: int, maker: int, seating: TableSeats) -> str:
    """Return the part a seat plays on a deal: maker, makers-partner or adversary.

    >>> part_of(3, 1, TableSeats(4, 2))
    'makers-partner'
    """
    if seat == maker:
        return MAKER
    return MAKERS_PARTNER if seating.side_of(seat) == seating.side_of(maker) else ADVERSARY


def seats_of(role: str, parts: Parts) -> tuple[int, ...]:
    """Return the seats that play a role, the lowest first; none where nobody is known to play it.

    Raises KeyError for a role that the law does not know.

    >>> seats_of("pone", Parts(TableSeats(4, 2), dealer=1))
    (4,)
    >>> seats_of("makers-adversaries", Parts(TableSeats(4, 2), maker=3))
    (2, 4)
    """
    place, seating = ROLES[role], parts.seating
    if place.of:
        return _counted(place, parts)
    if role in _SIDES:
        return _of_side(*_SIDES[role], parts)
    if role == "lawful-dealer" and parts.lawful_dealer is not None:
        return (parts.lawful_dealer,)
    if role == "highest-bidder" and parts.maker is not None and not parts.nobody_bid:
        return (parts.maker,)
    if role in _EVERYBODY or (role == "both-sides" and seating.side_count == 2):
        return tuple(seating.seats())
    if role == "both-sides":  # of more, the maker and the adversary who erred
        ours, theirs = _of_side("maker", True, parts), _of_side("offender", True, parts)
        return () if not ours or not theirs or ours == theirs else tuple(sorted((*ours, *theirs)))
    return ()


def is_at(role: str, seating: TableSeats) -> bool:
    """Tell whether somebody can play a role at such a table; one of several people, or unknown, always.

    >>> is_at("partner", TableSeats(4, 2)), is_at("partner", TableSeats(3, 3))
    (True, False)
    >>> is_at("fourth-hand", TableSeats(3, 3))
    False
    """
    anywhere = Parts(seating, dealer=1, offender=1, maker=1, leader=1)
    return not ROLES[role].of or bool(seats_of(role, anywhere))


def can_be_anybody(role: str, seating: TableSeats) -> bool:
    """Tell whether a role has no place of its own at such a table, so that nobody there is shut out of it.

    >>> can_be_anybody("any-player", TableSeats(4, 2)), can_be_anybody("fourth-hand", TableSeats(4, 2))
    (True, False)
    """
    somewhere = Parts(seating, dealer=1, offender=1, maker=1, leader=1, lawful_dealer=1)
    return is_at(role, seating) and len(seats_of(role, somewhere)) in (0, seating.count)


def answers_at(fact: IncidentFact, seating: TableSeats) -> tuple[FactValue, ...]:
    """Return the answers that can be at such a table: those of parts that somebody can play."""
    return tuple(value for value in fact.values if not value.role or is_at(value.role, seating))


def alone_at(seating: TableSeats) -> Sentence:
    """Return why what only partners do cannot have been at such a table."""
    return _("{count} play at this table, each alone.", count=seating.count)


def fact_at(fact: IncidentFact, seating: TableSeats) -> IncidentFact:
    """Return a fact as it is asked at such a table: the answers that can be, without a partner's name."""
    answers = answers_at(fact, seating)
    if not is_at("partner", seating):
        answers = tuple(replace(each, label=_alone(each.label), means=_alone(each.means)) for each in answers)
    usual = fact.usual if fact.usual in [each.slug for each in answers] else None
    return replace(fact, values=answers, usual=usual)


def _alone(sentence: str) -> str:
    return sentence.replace("{offender-or-partner}", "{offender}")


def _counted(place: IncidentRole, parts: Parts) -> tuple[int, ...]:
    """Return the seat that is so many to the left of another; none at a table that has no such place."""
    seat = parts.anchor(place.of)
    if seat is not None and place.partner:
        seat = parts.seating.partner_of(seat)
    if seat is None or place.left >= parts.seating.count:
        return ()
    return (parts.seating.in_turn(seat)[place.left],)


def _of_side(name: str, is_own: bool, parts: Parts) -> tuple[int, ...]:
    """Return the seats on the side of an anchor, or all that are not."""
    anchor, seating = parts.anchor(name), parts.seating
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
"""The roles of a whole side: whose it is, or whose it is not."""

_EVERYBODY = ("all-players", "any-player", "players")


def parts_of(
    deal: DealRecord | None, seating: TableSeats, named: Mapping[str, int], facts: Mapping[str, str]
) -> Parts:
    """Return who plays which part: as the deal shows, else as named, else as the facts imply.

    The deal counts before what was named, so that a correction of it is followed.
    """
    dealer, maker = named.get("dealer"), named.get("maker")
    leader = named.get("leader") or _leading(facts.get("hand"), named.get("offender"), seating)
    nobody_bid = False
    if deal is not None:
        dealer, maker = deal.dealer, maker if deal.maker is None else deal.maker
        nobody_bid = deal.maker is not None and not deal.bid
        if leader is None and deal.cards is not None and deal.cards.tricks:
            leader = deal.cards.tricks[0][0][0]
    offender, on_his_side = named.get("offender"), None
    if offender is None:
        offender, on_his_side = _implied(facts, dealer, maker, seating)
    lawful_dealer = named.get("lawful-dealer")
    return Parts(seating, dealer, offender, maker, leader, nobody_bid, lawful_dealer, on_his_side)


def _leading(hand: str | None, offender: int | None, seating: TableSeats) -> int | None:
    """Return who led to the trick in which the offender was such a hand; None where that is not known."""
    role = ROLES.get(f"{hand}-hand")
    return None if role is None or offender is None else seating.in_turn(offender)[-role.left]


def contradiction(parts: Parts, facts: Mapping[str, str]) -> str:
    """Return why the seat in error cannot be the one that the facts speak of; empty where it can."""
    offender, maker, part = parts.offender, parts.maker, facts.get("offender")
    if offender is None or maker is None or part is None:
        return ""
    actual = part_of(offender, maker, parts.seating)
    if actual == part:
        return ""
    return _(
        "{seat} was {shown} on this deal, not {said}.",
        seat=seat_inside(offender),
        shown=actual.replace("-", " "),
        said=part.replace("-", " "),
    )


def _implied(
    facts: Mapping[str, str], dealer: int | None, maker: int | None, seating: TableSeats
) -> tuple[int | None, int | None]:
    """Return who was in error by the facts or, where only his side follows from them, a seat on it."""
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


def seats_by_part(parts: Parts, *, is_disputed: bool = False) -> dict[str, tuple[int, ...]]:
    """Return the seats of each part that somebody in particular is known to play.

    A part that all play is left out. With ``is_disputed`` people differ about who was in error, so that no
    part is told that is counted from him.

    >>> seats_by_part(Parts(TableSeats(4, 2), maker=1))["makers-side"]
    (1, 3)
    """
    if is_disputed:
        parts = replace(parts, offender=None, on_offenders_side=None)
    known: dict[str, tuple[int, ...]] = {}
    for role, place in ROLES.items():
        seats = seats_of(role, parts)
        if not seats and not place.of and parts.on_offenders_side is not None:
            # Of a part that several play the side is enough, and any seat on it tells which it is.
            seats = seats_of(role, replace(parts, offender=parts.on_offenders_side))
        if 0 < len(seats) < parts.seating.count:
            known[role] = seats
    return known


def in_words(parts: Mapping[str, Sequence[int]], names: Sequence[str]) -> dict[str, str]:
    """Return each part with those who play it; ``names`` are the players' in the order of their seats.

    >>> in_words({"makers-side": (1, 3)}, ["A", "Y", "B", "Z"])
    {'makers-side': 'A and B'}
    """
    return {role: in_a_row([names[seat - 1] for seat in seats]) for role, seats in parts.items()}
