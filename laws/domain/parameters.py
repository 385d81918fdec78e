"""The parameters of a law set: their accepted values, how to parse a value, and which values conflict.

A parameter is a point on which law sets differ or are silent.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from types import MappingProxyType
from typing import Literal, TypeGuard, cast

from laws.domain.errors import not_among, quote
from laws.domain.roles import capital, fill
from laws.domain.sentences import Sentence, _, fill_in, gettext_noop, listed, ngettext, ngettext_noop


def accepted_in_words(kind: str, choices: tuple[str, ...], low: int, high: int) -> str:
    """Return the accepted values of a choice, flag, number or limit in words.

    >>> accepted_in_words("limit", (), -10, 0)
    'a whole number from -10 to 0, or null for none'
    """
    if kind == "choice":
        return ", ".join(choices)
    if kind == "flag":
        return "true, false"
    span = _("a whole number from {low} to {high}", low=low, high=high)
    return _("{span}, or null for none", span=span) if kind == "limit" else span


def refuse_value(value: object, accepted: str) -> str:
    """Return the sentence that refuses a value and lists the accepted values."""
    return _("{value} is not accepted. Accepted: {accepted}.", value=quote(value), accepted=accepted)


def is_whole(value: object, low: int, high: int) -> TypeGuard[int]:
    """Tell whether a value is an integer, not a boolean, from ``low`` to ``high``."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def parse_value(value: object, kind: str, choices: tuple[str, ...], low: int, high: int) -> int | str | None:
    """Validate the JSON value of a choice, flag, number or limit. Raises ValueError with a sentence.

    Nothing is converted: a number sent as text, or true in place of 1, is refused.
    """
    if kind == "choice":
        if isinstance(value, str) and value in choices:
            return value
        raise ValueError(not_among(value, choices))
    if kind == "flag":
        if isinstance(value, bool):
            return value
    elif value is None and kind == "limit":
        return None
    elif is_whole(value, low, high):
        return value
    raise ValueError(refuse_value(value, accepted_in_words(kind, choices, low, high)))


Value = int | bool | str | None | tuple[str, ...] | Mapping[str, int]
Kind = Literal["number", "choice", "flag", "limit", "points", "order"]

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
WHOLE_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
MOST_POINTS = 20
"""Upper limit for the number of points in a deal. No game comes near this number."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a law set.

    - ``default``: the value under a revision that is older than the parameter.
    - ``title``: the parameter in a few words, its heading on pages.
    - ``says``: a sentence for each value of a choice or flag.
    - ``low``, ``high``: the bounds of a number or limit. For points, the bounds of the score of each point.
    - ``unit``: what a number counts, such as points.
    """

    name: str
    kind: Kind
    default: Value
    title: str
    meaning: str
    says: Mapping[str, str] = field(default_factory=dict)
    low: int = 0
    high: int = 0
    unit: str = ""

    @property
    def accepted(self) -> str:
        """Return the accepted values in words."""
        if self.kind == "order":
            return _("a list of point names, each once")
        numbers = accepted_in_words(self.kind, self.choices, self.low, self.high)
        return _("for each point its worth, {numbers}", numbers=numbers) if self.kind == "points" else numbers

    @property
    def words(self) -> tuple[str, ...]:
        """Return the values of a choice or flag as a book writes them; empty for other kinds."""
        return tuple(self.says)

    @property
    def choices(self) -> tuple[str, ...]:
        return self.words if self.kind == "choice" else ()

    def parse(self, value: object) -> Value:
        """Validate a JSON value. Raises ValueError with a sentence for the user."""
        if self.kind == "order":
            return self._order(value)
        if self.kind == "points":
            return self._points(value)
        return parse_value(value, self.kind, self.choices, self.low, self.high)

    def read(self, text: str | list[str] | dict[str, str]) -> Value:
        """Parse the text of a book. Raises ValueError with a sentence for the author.

        Only ``true`` and ``false`` are flags, only plain integers are numbers, and only ``null`` means no
        limit.
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

    def _order(self, value: object) -> tuple[str, ...]:
        names = tuple(value) if isinstance(value, list | tuple) and len(value) <= MOST_POINTS else ()
        slugs = all(isinstance(name, str) and SLUG.match(name) for name in names)
        if not names or not slugs or len(set(names)) != len(names):
            raise ValueError(refuse_value(value, self.accepted))
        return names

    def _points(self, value: object) -> Mapping[str, int]:
        if not isinstance(value, Mapping) or not 1 <= len(value) <= MOST_POINTS:
            raise ValueError(refuse_value(value, self.accepted))
        for name, worth in value.items():
            if not isinstance(name, str) or not SLUG.match(name) or not is_whole(worth, self.low, self.high):
                raise ValueError(refuse_value({name: worth}, self.accepted))
        return MappingProxyType(dict(value))


def _whole(text: str) -> object:
    """Return the integer in a text, or the text itself, which ``parse`` then refuses."""
    return int(text) if isinstance(text, str) and WHOLE_NUMBER.match(text) else text


def from_json(value: object) -> Value:
    """Return a value from its JSON form. Does not validate, because published values never change."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if isinstance(value, dict):
        return MappingProxyType(value)
    return cast(Value, value)


