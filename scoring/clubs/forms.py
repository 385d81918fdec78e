"""Forms about a club, and the choices of its law sets."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from laws import library
from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from scoring.clubs.models import Club, Paper
from scoring.clubs.services.clubs import TIME_ZONES
from scoring.web.keys import key_field
from scoring.web.seen import SeenForm


def law_set_choices(club: Club | None = None, game: str | None = None) -> list[tuple[str, str]]:
    """Return the choices of a law set: the books, the club's published law sets, and the club's default.

    With ``game``, only law sets that include this game.
    """
    books = library.law_sets()
    choices = [(slug, book.title) for slug, book in books.items() if game is None or game in book.games]
    own = club.house_law_sets.values_list("slug", flat=True) if club else ()
    for slug in dict.fromkeys([*own, *([club.law_set] if club else [])]):
        if slug not in books:
            try:
                law_set = law_set_named(slug)
            except InvalidInput:
                continue  # the club's law set has no published revision yet
            if game is None or game in law_set.games:
                choices.append((slug, law_set.title))
    return choices


def offer_law_sets(form: forms.Form, club: Club) -> None:
    """Let the form's field ``law_set`` offer the law sets that the club can choose."""
    chosen = form.fields["law_set"]
    if isinstance(chosen, forms.ChoiceField):
        chosen.choices = law_set_choices(club)


class ZoneAndPaper(forms.Form):
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=60,
        required=False,
        help_text=_("Pages and prints show times in it. For example: Europe/Berlin."),
        widget=forms.TextInput(attrs={"list": "time-zones", "autocomplete": "off", "data-time-zone": True}),
    )
    paper = forms.ChoiceField(
        label=_("Paper"), choices=Paper.choices, help_text=_("Every sheet is printed on it.")
    )

    @property
    def zones(self) -> list[str]:
        return sorted(TIME_ZONES)


class ClubForm(ZoneAndPaper):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, required=False)
    slug = forms.CharField(
        label=_("Web address"),
        max_length=60,
        required=False,
        help_text=_("Lower-case letters, digits and hyphens. Leave it empty to make one from the name."),
    )
    law_set = forms.ChoiceField(
        label=_("Law set"),
        choices=law_set_choices,
        initial=lambda: library.common_law_set().slug,
        help_text=_("Offered first when you open a table."),
    )
    key = key_field()

    field_order = ("name", "slug", "law_set")


class ClubChangeForm(ZoneAndPaper, SeenForm):
    """The settings of a club."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, required=False)
    law_set = forms.ChoiceField(
        label=_("Law set"), help_text=_("Tables keep the one they were opened under.")
    )
    publishes_rulings = forms.BooleanField(
        label=_("Publish the rulings of events"),
        required=False,
        help_text=_("Everybody who can see an event can then read its rulings, without names."),
    )
    has_table_codes = forms.BooleanField(
        label=_("Open tables by a code"),
        required=False,
        help_text=_(
            "Six letters that can be typed where a phone cannot scan. They work until the table is closed."
        ),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club) -> None:
        now = {name: getattr(club, name) for name in self.base_fields if name != "base"}
        super().__init__(data, initial=now, auto_id="%s")
        self.show(now)
        offer_law_sets(self, club)

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in self.cleaned_data.items() if name != "base"}
