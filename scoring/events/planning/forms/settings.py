"""Form fields for the settings of an event, and texts for the values of settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, ngettext_lazy

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Reference, Sentence
from laws.templatetags.sentences import translated
from scoring.events import labels
from scoring.events.planning.domain.event_games import odd_fault, offers
from scoring.events.planning.domain.kinds import KINDS, EveningKind, Word
from scoring.events.planning.domain.settings import (
    DEFAULTS,
    EVENING,
    EVENT_SETTINGS,
    EventSetting,
    SettingValue,
    defaults_of,
)
from scoring.game.games import GAMES, GameKind
from scoring.web.pages import whole

CINCH = GAMES["cinch"]
USUAL = KINDS[DEFAULTS.kind]

FIELDS = {name if name in EVENING else f"movement_{name}": each for name, each in EVENT_SETTINGS.items()}


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with its fields. ``is_open``: the page unfolds the group, because a field has an error."""

    title: str
    fields: tuple[forms.BoundField, ...]
    is_open: bool


COUNTED = {
    "rounds": ngettext_lazy("%d round", "%d rounds"),
    "deals": ngettext_lazy("%d deal", "%d deals"),
    "minutes": ngettext_lazy("%d minute", "%d minutes"),
    "seconds": ngettext_lazy("%d second", "%d seconds"),
}


def choices_of(setting: EventSetting, game: GameKind = CINCH, evening: EveningKind = USUAL) -> dict[str, str]:
    """Return value → text for the values of a setting that has fixed values: a flag, a choice or an order."""
    if setting.kind == "flag":
        return {"true": gettext("yes"), "false": gettext("no")}
    if setting.name == "kind":
        return {slug: translated(kind.name) for slug, kind in KINDS.items()}
    texts = {"tie_breaks": labels.CRITERIA, "prizes": labels.PRIZES, **labels.CHOICES}
    return {value: labels.in_game(texts[setting.name][value], game, evening) for value in setting.choices}


def with_labels(refusal: InvalidInput, game: GameKind = CINCH) -> InvalidInput:
    """Return the error as a page shows it.

    Labels replace the names of criteria and prizes. If a reason lists the accepted values, and the setting
    has the text `EventSetting.accepted_in_form`, this text replaces the reason.
    """
    texts = {**labels.CRITERIA, **labels.PRIZES}
    errors = {
        field: [_in_form(EVENT_SETTINGS.get(field.removeprefix("movement.")), reason) for reason in reasons]
        for field, reasons in refusal.errors.items()
    }

    def label(part: Reference) -> str:
        return labels.in_game(texts[part], game, USUAL) if isinstance(part, Word) else part

    return InvalidInput(errors, law=refusal.law).reworded(
        lambda reason: reason.with_references(label) if isinstance(reason, Sentence) else reason
    )


def _in_form(setting: EventSetting | None, reason: str) -> str:
    if setting is None or not setting.accepted_in_form or setting.accepted not in reason:
        return reason
    return setting.accepted_in_form


def value_in_words(
    setting: EventSetting, value: SettingValue, game: GameKind = CINCH, evening: EveningKind = USUAL
) -> str:
    """Return the text of a setting's value, with the setting's unit if it has one.

    The text of None or of an empty tuple is, for example, "none".

    >>> value_in_words(EVENT_SETTINGS["rounds"], 1), value_in_words(EVENT_SETTINGS["prizes"], ("first",))
    ('1 round', 'First prize')
    """
    if value is None or value == ():
        unset = {
            "strides": gettext("the best for each round"),
            "deals_at_three": gettext("as others deal"),
            "lists": gettext("no list"),
        }
        return unset.get(setting.name, gettext("none"))
    if isinstance(value, int) and setting.unit in COUNTED:
        return COUNTED[setting.unit] % value
    texts = choices_of(setting, game, evening) if setting.choices or setting.kind == "flag" else {}
    parts = value if isinstance(value, tuple) else (value,)
    return ", ".join(texts.get(str(part).lower(), str(part)) for part in parts)


def fitted(data: Mapping[str, Any] | None, kind: EveningKind) -> tuple[Mapping[str, Any] | None, list[str]]:
    """Return the sent data, changed to fit the chosen kind of evening, and the labels of the lost settings.

    - If the page was shown for another kind, the ranking and the prizes get the defaults of the chosen kind.
    - If the sent ``action`` is "find", a setting with choices gets its default if its sent value is missing
      or not offered. The page sends "find" when it asks for the fields of another kind, game or law set.

    A setting is lost if it was changed from its default before, and is now replaced or no longer offered.
    """
    if not isinstance(data, QueryDict):
        return data, []
    shown = KINDS.get(data.get("shown_kind", ""), kind)
    game = GAMES.get(data.get("game", ""), CINCH)
    is_asking = data.get("action") == "find"
    sent, left_out = data.copy(), list[str]()
    if "shown_kind" in sent:
        sent["shown_kind"] = kind.slug
    for name, setting in FIELDS.items():
        if name == "movement_kind":
            continue
        before, here = setting_field(setting, shown), setting_field(setting, kind, game)
        value = before.widget.value_from_datadict(data, {}, name)
        is_kept = offers(setting.name, kind, game)
        if setting.kind == "order" and shown != kind:
            is_kept = value == here.initial
            for key in [key for key in sent if key.startswith(name)]:
                del sent[key]
            sent.setlist(name, here.initial)
        elif is_asking and setting.kind in ("choice", "flag") and value not in dict(here.choices):  # type: ignore[attr-defined]  # a choice field
            is_kept, sent[name] = False, here.initial
        if value and not is_kept and value != before.initial:
            left_out.append(labels.title_of(setting.name))
    return sent, left_out


