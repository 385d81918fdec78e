"""Form fields for the settings of an event, and the settings as text."""

from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext, gettext_lazy as _, gettext_noop, ngettext_lazy

from laws.templatetags.sentences import translated
from scoring.events import labels
from scoring.events.planning.domain.settings import EVENING, EVENT_SETTINGS, EventSetting, SettingValue
from scoring.web.pages import whole

STATUSES = {
    "stated": _("as the source says"),
    "inferred": _("inferred from the source"),
    "open": _("our choice where the source is silent"),
}

FIELDS = {name if name in EVENING else f"movement_{name}": each for name, each in EVENT_SETTINGS.items()}


@dataclass(frozen=True, slots=True)
class Group:
    """A heading with its fields. ``is_open`` if one of the fields was changed or has an error."""

    title: str
    fields: tuple[forms.BoundField, ...]
    is_open: bool


def setting_words(value: SettingValue) -> str:
    """Return a setting's value as text.

    >>> setting_words(("best-round", "gold")), setting_words(None), setting_words(True)
    ('best round, gold', 'none', 'yes')
    """
    if value is None or value == ():
        return gettext("none")
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple):
        return ", ".join(map(setting_words, value))
    return gettext(value.replace("-", " ")) if isinstance(value, str) else str(value)


WORDS = (
    gettext_noop("winner progressive"), gettext_noop("pairs up"), gettext_noop("pairs round robin"),
    gettext_noop("whist"), gettext_noop("individual"), gettext_noop("rotation"), gettext_noop("redraw"),
    gettext_noop("last"), gettext_noop("stay"), gettext_noop("down one"), gettext_noop("keep"),
    gettext_noop("split"), gettext_noop("seat"), gettext_noop("seeded"), gettext_noop("history"),
    gettext_noop("sit out"), gettext_noop("table of five"), gettext_noop("table of three"),
    gettext_noop("uneven tables"), gettext_noop("as scored"), gettext_noop("in proportion"),
    gettext_noop("not counted"), gettext_noop("cut cards"), gettext_noop("by hand"),
    gettext_noop("seat one"),
    gettext_noop("played out"), gettext_noop("stops"), gettext_noop("drawn"), gettext_noop("entered"),
    gettext_noop("wait"), gettext_noop("cut"), gettext_noop("director"), gettext_noop("organiser"),
    gettext_noop("head table"), gettext_noop("clock"), gettext_noop("progressions"), gettext_noop("points"),
    gettext_noop("games"), gettext_noop("best round"), gettext_noop("gold"), gettext_noop("red"),
    gettext_noop("green"), gettext_noop("shared"), gettext_noop("cinches"), gettext_noop("first"),
    gettext_noop("second"), gettext_noop("third"), gettext_noop("most progressions"),
    gettext_noop("most points"), gettext_noop("most cinches"), gettext_noop("most gold"),
    gettext_noop("most red"), gettext_noop("most green"), gettext_noop("booby"),
)  # fmt: skip
"""The words that settings can have, listed for translators. A test compares them with the settings."""


COUNTED = {
    "rounds": ngettext_lazy("%d round", "%d rounds"),
    "deals": ngettext_lazy("%d deal", "%d deals"),
    "minutes": ngettext_lazy("%d minute", "%d minutes"),
    "seconds": ngettext_lazy("%d second", "%d seconds"),
}


def value_in_words(setting: EventSetting, value: SettingValue) -> str:
    """Return a setting's value as text, with its unit if it has one.

    >>> value_in_words(EVENT_SETTINGS["rounds"], 1)
    '1 round'
    """
    counted = COUNTED.get(setting.unit)
    return counted % value if counted and isinstance(value, int) else setting_words(value)


def value_of(setting: EventSetting, text: str) -> object:
    """Return typed text as a value of the setting. Text that cannot be parsed is returned unchanged."""
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
            slugs = {setting_words(choice).casefold(): choice for choice in setting.choices}
            return [slugs.get(part.casefold(), part.replace(" ", "-")) for part in parts]
        case "names":
            return parts
    return text or setting.default


def setting_field(setting: EventSetting) -> forms.Field:
    """Return the form field of a setting, filled in with its default."""
    default = gettext("Default: %(value)s, %(status)s.") % {
        "value": setting_words(setting.default),
        "status": STATUSES[setting.status],
    }
    label, help_text = labels.title_of(setting.name), f"{translated(setting.meaning)} {default}"
    initial = written(setting.default)
    if setting.kind in ("choice", "flag"):
        choices = {written(value): setting_words(value) for value in setting.choices or (True, False)}
        choices[initial] = gettext("%(value)s (default)") % {"value": choices[initial]}
        return forms.ChoiceField(
            label=label, required=False, choices=choices, initial=initial, help_text=help_text
        )
    if setting.kind == "order":
        among = gettext("Separate with commas, in order. Choose from: %(words)s.")
        help_text += " " + among % {"words": setting_words(setting.choices)}
    elif setting.kind in ("names", "strides"):
        help_text += " " + gettext("Separate with commas. Leave empty for none.")
    elif setting.kind == "limit":
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


def written(value: SettingValue) -> str:
    """Return a setting's value as the text in a form field."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or value == ():
        return ""
    return setting_words(value) if isinstance(value, tuple) else str(value)


def groups_of(form: forms.Form) -> list[Group]:
    """Return the settings fields of a form under their headings."""
    groups = []
    for title, names in labels.SETTING_GROUPS.items():
        # Fields of settings outside of the movement have no prefix.
        fields = tuple(form[name if name in form.fields else f"movement_{name}"] for name in names)
        is_open = any(field.errors or _is_changed(field) for field in fields)
        groups.append(Group(str(title), fields, is_open))
    return groups


def _is_changed(field: forms.BoundField) -> bool:
    return (field.value() or "") != (field.field.initial or "")
