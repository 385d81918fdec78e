"""An event as it is planned: its name, its law set, who plays, their wishes, and its settings as fields."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from laws import library
from laws.domain.errors import InvalidInput
from laws.domain.parameters import PARAMETERS
from laws.templatetags.sentences import translated
from scoring.clubs.forms import law_set_choices, offer_law_sets
from scoring.clubs.models import Club, Member
from scoring.events.domain.settings import (
    EVENING,
    MOVEMENT,
    EventSetting,
    SettingValue,
)
from scoring.events.domain.values import GAME_OF_THREE
from scoring.tables.forms.tables import typed_value
from scoring.web.pages import whole
from scoring.web.refusals import refuse

LONGEST_LIST = 40_000
"""Characters in the list of names: four hundred of the longest names."""
TABLE = re.compile(r"table ([1-9][0-9]{0,2})(?:,? seat ([1-4]))?")
BETWEEN = " / "
GROUPS = (
    (_("Who moves where"), ("kind", "head_losers", "head_winners", "split", "strides", "mixed_pairs")),
    (_("Four does not divide the players"), ("odd", "law_set_at_three", "deals_at_three", "points_at_three")),
    (_("The start"), ("places",)),
    (
        _("The end of a round"),
        ("reaching_target", "ties", "missing_results", "bell", "minutes", "last_hand_minutes"),
    ),
    (
        _("The end of the evening"),
        (
            "correction_period_minutes",
            "tie_breaks",
            "prizes",
            "prize_ties",
            "lists",
            "one_prize_each",
            "two_person_final",
        ),
    ),
)
"""The settings of the movement under the headings of the page, and beside them what else belongs there."""

TITLES = {
    "rounds": _("Rounds"),
    "deals_per_round": _("Deals in a round"),
    "kind": _("Kind of movement"),
    "head_losers": _("Losers of the head table"),
    "head_winners": _("Winners of the head table"),
    "split": _("How partners part"),
    "strides": _("Strides of the rotation"),
    "odd": _("Players that four does not take in"),
    "deals_at_three": _("Deals at a table of three"),
    "points_at_three": _("Points of a table of three"),
    "mixed_pairs": _("Mixed pairs"),
    "places": _("First places"),
    "reaching_target": _("A side reaches the game"),
    "ties": _("Ties"),
    "missing_results": _("A result is missing at the bell"),
    "bell": _("The bell"),
    "minutes": _("Minutes in a round"),
    "last_hand_minutes": _("Call of the last hand"),
    "correction_period_minutes": _("Time for corrections"),
    "tie_breaks": _("Ranked by"),
    "prizes": _("Prizes"),
    "prize_ties": _("Equal for a prize"),
    "lists": _("Lists"),
    "one_prize_each": _("One prize each"),
    "two_person_final": _("A second pair of eyes"),
}
STATUSES = {
    "stated": _("as the source says"),
    "inferred": _("as follows from the source"),
    "open": _("our choice, the source leaves it open"),
}

Wishes = dict[int, dict[str, Any]]
FIELDS = {setting.name: setting for setting in EVENING} | {
    f"movement_{setting.name}": setting for setting in MOVEMENT
}


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with its fields; ``is_open`` where something in it was changed or refused."""

    title: str
    fields: tuple[forms.BoundField, ...]
    is_open: bool


def title_of(name: str) -> str:
    """Return what a setting is called on a page."""
    return str(TITLES.get(name, name.replace("_", " ").capitalize()))


def setting_words(value: SettingValue) -> str:
    """Return a setting's value as it is said.

    >>> setting_words(("best-round", "gold")), setting_words(None), setting_words(True)
    ('best round, gold', 'none', 'yes')
    """
    if value is None or value == ():
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple):
        return ", ".join(map(setting_words, value))
    return value.replace("-", " ") if isinstance(value, str) else str(value)


COUNTED = {
    "rounds": ngettext_lazy("%d round", "%d rounds"),
    "deals": ngettext_lazy("%d deal", "%d deals"),
    "minutes": ngettext_lazy("%d minute", "%d minutes"),
}


def value_in_words(setting: EventSetting, value: SettingValue) -> str:
    """Return a setting's value as it is said, with what it counts, if it counts something.

    >>> [value_in_words(setting, 1) for setting in EVENING if setting.name == "rounds"]
    ['1 round']
    """
    counted = COUNTED.get(setting.unit)
    return counted % value if counted and isinstance(value, int) else setting_words(value)


