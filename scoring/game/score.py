"""The score of a deal under a law set: what each side counts and scores, who wins, and the explanation.

*Points* are what a side counts on the deal, with penalties; *scored* is what the side scores for the deal;
``before`` and ``after`` are its running score. :mod:`scoring.game.state` has the state of a whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.roles import without_partners
from laws.domain.sentences import _, in_a_row
from scoring.game import explanation
from scoring.game.deal import DealRecord, Taker
from scoring.game.deal_scoring import DealResult, result_of
from scoring.game.explanation import CITED_ONLY, ExplanationLine, Note, in_words, is_law
from scoring.game.found_irregularities import Irregularity
from scoring.game.games.family import AWARDED_TO, SECOND, GameKind
from scoring.game.points import award_side, fits, ways_to_make
from scoring.game.possible import PossiblePoints
from scoring.game.references import inside, placed
from scoring.game.rules import Rules, rules_of
from scoring.game.seating import PerSide, figures


@dataclass(frozen=True)
class CountingOut:
    """The decision between several sides that ``reached`` the game on one deal.

    The points are counted one by one in the law set's counting order. The first side to reach the game wins.

    - Scores from before the play, such as the price of the trump, are counted right after the points for
      cards turned up.
    - All other scores are counted last. Sides that reach the game only by these scores win together.
    - If the maker called a partner, all players of one side of the deal count the same points. The player of
      this side who needs the fewest points wins.

    Law: Chicago 1890, law 13: the points in their regular order of precedence. Foster 1897, Auction Pitch,
    Bidding: the seller pays in the counters when the bid is accepted.
    """

    result: DealResult
    reached: Sequence[int]
    before: PerSide[int]
    rules: Rules

    def first(self) -> tuple[int | tuple[int, ...], str | None]:
        """Return the winner (a tuple if several sides win) and the point that decided.

        The point is None if no single point decided. If it is unknown which side counts each point, every
        possible outcome is tried, and the point is None too.

        Raises InvalidInput under "deal.won" if the outcomes have different winners.
        """
        rules = self.rules
        if self.result.owners is not None:
            sides, name = self._with_point(self.result.owners)
            return self._nearest(sides), name
        possible = self._possible_winners(self.result.points)
        if len(possible) == 1:
            return self._nearest(possible[0]), None
        reason = _(
            "sides {sides} can each reach {target} on this deal; say who won each point, for "
            "they count out in the order {order}.",
            sides=in_a_row([str(side) for side in self.reached]),
            target=rules.game_score,
            order=in_a_row([in_words(name) for name in rules.counting_order]),
        )
        raise InvalidInput({"deal.won": reason}, law=rules.law_set.law("counting_order"))

    def _nearest(self, sides: tuple[int, ...]) -> int | tuple[int, ...]:
        own = [scorer for scorer in self.reached if self._side(scorer) in sides]
        if len(sides) == 1:
            most = max(map(self._with_early, own))
            own = [scorer for scorer in own if self._with_early(scorer) == most]
        first = own or self.reached
        return first[0] if len(first) == 1 else tuple(first)

    def _side(self, scorer: int) -> int:
        return self.result.credited.get(scorer, scorer)

    def _with_early(self, side: int) -> int:
        return self.before[side] + self.result.early.get(side, 0)

    @cached_property
    def _early_place(self) -> int:
        turned = {name for _rank, name in self.rules.game.turn_ups if not name.startswith(SECOND)}
        return max(
            (place for place, name in enumerate(self.rules.counting_order, 1) if name in turned), default=0
        )

    def _to_go(self, place: int) -> dict[int, int]:
        score_of_side = self._with_early if place >= self._early_place else self.before.__getitem__
        to_go: dict[int, int] = {}
        for scorer in self.reached:
            side, left = self._side(scorer), self.rules.game_score - score_of_side(scorer)
            to_go[side] = min(left, to_go.get(side, left))
        return to_go

    def _out_early(self, made: Mapping[int, int]) -> tuple[int, ...]:
        return tuple(side for side, left in self._to_go(self._early_place).items() if made[side] >= left)

    def _with_point(self, owners: Mapping[str, int | None]) -> tuple[tuple[int, ...], str | None]:
        made = dict.fromkeys(self._to_go(0), 0)
        for place, name in enumerate(self.rules.counting_order):
            if place == self._early_place and (out := self._out_early(made)):
                return out, None
            side = owners.get(name)
            if side in made:
                made[side] += self.rules.worth[name]
                if made[side] >= self._to_go(place)[side]:
                    return (side,), name
        return (), None

    def _possible_winners(self, points: PerSide[int]) -> list[tuple[int, ...]]:
        dealer, maker_side, rules = self.result.dealer, self._side(self.result.maker_side), self.rules
        ways = [
            way
            for way in ways_to_make(sum(points.values), rules)
            if fits(way, points, dealer, maker_side, rules)
        ]
        if not ways:  # no deal gives these points: a ruling moved some of them
            return sorted(self._winners_by_division(points, lambda name, index: True))
        outcomes = [
            self._winners_by_division(
                points, partial(_may_have, way=way, dealer=dealer, maker_side=maker_side, rules=rules)
            )
            for way in ways
        ]
        return sorted(frozenset[tuple[int, ...]]().union(*outcomes))

    def _winners_by_division(
        self, points: PerSide[int], may_have: Callable[[str, int], bool]
    ) -> frozenset[tuple[int, ...]]:
        rules = self.rules
        order = rules.counting_order

        @cache
        def outcomes(place: int, left: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
            if place == len(order):  # the division is impossible if points are left
                return frozenset(((),)) if not any(left) else frozenset()
            to_go, winners = self._to_go(place), set[tuple[int, ...]]()
            made = {side: points[side] - left[side] for side in to_go}
            if place == self._early_place and (out := self._out_early(made)):
                return frozenset((out,))
            worth = rules.worth[order[place]]
            for side, have in enumerate(left):  # side 0 is nobody
                if have >= worth and may_have(order[place], side):
                    rest = (*left[:side], have - worth, *left[side + 1 :])
                    after = outcomes(place + 1, rest)
                    is_out = side in to_go and points[side] - rest[side] >= to_go[side]
                    winners |= {(side,)} if is_out and after else after
            return frozenset(winners)

        return outcomes(0, (rules.total - sum(points.values), *points.values))


def _may_have(
    name: str, side: int, *, way: PossiblePoints, dealer: int, maker_side: int, rules: Rules
) -> bool:
    if name in way.thrown:
        return side == maker_side
    if name not in way.made:
        return side == 0
    return side == award_side(name, dealer, rules) if name in AWARDED_TO else side > 0


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a deal, with its explanation.

    - ``points``: the points that each side counts, after discards and penalties. ``dead`` points count for
      nobody.
    - ``bid``: the bid in force, 0 if there is none.
    - ``bid_made``: None if there was no bid, or if the bid failed and a penalty waived it.
    - ``scored``: what each side scores; always ``after`` minus ``before``.
    - ``winner``: the side that won the game with this deal, or a tuple of sides that divide the stake. None
      if the deal did not decide the game.
    - ``counted_out``: the point with which the winner reached the game, if one point of the counting order
      decided. Otherwise None.
    - ``new_deal``: the deal is void.
    - ``won``: who took each point before any penalty. None if the record has only totals, and on a void deal.
    - ``rules``: the rules used.
    """

    points: PerSide[int]
    dead: int
    bid: int
    bid_made: bool | None
    scored: PerSide[int]
    before: PerSide[int]
    after: PerSide[int]
    winner: int | tuple[int, ...] | None
    counted_out: str | None
    next_dealer: int
    new_deal: bool
    won: Mapping[str, Taker] | None
    trick_winners: tuple[int, ...] | None
    irregularities: tuple[Irregularity, ...]
    rules: Rules = field(repr=False)
    notes: tuple[Note, ...] = field(repr=False)

    @property
    def explanation(self) -> tuple[ExplanationLine, ...]:
        """Return the steps in order as sentences, each with the id of its law.

        The first line about a parameter also has its `reading`: how an open parameter was interpreted, or the
        value that the table chose.
        """
        laws = self.rules.law_set
        readings = {
            name: explanation.open_reading(laws, name) or explanation.chosen_reading(laws, name)
            for name in self._deciding
        }
        if self.rules.game.plays_alone:
            readings = {name: without_partners(reading) for name, reading in readings.items()}
        return tuple(
            ExplanationLine(
                placed(sentence(*facts), self.rules.seating), self._law_of(name), readings.pop(name, "")
            )
            for name, sentence, facts in self.notes
        )

    @property
    def open_readings(self) -> tuple[str, ...]:
        """Return the parameters that the sources leave open and that affected the score."""
        return tuple(filter(self.rules.law_set.is_open, self._deciding))

    @property
    def _deciding(self) -> dict[str, None]:
        names = (name for name, _, _ in self.notes)
        return dict.fromkeys(name for name in names if not name.startswith(CITED_ONLY) and not is_law(name))

    def _law_of(self, name: str) -> str:
        if is_law(name):
            return name
        # A table can choose to play out all deals. No book knows this choice, so no law is cited for it.
        if name == "target_reached" and self.rules.law_set.is_chosen_here(name):
            return ""
        return self.rules.law_set.law(name.removeprefix(CITED_ONLY))


