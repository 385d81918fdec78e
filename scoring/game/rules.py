"""The parameters of a law set for the scoring of one game, typed and looked up once.

:mod:`laws.domain.parameters` defines what each parameter means and which values it accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import TypeVar

from laws.domain.errors import InvalidInput, not_among
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.sentences import _
from scoring.game.cards import PACK
from scoring.game.deal import DealRecord
from scoring.game.games.family import EXTRA_FOUR, GameKind
from scoring.game.seating import CalledSides, TableSeats

Maker = TypeVar("Maker", int, int | None)
"""The seat of the maker, or None if unknown."""

RUN = 3
"""The cards dealt to each player each time the cards are run (Foster 1897, Seven-up, Begging)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A law set's scoring parameters for a game, and values computed from them.

    - ``law_set``: the law set with the values that apply in this game.
    - ``revision``: the revision of the whole law set. ``law_set`` can have another revision.
    - ``total``: the number of points on a deal.
    - ``can_be_dead``: some points can belong to nobody.
    """

    law_set: LawSet = field(repr=False)
    revision: str
    game: GameKind
    seating: TableSeats
    worth: Mapping[str, int]
    worths: tuple[int, ...]
    total: int
    can_be_dead: bool
    game_score: int
    is_played_out: bool
    starting_score: int
    score_marked: str
    stake: int
    counting_out: str
    counting_order: tuple[str, ...]
    misdeal_effect: str
    all_pass: str
    extra_four: str
    trump_by: str
    after_running: str
    turned_again: str
    min_bid: int
    max_bid: int
    must_exceed: bool
    bidding_rounds: str
    forced_bid: int
    no_bid_rule: str
    selling: str
    price_scored: str
    highest_bid_wins: bool
    called_partner: str
    gift_may_win: bool
    follow_rule: str
    must_trump: bool
    first_lead_trump: bool
    discard_points_to: str
    discard_points_count_for_bid: bool
    stock_can_hold_points: bool
    high_card: str
    high_to: str
    low_card: str
    low_to: str
    pips_tie: str
    trump_five_counts: bool
    joker_counts: bool
    made_rule: str
    failed_rule: str
    tie_rule: str
    minimum_to_score: int | None
    below_minimum_rule: str
    score_floor: int | None
    revoke_by_adversary: str
    revoke_by_maker: str
    revoke_by_makers_partner: str
    revoke_waives_bid: bool
    revoke_scope: str
    revoked_points_count_for_bid: bool
    revoke_by_maker_adds_bid: bool
    revoke_by_both: str
    foul_hand: str
    foul_hand_dealer: str
    foul_hand_waives_bid: bool
    trick_claim: str

    @property
    def has_draw(self) -> bool:
        """Tell whether players draw cards after the discard."""
        return self.extra_four == "none" and self.has_discards and not self.game.widow

    @property
    def eldest_pitches(self) -> bool:
        """Tell whether the eldest hand, not the dealer, names the trump if nobody bid."""
        return self.all_pass == "eldest-pitches"  # noqa: S105 - a word of the parameter, no secret

    @property
    def has_discards(self) -> bool:
        """Tell whether players discard before the play."""
        return self.game.exchanges or self.dealt > self.game.hand_size

    @property
    def totals_hide_discards(self) -> bool:
        """Tell whether a total can include discarded points that do not help to make the bid.

        If the record has only totals, it then does not show whether the bid was made.
        """
        is_makers = self.has_discards and self.discard_points_to == "maker"
        return is_makers and not self.discard_points_count_for_bid

    @property
    def counts_pips(self) -> bool:
        """Tell whether the point Game goes to the side with the most pips."""
        return bool(self.game.pips) and "game" in self.worth

    @property
    def all_are_played(self) -> bool:
        """Tell whether every card of the pack is dealt or drawn, so that all cards are played."""
        return self.game.draws or self.game.players * self.game.hand_size == self.game.pack_size

    @property
    def calls_partner(self) -> bool:
        """Tell whether the maker may call a partner, so that each deal has its own sides."""
        return self.called_partner != "none" and self.game.seating.side_count == self.game.seating.count

    def for_deal(self, deal: DealRecord) -> Rules:
        """Return the rules for one deal.

        If the maker may call a partner, the returned rules have the sides of this deal. Otherwise the rules
        are unchanged.

        Law: Foster 1897, Auction Cinch: the maker and the called partner play against all others. Nobody
        changes seats.
        """
        if not self.calls_partner or isinstance(self.seating, CalledSides):
            return self
        makers = frozenset(seat for seat in (deal.maker, deal.called) if seat is not None)
        return replace(self, seating=CalledSides(self.seating.count, 2, makers))

    @property
    def dealt(self) -> int:
        """Return the number of cards dealt to each player, before any discard."""
        return _dealt(self.game, self.extra_four)

    @property
    def undealt(self) -> int:
        """Return the number of cards that are dealt to no player; a widow is among them."""
        return _undealt(self.game, self.extra_four)

    @property
    def fewest_thrown(self) -> int:
        """Return the fewest cards that a correct hand must discard."""
        return self.dealt - self.game.hand_size


def _dealt(game: GameKind, extra_four: str) -> int:
    return game.dealt if extra_four == "none" else game.dealt + EXTRA_FOUR


def _undealt(game: GameKind, extra_four: str) -> int:
    return game.pack_size - game.players * _dealt(game, extra_four)


def hand_after(runs: int, rules: Rules) -> int:
    """Return the correct size of a hand when the play begins, after the cards were run ``runs`` times.

    The law set decides whether players keep the extra cards that were dealt when the cards were run.
    """
    is_kept = rules.after_running == "all" or (rules.after_running == "nine-after-one" and runs == 1)
    return rules.game.hand_size + (RUN * runs if is_kept else 0)


def trump_pips(rules: Rules) -> tuple[tuple[str, int], ...]:
    """Return the extra pips of trumps for Game, by rank; empty if the law set does not count them."""
    return rules.game.trump_pips if rules.trump_five_counts else ()


def pips_in_pack(rules: Rules) -> int:
    return rules.game.plain_pips + sum(dict(trump_pips(rules)).values())


def most_runs(rules: Rules) -> int:
    """Return how many times the cards can be run before the pack is used up; 0 if no card is turned up.

    One card is turned up after the deal, and one more after each run.
    """
    if rules.trump_by != "turn-up":
        return 0
    count = rules.seating.count
    return (len(PACK) - 1 - count * rules.dealt) // (count * RUN + 1)


def most_tricks(rules: Rules) -> int:
    """Return the most tricks that a deal can have.

    Some law sets let players keep cards that are dealt when the cards are run. In some games, the whole pack
    can be dealt out.
    """
    if rules.game.draws:
        return rules.game.tricks
    if rules.game.may_deal_all:
        return rules.game.dealt_out.tricks
    return max(hand_after(runs, rules) for runs in range(max(1, most_runs(rules) + 1)))


def first_leader(dealer: int, maker: Maker, rules: Rules) -> Maker:
    """Return who leads to the first trick: the maker, or the eldest hand in games without bids.

    Law: Foster 1897, Seven-up, Method of Playing; modern book, California Jack.
    """
    return maker if rules.game.has_bidding else rules.seating.eldest_hand(dealer)


def laws_of_game(law_set: LawSet, game: GameKind) -> LawSet:
    """Return the law set with its values for a game.

    Raises InvalidInput under "game" for a game that the law set does not include, and under
    "parameters.points" if the law set counts a point that does not exist in the game.
    """
    of_game = law_set.for_game(game.slug)
    points = of_game.points()
    unknown = [not_among(name, game.points, _("point")) for name in points if name not in game.points]
    if unknown:
        raise InvalidInput({"parameters.points": unknown})
    return of_game


@lru_cache(maxsize=512)
def rules_of(law_set: LawSet, game: GameKind) -> Rules:
    """Return the rules of a game under a law set. Raises InvalidInput as ``laws_of_game`` does."""
    revision, law_set = law_set.revision, laws_of_game(law_set, game)
    worth = law_set.points()
    if law_set["whole_pack"]:
        game = game.dealt_out
    is_possible = law_set.choice("points_out_of_play") == "possible"
    stock_can_hold_points = is_possible and _undealt(game, law_set.choice("extra_four")) > 0
    own = {entry.name: law_set[entry.name] for entry in fields(Rules) if entry.name in PARAMETERS}
    return Rules(
        law_set=law_set,
        revision=revision,
        game=game,
        seating=game.seating,
        worth=worth,
        worths=tuple(worth.values()),
        total=sum(worth.values()),
        can_be_dead=stock_can_hold_points or law_set.choice("discard_points_to") == "dead",
        is_played_out=law_set.choice("target_reached") == "played-out",
        stock_can_hold_points=stock_can_hold_points,
        **own,  # type: ignore[arg-type]  # each parameter has the type that its field says
    )
