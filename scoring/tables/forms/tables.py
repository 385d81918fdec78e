"""Forms for a new table, the next game, a cut, and a player who joins."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from laws import library, table_of_contents
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet, Variation
from laws.domain.parameters import GROUPS, PARAMETERS, Parameter, in_words
from laws.domain.sentences import Sentence
from laws.templatetags.sentences import filled, translated
from scoring.clubs.forms import offer_law_sets
from scoring.clubs.models import Club, Member
from scoring.game.cutting import PURPOSES
from scoring.game.cutting_out import SEATS
from scoring.game.games import GameKind, by_branch
from scoring.game.rules import rules_of
from scoring.templatetags.cards import purpose_words
from scoring.web.keys import key_field
from scoring.web.pages import whole


class LawSetChoiceForm(forms.Form):
    """The law set and game of a new table; all other choices depend on these."""

    law_set = forms.ChoiceField(label=_("Law set"), required=False)
    game = forms.ChoiceField(label=pgettext_lazy("what is played", "Game"), required=False)

    def __init__(self, *args: Any, club: Club, games: Sequence[GameKind], **more: Any) -> None:
        super().__init__(*args, **more)
        offer_law_sets(self, club)
        self.fields["game"].choices = game_choices(games)  # type: ignore[attr-defined]  # a choice field


def game_choices(games: Iterable[GameKind]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the games as choices, grouped by branch of the family."""
    return [
        (branch, [(game.key, translated(game.name)) for game in found]) for branch, found in by_branch(games)
    ]


