"""Forms for players: entries, wishes, seat changes, first places and prize lists."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs.member_forms import player_field
from scoring.events.planning.domain.kinds import EveningKind
from scoring.events.play.domain.drawing import JOKER_CODE
from scoring.game.names import finder
from scoring.game.references import named
from scoring.game.seating import TableSeats
from scoring.refusals import Conflict
from scoring.templatetags.cards import suit_word
from scoring.web.refusals import refuse
from scoring.web.seen import SeenForm


def with_player_names(refusal: InvalidInput, names: Mapping[int, str]) -> InvalidInput:
    """Return the error with players' names in place of the references ``{player:ID}``.

    A player who is not in ``names`` is shown as "?".
    """
    return refusal.reworded(lambda reason: named(reason, player=lambda player: names.get(player, "?")))


class NewcomerForm(forms.Form):
    """The name of a newcomer who takes the place of a leaving player."""

    player = player_field(_("Newcomer"), required=True)


class WishesForm(SeenForm):
    fixed_table = forms.TypedChoiceField(
        label=_("Always at table"),
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("For somebody who cannot move about."),
    )
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
        partners: Sequence[tuple[int, str]],
        lists: Sequence[str],
        seating: TableSeats,
        kind: EveningKind,
        tables: int,
        wishes: Mapping[str, Any] | None = None,
    ) -> None:
        """``players``: whom the player can be kept apart from. ``partners``: who can be the fixed partner.

        ``tables`` is the highest table that can be chosen, unless the player already has a higher table.
        """
        super().__init__(data, auto_id="%s", initial=dict(wishes or {}))
        self.show(wishes or {})
        most = max(tables, (wishes or {}).get("fixed_table") or 1)
        numbers = [(table, str(table)) for table in range(1, most + 1)]
        self.fields["fixed_table"].choices = [("", gettext("any")), *numbers]  # type: ignore[attr-defined]  # a choice field
        self.fields["keep_apart"].choices = list(players)  # type: ignore[attr-defined]  # a choice field
        seats = [(seat, str(seat)) for seat in seating.seats()]
        self.fields["fixed_seat"].choices = [("", gettext("any")), *seats]  # type: ignore[attr-defined]  # a choice field
        self.fields["partner"].choices = [("", gettext("nobody in particular")), *partners]  # type: ignore[attr-defined]  # a choice field
        if not (seating.has_partners and partners) or kind.refused_wish("partner"):
            del self.fields["partner"]
        if kind.refused_wish("keep_apart"):
            del self.fields["keep_apart"]
        if lists:
            self.fields["on_list"].choices = [("", gettext("no list")), *enumerate(lists)]  # type: ignore[attr-defined]  # a choice field
        else:
            del self.fields["on_list"]

    @property
    def has_wishes(self) -> bool:
        """Whether a wish was typed or has an error. The page then opens the fields of the wishes."""
        return self.is_bound and any(self[name].errors or self[name].value() for name in self._wished)

    @property
    def _wished(self) -> list[str]:
        return [name for name in self.fields if name not in ("player", "base")]

    def clean(self) -> dict[str, Any]:
        """Refuse a fixed seat without a fixed table."""
        typed = super().clean() or {}
        if typed.get("fixed_seat") and not typed.get("fixed_table") and "fixed_table" not in self.errors:
            self.add_error("fixed_table", gettext("A fixed seat needs its table."))
        return typed

    def wishes(self) -> dict[str, object]:
        """Return the wishes without empty fields."""
        typed = {name: self.cleaned_data.get(name) for name in self._wished}
        return {name: value for name, value in typed.items() if value not in (None, "", [])}


class EntrantForm(WishesForm):
    """A player to enter, before or after the start, and the player's wishes."""

    player = player_field(_("Name"))


class ComingForm(forms.Form):
    """The name of a person at check-in who is not on the list yet."""

    player = player_field(_("Name"))

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="%s")


class SwapForm(forms.Form):
    """Two players who change places in a round, and the reason."""

    one = forms.TypedChoiceField(label=_("Who"), coerce=int)
    other = forms.TypedChoiceField(label=_("changes places with"), coerce=int)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Sequence[tuple[int, str]]) -> None:
        super().__init__(data, auto_id="%s")
        choices = [("", gettext("Choose")), *players]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]  # a choice field

    def players(self) -> list[int]:
        return [self.cleaned_data["one"], self.cleaned_data["other"]]