def value_of(setting: EventSetting, text: str) -> object:
    """Return what was typed as a value of the setting's kind; what cannot be read goes on as it is."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    match setting.kind:
        case "flag":
            return {"true": True, "false": False}.get(text, text)
        case "limit" | "strides" if not text:
            return None
        case "number" | "limit" if text:
            return whole(text)
        case "strides":
            return [whole(part.strip()) for part in text.split(",")]
        case "order":
            return [part.replace(" ", "-") for part in parts]
        case "names":
            return parts
    return text or setting.default


def setting_field(setting: EventSetting) -> forms.Field:
    """Return the field of a setting, with its default filled in."""
    default = gettext("Default: %(value)s, %(status)s.") % {
        "value": setting_words(setting.default),
        "status": STATUSES[setting.status],
    }
    label, help_text = title_of(setting.name), f"{setting.meaning} {default}"
    initial = _written(setting.default)
    if setting.kind in ("choice", "flag"):
        choices = {_written(value): setting_words(value) for value in setting.choices or (True, False)}
        choices[initial] = gettext("%(value)s (default)") % {"value": choices[initial]}
        return forms.ChoiceField(
            label=label, required=False, choices=choices, initial=initial, help_text=help_text
        )
    if setting.kind == "order":
        among = gettext("With commas between, in their order. Among: %(words)s.")
        help_text += " " + among % {"words": setting_words(setting.choices)}
    elif setting.kind in ("names", "strides"):
        help_text += " " + gettext("With commas between; empty for none.")
    elif setting.kind == "limit":
        help_text += " " + gettext("Empty for none.")
    mode = "numeric" if setting.kind in ("number", "limit") else "text"
    return forms.CharField(
        label=label,
        required=False,
        max_length=300,
        initial=initial,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off"}),
    )


def _written(value: SettingValue) -> str:
    """Return a value as it stands in a field."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or value == ():
        return ""
    return setting_words(value) if isinstance(value, tuple) else str(value)


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
        self.fields |= {name: setting_field(setting) for name, setting in FIELDS.items()}

    @property
    def groups(self) -> list[Group]:
        """The fields of the movement under their headings."""
        groups = []
        for title, names in GROUPS:
            # What is no setting of the movement has a name of its own.
            fields = tuple(self[name if name in self.fields else f"movement_{name}"] for name in names)
            is_open = any(field.errors or _is_changed(field) for field in fields)
            groups.append(Group(str(title), fields, is_open))
        return groups

    def entered(self) -> list[str | int]:
        """Return who plays: the members that were picked, by their ids, then the names of the list."""
        picked = [int(member) for member in self.cleaned_data.get("members", ())]
        lines = str(self.cleaned_data.get("players", "")).splitlines()
        return [*picked, *(line for line in lines if line.strip())]

    def values(self) -> dict[str, Any]:
        """Return what the service takes. Raises InvalidInput for wishes that cannot be read."""
        typed = self.cleaned_data
        movement = {
            name.removeprefix("movement_"): value_of(setting, str(typed.get(name) or "").strip())
            for name, setting in FIELDS.items()
            if name.startswith("movement_")
        }
        law_set = typed.get("law_set") or library.common_law_set().slug
        return {
            "name": typed.get("name", ""),
            "law_set": law_set,
            "law_set_at_three": typed.get("law_set_at_three") or None,
            "players": self.entered(),
            "rounds": _number(typed.get("rounds")),
            "deals_per_round": _number(typed.get("deals_per_round")),
            "movement": movement,
            "wishes": self._wishes(movement["lists"]),
            "variations": self._variations_of(law_set) or None,
            "parameters": self._parameters() or None,
        }

    def _wishes(self, lists: Any) -> Wishes:
        """Return what is wished, by the places of the players. Raises InvalidInput under ``wishes``."""
        names = [
            self.member_names[player] if isinstance(player, int) else " ".join(player.split())
            for player in self.entered()
        ]
        places = {name: place for place, name in enumerate(names, start=1)}
        return parse_wishes(self.cleaned_data.get("wishes", ""), places, lists)

    def _variations_of(self, law_set: str) -> list[str]:
        """Return the variations that were ticked. Raises InvalidInput for those of another law set."""
        ticked = [variation.rsplit("/", 1) for variation in self.cleaned_data.get("variations", ())]
        if any(of != law_set for of, _slug in ticked):
            raise InvalidInput(
                {"variations": gettext("Only variations of the law set that is played under.")}
            )
        return [slug for _of, slug in ticked]

    def _parameters(self) -> dict[str, Any]:
        """Return the parameters that were typed. Raises InvalidInput for a line that cannot be read."""
        values: dict[str, Any] = {}
        for number, line in enumerate(self.cleaned_data.get("parameters", "").splitlines(), start=1):
            name, colon, text = (part.strip() for part in line.partition(":"))
            if not line.strip():
                continue
            if not colon or name not in PARAMETERS or not text:
                refusal = gettext("Line %(number)s: a parameter of the law set, a colon, and its value.")
                raise InvalidInput({"parameters": refusal % {"number": number}})
            values[name] = typed_value(name, text)
        return values

    def refuse(self, refusal: InvalidInput) -> None:
        """Put each reason beside its field; of a player, with the name it is about."""
        errors = dict(refusal.errors)
        for place, name in enumerate(self.entered(), start=1):
            path = f"players.{place}"
            if isinstance(name, str) and path in errors:
                about = gettext("“%(name)s”: ") % {"name": name.strip()}
                errors[path] = [
                    reason if name.strip() in reason else f"{about}{translated(reason)}"
                    for reason in errors[path]
                ]
        refuse(self, InvalidInput(errors, law=refusal.law))


