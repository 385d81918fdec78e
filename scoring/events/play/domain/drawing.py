"""The places in round 1: drawn from the event's seed, drawn with place cards, or set by hand.

Anybody can check a draw from the seed: everything that is drawn has a lot, the SHA-256 of
"SEED/PURPOSE/THING" in hexadecimal, and the lowest lot comes first. Cards are cut in the same way
(:mod:`scoring.game.cutting`). THING is a player's id, or the number and values of a place card, such as
"(0, PlaceCard(table=1, seat=1))".

Law: Foster, Progressive Euchre, Drawing for Positions. The cards come from two packs with different backs.
Each pack gives one spade and one club for each table. The pips of a card name the table, and cards of one
suit make partners. At each table the spades sit in seats 1 and 3, the clubs in 2 and 4, the red backs in 1
and 2.

The source does not cover large rooms or tables of other sizes. A suit has thirteen cards, so here tables 14
to 26 draw from a second pair of packs, tables 27 to 39 from a third, and so on. The code of such a card ends
with the number of the pair of packs: "RAS/2" is for table 14. The fifth player of a table draws a heart with
a red back, the sixth a heart with a blue back, the seventh a diamond with a red back. A table of three has no
blue club. A player who draws a joker sits out.

In a draw from the seed, players with fixed places get their cards first. Then fixed partners get the two
cards of a pair. Then all others draw. With mixed pairs (partners from different prize lists), those on the
first list draw red backs, the others blue backs, as long as there are such cards. After the draw, players are
exchanged to meet wishes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from laws.domain.errors import InputProblems, InvalidInput
from laws.domain.sentences import Sentence, _, fill_in, gettext_noop
from scoring.events.planning.domain.event_games import Shape, game_at
from scoring.events.play.domain.constraints import SeatConstraints
from scoring.events.play.domain.optimiser import meet_wishes
from scoring.game.cards import RANK_WORDS, SUIT_WORDS
from scoring.game.games import GameKind
from scoring.game.references import player_ref

T = TypeVar("T")


def lot(seed: str, purpose: str, thing: object) -> str:
    """Return the lot of a thing: a hash by which things are sorted. The lowest lot comes first.

    >>> lot("autumn", "split", 7) == hashlib.sha256(b"autumn/split/7").hexdigest()
    True
    """
    return hashlib.sha256(f"{seed}/{purpose}/{thing}".encode()).hexdigest()


def drawn(seed: str, purpose: str, things: Iterable[T]) -> list[T]:
    """Return the things in the order of their lots. Equal seeds and purposes always give the same order."""
    return sorted(things, key=lambda thing: lot(seed, purpose, thing))


PIPS = "A23456789TJQK"
JOKER_CODE = "JK"

_SEATS = {("R", "S"): 1, ("R", "C"): 2, ("B", "S"): 3, ("B", "C"): 4, ("R", "H"): 5,
          ("B", "H"): 6, ("R", "D"): 7}  # fmt: skip
_CARDS = {seat: card for card, seat in _SEATS.items()}
_WRITTEN = re.compile(r"([RB])([A2-9TJQK])([SCHD])(?:/([1-9][0-9]?))?")
_BACK_WORDS = {"R": _("red"), "B": _("blue")}


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card for a table and a seat. A joker has table 0 and seat 0; its player sits out."""

    table: int
    seat: int

    @property
    def code(self) -> str:
        """The code of the card: back, pips and suit. A joker is "JK".

        From table 14 on, the code ends with the number of the pair of packs.

        >>> PlaceCard(7, 1).code, PlaceCard(14, 4).code, PlaceCard(0, 0).code
        ('R7S', 'BAC/2', 'JK')
        """
        if not self.table:
            return JOKER_CODE
        pack, pip = divmod(self.table - 1, len(PIPS))
        back, suit = _CARDS[self.seat]
        return f"{back}{PIPS[pip]}{suit}" + (f"/{pack + 1}" if pack else "")

    def in_words(self) -> Sentence:
        """Return the card as text.

        >>> PlaceCard(14, 4).in_words()
        'the ace of clubs with a blue back, of pack 2'
        """
        if not self.table:
            return _("a joker")
        pack, pip = divmod(self.table - 1, len(PIPS))
        back, suit = _CARDS[self.seat]
        words = {"pip": RANK_WORDS[PIPS[pip]], "suit": SUIT_WORDS[suit], "back": _BACK_WORDS[back]}
        if not pack:
            return _("the {pip} of {suit} with a {back} back", **words)
        return _("the {pip} of {suit} with a {back} back, of pack {pack}", pack=pack + 1, **words)