class FirstTablesForm(forms.Form):
    """The seats of round 1 as the director sets them: a field with a player's name for each seat."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Sequence[tuple[int, str]],
        sizes: Sequence[int],
        seats: Sequence[Sequence[int]] = (),
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.names, self.sizes = dict(players), sizes
        self.players = {name: player for player, name in players}
        drawn = {
            (table, seat): self.names[player]
            for table, sitting in enumerate(seats, 1)
            for seat, player in enumerate(sitting, 1)
        }
        for table, size in enumerate(sizes, 1):
            for seat in range(1, size + 1):
                self.fields[_seat(table, seat)] = forms.CharField(
                    label=gettext("Seat %(seat)s") % {"seat": seat},
                    required=False,
                    max_length=80,
                    initial=drawn.get((table, seat)),
                    widget=forms.TextInput(
                        attrs={"type": "search", "list": "present", "autocomplete": "off"}
                    ),
                )

    @property
    def by_table(self) -> list[list[forms.BoundField]]:
        return [
            [self[_seat(table, seat)] for seat in range(1, size + 1)]
            for table, size in enumerate(self.sizes, 1)
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse an unknown name, a player in two seats, and an empty seat or table before a filled one."""
        typed, seated = super().clean() or {}, dict[int, str]()
        is_filled = [[bool(typed.get(field.name)) for field in table] for table in self.by_table]
        find = finder(self.players)
        for name, written in list(typed.items()):
            player = find(written)
            if written and player is None:
                self.add_error(name, gettext("“%(name)s” is not among the players.") % {"name": written})
            elif player in seated:
                before = gettext("%(name)s has a seat at table %(table)s already.")
                table = seated[player].split("_")[1]
                self.add_error(name, before % {"name": self.names[player], "table": table})
            elif player is not None:
                seated[player] = name
        for number, seats in enumerate(is_filled, 1):
            if not any(seats) and any(map(any, is_filled[number:])):
                self.add_error(
                    _seat(number, 1), gettext("Fill the tables in their order: this one is empty.")
                )
            elif sorted(seats, reverse=True) != seats:
                empty = _seat(number, seats.index(False) + 1)
                self.add_error(empty, gettext("Fill the seats in their order: this one is empty."))
        self.seated = {name: player for player, name in seated.items()}
        return typed

    def values(self) -> dict[str, Any]:
        """Return the keyword argument ``tables`` for `moves.start`: the players of each table.

        Empty if the form names nobody.
        """
        tables = [
            [self.seated[field.name] for field in table if field.name in self.seated]
            for table in self.by_table
        ]
        return {"tables": [table for table in tables if table]} if self.seated else {}

    def refuse(self, refusal: InvalidInput) -> None:
        """Show each error at the first seat of its table, or above the form."""
        for path, reasons in refusal.errors.items():
            about, _dot, number = path.partition(".")
            seat = _seat(int(number), 1) if about == "tables" and number else None
            for reason in reasons:
                self.add_error(seat if seat in self.fields else None, translated(reason))


def _seat(table: int, seat: int) -> str:
    return f"seat_{table}_{seat}"