def _is_changed(field: forms.BoundField) -> bool:
    return field.form.is_bound and (field.value() or "") != (field.field.initial or "")


def _number(text: str | None) -> object:
    return whole(text.strip()) if text and text.strip() else None


def parse_wishes(text: str, places: Mapping[str, int], lists: Sequence[str]) -> Wishes:
    """Return the wishes by the place of the player; ``places`` are those of the names.

    Raises InvalidInput under ``wishes`` with every line that cannot be taken.

    >>> parse_wishes("table 1, seat 2: Seat A\\npartners: Seat A / Seat B", {"Seat A": 1, "Seat B": 2}, ())
    {1: {'fixed_table': 1, 'fixed_seat': 2, 'partner': 2}, 2: {'partner': 1}}
    """
    wishes: Wishes = {}
    errors = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            _read_wish(line, places, lists, wishes)
        except ValueError as refusal:
            errors.append(gettext("Line %(number)s: %(reason)s") % {"number": number, "reason": refusal})
    if errors:
        raise InvalidInput({"wishes": errors})
    return wishes


def _read_wish(line: str, places: Mapping[str, int], lists: Sequence[str], wishes: Wishes) -> None:
    what, colon, whom = line.partition(":")
    what = " ".join(what.split())
    if not colon:
        raise ValueError(gettext("a wish is written “what: for whom”."))
    players = [_place(name, places) for name in whom.split(BETWEEN)]
    word = what.lower()
    if word == "partners":
        _partners(players, wishes)
    elif word == "apart":
        _apart(players, wishes)
    elif table := TABLE.fullmatch(word):
        for player in players:
            wished = {"fixed_table": int(table[1])} | ({"fixed_seat": int(table[2])} if table[2] else {})
            wishes.setdefault(player, {}).update(wished)
    elif word.startswith("list ") and what[5:] in lists:
        for player in players:
            wishes.setdefault(player, {})["on_list"] = list(lists).index(what[5:])
    else:
        raise ValueError(
            gettext(
                "“%(what)s” is no wish. Known: table 3; table 3, seat 1; partners; apart; list and its name."
            )
            % {"what": what}
        )


def _place(name: str, places: Mapping[str, int]) -> int:
    place = places.get(" ".join(name.split()))
    if place is None:
        raise ValueError(gettext("“%(name)s” is not among the players.") % {"name": name.strip()})
    return place


def _partners(players: Sequence[int], wishes: Wishes) -> None:
    if len(players) != 2 or players[0] == players[1]:
        raise ValueError(gettext("two players are partners, with “ / ” between them."))
    for one, other in (players, players[::-1]):
        if wishes.setdefault(one, {}).setdefault("partner", other) != other:
            raise ValueError(gettext("a player has one fixed partner."))


def _apart(players: Sequence[int], wishes: Wishes) -> None:
    if len(set(players)) < 2:
        raise ValueError(gettext("those who are to be kept apart are at least two, with “ / ” between them."))
    for one in players:
        apart = wishes.setdefault(one, {}).setdefault("keep_apart", [])
        apart.extend(other for other in players if other != one and other not in apart)
