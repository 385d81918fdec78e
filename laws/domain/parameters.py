"""The parameters of a law set: one table of name, kind, accepted values, default, unit and meaning.

A parameter is a point on which the law sets differ, or on which one of them is silent. Here is what values it
can take and how a value is read, from a book's text or from what a program sent. Which law set has which
value is not said here: that is data, in the books.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, cast

from laws.domain import accepted
from laws.domain.errors import not_among
from laws.domain.sentences import _

Value = int | bool | str | None | tuple[str, ...] | Mapping[str, int]
Kind = Literal["number", "choice", "flag", "limit", "points", "order"]

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
MOST_POINTS = 20
"""The most counting cards that any game of the family has, with room to spare."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One line of the table.

    ``default`` is used only where no book speaks of the parameter: a revision published before it existed.
    ``low`` and ``high`` bound a number, a limit, or the worth of each point.
    """

    name: str
    kind: Kind
    default: Value
    meaning: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: str = ""

    @property
    def accepted(self) -> str:
        """Return the accepted values in words, for a page or a refusal."""
        if self.kind == "order":
            return _("a list of point names, each once")
        said = accepted.in_words(self.kind, self.choices, self.low, self.high)
        return _("for each point its worth, {numbers}", numbers=said) if self.kind == "points" else said

    @property
    def words(self) -> tuple[str, ...]:
        """Return the accepted values as a book writes them, where they are a closed list; else none."""
        return ("true", "false") if self.kind == "flag" else self.choices

    def parse(self, value: object) -> Value:
        """Return the value if it is accepted. Raises ValueError with the sentence that refuses it.

        Nothing is converted: a number sent as text, or true for 1, is refused.
        """
        if self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
            raise ValueError(not_among(value, self.choices))
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
        elif self.kind == "order":
            return self._order(value)
        elif self.kind == "points":
            return self._points(value)
        elif value is None and self.kind == "limit":
            return None
        elif accepted.is_whole(value, self.low, self.high):
            return value  # type: ignore[return-value]  # it has been shown to be a whole number
        raise ValueError(self._refusal(value))

    def read(self, text: str | list[str] | dict[str, str]) -> Value:
        """Return the value that a book's text stands for. Raises ValueError with the refusal in a sentence.

        The books are read as text alone, so nothing but ``true`` and ``false`` is a flag, nothing but a plain
        whole number is a number, and ``null`` is the one word for no limit.
        """
        if self.kind == "points" and isinstance(text, dict):
            return self.parse({name: _whole(worth) for name, worth in text.items()})
        if not isinstance(text, str):
            return self.parse(text)
        if self.kind == "flag" and text in ("true", "false"):
            return text == "true"
        if self.kind == "limit" and text == "null":
            return None
        if self.kind in ("number", "limit"):
            return self.parse(_whole(text))
        return self.parse(text)

    def _refusal(self, value: object) -> str:
        return accepted.refusal(value, self.accepted)

    def _order(self, value: object) -> tuple[str, ...]:
        names = tuple(value) if isinstance(value, list | tuple) and len(value) <= MOST_POINTS else ()
        slugs = all(isinstance(name, str) and SLUG.match(name) for name in names)
        if not names or not slugs or len(set(names)) != len(names):
            raise ValueError(self._refusal(value))
        return names

    def _points(self, value: object) -> Mapping[str, int]:
        if not isinstance(value, Mapping) or not 1 <= len(value) <= MOST_POINTS:
            raise ValueError(self._refusal(value))
        for name, worth in value.items():
            if (
                not isinstance(name, str)
                or not SLUG.match(name)
                or not accepted.is_whole(worth, self.low, self.high)
            ):
                raise ValueError(self._refusal({name: worth}))
        return MappingProxyType(dict(value))


def _whole(text: str) -> object:
    """Return the whole number written in the text, or the text itself, which then is refused as no number."""
    return int(text) if isinstance(text, str) and WHOLE_NUMBER.match(text) else text


def from_json(value: object) -> Value:
    """Return a value as ``to_json`` wrote it, unchecked: what was once published stays what it was."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType(value)
    return cast(Value, value)


