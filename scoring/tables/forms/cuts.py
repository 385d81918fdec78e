"""Forms for cuts: the cards that the players cut from a real pack."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.game.cutting import PURPOSES
from scoring.game.cutting_out import SEATS
from scoring.templatetags.cards import purpose_words
from scoring.web.keys import key_field


def card_text(posted: Mapping[str, Any], name: str) -> str:
    """Return a card as text: the typed text in capitals or, if nothing was typed, the tapped rank and suit.

    Empty without a rank.
    """
    if typed := posted.get(name, "").strip():
        return str(typed).upper()
    rank = posted.get(f"rank-{name}", "")
    return f"{rank}{posted.get(f'suit-{name}', '')}" if rank else ""


class CardTextInput(forms.TextInput):
    """The input for a card, tapped or typed. The template tag ``card_picker`` renders it."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> str:
        return card_text(data, name)


class CardsForm(forms.Form):
    """The cards cut from a real pack. Each player has a field, named by member id: ``cards_12``."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Mapping[int, str]) -> None:
        super().__init__(data, auto_id="%s")
        self.players = players
        for player, name in players.items():
            self.fields[f"cards_{player}"] = forms.CharField(
                label=name, required=False, max_length=3, widget=CardTextInput()
            )

    @property
    def card_fields(self) -> list[forms.BoundField]:
        return [self[f"cards_{player}"] for player in self.players]

    def cards(self) -> dict[str, str]:
        """Return member id → card, without empty fields."""
        cards = {str(player): self.cleaned_data.get(f"cards_{player}", "") for player in self.players}
        return {player: card for player, card in cards.items() if card}


class CutForm(CardsForm):
    """A cut: its purpose, and the cards if they were cut from a real pack."""

    purpose = forms.ChoiceField(label=_("What is cut for"))
    key = key_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Mapping[int, str],
        purposes: Sequence[str] = PURPOSES,
        purpose: str = "",
        has_cut_for_deal: bool = False,
    ) -> None:
        super().__init__(data, players=players)
        self.fields["purpose"].initial = purpose
        # Players cut for partners only at a table of four.
        is_out = {"partners": len(players) != SEATS, "deal": has_cut_for_deal}
        choices = [(purpose, purpose_words(purpose)) for purpose in purposes if not is_out.get(purpose)]
        self.fields["purpose"].choices = choices  # type: ignore[attr-defined]
