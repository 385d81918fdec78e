"""Who joins the company of a table, and the cards that were cut for who plays next, as they are typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

HOW_TO_CUT = [
    ("drawn", _("The service draws, from a seed that anybody can check")),
    ("entered", _("With real cards, which are entered")),
]


class JoinForm(forms.Form):
    """Somebody who comes to a table."""

    player = forms.CharField(
        label=_("Who comes"),
        max_length=80,
        widget=forms.TextInput(attrs={"list": "members", "autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, founds: bool) -> None:
        super().__init__(data, auto_id="%s")
        if founds:
            self.fields["how"] = how_to_cut()

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {"player": self.cleaned_data["player"], "is_drawn": self.cleaned_data.get("how") != "entered"}


def how_to_cut() -> forms.ChoiceField:
    """Return the choice between a draw by the service and cards that are entered."""
    return forms.ChoiceField(label=_("Who plays is cut for"), choices=HOW_TO_CUT, required=False)


class CompanyCutForm(forms.Form):
    """The cards of those who cut now, a field for each by the member's id."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, cutters: Sequence[Mapping[str, Any]]
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.cutters = cutters
        for player in cutters:
            self.fields[f"cards_{player['id']}"] = forms.CharField(
                label=player["name"],
                required=False,
                max_length=3,
                widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off"}),
            )

    def cards(self) -> dict[str, str]:
        """Return the cards that were typed, by the id of who cut them."""
        typed = {str(one["id"]): self.cleaned_data.get(f"cards_{one['id']}", "") for one in self.cutters}
        return {player: card.strip().upper() for player, card in typed.items() if card.strip()}
