"""An event as it is planned: its name, its law set, who plays, and its settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.parameters import PARAMETERS
from laws.templatetags.sentences import translated
from scoring.clubs.forms import law_set_choices, offer_law_sets
from scoring.domain.events.settings import EventSettings, parse_settings
from scoring.domain.events.threes import GAME_OF_THREE
from scoring.forms.event_settings import Group, add_setting_fields, groups, movement_of
from scoring.forms.event_wishes import Wishes, parse_wishes
from scoring.forms.refusals import reason_with_law
from scoring.models import Club, Member
from scoring.tables.forms.keys import whole
from scoring.tables.forms.tables import typed_value

LONGEST_LIST = 40_000
"""Characters in the list of names: four hundred of the longest names."""


def _variations() -> list[tuple[str, str]]:
    """Return the variations of every law set, each with the name of its law set before it."""
    return [
        (f"{law_set.slug}/{slug}", f"{law_set.title}: {variation.title}")
        for law_set in library.law_sets().values()
        for slug, variation in law_set.variations.items()
    ]


class EventForm(forms.Form):
    """A progressive evening."""

    name = forms.CharField(label=_("Name of the event"), max_length=80, required=False)
    law_set = forms.ChoiceField(label=_("Law set"))
    law_set_at_three = forms.ChoiceField(
        label=_("Law set of tables of three"),
        required=False,
        help_text=_(
            "Where there are tables of three, each plays alone there. No source tells of such a table in an "
            "evening, so it is the organiser's choice what it plays under."
        ),
    )
    players = forms.CharField(
        label=_("Names"),
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One name a line. A new name joins the club as a player."),
    )
    wishes = forms.CharField(
        label=_("Wishes, one a line"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "What is wished, a colon, and for whom: “table 1: …” or “table 1, seat 2: …” for somebody who "
            "cannot move about; “partners: … / …”; “apart: … / …”; “list …: … / …” for a list of the event."
        ),
    )
    members = forms.MultipleChoiceField(
        label=_("Members"), required=False, widget=forms.CheckboxSelectMultiple
    )

    variations = forms.MultipleChoiceField(
        label=_("Variations"),
        required=False,
        choices=_variations,
        widget=forms.CheckboxSelectMultiple,
    )
    parameters = forms.CharField(
        label=_("Single parameters that differ, one a line"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("The name of the parameter, a colon, and its value, as in “misdeal: same-dealer”."),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, members: Sequence[Member], club: Club
    ) -> None:
        super().__init__(data, auto_id="%s", initial={"law_set": club.law_set})
        offer_law_sets(self, club)
        as_event = ("", gettext("as the event, where its law set lets three play"))
        self.fields["law_set_at_three"].choices = [as_event, *law_set_choices(club, GAME_OF_THREE)]  # type: ignore[attr-defined]  # a choice field
        self.fields["members"].choices = [(str(member.pk), member.name) for member in members]  # type: ignore[attr-defined]  # a choice field
        self.member_names = {member.pk: member.name for member in members}
        add_setting_fields(self)

    @property
    def groups(self) -> list[Group]:
        """Return the settings of the movement under their headings."""
        return groups(self)

    @property
    def lines(self) -> list[str]:
        """Return the lines of the list that hold something."""
        return [line for line in str(self.cleaned_data.get("players", "")).splitlines() if line.strip()]

    def players_named(self) -> list[str | int]:
        """Return who plays: the members that were picked, by their ids, then the names of the list."""
        picked = [int(member) for member in self.cleaned_data.get("members", ())]
        return [*picked, *self.lines]

    def wishes_of(self, lists: Sequence[str]) -> Wishes:
        """Return what is wished, by the places of the players. Raises InvalidInput under ``wishes``."""
        named = self.players_named()
        names = [self.member_names[one] if isinstance(one, int) else " ".join(one.split()) for one in named]
        places = {name: place for place, name in enumerate(names, start=1)}
        return parse_wishes(self.cleaned_data.get("wishes", ""), places, lists)

    def settings_of(self) -> EventSettings:
        """Return the settings as they were typed. Raises InvalidInput as the service would."""
        values = self.values()
        return parse_settings(
            values["movement"], rounds=values["rounds"], deals_per_round=values["deals_per_round"]
        )

    def values(self) -> dict[str, Any]:
        """Return what the service takes. Raises InvalidInput for wishes that cannot be read."""
        typed = self.cleaned_data
        movement = movement_of(typed)
        lists = movement["lists"]
        law_set = typed.get("law_set") or library.common_law_set().slug
        return {
            "name": typed.get("name", ""),
            "law_set": law_set,
            "law_set_at_three": typed.get("law_set_at_three") or None,
            "players": self.players_named(),
            "rounds": _number(typed.get("rounds")),
            "deals_per_round": _number(typed.get("deals_per_round")),
            "movement": movement,
            "wishes": self.wishes_of(lists if isinstance(lists, list) else ()),
            "variations": self._variations_of(law_set) or None,
            "parameters": self._parameters() or None,
        }

    def _variations_of(self, law_set: str) -> list[str]:
        """Return the variations that were ticked. Raises InvalidInput for those of another law set."""
        ticked = [one.rsplit("/", 1) for one in self.cleaned_data.get("variations", ())]
        if any(of != law_set for of, _slug in ticked):
            raise InvalidInput(
                {"variations": gettext("Only variations of the law set that is played under.")}
            )
        return [slug for _of, slug in ticked]

    def _parameters(self) -> dict[str, Any]:
        """Return the parameters that were typed. Raises InvalidInput for a line that cannot be read."""
        found: dict[str, Any] = {}
        for number, line in enumerate(self.cleaned_data.get("parameters", "").splitlines(), start=1):
            name, colon, text = (part.strip() for part in line.partition(":"))
            if not line.strip():
                continue
            if not colon or name not in PARAMETERS or not text:
                said = gettext("Line %(number)s: a parameter of the law set, a colon, and its value.")
                raise InvalidInput({"parameters": said % {"number": number}})
            found[name] = typed_value(name, text)
        return found

    def refuse(self, refusal: InvalidInput) -> None:
        """Put each reason beside its field; of a player, with the name it is about."""
        self.full_clean()
        named = self.players_named()
        for path, reasons in refusal.errors.items():
            first, _dot, rest = path.partition(".")
            field = f"movement_{rest.split('.')[0]}" if first == "movement" else first
            about = ""
            if first == "players" and rest.isdecimal() and 0 < int(rest) <= len(named):
                who = named[int(rest) - 1]
                about = gettext("“%(name)s”: ") % {"name": who.strip()} if isinstance(who, str) else ""
            for reason in reasons:
                said = reason_with_law(reason, refusal.law)
                if about and about.strip("“”: ") not in reason:
                    said = f"{about}{translated(reason)}"
                self.add_error(field if field in self.fields else None, said)


def _number(text: str | None) -> object:
    return whole(text.strip()) if text and text.strip() else None