def to_json(value: object) -> object:
    """Convert a value to JSON data. Mappings and dataclasses are converted with their values."""
    # Tested first, because most values are plain and the tests below take longer.
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {key: to_json(child) for key, child in value.items()}
    if is_dataclass(value):
        return {attribute.name: to_json(getattr(value, attribute.name)) for attribute in fields(value)}
    return value


def _choice(name: str, default: str, title: str, meaning: str, says: Mapping[str, str]) -> Parameter:
    return Parameter(name, "choice", default, title, meaning, says)


def _flag(name: str, default: bool, title: str, meaning: str, yes: str, no: str) -> Parameter:
    return Parameter(name, "flag", default, title, meaning, {"true": yes, "false": no})


def _number(name: str, default: int, low: int, high: int, unit: str, title: str, meaning: str) -> Parameter:
    return Parameter(name, "number", default, title, meaning, low=low, high=high, unit=unit)


def _limit(name: str, low: int, high: int, unit: str, title: str, meaning: str) -> Parameter:
    return Parameter(name, "limit", None, title, meaning, low=low, high=high, unit=unit)


CINCH_POINTS: Mapping[str, int] = {
    "high": 1,
    "low": 1,
    "jack": 1,
    "game": 1,
    "right-pedro": 5,
    "left-pedro": 5,
}

