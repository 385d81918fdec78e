"""Sample deals of Cinch and similar games, which show what a change of law does to a score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.roles import capital
from laws.domain.sentences import Sentence, _, in_a_row
from scoring.game.cards import parse_card
from scoring.game.deal import CardRecord, DealRecord, Play, Taker
from scoring.game.games.cinch import CINCH
from scoring.game.games.cinch_variants import TWO_HANDED_CINCH
from scoring.game.games.family import GameKind
from scoring.game.games.three_handed_cinch import THREE_HANDED_CINCH
from scoring.game.score import Score, score

DEALER, MAKER, TRUMP = 1, 1, "H"
MOST_SHOWN = 2


@dataclass(frozen=True, slots=True)
class SampleScore:
    """The scores of a sample deal before and after a change. A score is None if the deal is not allowed.

    ``note`` is a sentence about something that the points of the deal do not show; often empty.
    """

    deal: DealRecord
    note: str
    before: Score | None
    after: Score | None

    @property
    def says(self) -> Sentence:
        own, *others = (self.before or self.after).points.values  # type: ignore[union-attr]  # one can happen
        return _(
            "The bid is {bid}. {maker} takes {own} points, the others {others}.",
            bid=self.deal.bid,
            maker=self._maker,
            own=own,
            others=in_a_row(list(map(str, others))),
        )

    @property
    def says_before(self) -> Sentence:
        return self._result(self.before)

    @property
    def says_after(self) -> Sentence:
        return self._result(self.after)

    @property
    def _maker(self) -> str:
        rules = (self.before or self.after).rules  # type: ignore[union-attr]  # one can happen
        return capital(_("the maker's side") if rules.seating.has_partners else _("the maker"))

    def _result(self, score: Score | None) -> Sentence:
        if score is None:
            return _("It cannot happen.")
        own, *others = (score.scored if self.changes_the_deal else score.after).values
        known: dict[str, int | str] = {"maker": self._maker, "own": own}
        known["others"] = in_a_row(list(map(str, others)))
        if self.changes_the_deal:
            return _("{maker} scores {own}, the others {others}.", **known)
        return _(
            "{maker} stands at {own}, the others at {others}, and {target} wins.",
            target=score.rules.game_score,
            **known,
        )

    @property
    def changes_the_deal(self) -> bool:
        """Tell whether the two law sets score the deal differently, or only one of them allows it."""
        return not (self.before and self.after) or self.before.scored != self.after.scored

    @property
    def changes_the_game(self) -> bool:
        """Tell whether the change affects the running score or the score that wins the game."""
        return self.changes_the_deal or _points_and_target(self.before) != _points_and_target(self.after)


def _points_and_target(of: Score | None) -> object:
    return of and (of.after, of.rules.game_score)


def _by_points(bid: int, *takers: Taker) -> DealRecord:
    names = [name for name, _card in CINCH.point_cards]
    return DealRecord(DEALER, MAKER, bid, TRUMP, won=dict(zip(names, takers, strict=True)))


def _by_cards(game: GameKind, bid: int, *tricks: str) -> DealRecord:
    played = tuple(tuple(_plays(game, *trick.split())) for trick in tricks)
    hands = {seat: tuple(dict(trick)[seat] for trick in played) for seat in game.seating.seats()}
    return DealRecord(DEALER, MAKER, bid, TRUMP, cards=CardRecord(hands, None, None, played))


def _plays(game: GameKind, leader: str, *cards: str) -> Iterator[Play]:
    for seat, text in zip(game.seating.in_turn(int(leader)), cards, strict=True):
        if card := parse_card(text):
            yield seat, card


_SAMPLES: tuple[tuple[DealRecord, str], ...] = (
    (_by_points(8, 1, 1, 1, 1, 1, 2), ""),
    (_by_points(8, 1, 2, 2, 2, 1, 2), ""),
    (_by_points(6, 1, 2, 2, 2, 1, 2), ""),
    (_by_points(7, 1, 1, 2, 2, 1, 2), ""),
    (_by_points(6, 1, 1, 1, 1, 1, None), _("The left Pedro stays in the pack.")),
)
"""A bid made, a bid failed, a bid made with fewer points than the others, a tie; then a rare deal."""
_LOW_WON: Mapping[GameKind, DealRecord] = {
    CINCH: _by_cards(
        CINCH,
        8,
        *("1 AH 2H 5D 8H", "1 QH KH 7H 5H", "2 KS 3S QS AS"),
        *("1 TH 2S JH 2D", "3 3C QC AC KC", "1 AD KD 3D QD"),
    ),
    THREE_HANDED_CINCH: _by_cards(
        THREE_HANDED_CINCH,
        8,
        *("1 AH 2H 5D", "1 QH KH 7H", "2 KS 3S QS", "2 TH 4H JH", "1 3C QC AC", "3 5H AD KD"),
    ),
    TWO_HANDED_CINCH: _by_cards(
        TWO_HANDED_CINCH, 8, "1 AH 2H", "1 5D 3S", "1 QH KH", "2 TH JH", "1 3C QC", "2 5H AD"
    ),
}
"""By game, a deal in which the maker's side makes a bid of eight and wins Low from an adversary.

Games that are not listed show the deal of Cinch.
"""


def effect_on_score(before: LawSet, after: LawSet, game: GameKind | None = None) -> list[SampleScore]:
    """Return at most two sample deals that the law sets score differently, or that only one of them allows.

    If there is no such deal, return one deal that shows another difference: in the running score, or in the
    score that wins the game. The list is empty if there is no difference. If the game has no sample deal
    of its own, all sample deals are scored as deals of Cinch.
    """
    played = game if game and game in _LOW_WON else CINCH
    deals = (
        *_SAMPLES,
        (_LOW_WON[played], _("Low is among the maker's points, but an adversary held it.")),
    )
    samples = [
        SampleScore(deal, note, _scored(deal, before, played), _scored(deal, after, played))
        for deal, note in deals
    ]
    samples = [sample for sample in samples if sample.before or sample.after]
    otherwise = [sample for sample in samples if sample.changes_the_deal]
    return otherwise[:MOST_SHOWN] or [sample for sample in samples if sample.changes_the_game][:1]


def _scored(deal: DealRecord, law_set: LawSet, game: GameKind) -> Score | None:
    try:
        return score(deal, law_set, game)
    except InvalidInput:
        return None