def score(deal: DealRecord, law_set: LawSet, game: GameKind, before: PerSide[int] | None = None) -> Score:
    """Return the score of a deal, on top of the running score ``before``. By default, a new game begins.

    The bid is compared with the points before anything is subtracted (Foster 1897, Cinch Laws, Scoring).
    Raises InvalidInput under the field that is wrong, for example "before" if the game is already over,
    "deal.won" if totals alone do not decide, or "deal.points" if the points are impossible.
    """
    rules = rules_of(law_set, game)
    if before is None:
        before = PerSide.filled(game.seating.side_count, rules.starting_score)
    else:
        check_before(before, rules)
    return score_of(result_of(deal, rules), before, rules)


def check_before(before: PerSide[int], rules: Rules) -> None:
    """Raise InvalidInput under "before" if a side already has the score that wins the game.

    If a game can be won only after its last deal, no score ends the game, and nothing is checked.
    """
    if max(before.values) >= rules.game_score and not rules.is_played_out:
        over = [side for side, total in before.items() if total >= rules.game_score]
        reason = _(
            "the game is over: {side} already has {score}, and {target} is game.",
            side=inside(over[0], rules.seating),
            score=before[over[0]],
            target=rules.game_score,
        )
        raise InvalidInput({"before": reason}, law=rules.law_set.law("game_score"))


