"""The part of a form that chooses a law set, its variations and its parameters."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from laws import library, table_of_contents
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet, Variation
from laws.domain.parameters import GROUPS, PARAMETERS, Parameter, in_words
from laws.domain.roles import without_partners
from laws.domain.sentences import Sentence
from laws.queries import law_set_named
from laws.templatetags.sentences import filled, translated
from scoring.clubs.forms import law_set_choices, offer_law_sets
from scoring.clubs.models import Club
from scoring.game.games import GameKind, by_branch
from scoring.game.rules import laws_of_game
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


class LawChoicesForm(forms.Form):
    """The variations and parameters of a law set; an empty field keeps the law set's value.

    If the text ``find`` is not empty, the parameters that match it move to the top. Pages drop the errors of
    a form that was sent as a search, see `is_search`.
    """

    not_offered: Collection[str] = ()
    """The parameters that nothing reads where the form is used. They are left out if they have no value."""

    find = forms.CharField(label=_("Find a parameter"), required=False, max_length=80)

    def offer_laws(self, club: Club, game: GameKind | None) -> None:
        """Offer the law sets that have laws of the game, and add the fields of the chosen law set.

        - Without a game, the law sets that have laws of Cinch are offered.
        - Without a valid choice, the fields are those of the initial law set.
        - If the initial law set is not offered, the first law set on offer becomes the initial law set.
        """
        choices = law_set_choices(club, game.slug if game else "cinch")
        field: Any = self.fields["law_set"]
        field.choices = choices
        field.error_messages["invalid_choice"] = gettext("Choose a law set with laws of this game.")
        if choices and self.initial["law_set"] not in dict(choices):
            self.initial["law_set"] = choices[0][0]
        chosen = self["law_set"].value()
        laws = law_set_named(chosen if field.valid_value(chosen) else self.initial["law_set"])
        self.add_choices(laws.for_game(game.slug) if game and game.slug in laws.games else laws, game)

    def add_choices(self, law_set: LawSet, game: GameKind | None = None) -> None:
        """Add the fields for variations and parameters.

        For a ``game``, offer only the variations that fit the game, and the parameters that change something
        in the game and are not in `not_offered`. Any other parameter is offered only if the form already has
        a value for it.
        """
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
        self.laws, self.played = law_set, game
        for name, parameter in PARAMETERS.items():
            key = f"parameters_{name}"
            is_filled = bool(self.data.get(key) or self.initial.get(key))
            can_differ = game is None or (name not in self.not_offered and _can_differ(parameter, game))
            if is_filled or can_differ:
                self.fields[key] = parameter_field(parameter, law_set, game, every_value=is_filled)

    def variations_gone(self) -> list[str]:
        """Return the titles of the sent variations that are not offered."""
        sent = self.data.getlist("variations") if isinstance(self.data, QueryDict) else []
        offered = dict(self.fields["variations"].choices)  # type: ignore[attr-defined]  # a choice field
        books = library.law_sets().values()
        titles = {slug: variation.title for book in books for slug, variation in book.variations.items()}
        return [filled(titles.get(slug, slug)) for slug in sent if slug not in offered]

    @property
    def is_search(self) -> bool:
        """Return whether the form was sent only to find a parameter."""
        return self.data.get("action") == "find"

    @property
    def variation_ticks(self) -> list[tuple[BoundWidget, table_of_contents.VariationEntry | None]]:
        """Return a pair for each variation: its checkbox, and a description of its changes or None."""
        explained = {entry.variation.slug: entry for entry in table_of_contents.variations(self.laws)}
        return [(tick, explained.get(tick.data["value"])) for tick in self["variations"]]

    @property
    def first_parameters(self) -> list[forms.BoundField]:
        """Return the fields at the top: the results of a search.

        Without a search, the fields with a value or an error are at the top.
        """
        typed = str(self["find"].value() or "").strip()
        return [
            field
            for name, parameter in PARAMETERS.items()
            if f"parameters_{name}" in self.fields
            and (field := self[f"parameters_{name}"])
            and (
                table_of_contents.speaks_of(parameter, typed, translated)
                if typed
                else field.errors or field.value()
            )
        ]

    @property
    def parameter_groups(self) -> list[tuple[Sentence, list[forms.BoundField]]]:
        """Return the fields of the parameters that are not in `first_parameters`, grouped by heading."""
        others = self.fields.keys() - {field.name for field in self.first_parameters}
        groups = {
            title: [self[name] for parameter in group if (name := f"parameters_{parameter.name}") in others]
            for title, group in GROUPS.items()
        }
        return [(title, fields) for title, fields in groups.items() if fields]

    def parameters(self) -> dict[str, object]:
        """Return parameter name → parsed value, for the fields that are filled in."""
        texts = {name: self.cleaned_data.get(f"parameters_{name}") for name in PARAMETERS}
        return {name: typed_value(name, text) for name, text in texts.items() if text}


def _goes_with(variation: Variation, law_set: LawSet, game: GameKind) -> bool:
    if library.laws()[variation.law].game not in game.ruled_as:
        return False
    try:
        laws_of_game(law_set.derive({}, [variation.slug]), game)
    except InvalidInput:
        return False
    return True


def _values_read(parameter: Parameter, game: GameKind | None) -> list[str]:
    return [value for value in parameter.words if game is None or game.reads(parameter.name, value)]


def _can_differ(parameter: Parameter, game: GameKind) -> bool:
    return game.reads(parameter.name) and (not parameter.words or len(_values_read(parameter, game)) > 1)


def parameter_field(
    parameter: Parameter, law_set: LawSet, game: GameKind | None = None, *, every_value: bool = False
) -> forms.Field:
    """Return the form field of a parameter. An empty field keeps the law set's value.

    For a ``game``, the field offers only the values that make a difference in the game; with ``every_value``
    it offers all values. In a game without partners, the texts do not mention partners.
    """

    def suited(sentence: str) -> str:
        return translated(without_partners(sentence) if game and game.plays_alone else sentence)

    label, meaning = suited(parameter.title), suited(parameter.meaning)
    says = suited(in_words(parameter.name, law_set[parameter.name]))
    as_it_is = gettext("as the law set says: %(value)s") % {"value": says}
    if parameter.kind in ("choice", "flag"):
        words = _values_read(parameter, None if every_value else game)
        choices = [("", as_it_is), *((word, suited(in_words(parameter.name, word))) for word in words)]
        return forms.ChoiceField(label=label, required=False, choices=choices, help_text=meaning)
    accepted = translated(parameter.accepted)
    if parameter.kind == "limit":
        span = {"low": parameter.low, "high": parameter.high}
        accepted = gettext("a whole number from %(low)s to %(high)s, or “none”") % span
    accepts = gettext("Accepted: %(values)s.") % {"values": accepted}
    help_text = f"{meaning} {as_it_is[:1].upper()}{as_it_is[1:]}. {accepts}"
    return forms.CharField(label=label, required=False, max_length=200, help_text=help_text)


def typed_value(name: str, text: str) -> object:
    """Parse the text of a parameter by its kind. What cannot be parsed stays text; the law set refuses it."""
    kind = PARAMETERS[name].kind
    if kind == "flag":
        return {"true": True, "false": False}.get(text, text)
    if kind == "order":
        return [word.strip() for word in text.split(",")]
    if kind == "points":
        pairs = [pair.rsplit(maxsplit=1) for pair in text.split(",")]
        return {pair[0].strip(): whole(pair[-1]) for pair in pairs if pair}
    if kind == "limit" and text in ("none", "null", gettext("none")):
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