_TABLE: tuple[Sentence | Parameter, ...] = (
    _("The game and its end"),
    _number("game_score", 51, 1, 1000, "points", _("Points in a game"), _("The score that wins the game.")),
    _number("starting_score", 0, 0, 999, "points", _("Score at the start"),
            _("The score with which everybody begins the game.")),
    _choice("score_marked", "figures", _("Marking the score"),
            _("What the score is marked with, besides figures."),
            {"figures": _("With nothing else."), "counters": _("With a counter for each point to go."),
            "counters-of-five": _("With red counters for five points to go and white ones for one."),
            "cribbage-board": _("With two pegs on a cribbage board.")}),
    _number("stake", 0, 0, 100, "counters", _("Counters for the pool"),
           _("The counters that each player puts into the pool of a game, which its winners take.")),
    _choice("target_reached", "end-of-deal", _("When the game can be won"),
            _("When the game can be won: as soon as a whole deal is scored, or only after a fixed number of "
            "deals."),
            {"end-of-deal": _("Once the whole deal is scored."),
            "played-out": _("Not before all the deals are played out.")}),
    _choice("counting_out", "by-order", _("Several reach the game"),
            _("Who wins when several could reach the game on one deal."),
            {"not-needed": _("It cannot happen."),
            "by-order": _("The points are counted out in their order."),
            "maker-first": _("The maker counts first."), "divide-stake": _("They divide the stake.")}),
    Parameter("counting_order", "order", tuple(CINCH_POINTS), _("Order of counting out"),
              _("The order in which the points are counted out, first to last.")),
    _flag("gift_may_win", True, _("A gift near the end of a game"),
          _("Whether the point that a dealer gives may win the game."),
          _("It may win the game."), _("It may not win the game.")),
    _("Cutting"),
    _choice("cut_ace", "high", _("The ace in the cut"),
            _("How the ace ranks in cutting."),
            {"high": _("It is the highest card."), "low": _("It is the lowest card.")}),
    _choice("partners_rule", "two-highest-against-two-lowest", _("Partners by the cut"),
            _("How the cut makes partners."),
            {"two-highest-against-two-lowest": _("The two highest play against the two lowest.")}),
    _choice("first_dealer", "highest", _("The first dealer"),
            _("Which cut deals first."),
            {"highest": _("The highest cut deals."), "lowest": _("The lowest cut deals.")}),
    _choice("seat_choice", "highest", _("Choice of seats and cards"),
            _("Which cut chooses seats and cards, if any."),
            {"highest": _("The highest cut chooses."), "none": _("Nobody has a choice by the cut.")}),
    _choice("cut_tie_rule", "recut-tied-only", _("Equal cards in the cut"),
            _("What follows when cards in the cut are equal."),
            {"recut-tied-only": _("Those who are equal cut again."),
            "recut-unless-two-highest":
            _("Those who are equal cut again, unless theirs are the two highest.")}),
    _choice("two_cards_cut", "recut", _("Two cards shown in the cut"),
            _("What follows when two cards are shown in cutting."),
            {"recut": _("The player cuts again."), "none": _("Nothing is laid down.")}),
    _choice("next_game_dealer", "rotation", _("First deal of the next game"),
            _("Who deals first in the next game."),
            {"rotation": _("The deal goes on to the left."), "loser-option": _("The losers may take it."),
            "new-cut": _("It is cut for again.")}),
    _("More players than seats"),
    _number("table_capacity", 6, 2, 12, "players", _("Players at a club table"),
            _("How many players make a club table complete.")),
    _choice("preference_cut", "highest", _("More come than can play"),
            _("Who plays first when there are more players than seats: the highest cuts, or those who came "
            "first."),
            {"highest": _("Those with the highest cuts play first."),
            "arrival": _("Those play first who came first.")}),
    _choice("cutting_out_first", "lowest", _("Giving way after the first game"),
            _("Which cuts give way after the first game when others are waiting."),
            {"lowest": _("The lowest cuts give way."), "highest": _("The highest cuts give way.")}),
    _choice("cutting_out_later", "longest-run", _("Giving way after a later game"),
            _("Who gives way after a later game: those with the most games in a row, or those chosen by a "
            "new cut."),
            {"longest-run": _("Those give way who have played most games running."),
            "cut": _("It is cut for again.")}),
    _choice("cutting_out_tie", "lowest", _("Equal runs of games"),
            _("Which cuts give way among players with equal runs of games."),
            {"lowest": _("The lowest cuts give way."), "highest": _("The highest cuts give way.")}),
    _("Dealing"),
    _choice("misdeal_effect", "pass-left", _("After a misdeal"),
            _("Who deals after a misdeal."),
            {"pass-left": _("The next player deals."), "same-dealer": _("The same dealer deals again.")}),
    _choice("extra_four", "none", _("Four more cards each"),
            _("Whether each player gets four more cards in place of the draw: after the bidding, or before "
            "it, to lie untouched until the bidding is over."),
            {"none": _("There are none, and hands are made up by the draw."),
            "shown": _("They are dealt once the bidding is over; all are seen before the trump is named."),
            "blind": _("They lie untouched until the bidding is over; the maker takes up four and names the "
            "trump, and then the others take up theirs.")}),
    _flag("whole_pack", False, _("Dealing the whole pack"),
          _("Whether the whole pack is dealt at Pedro, as far as it can be divided evenly."),
          _("It is dealt, as far as it goes round evenly."), _("Each is dealt six cards.")),
    _choice("trump_by", "maker", _("What names the trump"),
            _("Who or what names the trump."),
            {"maker": _("The maker names it."), "turn-up": _("The card turned up after the deal names it."),
            "first-lead": _("The first card led names it."), "cut": _("It is cut for before the deal."),
            "top-of-stock": _("The uppermost card of the stock names it.")}),
    _choice("after_running", "six", _("Cards kept after running"),
            _("How many cards a hand keeps for the play once the cards have been run."),
            {"six": _("Six, whatever was dealt."),
            "nine-after-one": _("Nine after one run, and six after more."),
            "all": _("All that were dealt.")}),
    _choice("turned_again", "scores", _("A card turned after running"),
            _("Whether a card of a new suit, turned up after the cards have been run, scores like the first "
            "card turned up."),
            {"scores": _("It scores like the first."), "nothing": _("It scores nothing.")}),
    _("Bidding"),
    _number("min_bid", 1, 1, 100, "points", _("Lowest bid"), _("The lowest bid.")),
    _number("max_bid", 14, 1, 100, "points", _("Highest bid"), _("The highest bid.")),
    _flag("must_exceed", True, _("A bid after another"),
          _("Whether a bid must be higher than the last one."),
          _("It must be higher than the last one."), _("It need not be higher than the last one.")),
    _choice("bidding_rounds", "one", _("Rounds of bidding"),
            _("Whether each player has one bid, or a player who was overbid may bid again in turn."),
            {"one": _("Each player bids or passes once."),
            "until-passed":
            _("Whoever was overbid may go higher in turn, until all the others have passed.")}),
    _choice("dealer_privilege", "none", _("The dealer's privilege"),
            _("Whether the dealer may sell to the highest bidder or must raise to keep the trump."),
            {"none": _("The dealer has none."),
            "sell-or-raise": _("The dealer sells to the highest bidder, or raises and keeps the trump.")}),
    _choice("all_pass", "dealer-names-without-bid", _("Nobody bids"),
            _("What follows when nobody has bid."),
            {"dealer-names-without-bid": _("The dealer names the trump without a bid."),
            "dealer-forced-bid": _("The dealer is held to a bid and names the trump."),
            "dealer-may-name": _("The dealer may name the trump, or the cards are dealt anew."),
            "eldest-pitches": _("The eldest hand has to lead, and the card names the trump.")}),
    _number("forced_bid", 1, 1, 100, "points", _("The bid to which the dealer is held"),
            _("The bid that is forced on the dealer. It counts only where the dealer is held to a bid.")),
    _choice("no_bid_rule", "difference", _("Scoring a deal without a bid"),
            _("How a deal without a bid is scored: without a bid to miss, or as if the dealer had made the "
            "forced bid."),
            {"difference": _("No bid can be missed, and the points score as after a bid that was made."),
            "as-forced-bid": _("It is scored as the bid to which the dealer is held.")}),
    _choice("selling", "none", _("Selling the trump"),
            _("Whether the eldest hand sells the trump to the highest bidder and scores the bid at once, and "
            "what may be bid if this would win the seller the game."),
            {"none": _("Nobody sells, and a bid is paid to nobody."),
            "not-to-win": _("The eldest hand sells, and no bid may win the seller the game."),
            "full-value": _("The eldest hand sells, and stops one short of the game.")}),
    _choice("price_scored", "before-play", _("The price of the trump"),
            _("Whether the seller scores the price of the trump before the play or after the points made in "
            "it."),
            {"before-play": _("It is scored at once, before the play."),
            "end-of-deal": _("It is scored after the points made in the play.")}),
    _flag("highest_bid_wins", False, _("The highest bid of all"),
          _("Whether a player who makes the highest possible bid wins the game at once."),
          _("It wins the game, unless the bidder is below nothing."), _("It counts like any other.")),
    _choice("called_partner", "none", _("Calling a partner"),
            _("Whether the maker calls the holder of a card as partner for the deal, in a game where "
            "everybody plays alone."),
            {"none": _("Nobody calls a partner."),
            "must-call": _("The maker calls one."),
            "may-play-alone": _("The maker calls one, or plays alone.")}),
    _("Discarding and drawing"),
    _choice("dealer_draw", "rob", _("The dealer's draw"),
            _("Whether the dealer chooses from the rest of the pack or draws from its top unseen."),
            {"rob": _("The dealer chooses from the rest of the pack."),
            "blind": _("The dealer draws unseen from the top.")}),
    _choice("discard_points_to", "maker", _("Points among the discards"),
            _("Who counts the points found among the discards."),
            {"maker": _("They count for the maker."), "dead": _("They count for nobody.")}),
    _flag("discard_points_count_for_bid", True, _("Points among the discards and the bid"),
          _("Whether points found among the discards help the maker to make the bid."),
          _("They help to make the bid."), _("They do not help to make the bid.")),
    _("Play"),
    _choice("follow_rule", "follow-or-trump", _("Following suit"),
            _("Whether a player who could follow to a plain suit may trump instead."),
            {"follow-or-trump": _("A player may trump though able to follow."),
            "strict": _("A player must follow if able to.")}),
    _flag("must_trump", False, _("A player who cannot follow"),
          _("Whether a player who cannot follow to a plain suit must trump if able to."),
          _("Such a player must trump if able to."), _("Such a player may throw any card.")),
    _flag("first_lead_trump", False, _("The maker's first lead"),
          _("Whether the maker's first lead must be a trump."),
          _("It must be a trump."), _("It may be any card.")),
    _("What counts"),
    Parameter("points", "points", CINCH_POINTS, _("What each point is worth"),
              _("What each point is worth."), low=1, high=100, unit="points"),
    _choice("high_card", "ace", _("High"),
            _("Which trump is High: the ace, or the highest in play."),
            {"ace": _("It is the ace of trumps."), "highest-out": _("It is the highest trump in play.")}),
    _choice("high_to", "winner", _("Who scores High"),
            _("Who scores High: the player who wins it or the player who held it."),
            {"winner": _("Whoever wins it in a trick."), "holder": _("Whoever held it.")}),
    _choice("low_card", "deuce", _("Low"),
            _("Which trump is Low: the deuce, or the lowest in play."),
            {"deuce": _("It is the two of trumps."), "lowest-out": _("It is the lowest trump in play.")}),
    _choice("low_to", "winner", _("Who scores Low"),
            _("Who scores Low: the player who wins it or the player who held it."),
            {"winner": _("Whoever wins it in a trick."), "holder": _("Whoever held it.")}),
    _choice("pips_tie", "nobody", _("Equal counts for Game"),
            _("Who scores Game if it goes by the count of pips and several have the same count."),
            {"nobody": _("Nobody scores it."),
            "eldest": _("Of those who are equal, whoever comes first after the dealer scores it.")}),
    _flag("trump_five_counts", False, _("The trump five for Game"),
          _("Whether the five of trumps counts five for Game at All Fives, beside the court cards and tens."),
          _("It counts five for Game."), _("It counts nothing for Game.")),
    _flag("joker_counts", False, _("The joker as High and Low"),
          _("Whether the joker can be High and Low like any other trump."),
          _("It can be High and Low."), _("It is neither High nor Low.")),
    _choice("points_out_of_play", "never", _("Points that nobody has"),
            _("Whether some points of a deal can belong to nobody."),
            {"never": _("All points of a deal belong to somebody."),
            "possible": _("Some points of a deal can belong to nobody.")}),
    _("Scoring a deal"),
    _choice("made_rule", "difference", _("What the points score"),
            _("What the points of a deal score: whoever has more scores the difference, or everybody scores "
            "their own."),
            {"difference": _("Whoever has more points scores the difference."),
            "each-side-own": _("Everybody scores their own points.")}),
    _choice("failed_rule", "adversaries-own-plus-bid", _("The bid fails"),
            _("What a failed bid costs: the adversaries add the bid to their points, or score all the points "
            "of a deal and the missing points, or the maker is set back the bid."),
            {"adversaries-own-plus-bid": _("The adversaries score their points and the bid."),
            "fourteen-plus-gap": _("The adversaries score all the points of a deal and what was missing."),
            "set-back": _("The maker is set back the bid.")}),
    _choice("tie_rule", "no-score", _("Equal points"),
            _("What is scored when the points are equal."),
            {"no-score": _("Nobody scores."), "each-own": _("Everybody scores their own points.")}),
    _limit("minimum_to_score", 1, 100, "points", _("Fewest points to score with"),
           _("The fewest points with which the maker can score.")),
    _choice("below_minimum_rule", "adversaries-own", _("The bid is made with too few points"),
            _("What follows when the maker makes the bid but stays below the minimum to score."),
            {"adversaries-own": _("The adversaries score their own points."),
            "adversaries-own-plus-bid": _("The adversaries score their points and the bid."),
            "set-back": _("The maker is set back the bid.")}),
    _limit("score_floor", -1000, 0, "points", _("Lowest score"),
           _("The lowest score to which anybody can be set back.")),
    _("Revokes and wrong hands"),
    _choice("revoke_by_adversary", "side-scores-nothing", _("An adversary of the maker revokes"),
            _("The penalty when an adversary of the maker revokes."),
            {"side-scores-nothing": fill(gettext_noop("{offenders} scores nothing on the deal.")),
            "points-to-maker": _("The points go to the maker.")}),
    _choice("revoke_by_maker", "side-scores-nothing", _("The maker revokes"),
            _("The penalty when the maker revokes."),
            {"side-scores-nothing": fill(gettext_noop("{makers-side} scores nothing on the deal.")),
            "set-back": _("The maker is set back the bid.")}),
    _choice("revoke_by_makers_partner", "as-maker", _("The maker's partner revokes"),
            _("The penalty when the maker's partner revokes."),
            {"as-maker": _("It is treated as if the maker had revoked."),
            "points-to-maker": _("The points go to the maker.")}),
    _flag("revoke_waives_bid", True, _("The bid after an adversary's revoke"),
          fill(gettext_noop("Whether {makers-side} scores all points taken after an adversary's revoke, "
          "whatever was bid.")),
          fill(gettext_noop("{makers-side} scores all points taken, whatever was bid.")),
          _("The bid must be made all the same.")),
    _choice("revoke_scope", "side", _("What a revoke touches"),
            _("Whether a revoke bars the whole side from scoring or only the player's own tricks."),
            {"side": _("Everything that the side took."),
            "player": _("Only the tricks of the player who revoked.")}),
    _flag("revoked_points_count_for_bid", True, _("Points of a revoke and the bid"),
          _("Whether points given to the maker for a revoke help to make the bid."),
          _("They help to make the bid."), _("They do not help to make the bid.")),
    _flag("revoke_by_maker_adds_bid", False, _("The bid after the maker's own revoke"),
          fill(gettext_noop("Whether the adversaries score the bid when {makers-side} has enough points for "
          "it but revokes.")),
          _("The adversaries score the bid besides."), _("The bid is added to nobody's score.")),
    _choice("revoke_by_both", "neither-scores",
            fill(gettext_noop("{makers-side} and an adversary revoke")),
            fill(gettext_noop("What follows when {makers-side} and an adversary revoke on one deal.")),
            {"neither-scores": _("Neither of them scores on the deal."),
            "each-alone": _("Each revoke is penalized by itself.")}),
    _choice("foul_hand", "side-scores-nothing", _("Playing on with too many cards"),
            _("The consequence of playing on with too many cards."),
            {"side-scores-nothing": fill(gettext_noop("{offenders} scores nothing on the deal.")),
            "misdeal": _("It is a misdeal."), "none": _("Nothing follows.")}),
    _choice("foul_hand_dealer", "as-others", _("The dealer's wrong hand"),
            _("Whether a wrong hand of the dealer is treated like any other player's hand, or corrected."),
            {"as-others": _("It is treated as any other."), "corrected": _("It is put right.")}),
    _flag("foul_hand_waives_bid", False, _("The bid after an adversary's foul hand"),
          fill(gettext_noop("Whether {makers-side} scores all points taken after an adversary's foul hand, "
          "whatever was bid.")),
          fill(gettext_noop("{makers-side} scores all points taken, whatever was bid.")),
          _("The bid has to be made even so.")),
    _choice("trick_claim", "allowed", _("Fourth hand plays before partner"),
            _("Whether the adversaries may claim a trick to which the fourth hand played before the second."),
            {"allowed": _("The adversaries may claim the trick."),
            "none": _("The trick cannot be claimed.")}),
)  # fmt: skip