def score_of(result: DealResult, before: PerSide[int], rules: Rules) -> Score:
    """Return the score of a deal on top of a running score.

    Call this once per result, because it changes ``result``: it adds notes, and it adds the price of a sold
    trump if the law set scores the price before the play.

    Raises InvalidInput:

    - if totals alone do not decide who wins;
    - if a gift or a bid would win the game, and the law set forbids that.
    """
    notes = result.notes
    scored = result.scored
    if not (rules.gift_may_win or rules.is_played_out or result.is_void):
        _check_gifts(result, before, rules)
    if result.seller and not result.is_void:
        scored = _with_the_price(scored, before, result, rules)
    after = result.begun_with or figures(tuple(map(int.__add__, before.values, scored.values)))
    winner: int | tuple[int, ...] | None = None
    counted_out: str | None = None
    if not result.is_void:
        if min(after.values) < 0:
            after = _kept_above_the_floor(before, after, rules, notes)
        if result.short:
            after = _stopped_short(before, after, result.short, rules)
        scored = figures(tuple(map(int.__sub__, after.values, before.values)))
        if rules.is_played_out:
            notes.append(("target_reached", explanation.running, (after.values, None)))
        else:
            notes.append(("game_score", explanation.running, (after.values, rules.game_score)))
        if _wins_by_the_bid(result, before, rules):
            notes.append(("highest_bid_wins", explanation.highest_bid_won, (result.maker_side, result.bid)))
            winner = result.maker_side
        elif max(after.values) >= rules.game_score and not rules.is_played_out:
            winner, counted_out = _winner(result, before, after, rules)
    return Score(
        points=result.points,
        dead=result.dead,
        bid=result.bid,
        bid_made=result.bid_made,
        scored=scored,
        before=before,
        after=after,
        winner=winner,
        counted_out=counted_out,
        next_dealer=result.next_dealer,
        new_deal=result.is_void,
        won=result.taken.won,
        trick_winners=result.taken.trick_winners,
        irregularities=result.taken.irregularities,
        rules=rules,
        notes=tuple(notes),
    )


def _check_gifts(result: DealResult, before: PerSide[int], rules: Rules) -> None:
    """Raise InvalidInput under "deal.won.NAME" if the dealer gave a point that wins the game.

    Law: Foster 1897, Seven-up, Begging.
    """
    for name, place in AWARDED_TO.items() if result.taken.won else ():
        side = (result.taken.won or {}).get(name)
        if (
            place
            and isinstance(side, int)
            and before[side] + result.early.get(side, 0) + rules.worth[name] >= rules.game_score
        ):
            reason = _("this gift would win {side} the game.", side=inside(side, rules.seating))
            raise InvalidInput({f"deal.won.{name}": reason}, law=rules.law_set.law("gift_may_win"))


