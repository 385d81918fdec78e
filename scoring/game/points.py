"""The points of a deal: who took them, at each level of detail, and how penalties move them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from laws.domain.errors import InvalidInput, not_among
from laws.domain.sentences import _, in_a_row
from scoring.game.cards import JOKER, Card, card_in_words
from scoring.game.deal import DISCARDS, CardRecord, DealRecord, Taker
from scoring.game.explanation import in_words
from scoring.game.found_irregularities import Irregularity, found_in_play
from scoring.game.games.family import AWARDED_TO, Trumps
from scoring.game.play import PlayedDeal, played
from scoring.game.possible import (
    PointPlace,
    PossiblePoints,
    counted_ways,
    impossible,
    possible_ways,
    turned_names,
)
from scoring.game.references import inside, seat_inside
from scoring.game.rules import Rules, pips_in_pack, trump_pips
from scoring.game.seating import PerSide

RULED = -1
"""The index of an effect that a ruling ordered; the record does not contain this effect."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The points that each side took, and the dead points.

    - ``discards``: how many of the maker's ``points`` were discarded; 0 if discarded points are dead.
    - ``lying``: the names of all points among the discards.
    - ``won``: the side that took each point, `DISCARDS`, or None for nobody. ``won`` is None if the record
      does not tell.
    - ``takers``: the seat that made each point by a card. ``takers`` is None if the record has no cards.
    - ``pips``: the count of each side for Game, or None if the record does not tell.
    - ``trick_winners``, ``irregularities``: only if every card was recorded.
    """

    points: PerSide[int]
    dead: int = 0
    discards: int = 0
    lying: tuple[str, ...] = ()
    won: Mapping[str, Taker] | None = None
    takers: Mapping[str, int] | None = None
    pips: PerSide[int] | None = None
    trick_winners: tuple[int, ...] | None = None
    irregularities: tuple[Irregularity, ...] = ()


def taken_on(deal: DealRecord, rules: Rules) -> Taken:
    """Return the points taken on a deal that was played.

    Raises InvalidInput under a field of "deal" if the record has no points, if the points cannot come from
    one deal, or if a counting card is missing or misplaced.
    """
    if deal.points is not None:
        problem = total_problem(deal.points, deal, rules)
        if problem:
            raise InvalidInput({"deal.points": problem}, law=rules.law_set.law("points"))
        return Taken(deal.points, dead=rules.total - sum(deal.points.values))
    assert deal.maker is not None, "it was played"
    maker_side = rules.seating.side_of(deal.maker)
    if deal.won is not None and deal.cards is None:
        won = dict(deal.won)
        if deal.pips is not None:
            won["game"] = most_pips(deal.pips, deal.dealer, rules)
        _refuse("deal.won", won_problems(won, rules), rules)
        of_all = {name: won.get(name) for name in rules.worth}
        return _counted(of_all, maker_side, rules, deal.pips)
    played_deal = played(deal, rules)
    if played_deal is None:
        raise InvalidInput({"deal.points": MISSING_POINTS})
    pips = _pips_in(played_deal) if rules.counts_pips else None
    won, takers = _won_by_cards(played_deal, pips)
    if deal.won:
        won |= deal.won
        _refuse("deal.won", won_problems(won, rules), rules)
    return replace(
        _counted(won, maker_side, rules, pips),
        takers=takers,
        trick_winners=played_deal.winners,
        irregularities=found_in_play(played_deal),
    )


def _refuse(path: str, problems: Mapping[str, str], rules: Rules) -> None:
    if problems:
        fields = {path + field: reason for field, reason in problems.items()}
        raise InvalidInput(fields, law=rules.law_set.law("points"))


MISSING_POINTS = _(
    "say what was taken: how many points (points), who won each point (won), or every card (tricks)."
)


def total_problem(points: PerSide[int], deal: DealRecord, rules: Rules) -> str | None:
    """Return the reason why these cannot be the points of one deal; None if they can.

    Law: somebody takes every point of a deal, unless points can be dead.
    """
    total = sum(points.values)
    if total > rules.total:
        return _("the points add up to {sum}, and a deal has {total}.", sum=total, total=rules.total)
    if total < rules.total and not rules.can_be_dead:
        return _(
            "the points add up to {sum}, and a deal has {total}, those among the discards counting for the "
            "maker.",
            sum=total,
            total=rules.total,
        )
    maker_side = 0 if deal.maker is None else rules.seating.side_of(deal.maker)
    if not any(fits(way, points, deal.dealer, maker_side, rules) for way in ways_to_make(total, rules)):
        return _("no way of winning the points gives these figures.")
    return None


def ways_to_make(total: int, rules: Rules) -> Sequence[PossiblePoints]:
    """Return the possible outcomes of a deal with ``total`` points for all sides together."""
    are_makers = rules.discard_points_to == "maker"
    return _ways_by_total(possible_ways(rules), are_makers, tuple(rules.worth.items())).get(total, ())


@lru_cache(maxsize=256)
def _ways_by_total(
    ways: frozenset[PossiblePoints], makers_discards: bool, worth: tuple[tuple[str, int], ...]
) -> Mapping[int, Sequence[PossiblePoints]]:
    worth_of = dict(worth).__getitem__
    found = defaultdict(list)
    for way in counted_ways(ways, makers_discards=makers_discards):
        found[sum(map(worth_of, (*way.made, *way.thrown)))].append(way)
    return found


def fits(way: PossiblePoints, points: PerSide[int], dealer: int, maker_side: int, rules: Rules) -> bool:
    """Tell whether the sides can have these points in an outcome that counts as many points.

    A discarded point goes to the maker's side. A point that is not won in tricks goes to its `award_side`.
    """
    left = [0, *points.values]
    for name in way.thrown:
        left[maker_side] -= rules.worth[name]
    for name in way.made:
        if name in AWARDED_TO:
            left[award_side(name, dealer, rules)] -= rules.worth[name]
    worth = sorted((rules.worth[name] for name in way.made if name not in AWARDED_TO), reverse=True)
    return min(left) >= 0 and _can_be_dealt_out(tuple(worth), tuple(left[1:]))


def award_side(name: str, dealer: int, rules: Rules) -> int:
    """Return the side that scores a point not won in tricks."""
    return rules.seating.side_of(rules.seating.in_turn(dealer)[AWARDED_TO[name]])


@lru_cache(maxsize=4096)
def _can_be_dealt_out(worth: tuple[int, ...], figures: tuple[int, ...]) -> bool:
    # The values in ``worth`` must add up to the ``figures`` of the sides.
    if not worth:
        return True
    return any(
        _can_be_dealt_out(worth[1:], (*figures[:place], figure - worth[0], *figures[place + 1 :]))
        for place, figure in enumerate(figures)
        if figure >= worth[0]
    )


def won_problems(won: Mapping[str, Taker], rules: Rules, *, is_read: bool = True) -> dict[str, str]:
    """Return what is wrong with ``won``, the record of who won each point. The result maps fields to reasons.

    The field is ".NAME" for a point and "" for the whole record. If ``is_read`` is False, some points could
    not be parsed. Then it is not checked whether the points can come from one deal.
    """
    named = won.keys() & rules.worth.keys()
    problems: dict[str, str] = {
        f".{name}": not_among(name, rules.worth, _("point")) for name in won if name not in named
    }
    if problems:
        return problems
    if not rules.stock_can_hold_points:
        missing = in_a_row([in_words(name) for name in rules.worth if name not in won])
        if missing:
            problems[""] = _("say who won {points}, too: every point counts for somebody.", points=missing)
            if rules.can_be_dead:
                problems[""] = _(
                    "say who won {points}, too: every point is won or discarded.", points=missing
                )
        for name in rules.worth:
            if name in won and won[name] is None:
                problems[f".{name}"] = _("cannot be out of play here: name who won it, or discards.")
    return problems or (_impossible(won, rules) if is_read else {})


_PLACES: Mapping[Taker, PointPlace] = {None: PointPlace.NOBODYS, DISCARDS: PointPlace.THROWN}


def _impossible(won: Mapping[str, Taker], rules: Rules) -> dict[str, str]:
    places = {name: _PLACES.get(taker, PointPlace.MADE) for name, taker in won.items()}
    unnamed = [name for name in rules.worth if name not in won]
    reasons = impossible(places, unnamed, rules)
    return {f".{name}" if name else "": reason for name, reason in reasons.items()}


def card_problems(cards: CardRecord, trumps: Trumps, rules: Rules) -> dict[str, str]:
    """Return the problems of missing or misplaced counting cards, by field of the deal."""
    if not rules.has_discards:
        return {}  # without discards, a card in no hand was not dealt
    in_hand = set(cards.holders)
    put_out = {card for hand in (cards.discards or {}).values() for card in hand}
    problems: dict[str, str] = {}
    for name, card in counting_cards(in_hand, trumps, rules).items():
        if card in in_hand or card in put_out:
            continue
        what = _("{card} ({point})", card=card_in_words(card), point=in_words(name))
        if card not in (cards.stock or ()):
            problems["discards"] = (
                _("{what} is missing: say who discarded it, or that it was left in the pack.", what=what)
                if rules.stock_can_hold_points
                else _("{what} is missing and was not played: say who discarded it.", what=what)
            )
        elif not rules.stock_can_hold_points:
            problems["stock"] = _(
                "{what} cannot have been left in the pack: every point is played or discarded.", what=what
            )
    return problems


def made_by_holding(rules: Rules) -> frozenset[str]:
    """Return which of High and Low go to the holder of the card, not to the player who wins the card."""
    winners = (("high", rules.high_to), ("low", rules.low_to))
    return frozenset(name for name, to in winners if to == "holder")


def counting_cards(in_hand: set[Card], trumps: Trumps, rules: Rules) -> dict[str, Card]:
    """Return the card of each point that has a card. ``in_hand`` has all cards that were in hands.

    The law set says which cards are High and Low on this deal, and whether the joker, which is a trump, can
    be one of them.
    """
    cards = {name: trumps.point_cards[name] for name in rules.worth if name in trumps.point_cards}
    out = [card for card in trumps.cards if card in in_hand and (rules.joker_counts or card != JOKER)]
    if out and rules.high_card == "highest-out" and "high" in cards:
        cards["high"] = out[0]
    if out and rules.low_card == "lowest-out" and "low" in cards:
        cards["low"] = out[-1]
    return cards


def points_in(trick: int, cards: CardRecord, trumps: Trumps, rules: Rules) -> tuple[str, ...]:
    """Return the points that go with a trick, in the law set's order; tricks count from 1.

    High and Low are left out if they go to the holder of the card.
    """
    lying = {card for _, card in cards.tricks[trick - 1]}
    counting, to_holder = counting_cards(set(cards.holders), trumps, rules), made_by_holding(rules)
    return tuple(name for name, card in counting.items() if card in lying and name not in to_holder)


def turned_points(cards: CardRecord, rules: Rules) -> tuple[str, ...]:
    """Return the points that the dealer makes by turning up cards.

    Law: Foster 1897, Seven-up, Dealing and Begging: the dealer makes a point for the first card turned up,
    and another for the last card turned up after running. Some law sets give nothing for the later card.
    """
    again = cards.turned[-1:] if cards.runs and rules.turned_again == "scores" else ()
    made = turned_names(rules.game, rules.worth, [card.rank for card in (*cards.turned[:1], *again)])
    return tuple(name for name in rules.worth if name in made)


def _won_by_cards(deal: PlayedDeal, pips: PerSide[int] | None) -> tuple[dict[str, Taker], dict[str, int]]:
    cards, rules = deal.cards, deal.rules
    _refuse("deal.", card_problems(cards, deal.trumps, rules), rules)
    winner = {card: deal.winners[number] for number, trick in enumerate(cards.tricks) for _, card in trick}
    holder = cards.holders
    put_out = {card for hand in (cards.discards or {}).values() for card in hand if rules.has_discards}
    to_holder = made_by_holding(rules)
    won: dict[str, Taker] = {}
    takers: dict[str, int] = {}
    for name, card in counting_cards(set(holder), deal.trumps, rules).items():
        if card not in holder:
            won[name] = DISCARDS if card in put_out else None
        else:
            by_holding = name in to_holder or card not in winner
            takers[name] = holder[card] if by_holding else winner[card]
            won[name] = rules.seating.side_of(takers[name])
    if pips is not None:
        won["game"] = most_pips(pips, deal.dealer, rules)
    for name in turned_points(cards, rules):
        takers[name] = deal.dealer
        won[name] = rules.seating.side_of(deal.dealer)
    return won, takers


def _pips_in(deal: PlayedDeal) -> PerSide[int]:
    game, sides = deal.rules.game, deal.rules.seating
    pips, of_trumps = dict(game.pips), dict(trump_pips(deal.rules))
    counts = [0] * sides.side_count
    for winner, trick in zip(deal.winners, deal.cards.tricks, strict=True):
        for _seat, card in trick:
            more = of_trumps.get(card.rank, 0) if card.suit == deal.trumps.suit else 0
            counts[sides.side_of(winner) - 1] += pips.get(card.rank, 0) + more
    return PerSide(tuple(counts))


def most_pips(pips: PerSide[int], dealer: int, rules: Rules) -> int | None:
    """Return the side that has Game because it counts the most pips.

    On a tie, the law set gives Game to nobody (None) or to the first tied side after the dealer.

    Law: Foster 1897, Seven-up and Auction Pitch, Objects of the Game; modern book, Scoring Games.
    """
    equal = sides_with_most(pips)
    if len(equal) > 1 and rules.pips_tie == "nobody":
        return None
    turns = rules.seating.in_turn(rules.seating.eldest_hand(dealer))
    return next(side for side in map(rules.seating.side_of, turns) if side in equal)


def sides_with_most(pips: PerSide[int]) -> list[int]:
    most = max(pips.values)
    return [side for side, count in pips.items() if count == most]


def pips_problem(pips: PerSide[int], rules: Rules) -> str | None:
    """Return the reason why these cannot be the pips of one deal; None if they can.

    In games that draw from a stock all cards are played, so the pips must be those of the whole pack.
    """
    total, most = sum(pips.values), pips_in_pack(rules)
    if total > most:
        return _("the pips add up to {sum}, and the whole pack has {most}.", sum=total, most=most)
    if total < most and rules.game.draws:
        return _("the pips add up to {sum}, and all {most} of the pack are played.", sum=total, most=most)
    return None


def _counted(
    won: Mapping[str, Taker], maker_side: int, rules: Rules, pips: PerSide[int] | None = None
) -> Taken:
    points = [0] * rules.seating.side_count
    lying: list[str] = []
    for name, taker in won.items():
        if taker == DISCARDS:
            lying.append(name)
        elif isinstance(taker, int):
            points[taker - 1] += rules.worth[name]
    discards = sum(map(rules.worth.__getitem__, lying)) if rules.discard_points_to == "maker" else 0
    points[maker_side - 1] += discards
    return Taken(PerSide(tuple(points)), rules.total - sum(points), discards, tuple(lying), won, pips=pips)


def field_of(index: int) -> str:
    return "deal.ruling.points" if index == RULED else f"deal.penalties.{index}.points"


@dataclass(slots=True)
class Points:
    """The points of each side, kept up to date while penalties move points.

    - ``owners``: the side that counts each point, None for a dead point. ``owners`` is None if unknown.
    - ``takers``: the seat that made each point. ``takers`` is None if unknown.
    - ``lying``: the names of all points among the discards.
    - ``discards``: the worth of the discarded points that the law set gives to the maker's side.
    - ``from_revokes``: how many points `to_maker` gave to the maker's side.
    - ``buried``: the points that penalties made dead, minus the dead points that a ruling gave to a side; can
      be negative.
    """

    maker_side: int
    rules: Rules
    counts: list[int]
    owners: dict[str, int | None] | None
    takers: Mapping[str, int] | None
    lying: tuple[str, ...]
    discards: int = 0
    from_revokes: int = 0
    buried: int = 0

    @classmethod
    def of(cls, taken: Taken, maker_side: int, rules: Rules) -> Points:
        owners = None
        if taken.won is not None:
            to_maker = maker_side if rules.discard_points_to == "maker" else None
            owners = cast("dict[str, int | None]", {**taken.won, **dict.fromkeys(taken.lying, to_maker)})
        points = list(taken.points.values)
        return cls(maker_side, rules, points, owners, taken.takers, taken.lying, taken.discards)

    def award(self, side: int, names: tuple[str, ...], index: int) -> None:
        """Give named points to a side, from the sides that have them.

        A ruling can also give discarded points that count for nobody.

        Raises InvalidInput:

        - under ``field_of(index)`` for a point that was in no trick, or if a side would lose more points than
          it has;
        - under "deal.won" if it is unknown which side loses the points, because the record has only totals
          and there are more than two sides.
        """
        field = field_of(index)
        if self.owners is None:
            others = [other for other in range(1, len(self.counts) + 1) if other != side]
            if len(others) > 1:
                reason = _("say who won each point: bare totals do not tell who loses these.")
                raise InvalidInput({"deal.won": reason})
            self._move(others[0], side, names, field)
            return
        for name in names:
            owner = self.owners.get(name)
            if index == RULED and owner is None and name in self.lying:
                self.counts[side - 1] += self.rules.worth[name]
                self.buried -= self.rules.worth[name]
                self.owners[name] = side
                continue
            if owner is None or name in self.lying:
                reason = _("{point} was in no trick, so it cannot be claimed.", point=in_words(name))
                raise InvalidInput({field: reason})
            if owner != side:
                self._move(owner, side, (name,), field)

    def bury(self, side: int | None, names: tuple[str, ...], index: int) -> tuple[str, ...]:
        """Make named points count for nobody, and return their names.

        With a ``side``, points that this side does not have are left as they are, and are not returned.

        Raises InvalidInput:

        - under "deal.won" if it is unknown who has the points;
        - under ``field_of(index)`` if no ``side`` is given and a point already counts for nobody.
        """
        if self.owners is None:
            reason = _("say who won each point: bare totals do not tell who loses these.")
            raise InvalidInput({"deal.won": reason})
        if side is not None:
            names = tuple(name for name in names if self.owners.get(name) == side)
        for name in names:
            owner = self.owners.get(name)
            if owner is None:
                reason = _("{point} counts for nobody already.", point=in_words(name))
                raise InvalidInput({field_of(index): reason})
            self.counts[owner - 1] -= self.rules.worth[name]
            self.buried += self.rules.worth[name]
            if name in self.lying and self.rules.discard_points_to == "maker":
                self.discards -= self.rules.worth[name]
            self.owners[name] = None
        return names

    def to_maker(
        self, side: int, seat: int | None, names: tuple[str, ...] | None, index: int
    ) -> tuple[tuple[str, ...] | None, int]:
        """Give points of ``side`` to the maker's side. Return the points' names, and how much they count.

        - If ``side`` is the maker's side, nothing changes.
        - With ``names``, these points are given.
        - Without ``names``, if ``seat`` has a partner, the points of this seat are given, except points that
          its side has lost.
        - In all other cases, all points of the side are given.

        The returned names are None if ``side`` is the maker's side, and if all points of the side are given.

        Raises InvalidInput under ``field_of(index)`` if the record does not show which points the seat made,
        or if the side did not take the named points.
        """
        field = field_of(index)
        is_alone = len(self.rules.seating.seats_of(side)) == 1
        if names is None and seat is not None and side != self.maker_side and not is_alone:
            if self.takers is None and self.counts[side - 1]:
                reason = _(
                    "name the points in the tricks that {seat} won, or say that there were none: only "
                    "those go to the maker.",
                    seat=seat_inside(seat),
                )
                raise InvalidInput({field: reason}, law=self.rules.law_set.law("revoke_scope"))
            taken, owners = self.takers or {}, self.owners or {}
            names = tuple(name for name, taker in taken.items() if taker == seat and owners.get(name) == side)
        if side == self.maker_side:
            return None, 0
        if names is not None:
            return names, self._give(side, names, field)
        count = self.counts[side - 1]
        self._shift(side, self.maker_side, count)
        self.from_revokes += count
        if self.owners is not None:
            self.owners = {
                name: self.maker_side if owner == side else owner for name, owner in self.owners.items()
            }
        return None, count

    def _give(self, side: int, names: tuple[str, ...], field: str) -> int:
        if self.owners is not None:
            for name in names:
                if self.owners.get(name) != side:
                    taker = inside(side, self.rules.seating)
                    reason = _("{point} was not taken by {side}.", point=in_words(name), side=taker)
                    raise InvalidInput({field: reason})
        count = self._move(side, self.maker_side, names, field)
        self.from_revokes += count
        return count

    def _move(self, source: int, target: int, names: tuple[str, ...], field: str) -> int:
        count = sum(self.rules.worth[name] for name in names)
        if count > self.counts[source - 1]:
            reason = _(
                "{side} took only {taken}, so {count} cannot be lost.",
                side=inside(source, self.rules.seating),
                taken=self.counts[source - 1],
                count=count,
            )
            raise InvalidInput({field: reason})
        self._shift(source, target, count)
        if self.owners is not None:
            self.owners |= dict.fromkeys(names, target)
        return count

    def _shift(self, source: int, target: int, count: int) -> None:
        self.counts[source - 1] -= count
        self.counts[target - 1] += count
