"""Cutting for partners, seats and the first deal, and for a tie: who is with whom, and who cuts again.

Here is what cards that were cut decide, and a draw that anybody can check. Who sits at which table of an
event is not here. Suits never matter in cutting; how the ace ranks and what ties lead to is the law set's.

A draw is made from a seed: before each round every card of the pack is given the SHA-256 of
"SEED/ROUND/CARD" (such as "autumn/1/TH", rounds from 1) in hexadecimal, the pack is laid out in ascending
order of these, and the players who cut take one card each from its beginning, in the order in which they were
named. ``printf autumn/1/TH | sha256sum`` is all that is needed to check it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from laws.domain.errors import InvalidInput, not_among
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.game.cards import JOKER, PACK, RANKS, Card, card_in_words, format_card
from scoring.game.explanation import ExplanationLine, resting_on

PURPOSES = ("partners", "deal", "tie")
"""partners: who plays with whom, and who deals first; deal: only who deals first; tie: the order of all."""

PARTNERS = {"two-highest-against-two-lowest": (slice(0, 2), slice(2, 4))}
"""Which cuts, from the highest, make each pair, by the law set's rule for it."""

PREFERENCE = "preference"
"""So many of the highest are parted from the others; who is first among them does not matter."""

PlayerCut = Card | tuple[Card, ...]
"""What a player cut: a card, or more than one by mistake."""

Round = Mapping[str, PlayerCut]
"""One round of cutting: who cut what."""


def cards_of(cut: PlayerCut) -> tuple[Card, ...]:
    """Return every card that one player cut."""
    return cut if isinstance(cut, tuple) else (cut,)


def format_cut(cut: PlayerCut) -> str | list[str]:
    """Return what one player cut as it is recorded."""
    return [format_card(card) for card in cut] if isinstance(cut, tuple) else format_card(cut)


@dataclass(frozen=True, slots=True)
class CutResult:
    """What a cut has decided so far. ``cut_again`` are the players who must cut once more, in their order.

    Once decided: ``order`` has the highest cut first (equal cuts that need not be told apart in the order in
    which the players were named); ``partners`` the two highest and the two lowest; ``seats`` the players from
    seat 1 on, which is our marked default where the highest cut has the choice: the first dealer in seat 1,
    his partner opposite, the higher of their adversaries in seat 2.
    """

    decided: bool
    cut_again: tuple[str, ...]
    order: tuple[str, ...]
    partners: tuple[tuple[str, ...], ...]
    first_dealer: str | None
    seats: tuple[str, ...]
    explanation: tuple[ExplanationLine, ...]


def decide(
    purpose: str, players: Sequence[str], draws: Sequence[Round], law_set: LawSet, *, highest: int = 0
) -> CutResult:
    """Return what the draws decide for the players, who are named in any order.

    The first round is everybody's; each later round is cut by the players that the round before sent to cut
    again, and decides nothing but their tie. ``highest`` is how many a cut for preference parts from
    the others. Raises InvalidInput under "purpose", "players" or
    "draws.N.player" for what cannot be.

    Law: Foster 1897, Cinch Laws, Formation of Table and Ties; Chicago 1890, laws 3, 34 and 35.
    """
    _check(purpose, players)
    cutting = _Cutting(purpose, tuple(players), law_set, highest)
    for number, draw in enumerate(draws):
        cutting.take(number, draw)
    return cutting.result()


def draw(
    players: Sequence[str],
    seed: str,
    law_set: LawSet,
    purpose: str = "partners",
    *,
    highest: int = 0,
    after: Sequence[Round] = (),
) -> tuple[list[Round], CutResult]:
    """Return the rounds drawn for the players from a seed, as many as it takes, and what they decide.

    They follow the rounds of ``after``, cut by hand, and come back with them. The same seed always gives the
    same draw; the module says how to check it.
    """
    draws = list(after)
    cut = decide(purpose, players, draws, law_set, highest=highest)
    while not cut.decided:
        pack = laid_out(seed, len(draws) + 1)
        draws.append(dict(zip(cut.cut_again, pack, strict=False)))
        cut = decide(purpose, players, draws, law_set, highest=highest)
    return draws, cut


def laid_out(seed: str, round_number: int) -> list[Card]:
    """Return the pack in the order in which a seed lays it out for a round."""

    def place(card: Card) -> str:
        return hashlib.sha256(f"{seed}/{round_number}/{format_card(card)}".encode()).hexdigest()

    return sorted(PACK, key=place)


def _check(purpose: str, players: Sequence[str]) -> None:
    if purpose not in (*PURPOSES, PREFERENCE):
        raise InvalidInput({"purpose": not_among(purpose, PURPOSES, _("purpose"))})
    if len(set(players)) != len(players):
        raise InvalidInput({"players": _("each player is named once.")})
    if len(players) < 2 or len(players) > len(PACK):
        raise InvalidInput({"players": _("at least two players cut, not {count}.", count=len(players))})
    if purpose == "partners" and len(players) != 4:
        raise InvalidInput({"players": _("four players cut for partners, not {count}.", count=len(players))})


