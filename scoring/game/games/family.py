"""The description of one game of the family: its players and cards, its trumps and its points.

A game is a :class:`GameKind` in a module of its own. The law set's parameters say how the game is scored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from laws.domain.sentences import Sentence, _
from scoring.game.cards import JOKER, JOKER_CODE, MATES, PACK, Card
from scoring.game.cutting_out import SEATS
from scoring.game.seating import TableSeats

MATE = "mate-"
"""The prefix of a rank that means the card of this rank in the other suit of the trump's colour."""

_FOR: Mapping[int, Sentence] = {
    2: _("for two"),
    3: _("for three"),
    4: _("for four"),
    5: _("for five"),
    6: _("for six"),
    7: _("for seven"),
}


EXTRA_FOUR = 4
"""The extra cards dealt to each player if there is no draw (Foster 1897, Cinch, Variations)."""

READ_WITH: Mapping[str, tuple[str, ...]] = {
    "bids": (
        *("min_bid", "max_bid", "must_exceed", "bidding_rounds", "all_pass", "forced_bid", "no_bid_rule"),
        *("highest_bid_wins", "failed_rule", "minimum_to_score", "below_minimum_rule", "first_lead_trump"),
        *("trump_by=maker", "counting_out=maker-first"),
    ),
    "discards": ("discard_points_to", "discard_points_count_for_bid"),
    "draw": ("dealer_draw",),
    "four more cards": ("extra_four",),
    "pitched trump": ("trump_by=first-lead", "all_pass=eldest-pitches"),
    "turn-up": ("after_running", "turned_again", "trump_by=turn-up"),
    "stock": ("trump_by=cut", "trump_by=top-of-stock"),
    "cards out of play": ("high_card", "low_card"),
    "gift": ("gift_may_win",),
    "sale": ("selling", "price_scored"),
    "called partner": ("called_partner",),
    "cutting out": (
        *("table_capacity", "preference_cut", "cutting_out_first", "cutting_out_later", "cutting_out_tie"),
    ),
    "partners by the cut": ("partners_rule",),
    "seats by the cut": ("seat_choice", "cut_tie_rule"),
    "whole pack": ("whole_pack",),
    "pips": ("pips_tie",),
    "pips of trumps": ("trump_five_counts",),
    "joker": ("joker_counts",),
    "laws of Cinch": (
        *("dealer_privilege", "revoke_by_adversary", "revoke_by_maker", "revoke_waives_bid"),
        *("revoked_points_count_for_bid", "revoke_by_maker_adds_bid", "revoke_by_both"),
        *("foul_hand", "foul_hand_dealer", "foul_hand_waives_bid"),
    ),
    "partner of the maker": ("revoke_by_makers_partner", "revoke_scope"),
    "fourth hand": ("trick_claim",),
}
"""The parameters that only some games read, by the feature that these games have.

An entry such as "trump_by=maker" means one value of a parameter.
"""

_NEEDED = {name: feature for feature, names in READ_WITH.items() for name in names}

SECOND = "second-"
"""The prefix for a point outside the tricks that is made for the second time in a deal."""

AWARDED_TO: Mapping[str, int] = {
    **dict.fromkeys(("turned-jack", "second-turned-jack", "turned-six", "turned-ace"), 0),
    "gift": 1,
    "second-gift": 2,
}
"""Who scores each point that is not won in tricks, counted in seats to the left of the dealer."""


@dataclass(frozen=True, slots=True)
class Trumps:
    """The trumps of one deal, from high to low, with their ``strength``, and the card of each point."""

    suit: str
    cards: tuple[Card, ...]
    strength: Mapping[Card, int]
    point_cards: Mapping[str, Card]

    def suit_of(self, card: Card) -> str:
        """Return the suit of a card in play; the left pedro and the joker belong to the trump suit."""
        return self.suit if card in self.strength else card.suit