def player_field(label: Any, initial: str | None = None, *, required: bool = False) -> forms.CharField:
    """Return a text field for a player's name; the browser suggests the club's members."""
    widget = forms.TextInput(attrs={"list": "members", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=80, required=required, initial=initial, widget=widget)


def dealer_field(choices: Sequence[tuple[int, str]], **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=_("First dealer"), coerce=int, choices=choices, **more)


class LawChoicesForm(forms.Form):
    """The variations and parameters of a law set; an empty field keeps the law set's value.

    The text in ``find`` moves the matching parameters to the top. A search validates nothing.
    """

    find = forms.CharField(label=_("Find a parameter"), required=False, max_length=80)

    def add_choices(self, law_set: LawSet, game: GameKind | None = None) -> None:
        """Add the fields; for a ``game``, offer only the variations that fit it."""
        self.fields["variations"] = forms.MultipleChoiceField(
            label=_("Variations"),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=[
                (slug, filled(variation.title))
                for slug, variation in law_set.variations.items()
                if game is None or _goes_with(variation, law_set, game)
            ],
        )
        self.laws = law_set
        for name, parameter in PARAMETERS.items():
            self.fields[f"parameters_{name}"] = parameter_field(parameter, law_set)

    @property
    def is_search(self) -> bool:
        """Return whether the form was sent only to find a parameter."""
        return self.data.get("action") == "find"

    @property
    def variation_ticks(self) -> list[tuple[BoundWidget, table_of_contents.VariationEntry | None]]:
        """Return the checkbox of each variation, with a description of its changes."""
        explained = {entry.variation.slug: entry for entry in table_of_contents.variations(self.laws)}
        return [(tick, explained.get(tick.data["value"])) for tick in self["variations"]]

    @property
    def first_parameters(self) -> list[forms.BoundField]:
        """Return the fields at the top: the search results or, without a search, the filled and refused."""
        typed = str(self["find"].value() or "").strip()
        return [
            field
            for name, parameter in PARAMETERS.items()
            if (field := self[f"parameters_{name}"])
            and (
                table_of_contents.speaks_of(parameter, typed, translated)
                if typed
                else field.errors or field.value()
            )
        ]

    @property
    def parameter_groups(self) -> list[tuple[Sentence, list[forms.BoundField]]]:
        """Return the fields of the other parameters, grouped by heading."""
        first = {field.name for field in self.first_parameters}
        groups = {
            title: [
                self[name] for parameter in group if (name := f"parameters_{parameter.name}") not in first
            ]
            for title, group in GROUPS.items()
        }
        return [(title, fields) for title, fields in groups.items() if fields]

    def parameters(self) -> dict[str, object]:
        """Return the filled parameters, name → parsed value."""
        texts = {name: self.cleaned_data.get(f"parameters_{name}") for name in PARAMETERS}
        return {name: typed_value(name, text) for name, text in texts.items() if text}


def _goes_with(variation: Variation, law_set: LawSet, game: GameKind) -> bool:
    """Return whether a variation is one of the game's laws and its parameters are valid for the game."""
    if library.laws()[variation.law].game not in game.ruled_as:
        return False
    try:
        rules_of(law_set.derive({}, [variation.slug]), game)
    except InvalidInput:
        return False
    return True


class TableForm(LawChoicesForm):
    """A new table under a law set: players by name, variations, and changed parameters."""

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
        """Return the fields of the players beyond the seats, and of how they cut for who plays."""
        return [*(self[f"players_{place}"] for place in self.further), self["how"]] if self.further else []

    @property
    def has_further(self) -> bool:
        """Return whether the field of a player beyond the seats is filled or has an error."""
        return any(field.errors or field.value() for field in self.further_fields[:-1])

    def values(self) -> dict[str, Any]:
        """Return the arguments for the service `open_table`."""
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


def parameter_field(parameter: Parameter, law_set: LawSet) -> forms.Field:
    """Return the form field of a parameter; an empty field keeps the law set's value."""
    label = translated(parameter.title)
    says = translated(in_words(parameter.name, law_set[parameter.name]))
    meaning = translated(parameter.meaning)
    as_it_is = gettext("as the law set says: %(value)s") % {"value": says}
    if parameter.kind in ("choice", "flag"):
        words = parameter.choices or ("true", "false")
        choices = [("", as_it_is), *((word, translated(in_words(parameter.name, word))) for word in words)]
        return forms.ChoiceField(label=label, required=False, choices=choices, help_text=meaning)
    accepts = gettext("Accepted: %(values)s.") % {"values": translated(parameter.accepted)}
    help_text = f"{meaning} {as_it_is[:1].upper()}{as_it_is[1:]}. {accepts}"
    return forms.CharField(label=label, required=False, max_length=200, help_text=help_text)


def typed_value(name: str, text: str) -> object:
    """Parse the text of a parameter by its kind; text that cannot be parsed is returned unchanged."""
    kind = PARAMETERS[name].kind
    if kind == "flag":
        return {"true": True, "false": False}.get(text, text)
    if kind == "order":
        return [word.strip() for word in text.split(",")]
    if kind == "points":
        pairs = [pair.rsplit(maxsplit=1) for pair in text.split(",")]
        return {pair[0].strip(): whole(pair[-1]) for pair in pairs if pair}
    if kind == "limit" and text in ("none", "null"):
        return None
    return whole(text) if kind in ("number", "limit") else text


def written_value(value: object) -> str:
    """Return the text that a user types for a parameter's value.

    >>> written_value(True), written_value(None), written_value(("high", "low")), written_value({"high": 1})
    ('true', 'none', 'high, low', 'high 1')
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {worth}" for name, worth in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


class GameForm(forms.Form):
    """The next game at a table: who sits where and who deals.

    ``after`` is the number of the previous game, so that a form sent twice begins only one game.
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
        """Return the arguments for the service; ``players`` is None if nobody changed seats."""
        players = [self.cleaned_data.get(f"players_{seat}", "") for seat in self.seats]
        return {
            "dealer": self.cleaned_data.get("dealer"),
            "players": None if players == self.before else players,
            "after": self.cleaned_data.get("after"),
        }


def card_text(posted: Mapping[str, Any], name: str) -> str:
    """Return a card as text: as typed or, if nothing was typed, from the tapped rank and suit."""
    if typed := posted.get(name, "").strip():
        return str(typed).upper()
    rank = posted.get(f"rank-{name}", "")
    return f"{rank}{posted.get(f'suit-{name}', '')}" if rank else ""


class CardInput(forms.TextInput):
    """A card that is tapped or typed; the template tag ``card_picker`` renders it."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> str:
        return card_text(data, name)


class CardsForm(forms.Form):
    """The cards cut from a real pack, one field per player, named by member id."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, players: Mapping[int, str]) -> None:
        super().__init__(data, auto_id="%s")
        self.players = players
        for player, name in players.items():
            self.fields[f"cards_{player}"] = forms.CharField(
                label=name, required=False, max_length=3, widget=CardInput()
            )

    @property
    def card_fields(self) -> list[forms.BoundField]:
        """The card fields in the order of the players."""
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
        purpose: str = "",
        has_cut_for_deal: bool = False,
    ) -> None:
        super().__init__(data, players=players)
        self.fields["purpose"].initial = purpose
        # Only four players cut for partners. If an event demands a cut for the deal, it is made only once.
        is_out = {"partners": len(players) != SEATS, "deal": has_cut_for_deal}
        purposes = [purpose for purpose in PURPOSES if not is_out.get(purpose)]
        choices = [(purpose, purpose_words(purpose)) for purpose in purposes]
        self.fields["purpose"].choices = choices  # type: ignore[attr-defined]


class JoinForm(forms.Form):
    """A player who joins a table."""

    player = player_field(_("Who comes"), required=True)

    def __init__(self, data: Mapping[str, Any] | None = None, *, founds: bool) -> None:
        super().__init__(data, auto_id="%s")
        if founds:
            self.fields["how"] = how_to_cut()

    def values(self) -> dict[str, Any]:
        """Return the arguments for the service."""
        return {"player": self.cleaned_data["player"], "is_drawn": self.cleaned_data.get("how") != "entered"}


def how_to_cut() -> forms.ChoiceField:
    """Return the choice between a draw by the service and real cards."""
    choices = [
        ("drawn", _("The service draws, from a seed that anybody can check")),
        ("entered", _("With real cards, which are entered")),
    ]
    return forms.ChoiceField(label=_("Who plays is cut for"), choices=choices, required=False)