def value_of(setting: EventSetting, typed: object) -> object:
    """Convert what was typed or picked into a value of the setting.

    An empty field is null for a setting that accepts null, and the default for a number or a choice. Text
    that cannot be converted stays as it is, so that `EventSetting.parse` refuses it.
    """
    if setting.kind == "order":
        return [word for word in typed if word] if isinstance(typed, list) else []
    text = str(typed or "").strip()
    match setting.kind:
        case "flag":
            return {"true": True, "false": False}.get(text, text)
        case "limit" | "strides" if not text:
            return None
        case "number" | "limit" if text:
            return whole(text)
        case "strides":
            return [whole(part.strip()) for part in text.split(",")]
        case "names":
            return [part.strip() for part in text.split(",") if part.strip()]
    return text or setting.default


class RankingSelect(forms.MultiWidget):
    """A select box for each place of a ranking. The value leaves out boxes in which nothing is chosen."""

    def __init__(self, choices: Mapping[str, str]) -> None:
        options = [("", "-"), *choices.items()]
        places = [
            forms.Select(
                choices=options, attrs={"aria-label": gettext("Criterion %(number)s") % {"number": place}}
            )
            for place in range(1, len(choices) + 1)
        ]
        super().__init__(places)

    def decompress(self, value: list[str] | None) -> list[str]:
        return list(value or ())

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        if name in data:
            return data.getlist(name) if hasattr(data, "getlist") else [data[name]]
        picked = [data.get(f"{name}_{place}") for place in range(len(self.widgets))]
        return [word for word in picked if word]

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data and super().value_omitted_from_data(data, files, name)


def setting_field(setting: EventSetting, kind: EveningKind, game: GameKind = CINCH) -> forms.Field:
    """Return the form field of a setting. Its initial value is the default in this kind of evening.

    Choices that this kind or the ``game`` cannot have are not offered.
    """
    label, help_text = labels.title_of(setting.name), translated(setting.meaning)
    initial = written(setting, defaults_of(kind).get(setting.name, setting.default))
    if setting.kind == "order":
        choices = {
            value: text for value, text in choices_of(setting, game, kind).items() if kind.fitting((value,))
        }
        is_ranking = setting.name == "tie_breaks"
        return forms.MultipleChoiceField(
            label=label,
            required=False,
            choices=list(choices.items()),
            initial=initial,
            help_text=help_text,
            widget=RankingSelect(choices) if is_ranking else forms.CheckboxSelectMultiple,
        )
    if setting.kind in ("choice", "flag"):
        choices = {
            value: text
            for value, text in choices_of(setting, game, kind).items()
            if kind.moves_winners_up or (setting.name, value) != ("missing_results", "cut")
            if setting.name != "odd" or odd_fault(game, value) is None
        }
        return forms.ChoiceField(
            label=label, required=False, choices=list(choices.items()), initial=initial, help_text=help_text
        )
    if setting.kind == "names":
        help_text += " " + gettext("Separate with commas: “ladies, gentlemen”.")
    elif setting.kind == "strides":
        help_text += " " + gettext("Separate with commas: “0, -1, 1, 2”.")
    elif setting.name == "minutes":
        help_text += " " + gettext("Leave empty for none.")
    mode = "numeric" if setting.kind in ("number", "limit") else "text"
    return forms.CharField(
        label=label,
        required=False,
        max_length=300,
        initial=initial,
        help_text=help_text,
        widget=forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off"}),
    )


def written(setting: EventSetting, value: SettingValue) -> Any:
    """Return a setting's value as its form field takes it: text, or a list for rankings and prizes."""
    if isinstance(value, bool):
        return str(value).lower()
    if setting.kind == "order":
        return list(value) if isinstance(value, tuple) else []
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def groups_of(form: forms.Form) -> list[Group]:
    """Return the groups of settings, each with its heading and fields. Groups without fields are left out.

    The kind of evening is in no group.
    """
    groups = []
    for title, names in labels.SETTING_GROUPS.items():
        # The settings in `EVENING` have fields without the prefix "movement_".
        keys = [name if name in form.fields else f"movement_{name}" for name in names if name != "kind"]
        fields = tuple(form[key] for key in keys if key in form.fields)
        is_open = any(field.errors for field in fields)
        if fields:
            groups.append(Group(str(title), fields, is_open))
    return groups