def _with_the_price(
    scored: PerSide[int], before: PerSide[int], result: DealResult, rules: Rules
) -> PerSide[int]:
    """Return what each side scores, including the price that the seller of the trump gets.

    Law: Foster 1897, Auction Pitch, Bidding: the price must not win the seller the game.

    If the price would win the game, some law sets forbid the bid: InvalidInput is raised under "deal.bid".
    Other law sets reduce the price so that the seller stays one point short of the game. If a game can
    be won only after its last deal, the price is paid in full.

    Adds a note to ``result`` and, if the price is scored before the play, adds the price to ``result.early``.
    """
    seller, bid = result.seller, result.bid
    to_go = rules.game_score - before[seller]
    if bid >= to_go and rules.selling == "not-to-win" and not rules.is_played_out:
        reason = _(
            "a bid of {bid} would win {side} the game with only {to_go} to go: bid less.",
            bid=bid,
            side=inside(seller, rules.seating),
            to_go=to_go,
        )
        raise InvalidInput({"deal.bid": reason}, law=rules.law_set.law("selling"))
    paid = bid if rules.is_played_out else min(bid, to_go - 1)
    result.notes.append(("price_scored", explanation.sold, (seller, result.maker_side, paid)))
    if rules.price_scored == "before-play":
        result.early = {**result.early, seller: result.early.get(seller, 0) + paid}
    return PerSide(tuple(count + paid if side == seller else count for side, count in scored.items()))


def _wins_by_the_bid(result: DealResult, before: PerSide[int], rules: Rules) -> bool:
    """Tell whether the maker wins the game by making the highest possible bid.

    Law: Foster 1897, Smudge. The maker does not win by the bid:

    - with a negative score;
    - after a penalty that forbids the maker to score, sets the maker back, or stops the maker short of the
      game;
    - if a game can be won only after its last deal.
    """
    is_highest = rules.highest_bid_wins and not rules.is_played_out and result.bid == rules.max_bid
    is_penalized = result.maker_side in result.barred | result.short
    return is_highest and bool(result.bid_made) and not is_penalized and before[result.maker_side] >= 0


def _kept_above_the_floor(
    before: PerSide[int], after: PerSide[int], rules: Rules, notes: list[Note]
) -> PerSide[int]:
    floor = rules.score_floor
    scores = list(after.values)
    for side, total in after.items():
        if total >= 0 or total >= before[side]:
            continue
        if floor is None:
            notes.append(("score_floor", explanation.below_nothing, (side, total)))
        elif total < floor:
            scores[side - 1] = min(before[side], floor)
            notes.append(("score_floor", explanation.floored, (side, floor)))
    return PerSide(tuple(scores))


def _stopped_short(
    before: PerSide[int], after: PerSide[int], short: frozenset[int], rules: Rules
) -> PerSide[int]:
    most = rules.game_score - 1
    return PerSide(
        tuple(
            min(total, max(before[side], most)) if side in short else total for side, total in after.items()
        )
    )


def _winner(
    result: DealResult, before: PerSide[int], after: PerSide[int], rules: Rules
) -> tuple[int | tuple[int, ...], str | None]:
    """Return the winner, and the point with which the winner reached the game. Adds a note to ``result``.

    The winner is a tuple if several sides divide the stake. The point is None unless `CountingOut` finds one
    winner.

    If several sides reach the game, the parameter ``counting_out`` decides:

    - "divide-stake": the sides divide the stake.
    - "maker-first": the maker wins if the bid was made. Otherwise `CountingOut` decides.
    - Any other value: `CountingOut` decides. This includes "not-needed", the value of law sets in which one
      side alone scores on a deal: if a table changes other parameters, several sides can score.
    """
    notes = result.notes
    reached = [side for side, total in after.items() if total >= rules.game_score]
    if len(reached) == 1:
        notes.append(("game_score", explanation.won_game, (reached[0], rules.game_score)))
        return reached[0], None
    if rules.counting_out == "divide-stake":
        notes.append(("counting_out", explanation.stake_divided, (tuple(reached),)))
        return tuple(reached), None
    if rules.counting_out == "maker-first" and result.maker_side in reached and result.bid_made:
        notes.append(("counting_out", explanation.maker_out, (result.maker_side,)))
        return result.maker_side, None
    winner, name = CountingOut(result, reached, before, rules).first()
    if isinstance(winner, tuple):
        notes.append(("counting_order", explanation.stake_divided, (winner,)))
        return winner, None
    notes.append(("counting_order", explanation.counted_out, (winner, name, rules.game_score)))
    return winner, name