def parse_place_card(text: object) -> PlaceCard | None:
    """Return the card with this code, or None if no card has it.

    Small letters and spaces around the code are accepted, and "10" for "T".

    >>> parse_place_card("r10s") == parse_place_card("RTS") == PlaceCard(10, 1)
    True
    """
    if not isinstance(text, str) or len(text) > 10:
        return None
    code = text.strip().upper().replace("10", "T", 1)
    if code == JOKER_CODE:
        return PlaceCard(0, 0)
    match = _WRITTEN.fullmatch(code)
    if match is None or (match[1], match[3]) not in _SEATS:
        return None
    pack = int(match[4] or 1)
    return PlaceCard((pack - 1) * len(PIPS) + PIPS.index(match[2]) + 1, _SEATS[match[1], match[3]])


def place_cards(shape: Shape) -> list[PlaceCard]:
    """Return the cards for a room: a card for each seat, and a joker for each player who sits out."""
    return [PlaceCard(table, seat) for table, seat in shape.seats()] + [PlaceCard(0, 0)] * shape.sitting_out


DRAW_LAW = "progressive-euchre/draw-for-places"
PARTNER_LAW = "progressive-euchre/first-table-and-partner"
"""The law under which a place card also decides its player's partner."""


@dataclass(frozen=True, slots=True)
class Start:
    """The first places, if the event's seed does not draw them.

    ``cards`` maps player → code of the place card ("R7S", "JK"). ``tables`` lists the players of each table
    in seat order; players at no table sit out. At most one of the two is given.
    """

    cards: Mapping[int, str] = field(default_factory=dict)
    tables: tuple[tuple[int, ...], ...] = ()

    def canonical(self) -> dict[str, object]:
        cards = {str(player): card for player, card in self.cards.items()}
        return {"cards": cards, "tables": [list(table) for table in self.tables]}


@dataclass(frozen=True, slots=True)
class FirstPlaces:
    """The first round: players by table in seat order, players who sit out, and the reason for each place.

    ``cards`` maps each player to the place card. For places set by hand ``cards`` is empty.
    """

    room: dict[int, list[int]]
    sitting_out: tuple[int, ...]
    reasons: dict[int, Sentence]
    cards: Mapping[int, PlaceCard] = field(default_factory=dict)


def first_places(
    players: Sequence[int],
    game: GameKind,
    shape: Shape,
    constraints: SeatConstraints,
    seed: str,
    start: Start | None,
) -> FirstPlaces:
    """Return the places of the first round.

    ``start`` sets the places by hand or by entered cards. Otherwise the seed draws the places, and then
    players are exchanged to meet wishes. Raises InvalidInput if ``start`` has impossible tables (under
    "places") or impossible or missing cards (under "places.PLAYER").
    """
    if start is not None and start.tables:
        return _by_hand(players, game, start.tables)
    if start is not None and start.cards:
        return _seated(_entered(players, shape, start.cards), shape, is_by_player=True)
    cards = _drawn(players, game, shape, constraints, seed)
    places = _seated(cards, shape, is_by_player=False)
    meet_wishes(places.room, game, constraints)
    places.reasons.update(_changed_for_wishes(places.room, cards, game))
    return places


def _changed_for_wishes(
    room: Mapping[int, Sequence[int]], cards: Mapping[int, PlaceCard], game: GameKind
) -> Iterable[tuple[int, Sentence]]:
    for table, players in room.items():
        for seat, player in enumerate(players, 1):
            card = cards[player]
            drew: dict[str, int | str] = {"card": card.in_words(), "table": table, "seat": seat}
            opposite = game.seating.partner_of(seat) if len(players) == game.players else None
            if card.table != table:
                yield (
                    player,
                    _(
                        "The program drew {card}; changed to table {table} so that all wishes are met.",
                        **drew,
                    ),
                )
            elif card.seat != seat:
                yield (
                    player,
                    _("The program drew {card}; changed to seat {seat} so that all wishes are met.", **drew),
                )
            elif opposite and cards[players[opposite - 1]] != _opposite(card, game):
                yield (
                    player,
                    _(
                        "The program drew {card}: table {table}. The wishes of others brought another "
                        "partner.",
                        **drew,
                    ),
                )


