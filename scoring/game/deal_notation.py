"""Parse the fields of one deal and collect every problem.

A penalty is either an offence, for which the law set decides the effect, or an effect itself.
:mod:`scoring.game.card_notation` parses the cards; :mod:`scoring.game.notation` has the public functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields, replace
from typing import Any

from laws.domain.errors import quote, quote_as_no_number
from laws.domain.sentences import _
from scoring.game.bidding import highest_bid, read_bidding, read_bids
from scoring.game.card_notation import CARD_FIELDS, naming_card, read_cards
from scoring.game.cards import SUIT_WORDS, card_in_words
from scoring.game.deal import DISCARDS, MISDEAL, REDEAL, CardRecord, DealRecord, Taker
from scoring.game.games.family import AWARDED_TO, GameKind
from scoring.game.parsing import Problems
from scoring.game.penalties import COUNTED, SLUGS, Offence, Penalty, PointsToMaker, SetBack
from scoring.game.penalty_effects import effects_in, offences_in, voids
from scoring.game.points import (
    MISSING_POINTS,
    card_problems,
    most_pips,
    pips_problem,
    total_problem,
    turned_points,
    won_problems,
)
from scoring.game.references import competitor, inside, seat_inside
from scoring.game.rules import Rules, pips_in_pack
from scoring.game.seating import PerSide

MOST_PENALTIES = 20


def read_penalties(value: object, path: str, rules: Rules, problems: Problems) -> tuple[Penalty, ...]:
    """Return the valid penalties. Add a problem for each invalid penalty.

    With more than MOST_PENALTIES entries, add a single problem and return no penalty. None counts as an empty
    list.
    """
    if value is None:
        return ()
    entries = problems.items(value, path, _("a list of penalties"))
    if len(entries) > MOST_PENALTIES:
        problems.add(path, _("no deal has more than {most} penalties.", most=MOST_PENALTIES))
        return ()
    read = [read_penalty(entry, f"{path}.{index}", rules, problems) for index, entry in enumerate(entries)]
    return tuple(penalty for penalty in read if penalty is not None)


def format_penalty(penalty: Penalty) -> dict[str, object]:
    """Return the fields of the penalty, as `read_penalties` parses them."""
    key = "offence" if isinstance(penalty, Offence) else "kind"
    written: dict[str, object] = {key: SLUGS[type(penalty)]}
    for field in fields(penalty):
        value = getattr(penalty, field.name)
        if value is not None:
            written[field.name] = list(value) if isinstance(value, tuple) else value
    return written


def read_penalty(value: object, path: str, rules: Rules, problems: Problems) -> Penalty | None:
    """Return the penalty, or None after adding a problem."""
    if not isinstance(value, dict) or ("offence" in value) == ("kind" in value):
        reason = _(
            'a penalty names either an "offence" or a "kind" of effect, not {value}.', value=quote(value)
        )
        problems.add(path, reason)
        return None
    is_offence = "offence" in value
    game = rules.game
    key = "offence" if is_offence else "kind"
    known: Mapping[str, type[Penalty]] = offences_in(game) if is_offence else effects_in(game)
    if is_offence and not known:
        reason = _(
            "no offence is entered with a deal of {game}: its own laws decide, in a dispute.", game=game.title
        )
        problems.add(f"{path}.{key}", reason)
        return None
    kind = problems.word(value[key], f"{path}.{key}", known, _("offence") if is_offence else _("effect"))
    if kind is None:
        return None
    penalty_type = known[kind]
    needed = {field.name: not _may_be_left_out(field, penalty_type, game) for field in fields(penalty_type)}
    entries = problems.record(value, path, (key, *needed)) or {}
    named = [name for name, is_needed in needed.items() if is_needed or entries.get(name) is not None]
    if penalty_type is PointsToMaker and ("side" in named) == ("seat" in named):
        reason = _("say either whose side's points go to the maker (side) or which player's (seat).")
        problems.add(path, reason)
        return None
    values: dict[str, Any] = {
        name: _read_field(penalty_type, name, entries.get(name), f"{path}.{name}", rules, problems)
        for name in named
    }
    return None if None in values.values() else penalty_type(**values)


def _may_be_left_out(field: Field[Any], penalty_type: type[Penalty], game: GameKind) -> bool:
    # A set-back without points costs the bid, so in games without bids it must name its points.
    return field.default is None and (penalty_type is not SetBack or game.has_bidding)


def _read_field(
    penalty_type: type[Penalty], name: str, value: object, path: str, rules: Rules, problems: Problems
) -> int | str | tuple[str, ...] | None:
    if name == "seat":
        return problems.seat(value, path, rules.seating)
    if name == "side":
        return problems.side(value, path, rules.seating)
    if name == "dealer":
        return problems.word(value, path, ("same", "next"), _("dealer"))
    if issubclass(penalty_type, COUNTED):
        what = _("a set back") if penalty_type is SetBack else _("what is added or taken off")
        return problems.integer(value, path, 1, rules.total, what)
    return _read_names(value, path, rules, problems)


def _read_names(value: object, path: str, rules: Rules, problems: Problems) -> tuple[str, ...]:
    named: set[str] = set()
    for place, entry in enumerate(problems.items(value, path, _("a list of points"))):
        name = problems.word(entry, f"{path}.{place}", rules.worth, _("point"))
        if name in named:
            problems.add(f"{path}.{place}", _("{name} is named twice.", name=name))
        elif name is not None:
            named.add(name)
    return tuple(name for name in rules.worth if name in named)


_LEVEL_FIELDS = ("points", "won", "tricks")
_BIDDING_FIELDS = ("bid", "bids", "bidding")
DEAL_FIELDS = (
    *("dealer", "maker", "bid", "bids", "bidding", "trump", "called", "called_card", "alone"),
    *_LEVEL_FIELDS,
    "pips",
    *CARD_FIELDS,
    *("penalties", "misdeal"),
)


class DealReader:
    """The parser of one deal's fields. It adds each mistake to ``problems`` and then continues."""

    __slots__ = ("fields", "path", "problems", "rules", "seating")

    def __init__(self, fields: dict[str, object], path: str, rules: Rules, problems: Problems) -> None:
        self.fields = {name: value for name, value in fields.items() if value is not None}
        self.path = path
        self.rules = rules
        self.problems = problems
        self.seating = rules.seating

    def deal(self) -> DealRecord:
        """Return the deal, which is meaningless if problems were found."""
        fields, path, problems = self.fields, self.path, self.problems
        dealer = problems.seat(fields.get("dealer"), f"{path}.dealer", self.seating)
        if "misdeal" in fields:
            return self._misdeal(dealer)
        bids = bidding = None
        if not self.rules.game.has_bidding:
            for name in _BIDDING_FIELDS:
                if fields.pop(name, 0) not in (0, []):
                    problems.add(
                        f"{path}.{name}", _("there are no bids in {game}.", game=self.rules.game.title)
                    )
            fields["bid"] = 0
        if "bids" in fields:
            bids = read_bids(fields["bids"], f"{path}.bids", dealer, self.rules, problems)
        if "bidding" in fields:
            bidding = read_bidding(fields["bidding"], f"{path}.bidding", self.seating, problems)
        bid = self._bid(bids)
        maker = self._maker(dealer, bid, bids)
        trump = self._trump()
        called = self._called(maker)
        card = None
        if "called_card" in fields:
            card = problems.card(fields["called_card"], f"{path}.called_card")
        self.rules = self.rules.for_deal(DealRecord(dealer or 1, maker, called=called))
        self.seating = self.rules.seating
        penalties = read_penalties(fields.get("penalties"), f"{path}.penalties", self.rules, problems)
        deal = DealRecord(
            dealer or 1, maker, bid=bid, trump=trump, bids=bids, penalties=penalties, bidding=bidding,
            called=called, called_card=card, is_alone=fields.get("alone") is True,
        )  # fmt: skip
        return self._with_partner(self._with_points(deal))

    def _misdeal(self, dealer: int | None) -> DealRecord:
        word = self.problems.word(
            self.fields["misdeal"], f"{self.path}.misdeal", (MISDEAL, REDEAL), _("kind of misdeal")
        )
        for name in self.fields:
            if name not in ("dealer", "misdeal"):
                reason = _("nothing but the dealer is recorded of a misdeal.")
                self.problems.add(f"{self.path}.{name}", reason)
        return DealRecord(dealer or 1, misdeal=word)

    def _bid(self, bids: tuple[tuple[int, int], ...] | None) -> int:
        path, rules = f"{self.path}.bid", self.rules
        value = self.fields.get("bid")
        if value is None and bids is not None:
            return highest_bid(bids)[1]
        if type(value) is not int or not (value == 0 or rules.min_bid <= value <= rules.max_bid):
            figures = {"lowest": rules.min_bid, "highest": rules.max_bid}
            reason = _("a bid is {lowest} to {highest}, or 0 where nobody bid.", **figures)
            if value is not None:
                sent = quote_as_no_number(value)
                reason = _(
                    "a bid is {lowest} to {highest}, or 0 where nobody bid, not {value}.",
                    value=sent,
                    **figures,
                )
            self.problems.add(path, reason, rules.law_set.law("max_bid"))
            return 0
        if bids is not None and value != (highest := highest_bid(bids)[1]):
            reason = _("the highest of the bids is {highest}, not {value}.", highest=highest, value=value)
            self.problems.add(path, reason)
        return value

    def _maker(self, dealer: int | None, bid: int, bids: tuple[tuple[int, int], ...] | None) -> int | None:
        path = f"{self.path}.maker"
        is_bid_wrong = self.rules.game.has_bidding and f"{self.path}.bid" in self.problems.errors
        nobody_bid = bid == 0 and not is_bid_wrong
        value = self.fields.get("maker")
        if value is None:
            if nobody_bid:
                return None if dealer is None else self._maker_if_nobody_bid(dealer)
            if bids is not None:
                return highest_bid(bids)[0]
            self.problems.add(path, _("say who made the trump, or give all the bids."))
            return None
        maker = self.problems.seat(value, path, self.seating)
        if maker is None or dealer is None:
            return maker
        if nobody_bid:
            if maker != (named := self._maker_if_nobody_bid(dealer)):
                reason = _(
                    "nobody bid, so the eldest hand, {seat}, names the trump.", seat=seat_inside(named)
                )
                if named == dealer:
                    reason = _(
                        "nobody bid, so the dealer, {dealer}, names the trump.", dealer=seat_inside(dealer)
                    )
                self.problems.add(path, reason, self.rules.law_set.law("all_pass"))
        elif bids is not None and maker not in (highest_bid(bids)[0], self._seller(dealer)):
            highest, offered = highest_bid(bids)
            figures: dict[str, int | str] = {
                "seat": seat_inside(maker),
                "highest": seat_inside(highest),
                "bid": offered,
            }
            reason = _("{seat} did not bid highest: {highest} did, with {bid}.", **figures)
            if not any(bid for seat, bid in bids if seat == maker):
                reason = _("{seat} did not bid: {highest} did, with {bid}.", **figures)
            self.problems.add(path, reason)
        return maker

    def _seller(self, dealer: int) -> int | None:
        # A seller who refuses the highest bid is the maker.
        return None if self.rules.selling == "none" else self.seating.eldest_hand(dealer)

    def _maker_if_nobody_bid(self, dealer: int) -> int:
        return self.seating.eldest_hand(dealer) if self.rules.eldest_pitches else dealer

    def _trump(self) -> str | None:
        trump = self.fields.get("trump")
        card = naming_card(self.fields, self.rules.trump_by) if "tricks" in self.fields else None
        if trump is None:
            return card.suit if card else None
        if isinstance(trump, str) and trump in SUIT_WORDS:
            if card and card.suit != trump:
                reason = _("{card} names the trump, not {suit}.", card=card_in_words(card),
                           suit=SUIT_WORDS[trump])  # fmt: skip
                self.problems.add(f"{self.path}.trump", reason, self.rules.law_set.law("trump_by"))
            return trump
        suits = ", ".join(f"{suit} ({word})" for suit, word in SUIT_WORDS.items())
        reason = _("{trump} is not a suit. Accepted: {suits}.", trump=quote(trump), suits=suits)
        self.problems.add(f"{self.path}.trump", reason)
        return None

    def _called(self, maker: int | None) -> int | None:
        fields, problems, path = self.fields, self.problems, f"{self.path}.called"
        announced = [name for name in ("called", "called_card", "alone") if name in fields]
        if not self.rules.calls_partner:
            for name in announced:
                problems.add(f"{self.path}.{name}", _("nobody calls a partner in this game."))
            return None
        if "alone" in fields and fields["alone"] is not True:
            problems.add(f"{self.path}.alone", _("give true if the maker plays alone, or leave it out."))
        elif "alone" in fields and self.rules.called_partner == "must-call":
            law = self.rules.law_set.law("called_partner")
            problems.add(f"{self.path}.alone", _("the maker has to call a partner."), law)
        elif "alone" in fields and len(announced) > 1:
            problems.add(path, _("a maker who plays alone has called nobody."))
        elif not announced:
            problems.add(
                path,
                _("say whom the maker called as a partner, or that the maker plays alone (alone)."),
            )
        if "called" not in fields:
            return None
        called = problems.seat(fields["called"], path, self.seating)
        if called is not None and called == maker:
            problems.add(path, _("the maker, {seat}, cannot be called as well.", seat=seat_inside(called)))
        return called

    def _with_partner(self, deal: DealRecord) -> DealRecord:
        card, path = deal.called_card, f"{self.path}.called_card"
        if card is None:
            return deal
        hands = {} if deal.cards is None else deal.cards.hands
        holder = next((seat for seat, hand in hands.items() if card in hand), None)
        figures: dict[str, int | str] = {"card": card_in_words(card), "seat": seat_inside(holder or 0)}
        if holder is None and deal.cards is not None:
            self.problems.add(path, _("nobody holds {card}.", **figures))
        elif holder is None and deal.called is None:
            self.problems.add(f"{self.path}.called", _("say who holds {card}.", **figures))
        elif holder is not None and holder == deal.maker:
            self.problems.add(path, _("the maker, {seat}, holds {card}.", **figures))
        elif holder is not None and holder != (deal.called or holder):
            self.problems.add(path, _("{card} is in {seat}'s hand.", **figures))
        return deal if holder is None else replace(deal, called=holder)

    def _with_points(self, deal: DealRecord) -> DealRecord:
        fields, path, problems = self.fields, self.path, self.problems
        levels = [name for name in _LEVEL_FIELDS if name in fields]
        awards, won = self.rules.game.awards, fields.get("won")
        if "tricks" in fields and isinstance(won, dict) and won.keys() <= set(awards):
            levels.remove("won")  # cards do not show who made points outside the tricks, so both are sent
        for name in CARD_FIELDS:
            if name in fields and "tricks" not in fields:
                reason = _("is read only together with the tricks, card by card.")
                problems.add(f"{path}.{name}", reason)
        if len(levels) > 1:
            reason = _("give either {one} or {other}, not both.", one=levels[0], other=levels[1])
            problems.add(f"{path}.{levels[1]}", reason)
        # If a penalty makes the deal void, no points are needed.
        is_void = deal.maker is not None and deal.penalties and voids(deal, deal.maker, self.rules)
        if not levels and not is_void:
            problems.add(f"{path}.points", MISSING_POINTS)
        cards = self._cards(deal) if "tricks" in fields else None
        named = tuple(name for name in self.rules.worth if "tricks" not in fields or name in awards)
        pips = self._pips(fields["pips"]) if "pips" in fields else None
        made = self._won(fields["won"], named, deal.dealer, pips) if "won" in fields else None
        return replace(
            deal,
            points=self._points(fields["points"], deal) if "points" in fields else None,
            won=made if made is None or cards is None else self._not_shown_by_cards(made, cards, deal),
            cards=cards,
            pips=pips,
        )

    def _not_shown_by_cards(
        self, won: dict[str, Taker], cards: CardRecord, deal: DealRecord
    ) -> dict[str, Taker] | None:
        if not cards.turned:
            return won
        path, turn_ups = f"{self.path}.won", [name for _rank, name in self.rules.game.turn_ups]
        made = turned_points(cards, self.rules)
        for name, taker in won.items():
            winner = self.seating.side_of(deal.dealer) if name in made else None
            if name in turn_ups and taker != winner:
                self.problems.add(f"{path}.{name}", _("the cards turned up say otherwise about this point."))
            elif name not in turn_ups and taker is not None and cards.runs:
                self.problems.add(f"{path}.{name}", _("the cards were run, so nothing was given."))
        return {name: taker for name, taker in won.items() if name not in turn_ups} or None

    def _points(self, value: object, deal: DealRecord) -> PerSide[int] | None:
        path = f"{self.path}.points"
        points = self.problems.per_side(value, path, self.seating, 0, self.rules.total)
        if points is not None:
            problem = total_problem(points, deal, self.rules)
            if problem:
                self.problems.add(path, problem, self.rules.law_set.law("points"))
        return points

    def _pips(self, value: object) -> PerSide[int] | None:
        path, rules, problems = f"{self.path}.pips", self.rules, self.problems
        if not rules.counts_pips:
            reason = _("no pips are counted in {game}.", game=rules.game.title)
            problems.add(path, reason, rules.law_set.law("points"))
            return None
        if "won" not in self.fields or "tricks" in self.fields:
            problems.add(path, _("is read only together with who won each of the other points (won)."))
            return None
        pips = problems.per_side(value, path, self.seating, 0, pips_in_pack(rules))
        problem = None if pips is None else pips_problem(pips, rules)
        if problem:
            problems.add(path, problem, rules.law_set.law("points"))
        return None if problem else pips

    def _won(
        self, value: object, names: tuple[str, ...], dealer: int, pips: PerSide[int] | None
    ) -> dict[str, Taker]:
        path, problems = f"{self.path}.won", self.problems
        before = len(problems.errors)
        entries = problems.record(value, path, self.rules.worth) or {}
        won: dict[str, Taker] = {}
        for name in names:
            if name not in entries:
                continue
            taker = entries[name]
            if taker is None or (taker == DISCARDS and self.rules.has_discards):
                won[name] = None if taker is None else DISCARDS
            elif type(taker) is int and taker in self.seating.sides():
                won[name] = taker
                seat = self.seating.in_turn(dealer)[AWARDED_TO.get(name, 0)]
                if name in AWARDED_TO and taker != self.seating.side_of(seat):
                    reason = _(
                        "only {seat} can make this point where {dealer} deals.",
                        seat=seat_inside(seat),
                        dealer=seat_inside(dealer),
                    )
                    problems.add(f"{path}.{name}", reason, self.rules.law_set.law("points"))
            else:
                won[name] = 1
                sides, sent = self.seating.side_count, quote(taker)
                one = competitor("one", self.seating)
                reason = _(
                    "won by {one}, from 1 to {sides}, or by nobody, not {sent}.",
                    one=one,
                    sides=sides,
                    sent=sent,
                )
                if self.rules.has_discards:
                    reason = _(
                        "won by {one}, from 1 to {sides}, or found among the discards "
                        '("{discards}"), not {taker}.',
                        one=one,
                        sides=sides,
                        discards=DISCARDS,
                        taker=sent,
                    )
                problems.add(f"{path}.{name}", reason)
        if pips is not None:
            counted = most_pips(pips, dealer, self.rules)
            if won.setdefault("game", counted) != counted:
                reason = _("by these counts nobody has Game.")
                if counted is not None:
                    reason = _("by these counts Game is won by {side}.", side=inside(counted, self.seating))
                law = self.rules.law_set.law("pips_tie" if counted is None else "points")
                problems.add(f"{self.path}.pips", reason, law)
            names = tuple(name for name in names if name != "game")
        if "tricks" in self.fields:
            return {name: won[name] for name in names if name in won}
        if isinstance(value, dict):
            is_read = len(problems.errors) == before
            for field, fault in won_problems(won, self.rules, is_read=is_read).items():
                problems.add(path + field, fault, self.rules.law_set.law("points"))
        # Without cards, a point that was not sent belongs to nobody.
        return {name: won.get(name) for name in names}

    def _cards(self, deal: DealRecord) -> CardRecord | None:
        if deal.trump is None:
            if f"{self.path}.trump" not in self.problems.errors:
                self.problems.add(f"{self.path}.trump", _("say which suit was trump: the cards need it."))
            return None
        trumps = self.rules.game.trumps(deal.trump)
        cards = read_cards(self.fields, self.path, self.rules, trumps, self.problems)
        if cards is not None:
            for field, reason in card_problems(cards, trumps, self.rules).items():
                self.problems.add(f"{self.path}.{field}", reason, self.rules.law_set.law("points"))
        return cards