@dataclass(frozen=True, slots=True)
class WorkedDeal:
    """An example deal of a game.

    ``won`` lists the points that count, each with its side: "high 1 low 2". ``before`` is the running score
    before the deal; empty for a new game. ``cite`` is the place in the source that prints the deal.
    ``called`` is the seat of the partner whom the maker called, if any.
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
        words = self.won.split()
        return dict(zip(words[::2], map(int, words[1::2]), strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class GameKind:
    """One game of the family for one number of players. Games are equal only if they are the same object.

    - ``forms``: every number of players with which a game of this title is played, each with its number of
      sides. The usual number comes first.
    - ``exchanges``: players discard and draw although they are dealt only as many cards as they play.
    - ``draws``: after every trick each player draws a card until the stock is empty.
    - ``may_deal_all``: a law set can say that the whole pack is dealt.
    - ``widow``: how many cards the maker takes up.
    - ``trump_order``: the trumps from high to low. ``point_cards`` has the card of each point in the same
      notation.
    - ``pips``: what each rank counts for Game, if no single card wins that point. ``trump_pips`` has what
      some trumps count in addition.
    - ``awards``: points made outside the tricks, such as a gift. ``turn_ups`` are the awards that the dealer
      gets for turning up a rank.
    - ``sweeps``: the verb for a side that makes every point in the tricks.
    - ``offences``: offences that can be entered with a deal. If empty, offences are decided in disputes.
    - ``ruled_as``: the games of the law book whose incidents and advice apply.
    - ``incidents``: irregularity of Cinch → the incident in the game's own law, and the names of the facts
      that this incident needs. The game has no irregularity without an entry. If the mapping is empty, the
      incidents of Cinch apply. In the name "card=manner", "card" is the name of the incident's fact, and
      "manner" is the name of this fact in `found_irregularities`.
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
        object.__setattr__(self, "seating", TableSeats(self.players, dict(self.forms)[self.players]))

    @property
    def is_in_fours(self) -> bool:
        """Whether four play in two sides."""
        return self.players == 4 and self.seating.side_count == 2

    @property
    def plays_alone(self) -> bool:
        """Whether nobody has a partner: neither by the seats nor by a call of the maker."""
        return not self.seating.has_partners and "auction-cinch" not in self.ruled_as

    @property
    def key(self) -> str:
        """Return the key that a table stores: the slug, with the number of players if it is unusual."""
        return self.slug if self.players == self.forms[0][0] else f"{self.slug}-{self.players}"

    @property
    def name(self) -> str:
        """Return the title, with the number of players if the game has several forms."""
        if len(self.forms) == 1:
            return self.title
        return _("{game} {players}", game=self.title, players=_FOR[self.players])

    @property
    def every_form(self) -> tuple[GameKind, ...]:
        """Return the game for each number of players, the usual number first."""
        return tuple(form for players, _sides in self.forms if (form := self.for_players(players)))

    @property
    def points(self) -> tuple[str, ...]:
        return (*dict(self.point_cards), *(("game",) if self.pips else ()), *self.awards)

    @property
    def has_discards(self) -> bool:
        """Whether players discard before the play, to draw other cards or because extra cards are dealt."""
        return self.exchanges or self.dealt > self.hand_size

    @property
    def features(self) -> frozenset[str]:
        """Return the features that this game has, such as "bids" or "stock"; `READ_WITH` has all features."""
        is_cinch = "cinch" in self.ruled_as
        has_draw = self.has_discards and not self.widow
        found = {
            "bids": self.has_bidding,
            "discards": self.has_discards,
            "draw": has_draw,
            "four more cards": has_draw and self.players * (self.dealt + EXTRA_FOUR) <= self.pack_size,
            "pitched trump": not self.has_discards,
            "turn-up": self.turn_ups,
            "stock": self.draws,
            "cards out of play": not self.draws,
            "gift": "gift" in self.awards,
            "sale": self.ruled_as[0] in ("auction-pitch", "pedro-sancho"),
            "called partner": "auction-cinch" in self.ruled_as,
            "cutting out": self.players == SEATS,
            "partners by the cut": self.is_in_fours,
            "seats by the cut": self.is_in_fours or is_cinch,
            "whole pack": self.may_deal_all,
            "pips": self.pips,
            "pips of trumps": self.trump_pips,
            "joker": self.joker_points,
            "laws of Cinch": is_cinch,
            "partner of the maker": is_cinch and not self.plays_alone,
            "fourth hand": "trick-claimed" in self.offences,
        }
        return frozenset(feature for feature, is_found in found.items() if is_found)

    def reads(self, parameter: str, value: str = "") -> bool:
        """Return whether this game can depend on a parameter.

        With ``value``, return whether this value of the parameter makes sense in the game. The parameter
        itself is not considered then.
        """
        needed = _NEEDED.get(f"{parameter}={value}" if value else parameter)
        return needed is None or needed in self.features

    def reads_in_a_form(self, parameter: str) -> bool:
        """Return whether the game `reads` a parameter in at least one of its forms."""
        return any(form.reads(parameter) for form in self.every_form)

    @property
    def joker_points(self) -> tuple[str, ...]:
        return tuple(name for name, rank in self.point_cards if rank == JOKER_CODE)

    @property
    def pack_size(self) -> int:
        return len(PACK) + (JOKER_CODE in self.trump_order)

    @property
    def dealt_out(self) -> GameKind:
        """Return the game with the whole pack dealt in equal hands.

        A game whose pack is never dealt out is returned unchanged.
        """
        return _dealt_out(self) if self.may_deal_all else self

    @property
    def plain_pips(self) -> int:
        """Return the pips of the whole pack without the extra pips of trumps."""
        return len(MATES) * sum(dict(self.pips).values())

    @property
    def stock_size(self) -> int:
        """Return the number of cards left to draw during the play; 0 if the game has no such stock."""
        return self.pack_size - self.players * self.hand_size if self.draws else 0

    @property
    def tricks(self) -> int:
        """Return the number of tricks of a deal in which no cards are run."""
        return self.hand_size + self.stock_size // self.players

    def for_players(self, players: int) -> GameKind | None:
        """Return the form of the game for a number of players, or None if there is none."""
        if players == self.players:
            return self
        return _for_players(self, players) if players in dict(self.forms) else None

    def trumps(self, suit: str) -> Trumps:
        return _trumps(self, suit)


@lru_cache(maxsize=64)
def _for_players(game: GameKind, players: int) -> GameKind:
    return replace(game, players=players)


@lru_cache(maxsize=64)
def _dealt_out(game: GameKind) -> GameKind:
    hand_size = game.pack_size // game.players
    return replace(game, hand_size=hand_size, dealt=hand_size)


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