def _drawn(
    players: Sequence[int], game: GameKind, shape: Shape, constraints: SeatConstraints, seed: str
) -> dict[int, PlaceCard]:
    deck = drawn(seed, "places", [*enumerate(place_cards(shape))])
    left = [card for _, card in deck]
    cards: dict[int, PlaceCard] = {}

    def give(player: int, card: PlaceCard) -> None:
        cards[player] = card
        left.remove(card)

    fixed = [(player, *constraints.fixed[player]) for player in players if player in constraints.fixed]
    for player, table, seat in sorted(fixed, key=lambda wish: wish[2] is None):
        matching = (card for card in left if card.table == table and seat in (None, card.seat))
        if (card := next(matching, None)) is not None:
            give(player, card)
    for player in players:
        partner = constraints.partners.get(player)
        if partner is None or (partner in cards and player in cards):
            continue
        if player in cards or partner in cards:
            seated, other = (player, partner) if player in cards else (partner, player)
            pair = [_opposite(cards[seated], game)]
            pair = [card for card in pair if card in left]
        else:
            seated, other = player, partner
            pair = _free_pair(left, game, shape)
        for drawer, card in zip((other, seated), pair, strict=False):
            give(drawer, card)
    for player in players:
        if player not in cards:
            give(player, _next_card(player, left, constraints.lists))
    return cards


def _opposite(card: PlaceCard, game: GameKind) -> PlaceCard:
    return PlaceCard(card.table, game.seating.partner_of(card.seat) or card.seat)


def _free_pair(left: Sequence[PlaceCard], game: GameKind, shape: Shape) -> list[PlaceCard]:
    for card in left:
        opposite = _opposite(card, game)
        if card.table and shape.sizes[card.table - 1] == game.players and opposite in left:
            return [card, opposite]
    return []


def _next_card(player: int, left: Sequence[PlaceCard], lists: Mapping[int, int | None]) -> PlaceCard:
    if lists:
        # The cards of seats 1, 2 and 5 have red backs, the cards of seats 3 and 4 blue backs.
        backs = (1, 2, 5) if lists[player] == 0 else (3, 4)
        for card in left:
            if card.seat in backs:
                return card
    return left[0]


def _seated(cards: Mapping[int, PlaceCard], shape: Shape, *, is_by_player: bool) -> FirstPlaces:
    by_place = {(card.table, card.seat): player for player, card in cards.items() if card.table}
    room: dict[int, list[int]] = {}
    for place in shape.seats():
        room.setdefault(place[0], []).append(by_place[place])
    drew = gettext_noop("The program drew {card}: table {table}.")
    if is_by_player:
        drew = gettext_noop("Drew {card}: table {table}.")
    over = _("Drew a joker and sits out.") if is_by_player else _("The program drew a joker: sits out.")
    reasons = {
        player: fill_in(drew, card=card.in_words(), table=card.table) if card.table else over
        for player, card in cards.items()
    }
    idle = tuple(player for player, card in cards.items() if not card.table)
    return FirstPlaces(room, idle, reasons, cards)


def _entered(players: Sequence[int], shape: Shape, written: Mapping[int, str]) -> dict[int, PlaceCard]:
    problems = InputProblems()
    due = place_cards(shape)
    cards: dict[int, PlaceCard] = {}
    for player, text in written.items():
        field_name, card = f"places.{player}", parse_place_card(text)
        if player not in players:
            problems.add(field_name, _("nobody with this number takes part."))
        elif card is None:
            written_as = _(
                "a place card is written as back, rank and suit, such as R7S or BTC; a joker is JK."
            )
            problems.add(field_name, written_as)
        elif card not in due and card in place_cards(shape):
            problems.add(field_name, _("{card} was drawn by another.", card=card.in_words()))
        elif card not in due:
            problems.add(field_name, _("{card} is not among those laid out.", card=card.in_words()))
        else:
            due.remove(card)
            cards[player] = card
    for player in players:
        if player not in written:
            problems.add(f"places.{player}", _("{player} has to draw a card.", player=player_ref(player)))
    problems.settle()
    return {player: cards[player] for player in players}


def _by_hand(players: Sequence[int], game: GameKind, tables: Sequence[Sequence[int]]) -> FirstPlaces:
    seated = [player for table in tables for player in table]
    errors = []
    if unknown := [player for player in seated if player not in players]:
        errors.append(
            _("{numbers}: nobody with this number takes part.", numbers=", ".join(map(str, unknown[:5])))
        )
    if len(set(seated)) < len(seated):
        errors.append(_("a player has one place."))
    if any(game_at(game, len(table)) is None for table in tables):
        errors.append(_("a table has as many players as the game is played by."))
    if errors:
        raise InvalidInput({"places": errors})
    room = {number: list(table) for number, table in enumerate(tables, 1)}
    idle = tuple(player for player in players if player not in seated)
    reasons = dict.fromkeys(seated, _("Seated by the director."))
    return FirstPlaces(room, idle, reasons | dict.fromkeys(idle, _("Sits out, as the director decided.")))
