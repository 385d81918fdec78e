"""What a cut decides: partners, seats, the first dealer, the order of all players, or who is chosen to play.

A draw replaces the cutting by a computation that anybody can check. Suits never matter in cutting; the law
set says how the ace ranks and which ties are cut again.

A draw starts from a seed. For each round, numbered from 1, each card of the pack gets the SHA-256 of
"SEED/ROUND/CARD" (such as "autumn/1/TH") in hexadecimal. The pack is sorted by these values in ascending
order. The players who cut take its first cards, in the order in which they were named. ``printf autumn/1/TH |
sha256sum`` checks a card.
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
"""What a cut is for: partners and the first dealer, the first dealer only, or the order of all players."""

PARTNERS = {"two-highest-against-two-lowest": (slice(0, 2), slice(2, 4))}
"""For each ``partners_rule``, the places of each pair in the order of the cuts, the highest cut first."""

PREFERENCE = "preference"
"""The purpose of a cut that only selects the players with the highest cuts and does not rank them."""

PlayerCut = Card | tuple[Card, ...]
"""The card that a player cut, or a tuple of cards if the player showed more than one."""

Round = Mapping[str, PlayerCut]
"""One round of cutting: what each player cut."""


def cards_of(cut: PlayerCut) -> tuple[Card, ...]:
    return cut if isinstance(cut, tuple) else (cut,)


def format_cut(cut: PlayerCut) -> str | list[str]:
    """Return the codes of the cards that a player cut, as they are recorded."""
    return [format_card(card) for card in cut] if isinstance(cut, tuple) else format_card(cut)


@dataclass(frozen=True, slots=True)
class CutResult:
    """The result of a cut so far. ``cut_again`` has the players who must cut once more.

    Until the cut is ``decided``, the fields below are empty or None.

    - ``order``: the players, the highest cut first. Equal cuts whose order does not matter keep the order in
      which the players were named.
    - ``partners``: the pair with the two highest cuts, then the other pair. Only after a cut for partners.
    - ``first_dealer``: only after a cut for partners or for the first deal.
    - ``seats``: the players from seat 1 on. After a cut for partners these are the first dealer, the
      adversary with the higher cut, the dealer's partner and the other adversary. If the law lets the
      player with the highest cut choose the seats, this is only a proposal. After a cut for the first deal,
      the seats are in the order in which the players were named.
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
    """Return what the rounds of cutting decide for the players.

    Everybody cuts in the first round. Players who must break a tie cut again. If the law set asks for it,
    players who showed more than one card also cut again.

    ``highest`` is used only in a cut for preference: it is the number of players to choose, from the highest
    cut down.

    Raises InvalidInput:

    - under "purpose" for an unknown purpose;
    - under "players" for a wrong number of players or a repeated player;
    - under "draws.N.PLAYER" for a cut that is missing, not due or impossible.

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
    """Draw rounds from a seed until the cut is decided. Return all rounds, and the decision.

    ``after`` has rounds that were cut by hand before; they come first in the result. The same seed always
    gives the same draw; the module's docstring says how to check it.
    """
    draws = list(after)
    cut = decide(purpose, players, draws, law_set, highest=highest)
    while not cut.decided:
        pack = laid_out(seed, len(draws) + 1)
        draws.append(dict(zip(cut.cut_again, pack, strict=False)))
        cut = decide(purpose, players, draws, law_set, highest=highest)
    return draws, cut


def laid_out(seed: str, round_number: int) -> list[Card]:
    """Return the pack in its order for one round of a draw, see the module's docstring."""

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
        self.due = tuple(recutting) if recutting else self._must_cut_again()
        if self.due and not recutting:
            sentence = _(
                "{players} cut equal cards and cut again, for nothing but the tie.",
                players=in_a_row(self.due),
            )
            self._say("cut_tie_rule", sentence)

    def result(self) -> CutResult:
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
        if card.rank == "A" and self.law_set.choice("cut_ace") == "low":
            return -len(RANKS)
        return -RANKS.index(card.rank)

    def _must_cut_again(self) -> tuple[str, ...]:
        """Return the players whose tie must be broken by another cut.

        - For partners: a tie between the two pairs, and a tie for the first deal. In some law sets the player
          with the highest cut chooses the seats. Then a tie for the highest cut counts too, unless
          ``cut_tie_rule`` exempts it.
        - For the deal: only a tie for the first deal.
        - For preference: only a tie between a chosen player and another player.
        - To rank all players: every tie.
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
        is_exempt = self.law_set.choice("cut_tie_rule") == "recut-unless-two-highest"
        chooses = top == 0 and self.law_set.choice("seat_choice") == "highest" and not is_exempt
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