class ListsForm(SeenForm):
    """The prize list to which each player belongs, with a field for each member id."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Sequence[tuple[int, str]],
        lists: Sequence[str],
        on_list: Mapping[int, int | None],
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.show({f"list_{player}": on_list.get(player) for player, _name in players})
        choices = [("", gettext("no list")), *((str(place), name) for place, name in enumerate(lists))]
        for player, name in players:
            place = on_list.get(player)
            self.fields[f"list_{player}"] = forms.TypedChoiceField(
                label=name,
                required=False,
                coerce=int,
                empty_value=None,
                choices=choices,
                initial="" if place is None else str(place),
                widget=forms.RadioSelect,
            )

    def chosen(self) -> dict[int, int | None]:
        """Return member id → place of the chosen prize list, from 0. A player without a list has None."""
        return {
            int(name.removeprefix("list_")): place
            for name, place in self.cleaned_data.items()
            if name != "base"
        }

    def seen_on_lists(self) -> dict[int, Any] | None:
        """Return member id → the prize list that the page showed when it was opened.

        Returns None if the request does not contain what the page showed.
        """
        if self.seen is None:
            return None
        return {player: self.seen.get(f"list_{player}") for player in self.chosen()}

    def show_both(self, refusal: Conflict) -> None:
        """Show an error at each player whose prize list somebody else has changed meanwhile."""
        standing: Mapping[int, Any] = refusal.more["standing"]  # type: ignore[assignment]  # by member
        refusal.more["standing"] = {f"list_{player}": place for player, place in standing.items()}
        super().show_both(refusal)


class PlaceCardWidget(forms.MultiWidget):
    """Two select boxes for a drawn place card.

    - First box: the rank, and the pack if several packs are used.
    - Second box: the colour of the back (red or blue) and the suit, or the joker.
    """

    use_fieldset = True

    def __init__(self, pips: Sequence[tuple[str, str]], suits: Sequence[tuple[str, str]]) -> None:
        shown = (
            forms.Select({"aria-label": pgettext("of a card", "Rank")}, [("", "-"), *pips]),
            forms.Select({"aria-label": gettext("Back and suit")}, [("", "-"), *suits]),
        )
        super().__init__(shown)

    def decompress(self, value: str | None) -> list[str]:
        """Return the values of the two boxes for a card code.

        A code such as R7S/2 has the back, the rank, the suit and, if several packs are used, the pack.
        """
        if not value or value == JOKER_CODE:
            return ["", value or ""]
        return [value[1] + value[3:], value[0] + value[2]]


class PlaceCardField(forms.MultiValueField):
    """A place card of the deck, chosen in two boxes."""

    def __init__(self, deck: Sequence[str], **more: Any) -> None:
        cards = [code for code in deck if code != JOKER_CODE]
        pips = {code[1] + code[3:]: _pips_words(code[1], code[4:]) for code in cards}
        suits = {code[0] + code[2]: _suit_words(code[0], code[2]) for code in cards}
        if len(cards) < len(deck):
            suits[JOKER_CODE] = gettext("joker")
        fields = [
            forms.ChoiceField(choices=pips.items(), required=False),
            forms.ChoiceField(choices=suits.items(), required=False),
        ]
        widget = PlaceCardWidget(list(pips.items()), list(suits.items()))
        super().__init__(fields, widget=widget, required=False, require_all_fields=False, **more)

    def compress(self, data_list: Sequence[str]) -> str:
        """Return the code of the card, or an empty text if nothing was chosen.

        Raises ValidationError if only one of the two boxes was chosen. The joker needs only the second box.
        """
        pips, suit = data_list or ("", "")
        if suit == JOKER_CODE or not (pips or suit):
            return suit
        if not (pips and suit):
            raise forms.ValidationError(gettext("Choose both: the rank, and the back with the suit."))
        return f"{suit[0]}{pips[0]}{suit[1]}{pips[1:]}"


def _pips_words(pips: str, pack: str) -> str:
    shown = "10" if pips == "T" else pips
    return gettext("%(pips)s of pack %(pack)s") % {"pips": shown, "pack": pack} if pack else shown


def _suit_words(back: str, suit: str) -> str:
    words = gettext("%(suit)s, red back") if back == "R" else gettext("%(suit)s, blue back")
    return words % {"suit": suit_word(suit)}


class PlaceCardsForm(forms.Form):
    """The card that each player drew at check-in."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        players: Sequence[tuple[int, str]],
        deck: Sequence[str],
    ) -> None:
        super().__init__(data, auto_id="%s")
        for player, name in players:
            self.fields[f"places_{player}"] = PlaceCardField(deck, label=name)

    def values(self) -> dict[str, Any]:
        """Return the keyword argument ``cards`` for `moves.start`: player → card code.

        Empty if nothing was chosen.
        """
        typed = {int(name.removeprefix("places_")): card for name, card in self.cleaned_data.items() if card}
        return {"cards": typed} if typed else {}

    def refuse(self, refusal: InvalidInput) -> None:
        refuse(self, refusal)
