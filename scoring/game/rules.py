"""The parameters of a law set as the scoring of one game reads them: typed, and looked up once.

Nothing is decided here. Each parameter's meaning and accepted values stand in laws.domain.parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from laws.domain.errors import InvalidInput, not_among
from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from scoring.game.games.family import GameKind
from scoring.game.seating import TableSeats


@dataclass(frozen=True, slots=True)
class Rules:
    """A law set's scoring parameters for a game, and what follows from them alone.

    ``law_set`` has the figures of the game, and ``revision`` is that of the whole law set. ``total`` is the
    number of points on a deal; ``can_be_dead`` whether some of them can belong to nobody.
    """

    law_set: LawSet
    revision: str
    seating: TableSeats
    worth: Mapping[str, int]
    worths: tuple[int, ...]
    total: int
    can_be_dead: bool
    game_score: int
    is_played_out: bool
    starting_score: int
    counting_out: str
    counting_order: tuple[str, ...]
    misdeal_effect: str
    min_bid: int
    max_bid: int
    must_exceed: bool
    forced_bid: int
    no_bid_rule: str
    follow_rule: str
    first_lead_trump: bool
    discard_points_to: str
    discard_points_count_for_bid: bool
    stock_can_hold_points: bool
    high_card: str
    high_to: str
    low_card: str
    low_to: str
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
    trick_claim: str


@lru_cache(maxsize=512)
def rules_of(law_set: LawSet, game: GameKind) -> Rules:
    """Return the rules of a game under a law set.

    Raises InvalidInput under "game" where the law set does not hold the game, and under "parameters.points"
    where it counts a point for which the game has no card.
    """
    revision, law_set = law_set.revision, law_set.for_game(game.slug)
    worth = law_set.points()
    cards = dict(game.point_cards)
    unknown = [not_among(name, cards, _("point")) for name in worth if name not in cards]
    if unknown:
        raise InvalidInput({"parameters.points": unknown})
    return Rules(
        law_set=law_set,
        revision=revision,
        seating=game.seating,
        worth=worth,
        worths=tuple(worth.values()),
        total=sum(worth.values()),
        can_be_dead=law_set.choice("points_out_of_play") == "possible"
        or law_set.choice("discard_points_to") == "dead",
        game_score=law_set.number("game_score"),
        is_played_out=law_set.choice("target_reached") == "played-out",
        starting_score=law_set.number("starting_score"),
        counting_out=law_set.choice("counting_out"),
        counting_order=law_set.order("counting_order"),
        misdeal_effect=law_set.choice("misdeal_effect"),
        min_bid=law_set.number("min_bid"),
        max_bid=law_set.number("max_bid"),
        must_exceed=law_set.flag("must_exceed"),
        forced_bid=law_set.number("forced_bid"),
        no_bid_rule=law_set.choice("no_bid_rule"),
        follow_rule=law_set.choice("follow_rule"),
        first_lead_trump=law_set.flag("first_lead_trump"),
        discard_points_to=law_set.choice("discard_points_to"),
        discard_points_count_for_bid=law_set.flag("discard_points_count_for_bid"),
        stock_can_hold_points=law_set.choice("points_out_of_play") == "possible",
        high_card=law_set.choice("high_card"),
        high_to=law_set.choice("high_to"),
        low_card=law_set.choice("low_card"),
        low_to=law_set.choice("low_to"),
        made_rule=law_set.choice("made_rule"),
        failed_rule=law_set.choice("failed_rule"),
        tie_rule=law_set.choice("tie_rule"),
        minimum_to_score=law_set.limit("minimum_to_score"),
        below_minimum_rule=law_set.choice("below_minimum_rule"),
        score_floor=law_set.limit("score_floor"),
        revoke_by_adversary=law_set.choice("revoke_by_adversary"),
        revoke_by_maker=law_set.choice("revoke_by_maker"),
        revoke_by_makers_partner=law_set.choice("revoke_by_makers_partner"),
        revoke_waives_bid=law_set.flag("revoke_waives_bid"),
        revoke_scope=law_set.choice("revoke_scope"),
        revoked_points_count_for_bid=law_set.flag("revoked_points_count_for_bid"),
        revoke_by_maker_adds_bid=law_set.flag("revoke_by_maker_adds_bid"),
        revoke_by_both=law_set.choice("revoke_by_both"),
        foul_hand=law_set.choice("foul_hand"),
        foul_hand_dealer=law_set.choice("foul_hand_dealer"),
        trick_claim=law_set.choice("trick_claim"),
    )
