"""Forms for a new table, the next game, and a player who joins."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain.lawset import LawSet
from scoring.clubs.member_forms import player_field
from scoring.clubs.models import Member
from scoring.game.cutting_out import SEATS
from scoring.game.games import GameKind
from scoring.tables.forms.law_choices import LawChoicesForm
from scoring.web.keys import key_field


def dealer_field(choices: Sequence[tuple[int, str]], **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=_("First dealer"), coerce=int, choices=choices, **more)


class TableForm(LawChoicesForm):
    """A new table for a game under a law set: name, players, first dealer, variations and parameters."""

    name = forms.CharField(
        label=_("Name of the table"),
        max_length=80,
        required=False,
        help_text=_("If you leave it empty, the table gets a number."),
    )
    key = key_field()

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        typed: dict[str, Any] | None = None,
        *,
        law_set: LawSet,
        game: GameKind,
    ) -> None:
        super().__init__(data, initial=typed, auto_id="%s")
        law_set = law_set.for_game(game.slug)
        self.game, self.seats = game, game.seating.seats()
        most = law_set.number("table_capacity") if game.players == SEATS else game.players
        self.further = range(game.players + 1, most + 1)
        labels = {seat: gettext("Seat %(seat)s") % {"seat": seat} for seat in self.seats}
        for place in self.further:
            labels[place] = gettext("Player %(number)s, if more come") % {"number": place}
        for place, label in labels.items():
            self.fields[f"players_{place}"] = player_field(label)
        self.has_partners = game.seating.has_partners
        self.fields["how"] = how_to_cut()
        self.fields["how"].help_text = _("If more players come than can play.")
        self.fields["dealer"] = dealer_field(
            [(seat, labels[seat]) for seat in self.seats],
            help_text=_("As the cut decided. You can also cut on the table's page later."),
        )
        self.add_choices(law_set, game)

    @property
    def player_fields(self) -> list[forms.BoundField]:
        return [self[f"players_{seat}"] for seat in self.seats]

    @property
    def further_fields(self) -> list[forms.BoundField]:
        """Return the fields for further players, who get no seat, and then the field for the way of cutting.

        Empty if the game or the law set does not allow more players than seats.
        """
        return [*(self[f"players_{place}"] for place in self.further), self["how"]] if self.further else []

    @property
    def has_further(self) -> bool:
        """Return whether the field of a further player is filled or has an error."""
        return any(field.errors or field.value() for field in self.further_fields[:-1])

    def values(self) -> dict[str, Any]:
        """Return the arguments for the service `open_company_table`, except club, actor and law set."""
        typed = self.cleaned_data
        further = [name for place in self.further if (name := typed.get(f"players_{place}", ""))]
        return {
            "key": typed.get("key"),
            "name": typed.get("name") or None,
            "game": self.game.key,
            "players": [*(typed.get(f"players_{seat}", "") for seat in self.seats), *further],
            "is_drawn": typed.get("how") != "entered",
            "dealer": typed.get("dealer"),
            "variations": typed.get("variations") or None,
            "parameters": self.parameters() or None,
        }


class GameForm(forms.Form):
    """The next game at a table: who sits where and who deals.

    The hidden field ``after`` has the number of the previous game, so a form that is sent twice begins only
    one game. ``dealers`` are the seats among which the user can choose.
    """

    after = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Sequence[Member],
        dealers: Sequence[int],
        dealer: int,
        after: int,
    ) -> None:
        super().__init__(data, auto_id="%s", initial={"after": after})
        for seat, player in enumerate(players, start=1):
            label = gettext("Seat %(seat)s") % {"seat": seat}
            self.fields[f"players_{seat}"] = player_field(label, player.name)
        choices = [(seat, players[seat - 1].name) for seat in dealers]
        self.fields["dealer"] = dealer_field(choices, initial=dealer)
        self.seats = range(1, len(players) + 1)
        self.before = [player.name for player in players]

    @property
    def player_fields(self) -> list[forms.BoundField]:
        return [self[f"players_{seat}"] for seat in self.seats]

    def values(self) -> dict[str, Any]:
        """Return the arguments for the service `start_game`; ``players`` is None if no name was changed."""
        players = [self.cleaned_data.get(f"players_{seat}", "") for seat in self.seats]
        return {
            "dealer": self.cleaned_data.get("dealer"),
            "players": None if players == self.before else players,
            "after": self.cleaned_data.get("after"),
        }


class JoinForm(forms.Form):
    """A player who joins a table.

    With ``founds``, the table becomes a cutting-out table when the player joins. So the form also asks for
    the way of cutting.
    """

    player = player_field(_("Who comes"), required=True)

    def __init__(self, data: Mapping[str, Any] | None = None, *, founds: bool) -> None:
        super().__init__(data, auto_id="%s")
        if founds:
            self.fields["how"] = how_to_cut()

    def values(self) -> dict[str, Any]:
        return {"player": self.cleaned_data["player"], "is_drawn": self.cleaned_data.get("how") != "entered"}


def how_to_cut() -> forms.ChoiceField:
    """Return the field for the way of cutting: by the program ("drawn") or with real cards ("entered")."""
    choices = [
        ("drawn", _("The program cuts, from a seed that anybody can check")),
        ("entered", _("With real cards, which are entered")),
    ]
    return forms.ChoiceField(label=_("Who plays is cut for"), choices=choices, required=False)
