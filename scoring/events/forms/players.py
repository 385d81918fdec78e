"""Who comes to an event, with what is wished on his behalf; and the cards with which places were drawn."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.game.names import with_names
from scoring.game.seating import TableSeats
from scoring.web.refusals import refuse

MOST_TABLES = 100


def with_player_names(refusal: InvalidInput, names: Mapping[int, str]) -> InvalidInput:
    """Return a refusal with names where the domain has references."""
    return refusal.reworded(lambda reason: with_names(reason, lambda player: names.get(player, "?")))


class WishesForm(forms.Form):
    """What is asked for on behalf of somebody who takes part."""

    fixed_table = forms.IntegerField(
        label=_("Always at table"), required=False, min_value=1, max_value=MOST_TABLES,
        help_text=_("For somebody who cannot move about."),
    )  # fmt: skip
    fixed_seat = forms.TypedChoiceField(
        label=_("and in seat"), required=False, coerce=int, empty_value=None
    )  # fmt: skip
    partner = forms.TypedChoiceField(label=_("Always with"), required=False, coerce=int, empty_value=None)
    keep_apart = forms.TypedMultipleChoiceField(
        label=_("Never at a table with"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    on_list = forms.TypedChoiceField(label=_("List"), required=False, coerce=int, empty_value=None)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Sequence[tuple[int, str]],
        lists: Sequence[str],
        seating: TableSeats,
        wishes: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, auto_id="%s", initial=dict(wishes or {}))
        self.fields["keep_apart"].choices = list(players)  # type: ignore[attr-defined]  # a choice field
        seats = [(seat, str(seat)) for seat in seating.seats()]
        self.fields["fixed_seat"].choices = [("", gettext("any")), *seats]  # type: ignore[attr-defined]  # a choice field
        self.fields["partner"].choices = [("", gettext("nobody in particular")), *players]  # type: ignore[attr-defined]  # a choice field
        if not seating.has_partners:
            del self.fields["partner"]
        if lists:
            self.fields["on_list"].choices = [("", gettext("none")), *enumerate(lists)]  # type: ignore[attr-defined]  # a choice field
        else:
            del self.fields["on_list"]

    @property
    def has_wishes(self) -> bool:
        """Return whether a wish was typed or refused, so that it should be seen."""
        wishes = [self[name] for name in self.fields if name != "player"]
        return self.is_bound and any(field.errors or field.value() for field in wishes)

    def clean(self) -> dict[str, Any]:
        """Refuse a seat without its table."""
        typed = super().clean() or {}
        if typed.get("fixed_seat") and not typed.get("fixed_table") and "fixed_table" not in self.errors:
            self.add_error("fixed_table", gettext("A fixed seat needs its table."))
        return typed

    def wishes(self) -> dict[str, object]:
        """Return what is wished, without what is not."""
        typed = {name: self.cleaned_data.get(name) for name in self.fields if name != "player"}
        return {name: value for name, value in typed.items() if value not in (None, "", [])}


class EntrantForm(WishesForm):
    """Somebody who comes, before the start or late."""

    player = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"list": "members", "autocomplete": "off"}),
    )


class SwapForm(forms.Form):
    """Two players who change places in a round, and why."""

    one = forms.TypedChoiceField(label=_("Who"), coerce=int)
    other = forms.TypedChoiceField(label=_("changes places with"), coerce=int)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Sequence[tuple[int, str]]) -> None:
        super().__init__(data, auto_id="%s")
        choices = [("", gettext("Choose")), *players]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # a choice field

    def players(self) -> list[int]:
        """Return the two who were chosen."""
        return [self.cleaned_data["one"], self.cleaned_data["other"]]


class FirstTablesForm(forms.Form):
    """Who sits where at the start, as the organiser says: a line for each table, the head table first."""

    tables = forms.CharField(
        label=_("The tables, one per line"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "The players in seat order, with “ / ” between them; partners sit opposite. Anybody in no "
            "line sits out the first round."
        ),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Sequence[tuple[int, str]],
        seats: Sequence[Sequence[int]] = (),
    ) -> None:
        names = dict(players)
        lines = [" / ".join(names[player] for player in table) for table in seats]
        super().__init__(data, auto_id="%s", initial={"tables": "\n".join(lines)})
        self.players = {name: player for player, name in players}

    def seats(self) -> list[list[int]]:
        """Return the players of each table. Raises InvalidInput under ``tables`` for a name nobody has."""
        tables, errors = [], []
        for number, line in enumerate(self.cleaned_data["tables"].splitlines(), start=1):
            names = [" ".join(name.split()) for name in line.split("/") if name.strip()]
            for name in names:
                if name not in self.players:
                    message = gettext("Line %(number)s: “%(name)s” is not among the players.")
                    errors.append(message % {"number": number, "name": name})
            if names:
                tables.append([self.players.get(name, 0) for name in names])
        if errors:
            raise InvalidInput({"tables": errors})
        return tables

    def values(self) -> dict[str, Any]:
        """Return what the service takes: nothing where nothing was typed. Raises as `seats`."""
        return {"tables": seats} if (seats := self.seats()) else {}

    def refuse(self, refusal: InvalidInput) -> None:
        """Put every reason beside the lines."""
        for path, reasons in refusal.errors.items():
            number = path.partition(".")[2]
            about = gettext("Table %(number)s: ") % {"number": number} if number.isdecimal() else ""
            for reason in reasons:
                self.add_error("tables", f"{about}{translated(reason)}")


class PlaceCardsForm(forms.Form):
    """The card each player has drawn at the door."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Sequence[tuple[int, str]]) -> None:
        super().__init__(data, auto_id="%s")
        widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "size": 6})
        for player, name in players:
            self.fields[f"places_{player}"] = forms.CharField(
                label=name, required=False, max_length=10, widget=widget
            )

    def values(self) -> dict[str, Any]:
        """Return what the service takes: who has drawn which card, nothing where nothing was typed."""
        typed = {int(name.removeprefix("places_")): card for name, card in self.cleaned_data.items() if card}
        return {"cards": typed} if typed else {}

    def refuse(self, refusal: InvalidInput) -> None:
        """Put each reason beside the card of the player it is about."""
        refuse(self, refusal)