PARAMETERS: Mapping[str, Parameter] = {line.name: line for line in _TABLE if isinstance(line, Parameter)}


def _groups() -> dict[Sentence, list[Parameter]]:
    groups: dict[Sentence, list[Parameter]] = {}
    group: list[Parameter] = []
    for line in _TABLE:
        if isinstance(line, Parameter):
            group.append(line)
        else:
            group = groups[line] = []
    return groups


GROUPS: Mapping[Sentence, Sequence[Parameter]] = _groups()
"""The parameters by the heading under which a page lists them, in order."""


def conflicts(values: Mapping[str, Value]) -> dict[str, str]:
    """Return, by parameter, the reason why its value conflicts with the value of another parameter."""
    reasons: dict[str, str] = {}

    def number(name: str) -> int:
        value = values[name]
        return value if isinstance(value, int) else 0

    if number("starting_score") >= number("game_score"):
        reasons["starting_score"] = _(
            "the game would be over before it begins: the game score is not above it."
        )
    if number("min_bid") > number("max_bid"):
        reasons["min_bid"] = _("the lowest bid is above the highest.")
    if not number("min_bid") <= number("forced_bid") <= number("max_bid"):
        reasons["forced_bid"] = _("the forced bid is not between the lowest and the highest bid.")
    if values["dealer_draw"] == "blind" and values["points_out_of_play"] == "never":
        reasons["points_out_of_play"] = _(
            "a dealer who draws unseen may leave points in the pack; choose possible."
        )
    is_held = values["all_pass"] == "dealer-forced-bid"  # noqa: S105  # a word of the parameter, no secret
    if is_held != (values["no_bid_rule"] == "as-forced-bid"):
        reasons["no_bid_rule"] = _(
            "as-forced-bid goes with a dealer who is held to a bid, difference with any other."
        )
    points, order = values["points"], values["counting_order"]
    if isinstance(points, Mapping) and isinstance(order, tuple):
        if set(order) != set(points):
            reasons["counting_order"] = _(
                "the order must name each point once: {points}.", points=", ".join(points)
            )
        if number("max_bid") > sum(points.values()):
            reasons["max_bid"] = _(
                "a deal has {total} points, and nobody can bid more.", total=sum(points.values())
            )
        if number("minimum_to_score") > sum(points.values()):
            reasons["minimum_to_score"] = _(
                "a deal has {total} points, and nobody can make more.", total=sum(points.values())
            )
    return reasons


