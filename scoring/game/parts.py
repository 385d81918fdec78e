"""Who plays which part on a deal: from the parts that the law speaks of to the seats and sides of a table.

The law knows the offender, the dealer's partner, the maker's adversaries; a deal knows seats. What these
parts are called is in :mod:`laws.domain.roles`. Where they sit is as named, as the deal shows, or as the
facts imply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from laws.domain.roles import ROLES, IncidentRole
from laws.domain.sentences import Sentence, _, in_a_line
from laws.domain.vocabulary import FactValue, IncidentFact
from scoring.game.deal import DealRecord
from scoring.game.seating import TableSeats

MAKER, MAKERS_PARTNER, ADVERSARY = "maker", "makers-partner", "adversary"


@dataclass(frozen=True, slots=True)
class Parts:
    """Who plays the parts from which all others are counted; None for whom nobody knows.

    ``leader`` led to the trick in question and ``trick_winner`` won it. ``maker`` is the highest bidder too,
    unless ``nobody_bid``.
    """

    seating: TableSeats
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
    place = ROLES[role]
    if place.of:
        return _counted(place, parts)
    several = _SEVERAL.get(role)
    return several(parts) if several else ()


def sides_of(role: str, parts: Parts) -> tuple[int, ...]:
    """Return the sides on which those who play a role sit, side 1 first.

    >>> sides_of("makers-adversaries", Parts(TableSeats(4, 2), maker=3))
    (2,)
    """
    return tuple(sorted({parts.seating.side_of(seat) for seat in seats_of(role, parts)}))


def roles_of(seat: int, parts: Parts) -> tuple[str, ...]:
    """Return the roles of one player that a seat plays, in the order in which the law lists them.

    >>> roles_of(2, Parts(TableSeats(4, 2), dealer=1, maker=4))
    ('eldest', 'makers-partner')
    """
    return tuple(role for role, place in ROLES.items() if place.of and seats_of(role, parts) == (seat,))


def is_at(role: str, seating: TableSeats) -> bool:
    """Tell whether somebody can play a role at such a table; one of several people, or unknown, always.

    >>> is_at("partner", TableSeats(4, 2)), is_at("partner", TableSeats(3, 3))
    (True, False)
    >>> is_at("fourth-hand", TableSeats(3, 3))
    False
    """
    anywhere = Parts(seating, dealer=1, offender=1, maker=1, leader=1)
    return not ROLES[role].of or bool(seats_of(role, anywhere))


def answers_at(fact: IncidentFact, seating: TableSeats) -> tuple[FactValue, ...]:
    """Return the answers that can be at such a table: those of parts that somebody can play."""
    return tuple(value for value in fact.values if not value.role or is_at(value.role, seating))


def alone_at(seating: TableSeats) -> Sentence:
    """Return why what only partners do cannot have been at such a table."""
    return _("{count} play at this table, each for himself.", count=seating.count)


def asked_at(fact: IncidentFact, seating: TableSeats) -> IncidentFact:
    """Return a fact as it is asked at such a table: the answers that can be, without a partner's name."""
    left = answers_at(fact, seating)
    if not is_at("partner", seating):
        left = tuple(replace(each, label=_alone(each.label), means=_alone(each.means)) for each in left)
    usual = fact.usual if fact.usual in [each.slug for each in left] else None
    return replace(fact, values=left, usual=usual)


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
    deal: DealRecord | None, seating: TableSeats, named: Mapping[str, int], facts: Mapping[str, str]
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
    facts: Mapping[str, str], dealer: int | None, maker: int | None, seating: TableSeats
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


OFFENDER = "offender"
"""The fact that tells who was in error; where people differ about it, nobody is named for it."""


def seats_by_part(
    places: Places, seating: TableSeats, *, is_disputed: bool = False
) -> dict[str, tuple[int, ...]]:
    """Return the seats of each part that somebody in particular is known to play.

    A part that all play is left out. With ``is_disputed`` people differ about who was in error, so that no
    part is told that is counted from him.

    >>> from scoring.game.parts import Parts
    >>> found = seats_by_part(Places(Parts(TableSeats(4, 2), maker=1)), TableSeats(4, 2))
    >>> found["makers-side"]
    (1, 3)
    """
    if is_disputed:
        places = Places(replace(places.parts, offender=None), places.lawful_dealer)
    found: dict[str, tuple[int, ...]] = {}
    for role, place in ROLES.items():
        seats = seats_of(role, places.parts)
        if role == "lawful-dealer" and places.lawful_dealer is not None:
            seats = (places.lawful_dealer,)
        elif not seats and not place.of and places.on_offenders_side is not None:
            # Of a part that several play the side is enough, and any seat on it tells which it is.
            seats = seats_of(role, replace(places.parts, offender=places.on_offenders_side))
        if 0 < len(seats) < seating.count:
            found[role] = seats
    return found


def in_words(parts: Mapping[str, Sequence[int]], names: Sequence[str]) -> dict[str, str]:
    """Return each part with those who play it; ``names`` are the players' in the order of their seats.

    >>> in_words({"makers-side": (1, 3)}, ["A", "Y", "B", "Z"])
    {'makers-side': 'A, seat 1; B, seat 3'}
    """
    return {
        role: in_a_line([_("{name}, seat {seat}", name=names[seat - 1], seat=seat) for seat in seats])
        for role, seats in parts.items()
    }