class _Cutting:
    """The state of one cutting: what everybody has cut, round by round."""

    __slots__ = ("cuts", "due", "highest", "law_set", "lines", "players", "purpose")

    def __init__(self, purpose: str, players: tuple[str, ...], law_set: LawSet, highest: int) -> None:
        self.highest = highest
        self.purpose = purpose
        self.players = players
        self.law_set = law_set
        self.cuts: dict[str, tuple[int, ...]] = dict.fromkeys(players, ())
        self.due = players
        self.lines: list[ExplanationLine] = []

    def take(self, number: int, draw: Round) -> None:
        """Add one round, cut by exactly those who are due, and settle who is due next."""
        self._check_round(number, draw)
        recutting = []
        for player in self.due:
            cards = cards_of(draw[player])
            if len(cards) > 1 and self.law_set.choice("two_cards_cut") == "recut":
                recutting.append(player)
            else:
                self.cuts[player] += (self._rank(cards[0]),)
            if len(cards) > 1:
                again = _("cuts again") if player in recutting else _("keeps the first")
                sentence = _("{player} showed more than one card and {again}.", player=player, again=again)
                self._say("two_cards_cut", sentence)
        self.due = tuple(recutting) if recutting else self._tied_for_something()
        if self.due and not recutting:
            sentence = _(
                "{players} cut equal cards and cut again, for nothing but the tie.",
                players=in_a_row(self.due),
            )
            self._say("cut_tie_rule", sentence)

    def result(self) -> CutResult:
        """Return what is decided so far."""
        decided = not self.due
        order = self._order() if decided else ()
        partners: tuple[tuple[str, ...], ...] = ()
        dealer: str | None = None
        seats: tuple[str, ...] = ()
        if decided and self.purpose in ("partners", "deal"):
            dealer = order[0] if self._highest_deals() else order[-1]
            seats = self.players
            self._say("first_dealer", self._first_deal(dealer))
        if decided and self.purpose == "partners":
            partners = tuple(order[cuts] for cuts in PARTNERS[self.law_set.choice("partners_rule")])
            highest, lowest = in_a_row(order[:2]), in_a_row(order[2:])
            sentence = _("{highest}, the two highest, play against {lowest}.", highest=highest, lowest=lowest)
            self._say("partners_rule", sentence)
            seats = self._seats(partners, dealer)
        return CutResult(decided, self.due, order, partners, dealer, seats, tuple(self.lines))

    def _seats(self, partners: tuple[tuple[str, ...], ...], dealer: str | None) -> tuple[str, ...]:
        ours, theirs = partners if dealer in partners[0] else partners[::-1]
        first, opposite = ours if ours[0] == dealer else ours[::-1]
        if self.law_set.choice("seat_choice") == "highest":
            sentence = _("{player}, the highest, has the choice of seats and cards.", player=self._order()[0])
            self._say("seat_choice", sentence)
        return (first, theirs[0], opposite, theirs[1])

    def _first_deal(self, dealer: str) -> Sentence:
        if self._highest_deals():
            return _("{player} cut highest and deals first.", player=dealer)
        return _("{player} cut lowest and deals first.", player=dealer)

    def _order(self) -> tuple[str, ...]:
        return tuple(sorted(self.players, key=self.cuts.__getitem__, reverse=True))

    def _highest_deals(self) -> bool:
        return self.law_set.choice("first_dealer") == "highest"

    def _rank(self, card: Card) -> int:
        """Return how high a card is in cutting: the ace at the one end or the other."""
        if card.rank == "A" and self.law_set.choice("cut_ace") == "low":
            return -len(RANKS)
        return -RANKS.index(card.rank)

    def _tied_for_something(self) -> tuple[str, ...]:
        """Return the players whose equal cuts leave open what the cut is for.

        Equal cuts at the same place matter where they straddle the two pairs, or where one of them would deal
        first; the two highest also where the highest chooses the seats, unless the law set lets them stand.
        """
        order = self._order()
        tied: set[str] = set()
        for place, player in enumerate(order[1:], 1):
            other = order[place - 1]
            if self.cuts[player] == self.cuts[other] and self._matters(order, player):
                tied |= {player, other}
        return tuple(player for player in self.players if player in tied)

    def _matters(self, order: tuple[str, ...], player: str) -> bool:
        group = [place for place, other in enumerate(order) if self.cuts[other] == self.cuts[player]]
        top, bottom, last = group[0], group[-1], len(order) - 1
        if self.purpose == "tie":
            return True
        if self.purpose == PREFERENCE:
            return top < self.highest <= bottom
        deals = top == 0 if self._highest_deals() else bottom == last
        if self.purpose == "deal" or deals:
            return deals
        stands = self.law_set.choice("cut_tie_rule") == "recut-unless-two-highest"
        chooses = top == 0 and self.law_set.choice("seat_choice") == "highest" and not stands
        half = len(order) // 2
        return chooses or top < half <= bottom

    def _check_round(self, number: int, draw: Round) -> None:
        errors: dict[str, str] = {}
        players: dict[Card, str] = {}
        for player, cut in draw.items():
            field = f"draws.{number}.{player}"
            if player not in self.due:
                who = in_a_row(self.due) if self.due else _("nobody")
                errors[field] = (
                    _("{who} is to cut now.", who=who)
                    if len(self.due) < 2
                    else _("{who} are to cut now.", who=who)
                )
            for card in cards_of(cut):
                if card == JOKER:
                    errors[field] = _("the joker does not count in cutting.")
                elif card in players:
                    errors[field] = _(
                        "{card} was cut by {player} in the same round.",
                        card=card_in_words(card),
                        player=players[card],
                    )
                players[card] = player
            if cut == ():
                errors[field] = _("a card is needed.")
        for player in self.due:
            if player not in draw:
                errors[f"draws.{number}.{player}"] = _("{player} has to cut in this round.", player=player)
        if errors:
            raise InvalidInput(errors)

    def _say(self, parameter: str, text: Sentence) -> None:
        self.lines.append(resting_on(text, self.law_set, parameter))
