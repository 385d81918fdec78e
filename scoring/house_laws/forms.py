"""The forms of a house law set: a new law set, its choices, and its file."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from laws import library
from laws.domain.house import LONGEST_TITLE, HouseLaws
from laws.domain.lawset import LawSet
from laws.domain.parameters import to_json
from laws.domain.roles import fill
from laws.yaml_files import LARGEST_FILE
from scoring.tables.forms.law_choices import LawChoicesForm


class FileField(forms.CharField):
    """A field for the YAML text of a law set."""

    def __init__(self, rows: int, label: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows, "spellcheck": "false", "autocomplete": "off"})
        super().__init__(label=label, required=False, max_length=LARGEST_FILE, strip=False, widget=widget)


class HouseForm(forms.Form):
    """A new house law set, derived from a book or read from a file."""

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE, required=False)
    slug = forms.CharField(
        label=_("Web address"),
        max_length=60,
        required=False,
        help_text=_("Lower-case letters, digits and hyphens. You cannot change it later."),
    )
    base = forms.ChoiceField(
        label=_("Based on"),
        choices=lambda: [(slug, law_set.title) for slug, law_set in library.law_sets().items()],
    )
    yaml = FileField(6, _("Or a file from an export"))


class FileForm(forms.Form):
    """The form to send a whole law set as a YAML text."""

    yaml = FileField(20, _("The file"))


class ChoicesForm(LawChoicesForm):
    """Title, year, variations, parameters, and the interpretations of unclear laws.

    If the field of a parameter or an interpretation is empty, the book's value applies.
    """

    title = forms.CharField(label=_("Title"), max_length=LONGEST_TITLE, required=False)
    year = forms.RegexField(
        "^[0-9]{4}$", label=_("Year"), required=False, help_text=_("It is cited with the title.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, house: HouseLaws) -> None:
        base = library.law_set(house.head.base)
        super().__init__(data, initial=_initial(house), auto_id="%s")
        self.add_choices(base)
        self.open_readings = list(_reading_fields(base))
        for number, (rules, field) in enumerate(self.open_readings):
            self.fields[f"reading_{number}"] = field
            self.initial[f"reading_{number}"] = house.head.readings.get(rules[0], "")

    @property
    def reading_fields(self) -> list[forms.BoundField]:
        return [self[f"reading_{number}"] for number in range(len(self.open_readings))]

    def head(self, house: HouseLaws) -> dict[str, object]:
        """Return the head of the law set: title, year, base book, source, and choices.

        The base book and the source are taken from ``house``, all other values from the cleaned fields.
        """
        typed = self.cleaned_data
        readings = {
            rule: way
            for number, (rules, _field) in enumerate(self.open_readings)
            for rule in rules
            if (way := typed.get(f"reading_{number}"))
        }
        head: dict[str, object] = {"title": typed.get("title", ""), "base": house.head.base}
        head |= {"year": typed["year"]} if typed.get("year") else {}
        head |= {"source": house.head.source} if house.head.source else {}
        return head | {
            "variations": typed.get("variations") or [],
            "parameters": self.parameters(),
            "readings": readings,
        }


def _initial(house: HouseLaws) -> dict[str, Any]:
    head = house.head
    initial: dict[str, Any] = {"title": head.title, "year": head.year, "variations": list(head.variations)}
    for name, value in head.parameters.items():
        plain = to_json(value)
        if isinstance(plain, list):
            plain = ", ".join(plain)
        elif isinstance(plain, dict):
            plain = ", ".join(f"{point} {worth}" for point, worth in plain.items())
        elif plain is None or isinstance(plain, bool):
            plain = "none" if plain is None else str(plain).lower()
        initial[f"parameters_{name}"] = plain
    return initial


def _reading_fields(base: LawSet) -> list[tuple[list[str], forms.ChoiceField]]:
    open_readings: dict[str, tuple[list[str], forms.ChoiceField]] = {}
    for topic in library.law_book(base.slug).rules.topics.values():
        for rule in topic.rules.values():
            words = rule.interpretation
            if words is None:
                continue
            if (key := f"{topic.topic} {words.question}") in open_readings:
                open_readings[key][0].append(rule.id)
                continue
            says = {way: fill(rule.outcomes[way].in_words) for way in rule.outcomes if way in rule.readings}
            usual = gettext("as usual: %(reading)s") % {"reading": says.get(words.default, words.default)}
            others = [(way, says.get(way, way)) for way in rule.readings if way != words.default]
            field = forms.ChoiceField(
                label=fill(words.question),
                help_text=fill(words.because),
                required=False,
                widget=forms.RadioSelect,
                choices=[("", usual), *others],
            )
            open_readings[key] = ([rule.id], field)
    return list(open_readings.values())