def heading(name: str) -> str:
    """Return the heading of a parameter. ``name`` may be a former parameter, which only old revisions have.

    >>> heading("cut_ace")
    'The ace in the cut'
    """
    return PARAMETERS[name].title if name in PARAMETERS else capital(name.replace("_", " "))


def in_words(name: str, value: object) -> str:
    """Return the value of a parameter in words: a sentence for a choice or flag, otherwise a short text.

    >>> in_words("cut_ace", "low"), in_words("game_score", 51), in_words("stake", 1)
    ('It is the lowest card.', '51 points', '1 counter')
    """
    parameter = PARAMETERS.get(name)
    if isinstance(value, bool):
        value = str(value).lower()
    if isinstance(value, str):
        says = parameter.says if parameter else {"true": _("Yes."), "false": _("No.")}
        return says.get(value) or capital(f"{value.replace('-', ' ')}.")
    if isinstance(value, Mapping):
        return listed(
            [_("{point} {worth}", point=_point(name), worth=worth) for name, worth in value.items()]
        )
    if isinstance(value, tuple):
        return listed(list(map(_point, value)))
    if value is None:
        return _("none")
    if parameter is None or parameter.unit not in _COUNTED or not isinstance(value, int):
        return str(value)
    singular, plural = _COUNTED[parameter.unit]
    return ngettext(singular, plural, value)


def _point(name: object) -> Sentence:
    return fill_in(str(name).replace("-", " "))


_COUNTED = {
    "points": ngettext_noop("{count} point", "{count} points"),
    "counters": ngettext_noop("{count} counter", "{count} counters"),
    "players": ngettext_noop("{count} player", "{count} players"),
}
