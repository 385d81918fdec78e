"""From the parts that the law speaks of to the seats and sides of a table, and back.

The law knows the offender, the dealer's partner, the maker's adversaries; a deal knows seats. What these
parts are called is in :mod:`laws.domain.roles`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from laws.domain.roles import ROLES, Role
from laws.domain.sentences import Sentence, _
from laws.domain.vocabulary import Fact, FactValue
from scoring.domain.disputes.values import Known
from scoring.game.seating import Seating

MAKER, MAKERS_PARTNER, ADVERSARY = "maker", "makers-partner", "adversary"


@dataclass(frozen=True, slots=True)
class Parts:
    """Who plays the parts from which all others are counted; None for whom nobody knows.

    ``leader`` led to the trick in question and ``trick_winner`` won it. ``maker`` is the highest bidder too,
    unless ``nobody_bid``.
    """

    seating: Seating
    dealer: int | None = None
    offender: int | None = None
    maker: int | None = None
    leader: int | None = None
    trick_winner: int | None = None
    nobody_bid: bool = False

    def anchor(self, name: str) -> int | None:
        """Return the seat from which a role is counted, by the name that the role gives it."""
        anchors = {
            "offender": self.offender,
            "dealer": self.dealer,
            "maker": self.maker,
            "leader": self.leader,
        }
        return anchors.get(name)


def part_of(seat: int, maker: int, seating: Seating) -> str:
    """Return the part a seat plays on a deal: maker, makers-partner or adversary.

    >>> part_of(3, 1, Seating(4, 2))
    'makers-partner'
    """
    if seat == maker:
        return MAKER
    return MAKERS_PARTNER if seating.side_of(seat) == seating.side_of(maker) else ADVERSARY


def known_part(seat: int, maker: int, seating: Seating) -> Known:
    """Return the part a seat plays on a deal as a fact of the record."""
    part = part_of(seat, maker, seating)
    if part == MAKER:
        return Known(part, _("Seat {seat} is the maker.", seat=seat))
    if part == MAKERS_PARTNER:
        return Known(
            part, _("Seat {seat} is the partner of the maker, seat {maker}.", seat=seat, maker=maker)
        )
    return Known(part, _("Seat {seat} plays against the maker, seat {maker}.", seat=seat, maker=maker))


def seats_of(role: str, parts: Parts) -> tuple[int, ...]:
    """Return the seats that play a role, the lowest first; none where nobody is known to play it.

    Raises KeyError for a role that the law does not know.

    >>> seats_of("pone", Parts(Seating(4, 2), dealer=1))
    (4,)
    >>> seats_of("makers-adversaries", Parts(Seating(4, 2), maker=3))
    (2, 4)
    """
    place = ROLES[role]
    if place.of:
        return _counted(place, parts)
    several = _SEVERAL.get(role)
    return several(parts) if several else ()


def sides_of(role: str, parts: Parts) -> tuple[int, ...]:
    """Return the sides on which those who play a role sit, side 1 first.

    >>> sides_of("makers-adversaries", Parts(Seating(4, 2), maker=3))
    (2,)
    """
    return tuple(sorted({parts.seating.side_of(seat) for seat in seats_of(role, parts)}))


def roles_of(seat: int, parts: Parts) -> tuple[str, ...]:
    """Return the roles of one player that a seat plays, in the order in which the law lists them.

    >>> roles_of(2, Parts(Seating(4, 2), dealer=1, maker=4))
    ('eldest', 'makers-partner')
    """
    return tuple(role for role, place in ROLES.items() if place.of and seats_of(role, parts) == (seat,))


def is_at(role: str, seating: Seating) -> bool:
    """Tell whether somebody can play a role at such a table; one of several people, or unknown, always.

    >>> is_at("partner", Seating(4, 2)), is_at("partner", Seating(3, 3)), is_at("fourth-hand", Seating(3, 3))
    (True, False, False)
    """
    anywhere = Parts(seating, dealer=1, offender=1, maker=1, leader=1)
    return not ROLES[role].of or bool(seats_of(role, anywhere))


def answers_at(fact: Fact, seating: Seating) -> tuple[FactValue, ...]:
    """Return the answers that can be at such a table: those of parts that somebody can play."""
    return tuple(value for value in fact.values if not value.role or is_at(value.role, seating))


def alone_at(seating: Seating) -> Sentence:
    """Return why what only partners do cannot have been at such a table."""
    return _("{count} play at this table, each for himself.", count=seating.count)


def asked_at(fact: Fact, seating: Seating) -> Fact:
    """Return a fact as it is asked at such a table: the answers that can be, without a partner's name."""
    left = answers_at(fact, seating)
    if not is_at("partner", seating):
        left = tuple(replace(each, label=_alone(each.label), means=_alone(each.means)) for each in left)
    usual = fact.usual if fact.usual in [each.slug for each in left] else None
    return replace(fact, values=left, usual=usual)


def _alone(sentence: str) -> str:
    return sentence.replace("{offender-or-partner}", "{offender}")


def _counted(place: Role, parts: Parts) -> tuple[int, ...]:
    """Return the seat that is so many to the left of another; none at a table that has no such place."""
    seat = parts.anchor(place.of)
    if seat is not None and place.partner:
        seat = parts.seating.partner_of(seat)
    if seat is None or place.left >= parts.seating.count:
        return ()
    return (parts.seating.in_turn(seat)[place.left],)


def _side(name: str, *, other: bool = False) -> Callable[[Parts], tuple[int, ...]]:
    """Return what tells the seats on the side of an anchor, or all the seats that are not."""

    def seats(parts: Parts) -> tuple[int, ...]:
        anchor = parts.anchor(name)
        if anchor is None:
            return ()
        ours = parts.seating.side_of(anchor)
        return tuple(seat for seat in parts.seating.seats() if (parts.seating.side_of(seat) == ours) != other)

    return seats


def _everybody(parts: Parts) -> tuple[int, ...]:
    return tuple(parts.seating.seats())


def _both_sides(parts: Parts) -> tuple[int, ...]:
    """Return the seats of both sides; of more, of the maker and of the adversary who erred."""
    if parts.seating.side_count == 2:
        return _everybody(parts)
    ours, theirs = _side("maker")(parts), _side("offender")(parts)
    return () if not ours or not theirs or ours == theirs else tuple(sorted((*ours, *theirs)))


def _highest_bidder(parts: Parts) -> tuple[int, ...]:
    return () if parts.maker is None or parts.nobody_bid else (parts.maker,)


def _trick_winner(parts: Parts) -> tuple[int, ...]:
    return () if parts.trick_winner is None else (parts.trick_winner,)


_SEVERAL: Mapping[str, Callable[[Parts], tuple[int, ...]]] = MappingProxyType(
    {
        "offenders": _side("offender"),
        "both-partners": _side("offender"),
        "offender-or-partner": _side("offender"),
        "adversaries": _side("offender", other=True),
        "either-adversary": _side("offender", other=True),
        "makers-side": _side("maker"),
        "makers-adversaries": _side("maker", other=True),
        "dealers-adversaries": _side("dealer", other=True),
        "highest-bidder": _highest_bidder,
        "trick-winner": _trick_winner,
        "both-sides": _both_sides,
        "all-players": _everybody,
        "any-player": _everybody,
        "players": _everybody,
    }
)
"""The roles that are counted from no single seat. Who dealt by right, who was tied in cutting, whom a remark
harmed and who stood by cannot be told from the seats."""
