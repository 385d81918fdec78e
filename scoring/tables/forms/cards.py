"""Forms for entering a deal by tapping its cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext

from scoring.game.card_text import TRICKS, UNDO
from scoring.game.cards import JOKER, JOKER_CODE, PACK, SUITS, Card, format_card
from scoring.tables.forms.correction import CorrectionForm
from scoring.tables.forms.entry import EntryForm
from scoring.tables.forms.recorded_deal import CARDS


@dataclass(frozen=True, slots=True)
class CardKey:
    """The key of a card.

    - ``is_off``: the card cannot be tapped now, for example because it lies in another pile.
    - ``is_marked``: playing the card now would break a law.
    """

    code: str
    is_off: bool
    is_marked: bool


@dataclass(frozen=True, slots=True)
class TrickLine:
    """A trick: each player's name with the card they played, and the winner's name."""

    number: int
    plays: Sequence[tuple[str, str]]
    winner: str = ""


class CardEntryForm(EntryForm):
    """One deal, entered by tapping its cards."""

    is_tapped = True
    undo = UNDO

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["detail"] = CARDS

    @property
    def answering(self) -> list[forms.BoundField]:
        """Return the fields of this page that can show a refusal."""
        left_out = {"points", "dead", "detail", "cards", *self._totals()}
        left_out |= {f"won_{point}" for point in self.rules.worth if point not in self.rules.game.awards}
        return [field for field in super().answering if field.name not in left_out]

    @cached_property
    def rows(self) -> list[list[CardKey]]:
        """Return the keys of the cards in rows: the trumps, then the other suits, high to low.

        A joker that is not yet a trump is in the last row. Empty if no card can be entered now, for example
        because the trump must be tapped first.
        """
        text = self.card_text
        if text.pile is None and (text.on_turn is None or self._waits_for_trump()):
            return []
        trumps = text.trumps.cards if text.trumps else ()
        suits = [[card for card in PACK if card.suit == suit and card not in trumps] for suit in SUITS]
        joker = [JOKER] if JOKER_CODE in self.rules.game.trump_order and not trumps else []
        return [[self._key(card) for card in row] for row in (trumps, *suits, joker) if row]

    @property
    def has_marked(self) -> bool:
        """Return whether any card is marked because a player would break a law by playing it now."""
        return any(key.is_marked for row in self.rows for key in row)

    def _key(self, card: Card) -> CardKey:
        text = self.card_text
        is_off = text.is_off(card)
        return CardKey(format_card(card), is_off, not is_off and text.is_irregular(card))

    def _waits_for_trump(self) -> bool:
        is_to_be_led = self.rules.trump_by == "first-lead" and not self.card_text.tricks
        return self.card_text.trumps is None and not is_to_be_led

    @property
    def dealer_name(self) -> str:
        """Return the name of the player expected to deal."""
        return self._name(self.dealer_seat)

    @property
    def prompt(self) -> str:
        """Return a sentence about the next tap: where the next card goes, or what must be tapped first.

        If no card is left to play, the sentence says so.
        """
        text = self.card_text
        if text.pile:
            return next(label for tap, label, is_next in self.piles if is_next)
        figures = {"name": self._name(text.on_turn), "trick": len(text.winners) + 1}
        if text.is_whole and text.lacks_stock:
            return gettext("Now tap the stock, top first.")
        if text.is_whole:
            return gettext("Every card is played.")
        if self._leader() is None:
            return gettext("First tap the maker, who leads.")
        if text.on_turn is None or self._waits_for_trump():
            return gettext("First tap the trump.")
        if text.current:
            return gettext("Trick %(trick)s: %(name)s plays.") % figures
        return gettext("Trick %(trick)s: %(name)s leads.") % figures

    @property
    def players_next(self) -> list[tuple[int, str, bool]]:
        """Return who can still play to the trick: seat, name, and whether it is their turn.

        Empty if the next card does not go to a trick.
        """
        text = self.card_text
        seats = text.waiting or self.seating.seats()
        return (
            [(seat, self._name(seat), seat == text.on_turn) for seat in seats]
            if self.rows and not text.pile
            else []
        )

    @property
    def piles(self) -> list[tuple[str, str, bool]]:
        """Return the places for cards in this game, such as hands, discards, stock and tricks.

        Each place is a tuple: the text that a tap on the place adds to the entry, the label of the place, and
        whether the next card goes there.
        """
        seats = self.seating.seats()
        piles = [("hand", seat, gettext("Hand of %(name)s") % {"name": self._name(seat)}) for seat in seats]
        is_turned = self.rules.trump_by == "turn-up"
        if self.rules.has_discards or is_turned:
            words = gettext("Discards of %(name)s")
            piles += [("discards", seat, words % {"name": self._name(seat)}) for seat in seats]
        if is_turned:
            piles += [("turned", 0, gettext("Turned up"))]
        is_drawn = self.rules.game.draws
        piles += [("stock", 0, gettext("The stock, top first") if is_drawn else gettext("Left in the pack"))]
        now = self.card_text.pile
        named = [
            (f"{pile} {seat}:" if seat else f"{pile}:", words, now == (pile, seat))
            for pile, seat, words in piles
        ]
        return [*named, (TRICKS, gettext("The tricks"), now is None)]

    @property
    def pile_cards(self) -> list[str]:
        """Return the cards in the pile that receives the next card. Empty if a trick receives it."""
        text = self.card_text
        return [format_card(card) for card in text.piles.get(text.pile, ())] if text.pile else []

    @property
    def current(self) -> list[tuple[str, str]]:
        """Return the plays to the trick that is not complete: player's name and card."""
        return self._plays(self.card_text.current)

    @property
    def tricks(self) -> list[TrickLine]:
        text = self.card_text
        return [
            TrickLine(number, self._plays(trick), self._name(winner))
            for number, (trick, winner) in enumerate(zip(text.tricks, text.winners, strict=False), 1)
        ]

    def _plays(self, plays: Sequence[tuple[int, Card]]) -> list[tuple[str, str]]:
        return [(self._name(seat), format_card(card)) for seat, card in plays]

    def _name(self, seat: int | None) -> str:
        return self.players[seat - 1] if seat else ""


class CardCorrectionForm(CardEntryForm, CorrectionForm):
    """The correction of a recorded deal by tapping its cards."""

    def missing(self) -> list[str]:
        """Return the names of the fields that are still needed.

        The recorded deal was complete, but the user may have removed some of its cards.
        """
        return EntryForm.missing(self)
