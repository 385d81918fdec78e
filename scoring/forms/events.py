"""An event as it is planned: its name, its law set, who plays, and its settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws import library
from laws.domain.errors import InvalidInput
from scoring.domain.events.settings import EventSettings, parse_settings
from scoring.forms.clubs import offer_law_sets
from scoring.forms.event_settings import Group, add_setting_fields, groups, movement_of
from scoring.forms.event_wishes import Wishes, parse_wishes
from scoring.forms.keys import whole
from scoring.forms.refusals import reason_with_law
from scoring.models import Club, Member

LONGEST_LIST = 40_000
"""Characters in the list of names: four hundred of the longest names."""


class EventForm(forms.Form):
    """A progressive evening."""

    name = forms.CharField(label=_("Name of the event"), max_length=80, required=False)
    law_set = forms.ChoiceField(label=_("Law set"))
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

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, members: Sequence[Member], club: Club
    ) -> None:
        super().__init__(data, auto_id="%s", initial={"law_set": club.law_set})
        offer_law_sets(self, club)
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
        return {
            "name": typed.get("name", ""),
            "law_set": typed.get("law_set") or library.common_law_set().slug,
            "players": self.players_named(),
            "rounds": _number(typed.get("rounds")),
            "deals_per_round": _number(typed.get("deals_per_round")),
            "movement": movement,
            "wishes": self.wishes_of(lists if isinstance(lists, list) else ()),
        }

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
                    said = f"{about}{reason}"
                self.add_error(field if field in self.fields else None, said)


def _number(text: str | None) -> object:
    return whole(text.strip()) if text and text.strip() else None
