"""What one game of the family is: the numbers of its table and the order and points of its trumps.

A game is a value of :class:`GameKind` in a file of its own. How it is scored stands in the law set's
parameters and not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from laws.domain.sentences import Sentence, _
from scoring.game.cards import JOKER, JOKER_CODE, MATES, PACK, Card
from scoring.game.seating import TableSeats

MATE = "mate-"
"""Put before a rank: the card of that rank in the other suit of the trump's colour."""

_FOR: Mapping[int, Sentence] = {
    2: _("for two"),
    3: _("for three"),
    4: _("for four"),
    5: _("for five"),
    6: _("for six"),
    7: _("for seven"),
}


SECOND = "second-"
"""Put before the name of a point that can be made twice outside the tricks."""

AWARDED_TO: Mapping[str, int] = {
    **dict.fromkeys(("turned-jack", "second-turned-jack", "turned-six", "turned-ace"), 0),
    "gift": 1,
    "second-gift": 2,
}
"""Whose each point made outside the tricks is, as seats to the left of the dealer; the others' are given."""


@dataclass(frozen=True, slots=True)
class Trumps:
    """The trump suit of one deal: its cards from high to low, and which card carries which point."""

    suit: str
    cards: tuple[Card, ...]
    strength: Mapping[Card, int]
    point_cards: Mapping[str, Card]

    def suit_of(self, card: Card) -> str:
        """Return the suit a card belongs to in play: the left pedro belongs to the trump suit."""
        return self.suit if card in self.strength else card.suit


@dataclass(frozen=True, slots=True)
class WorkedDeal:
    """A deal that shows how a game is scored: ``won`` names the points that count, each with its side.

    ``before`` is the score on which it was played, where that was not the beginning of a game; ``cite`` the
    place where a source prints it. ``called`` is the partner of the deal, in a game in which one is called.
    """

    won: str
    trump: str
    dealer: int = 1
    maker: int | None = None
    bid: int = 0
    before: tuple[int, ...] = ()
    cite: str = ""
    called: int | None = None

    @property
    def takers(self) -> Mapping[str, int]:
        """Return the side that took each point that counts."""
        words = self.won.split()
        return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class GameKind:
    """One game of the family, by its differences. Two games are the same only when they are one object.

    ``forms`` gives for each number of players the number of sides. ``trump_order`` lists the trumps from
    high to low, ``point_cards`` the card of each point in the same notation. ``pips`` is what each rank
    counts for Game where that point is no single card's, ``trump_pips`` what some trumps can count besides.
    ``exchanges`` tells that players throw out cards and draw others, though they were dealt no more than
    they play. ``awards`` are points given outside the tricks, as for a gift; ``turn_ups`` those of them
    that the dealer has for a card of a rank turned up. ``draws`` tells that a card is drawn after every
    trick until the stock is gone, ``may_deal_all`` that some deal the whole pack, ``widow`` how many cards
    the maker may take up. ``sweeps`` is what deals are called on which a side makes every point. ``offences``
    are those that an entry names; of a game without any, offences are disputes. ``ruled_as`` are the games of
    the law book whose incidents can arise in it, and whose advice on good play serves it; ``incidents`` are
    what these call what is found in a record, and the facts that they ask, each with the word under which it
    is found where that is another.
    """

    slug: str
    title: str
    players: int
    forms: tuple[tuple[int, int], ...]
    hand_size: int
    trump_order: tuple[str, ...]
    point_cards: tuple[tuple[str, str], ...]
    example: WorkedDeal
    dealt: int = 6
    exchanges: bool = False
    has_bidding: bool = True
    pips: tuple[tuple[str, int], ...] = ()
    trump_pips: tuple[tuple[str, int], ...] = ()
    awards: tuple[str, ...] = ()
    turn_ups: tuple[tuple[str, str], ...] = ()
    draws: bool = False
    may_deal_all: bool = False
    widow: int = 0
    sweeps: str = _("sweeps")
    offences: tuple[str, ...] = ()
    ruled_as: tuple[str, ...] = ("cinch",)
    incidents: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    seating: TableSeats = field(init=False)

    def __post_init__(self) -> None:
        """Work out the seating of this form."""
        object.__setattr__(self, "seating", TableSeats(self.players, dict(self.forms)[self.players]))

    @property
    def key(self) -> str:
        """Return the name under which a table keeps it, with the players where not the usual number."""
        return self.slug if self.players == self.forms[0][0] else f"{self.slug}-{self.players}"

    @property
    def name(self) -> str:
        """Return the title, with the number of players where it can be played by several."""
        if len(self.forms) == 1:
            return self.title
        return _("{game} {players}", game=self.title, players=_FOR[self.players])

    @property
    def every_form(self) -> tuple[GameKind, ...]:
        """Return the game for each number of players, the usual one first."""
        return tuple(form for players, _sides in self.forms if (form := self.for_players(players)))

    @property
    def points(self) -> tuple[str, ...]:
        """Return the names of all points that can be made."""
        return (*dict(self.point_cards), *(("game",) if self.pips else ()), *self.awards)

    @property
    def joker_points(self) -> tuple[str, ...]:
        """Return the points whose card is the joker."""
        return tuple(name for name, rank in self.point_cards if rank == JOKER_CODE)

    @property
    def pack_size(self) -> int:
        """Return how many cards it is played with."""
        return len(PACK) + (JOKER_CODE in self.trump_order)

    @property
    def dealt_out(self) -> GameKind:
        """Return the game with the whole pack dealt, as far as it goes round; itself where none deal so."""
        return _dealt_out(self) if self.may_deal_all else self

    @property
    def plain_pips(self) -> int:
        """Return how many pips the whole pack has without what some trumps count besides."""
        return len(MATES) * sum(dict(self.pips).values())

    @property
    def stock_size(self) -> int:
        """Return how many cards there are to draw in the play."""
        return self.pack_size - self.players * self.hand_size if self.draws else 0

    @property
    def tricks(self) -> int:
        """Return how many tricks are played, where no cards are run."""
        return self.hand_size + self.stock_size // self.players

    def for_players(self, players: int) -> GameKind | None:
        """Return the game for that many players, or None where it is not played so."""
        if players == self.players:
            return self
        return _for_players(self, players) if players in dict(self.forms) else None

    def trumps(self, suit: str) -> Trumps:
        """Return the trumps when that suit is named."""
        return _trumps(self, suit)


@lru_cache(maxsize=64)
def _for_players(game: GameKind, players: int) -> GameKind:
    return replace(game, players=players)


@lru_cache(maxsize=64)
def _dealt_out(game: GameKind) -> GameKind:
    each = game.pack_size // game.players
    return replace(game, hand_size=each, dealt=each)


@lru_cache(maxsize=256)
def _trumps(game: GameKind, suit: str) -> Trumps:
    cards = tuple(_card(rank, suit) for rank in game.trump_order)
    return Trumps(
        suit=suit,
        cards=cards,
        strength={card: len(cards) - place for place, card in enumerate(cards)},
        point_cards={name: _card(rank, suit) for name, rank in game.point_cards},
    )


def _card(rank: str, trump: str) -> Card:
    if rank == JOKER_CODE:
        return JOKER
    if rank.startswith(MATE):
        return Card(rank.removeprefix(MATE), MATES[trump])
    return Card(rank, trump)
