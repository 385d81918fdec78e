"""Places at the start: drawn with cards from the event's seed, drawn with cards at the door, or set by hand.

Whoever has a fixed place is given its card before the others draw, and fixed partners get the two cards of a
pair. Where the event keeps two lists for mixed pairs, the first draws red backs and the second blue ones, and
those who are too many on a list draw of the other colour. Other wishes are met by exchanging places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _
from scoring.domain.events import reasons
from scoring.domain.events.chance import drawn
from scoring.domain.events.place_cards import PlaceCard, parse_place_card, place_cards
from scoring.domain.events.shape import Shape
from scoring.events.domain.values import reference
from scoring.events.domain.wishes import Wishes, repair

DRAW_LAW = "progressive-euchre/first-table-and-partner"


@dataclass(frozen=True, slots=True)
class Start:
    """How the first places were found, where the event's seed does not draw them.

    ``cards`` are place cards as written ("R7S", "JK") by player; ``tables`` the players of each table in seat
    order, whoever is in none sitting out. One of the two is given, or neither.
    """

    cards: Mapping[int, str] = field(default_factory=dict)
    tables: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class FirstPlaces:
    """Who is at each table in seat order, who sits out, and why each is there."""

    room: dict[int, list[int]]
    sitting_out: tuple[int, ...]
    whys: dict[int, Sentence]


def first_places(
    players: Sequence[int], shape: Shape, wishes: Wishes, seed: str, start: Start | None
) -> FirstPlaces:
    """Return everybody's first place.

    Raises InvalidInput under "places" or "places.PLAYER" for cards or tables that cannot be.
    """
    if start is not None and start.tables:
        return _by_hand(players, start.tables)
    if start is not None and start.cards:
        return _seated(_entered(players, shape, start.cards), shape)
    cards = _drawn(players, shape, wishes, seed)
    found = _seated(cards, shape)
    before = {player: table for table, seated in found.room.items() for player in seated}
    repair(found.room, wishes)
    for table, seated in found.room.items():
        for player in seated:
            if before[player] != table:
                found.whys[player] = reasons.drew_and_changed(str(cards[player]), table)
    return found


def _drawn(players: Sequence[int], shape: Shape, wishes: Wishes, seed: str) -> dict[int, PlaceCard]:
    """Return the card each player draws from the seed, those of fixed places and partners first."""
    deck = drawn(seed, "places", [*enumerate(place_cards(shape))])
    left = [card for _, card in deck]
    cards: dict[int, PlaceCard] = {}

    def give(player: int, card: PlaceCard) -> None:
        cards[player] = card
        left.remove(card)

    for player in players:
        entrant = wishes.entrants[player]
        table, seat = entrant.fixed_table, entrant.fixed_seat
        if table is not None:
            wanted = (card for card in left if card.table == table and seat in (None, card.seat))
            if (card := next(wanted, None)) is not None:
                give(player, card)
    for player in players:
        partner = wishes.entrants[player].partner
        if partner is None or partner not in players or (partner in cards and player in cards):
            continue
        if player in cards or partner in cards:
            seated, other = (player, partner) if player in cards else (partner, player)
            pair = [PlaceCard(cards[seated].table, (cards[seated].seat + 1) % 4 + 1)]
            pair = [card for card in pair if card in left]
        else:
            seated, other = player, partner
            pair = _free_pair(left, shape)
        for one, card in zip((other, seated), pair, strict=False):
            give(one, card)
    for player in players:
        if player not in cards:
            give(player, _next_card(player, left, wishes))
    return cards


def _free_pair(left: Sequence[PlaceCard], shape: Shape) -> list[PlaceCard]:
    """Return the first two cards that make partners, none where there are no such two left."""
    for card in left:
        opposite = PlaceCard(card.table, (card.seat + 1) % 4 + 1)
        if card.table and shape.sizes[card.table - 1] == 4 and opposite in left:
            return [card, opposite]
    return []


def _next_card(player: int, left: Sequence[PlaceCard], wishes: Wishes) -> PlaceCard:
    """Return the next card that lies there, of the right colour where pairs are mixed and there is one."""
    if wishes.is_mixed:
        backs = (1, 2, 5) if wishes.entrants[player].on_list == 0 else (3, 4)
        for card in left:
            if card.seat in backs:
                return card
    return left[0]


def _seated(cards: Mapping[int, PlaceCard], shape: Shape) -> FirstPlaces:
    by_place = {(card.table, card.seat): player for player, card in cards.items() if card.table}
    room: dict[int, list[int]] = {}
    for place in shape.seats():
        room.setdefault(place[0], []).append(by_place[place])
    whys = {player: reasons.drew(str(card), card.table) for player, card in cards.items()}
    idle = tuple(player for player, card in cards.items() if not card.table)
    return FirstPlaces(room, idle, whys)


def _entered(players: Sequence[int], shape: Shape, written: Mapping[int, str]) -> dict[int, PlaceCard]:
    errors: dict[str, str] = {}
    due = place_cards(shape)
    cards: dict[int, PlaceCard] = {}
    for player, text in written.items():
        field_name, card = f"places.{player}", parse_place_card(text)
        if player not in players:
            errors[field_name] = _("nobody with this number takes part.")
        elif card is None:
            errors[field_name] = _(
                "a card for a place is written back, pips, suit, such as R7S or BTC; a joker is JK."
            )
        elif card not in due:
            errors[field_name] = (
                _("{card} was drawn by another.", card=card.in_words())
                if card in place_cards(shape)
                else _("{card} is not among those laid out.", card=card.in_words())
            )
        else:
            due.remove(card)
            cards[player] = card
    missing = [player for player in players if player not in written]
    errors |= {
        f"places.{player}": _("{player} has to draw a card.", player=reference(player)) for player in missing
    }
    if errors:
        raise InvalidInput(errors)
    return cards


def _by_hand(players: Sequence[int], tables: Sequence[Sequence[int]]) -> FirstPlaces:
    seated = [player for table in tables for player in table]
    errors = []
    if unknown := [player for player in seated if player not in players]:
        errors.append(
            _("{numbers}: nobody with this number takes part.", numbers=", ".join(map(str, unknown[:5])))
        )
    if len(set(seated)) < len(seated):
        errors.append(_("a player has one place."))
    if any(not 3 <= len(table) <= 5 for table in tables):
        errors.append(_("a table has four players, or three or five where the event has such tables."))
    if errors:
        raise InvalidInput({"places": errors})
    room = {number: list(table) for number, table in enumerate(tables, 1)}
    idle = tuple(player for player in players if player not in seated)
    whys = dict.fromkeys(seated, reasons.seated_by_hand(is_out=False))
    return FirstPlaces(room, idle, whys | dict.fromkeys(idle, reasons.seated_by_hand(is_out=True)))