def to_json(value: Value) -> object:
    """Return the value in a form that JSON can hold, which ``parse`` accepts again."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return dict(value)
    return value


def _choice(name: str, default: str, choices: str, meaning: str) -> Parameter:
    return Parameter(name, "choice", default, meaning, choices=tuple(choices.split()))


def _flag(name: str, default: bool, meaning: str) -> Parameter:
    return Parameter(name, "flag", default, meaning)


def _number(name: str, default: int, low: int, high: int, unit: str, meaning: str) -> Parameter:
    return Parameter(name, "number", default, meaning, low=low, high=high, unit=unit)


def _limit(name: str, low: int, high: int, unit: str, meaning: str) -> Parameter:
    return Parameter(name, "limit", None, meaning, low=low, high=high, unit=unit)


CINCH_POINTS: Mapping[str, int] = MappingProxyType(
    {"high": 1, "low": 1, "jack": 1, "game": 1, "right-pedro": 5, "left-pedro": 5}
)

_TABLE = (
    # The game and its end
    _number("game_score", 51, 1, 1000, "points", "The score that wins the game."),
    _number("starting_score", 0, 0, 999, "points", "The score with which each side begins the game."),
    _choice("target_reached", "end-of-deal", "end-of-deal as-counted played-out",
            "When the game can be won: once the whole deal is scored, as each point is taken in play, or not "
            "at all, because so many deals are played out whatever the score."),
    _choice("counting_out", "by-order", "not-needed by-order maker-first divide-stake",
            "Who wins when both sides could reach the game on one deal."),
    Parameter("counting_order", "order", tuple(CINCH_POINTS),
              "The order in which the points are counted out, first to last."),
    # Cutting
    _choice("cut_ace", "high", "high low", "How the ace ranks in cutting."),
    _choice("partners_rule", "two-highest-against-two-lowest", "two-highest-against-two-lowest",
            "How the cut makes partners."),
    _choice("first_dealer", "highest", "highest lowest", "Which cut deals first."),
    _choice("seat_choice", "highest", "highest none", "Which cut chooses seats and cards, if any does."),
    _choice("cut_tie_rule", "recut-tied-only", "recut-tied-only recut-unless-two-highest",
            "What equal cards in the cut lead to."),
    _choice("two_cards_cut", "recut", "recut none", "What follows when two cards are shown in cutting."),
    _choice("next_game_dealer", "rotation", "rotation loser-option new-cut",
            "Who deals first in the next game."),
    # A club table with more players than seats
    _number("table_capacity", 6, 2, 12, "players", "How many players make a club table complete."),
    _choice("preference_cut", "highest", "highest arrival",
            "Who plays first where more have come than can play: the highest cuts, or who came first."),
    _choice("cutting_out_first", "lowest", "lowest highest",
            "Which cuts give way after the first game where others are waiting."),
    _choice("cutting_out_later", "longest-run", "longest-run cut",
            "Who gives way after a later game: those who have played most games running, "
            "or by the cut again."),
    _choice("cutting_out_tie", "lowest", "lowest highest",
            "Which cuts give way among players with equal runs of games."),
    # Dealing
    _choice("misdeal_effect", "pass-left", "pass-left same-dealer", "Who deals after a misdeal."),
    _choice("extra_four", "none", "none shown blind",
            "Whether each player gets four more cards, seen before trumps are named or blind till then."),
    # Bidding
    _number("min_bid", 1, 1, 100, "points", "The lowest bid."),
    _number("max_bid", 14, 1, 100, "points", "The highest bid."),
    _flag("must_exceed", True, "Whether a bid must be higher than the last one."),
    _choice("dealer_privilege", "none", "none sell-or-raise",
            "Whether the dealer may sell to the highest bidder or must raise to keep the trump."),
    _choice("all_pass", "dealer-names-without-bid",
            "dealer-names-without-bid dealer-forced-bid dealer-may-name",
            "What the dealer does when nobody has bid."),
    _number("forced_bid", 1, 1, 100, "points", "The bid imposed on the dealer where one is."),
    _choice("no_bid_rule", "difference", "difference as-forced-bid",
            "How a deal without a bid is scored: with nothing to fail, or as the forced bid."),
    # Discard and draw
    _choice("dealer_draw", "rob", "rob blind",
            "Whether the dealer chooses from the rest of the pack or draws from its top unseen."),
    _choice("discard_points_to", "maker", "maker dead", "Who counts the points found among the discards."),
    _flag("discard_points_count_for_bid", True,
          "Whether points found among the discards help the maker to make the bid."),
    _choice("points_out_of_play", "never", "never possible",
            "Whether some points of a deal can belong to nobody."),
    # Play
    _choice("follow_rule", "follow-or-trump", "follow-or-trump strict",
            "Whether a player who could follow to a plain suit may trump instead."),
    _flag("first_lead_trump", False, "Whether the maker's first lead must be a trump."),
    # Points
    Parameter("points", "points", CINCH_POINTS,
              "What each point is worth.", low=1, high=100, unit="points"),
    _choice("high_card", "ace", "ace highest-out", "Which trump is High: the ace, or the highest in play."),
    _choice("high_to", "winner", "winner holder", "Who scores High: who wins it or who held it."),
    _choice("low_card", "deuce", "deuce lowest-out", "Which trump is Low: the deuce, or the lowest in play."),
    _choice("low_to", "winner", "winner holder", "Who scores Low: who wins it or who held it."),
    # Scoring
    _choice("made_rule", "difference", "difference each-side-own",
            "What is scored when the bid is made: the difference by the side with more, or by each its own."),
    _choice("failed_rule", "adversaries-own-plus-bid", "adversaries-own-plus-bid fourteen-plus-gap set-back",
            "What a failed bid costs: the adversaries add it to their points, or score fourteen and what was "
            "missing, or the maker is set back the bid."),
    _choice("tie_rule", "no-score", "no-score each-own",
            "What is scored when both sides have the same points and the bid is made."),
    _limit("minimum_to_score", 1, 100, "points", "The fewest points with which the maker's side can score."),
    _choice("below_minimum_rule", "adversaries-own", "adversaries-own adversaries-own-plus-bid set-back",
            "What follows when the maker makes the bid but stays below the minimum to score."),
    _limit("score_floor", -1000, 0, "points", "The lowest a side's score can fall when it is set back."),
    # Revoke and foul hand
    _choice("revoke_by_adversary", "side-scores-nothing", "side-scores-nothing points-to-maker",
            "The penalty when an adversary of the maker revokes."),
    _choice("revoke_by_maker", "side-scores-nothing", "side-scores-nothing set-back",
            "The penalty when the maker revokes."),
    _choice("revoke_by_makers_partner", "as-maker", "as-maker points-to-maker",
            "The penalty when the maker's partner revokes."),
    _flag("revoke_waives_bid", True,
          "Whether an adversary's revoke lets the maker's side score all it makes, whatever it bid."),
    _choice("revoke_scope", "side", "side player",
            "Whether a revoke bars the whole side from scoring or only the player's own tricks."),
    _flag("revoked_points_count_for_bid", True,
          "Whether points given to the maker for a revoke help to make the bid."),
    _flag("revoke_by_maker_adds_bid", False,
          "Whether the bid is added for the adversaries when the maker's side revokes with points enough."),
    _choice("revoke_by_both", "neither-scores", "neither-scores each-alone",
            "What follows when both sides revoke on one deal."),
    _choice("foul_hand", "side-scores-nothing", "side-scores-nothing misdeal none",
            "The consequence of playing on with too many cards."),
    _choice("foul_hand_dealer", "as-others", "as-others corrected",
            "Whether the dealer's wrong hand is treated as another's or put right."),
    _choice("trick_claim", "allowed", "allowed none",
            "Whether the adversaries may claim a trick to which the fourth hand played before the second."),
)  # fmt: skip

PARAMETERS: Mapping[str, Parameter] = MappingProxyType({parameter.name: parameter for parameter in _TABLE})
