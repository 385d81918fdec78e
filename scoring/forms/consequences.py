"""What follows from a law of a club's own, as it is chosen: effects from the closed list, and a choice.

A row is a kind of effect with its parameters; there is always one empty row more than is filled, up to a
limit. What is wrong is said beside the field.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws.domain.effect_kinds import KINDS
from laws.domain.effects import MOMENTS, Effect
from laws.domain.parameters import SLUG
from laws.domain.roles import ROLES, capital, unknown_roles
from laws.domain.rule import Choice, Option
from laws.templatetags.sentences import translated

MOST_EFFECTS = 6
MOST_OPTIONS = 4
MOST_OF_AN_OPTION = 3
LEAST_OPTIONS = 2

PARAMETER_LABELS = {
    "who": _("Who"),
    "by": _("Whose right it is"),
    "before": _("Before whom"),
    "side": _("Which side"),
    "cards": _("Which cards"),
    "suit": _("What must be led"),
    "dealer": _("Who deals"),
    "source": _("From where"),
    "points": _("Whose points"),
    "players": _("Which players"),
    "rank": _("Which rank"),
    "count": _("How many points"),
    "what": _("Which points"),
}
EMPTY = [("", "—")]


def words_field(
    label: Any, longest: int, *, help_text: Any = "", rows: int = 0, **more: Any
) -> forms.CharField:
    """Return a field for a sentence of a law: on one line once cleaned, its names in braces all roles."""
    widget = forms.Textarea(attrs={"rows": rows}) if rows else forms.TextInput(attrs={"autocomplete": "off"})
    return WordsField(label=label, max_length=longest, help_text=help_text, widget=widget, **more)


class WordsField(forms.CharField):
    """A sentence of a law."""

    def clean(self, value: Any) -> str:
        """Return the sentence on one line; ValidationError for what cannot be typed, or names no role."""
        said = " ".join(str(super().clean(value)).split())
        if not said.isprintable():
            raise forms.ValidationError(gettext("A character stands here that cannot be typed."))
        if unknown := unknown_roles(said):
            raise forms.ValidationError(
                gettext("{%(name)s} is nobody whom a law can name. Leave the braces out.")
                % {"name": unknown[0][:60]}
            )
        return said


class ConsequencesForm(forms.Form):
    """The consequences of a law: effects at once under ``effect``, and what somebody may choose."""

    def __init__(self, data: Any, *, initial: Mapping[str, Any], usual: Iterable[str]) -> None:
        super().__init__(data, initial=dict(initial), auto_id="%s")
        self.kinds = _kinds(usual)
        self.rows = self._add_effects("effect", MOST_EFFECTS, gettext("What follows"))
        self.fields["holder"] = forms.ChoiceField(
            label=gettext("Who may choose"),
            required=False,
            choices=[
                ("", gettext("nobody: it follows at once")),
                *((slug, translated(role.words)) for slug, role in ROLES.items()),
            ],
        )
        self.fields["lapses"] = forms.ChoiceField(
            label=gettext("Until when"),
            required=False,
            choices=[*EMPTY, *((slug, translated(says)) for slug, says in MOMENTS.items())],
        )
        self.option_rows = [self._add_option(number) for number in range(self._options_shown())]

    def _given(self, name: str) -> str:
        return str(self.data.get(name, "") if self.is_bound else self.initial.get(name, ""))

    def _add_effects(self, prefix: str, most: int, label: str) -> list[tuple[str, list[str]]]:
        """Add the rows of a list of effects; return for each the names of its field and its parameters'."""
        filled = [n for n in range(most) if self._given(f"{prefix}_{n}")]
        rows = []
        for number in range(min(most, (filled[-1] + 2) if filled else 1)):
            name = f"{prefix}_{number}"
            self.fields[name] = forms.ChoiceField(
                label=label if not number else gettext("And besides"), required=False, choices=self.kinds
            )
            kind = KINDS.get(self._given(name))
            parameters = []
            for parameter, words in kind.parameters.items() if kind else ():
                parameters.append(f"{name}_{parameter}")
                self.fields[parameters[-1]] = forms.ChoiceField(
                    label=PARAMETER_LABELS[parameter],
                    required=False,
                    choices=[*EMPTY, *((value, translated(capital(said))) for value, said in words.items())],
                )
            rows.append((name, parameters))
        return rows

    def _options_shown(self) -> int:
        filled = [n for n in range(MOST_OPTIONS) if self._given(f"option_{n}_label")]
        return min(MOST_OPTIONS, max(LEAST_OPTIONS, (filled[-1] + 2) if filled else 0))

    def _add_option(self, number: int) -> tuple[str, list[tuple[str, list[str]]]]:
        name = f"option_{number}"
        label = gettext("He may choose") if not number else gettext("Or")
        self.fields[f"{name}_label"] = words_field(label, 200, required=False)
        self.fields[f"{name}_id"] = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)
        return name, self._add_effects(f"{name}_effect", MOST_OF_AN_OPTION, gettext("Then"))

    @property
    def effect_rows(self) -> list[dict[str, Any]]:
        """Return the rows of what follows at once, for a page."""
        return self._shown(self.rows)

    @property
    def options(self) -> list[dict[str, Any]]:
        """Return what may be chosen, for a page."""
        return [
            {"label": self[f"{name}_label"], "id": self[f"{name}_id"], "rows": self._shown(rows)}
            for name, rows in self.option_rows
        ]

    @property
    def has_choice(self) -> bool:
        """Tell whether anything has been said of a choice."""
        return any(self._given(name) for name in ("holder", "lapses", "option_0_label", "option_1_label"))

    def _shown(self, rows: list[tuple[str, list[str]]]) -> list[dict[str, Any]]:
        return [{"kind": self[name], "parameters": [self[each] for each in more]} for name, more in rows]

    def effects(self, rows: list[tuple[str, list[str]]]) -> tuple[Effect, ...]:
        """Return the effects chosen in some rows; a parameter that is missing is said beside it."""
        found: list[Effect] = []
        for name, parameters in rows:
            if not (kind := self.cleaned_data.get(name)):
                continue
            values = [(each.removeprefix(f"{name}_"), self.cleaned_data.get(each, "")) for each in parameters]
            for parameter, value in values:
                if not value and not self.has_error(f"{name}_{parameter}"):
                    self.add_error(f"{name}_{parameter}", gettext("This has to be said as well."))
            effect = Effect(kind, tuple(values))
            if effect in found:
                self.add_error(name, gettext("This stands above already."))
            found.append(effect)
        return tuple(found)

    def choices(self) -> tuple[Choice, ...]:
        """Return the choice, if there is one; what it lacks is said beside the field."""
        if not self.has_choice:
            return ()
        for name in ("holder", "lapses"):
            if not self.cleaned_data.get(name) and not self.has_error(name):
                self.add_error(name, gettext("Where something may be chosen, this has to be said."))
        options: list[Option] = []
        for number, (name, rows) in enumerate(self.option_rows):
            label, effects = self.cleaned_data.get(f"{name}_label", ""), self.effects(rows)
            if label and not effects:
                self._lacks(rows[0][0], gettext("Say what follows from it."))
            if effects and not label:
                self._lacks(f"{name}_label", gettext("Say in a few words what is chosen."))
            if not label and not effects and number < LEAST_OPTIONS:
                self._lacks(f"{name}_label", gettext("A choice is between two things at least."))
            if label and effects:
                options.append(Option(self._option_id(name, label, options), label, effects))
        holder, lapses = self.cleaned_data.get("holder", ""), self.cleaned_data.get("lapses", "")
        return (Choice(holder, tuple(options), lapses),)

    def _lacks(self, name: str, reason: str) -> None:
        if not self.has_error(name):
            self.add_error(name, reason)

    def _option_id(self, name: str, label: str, others: list[Option]) -> str:
        """Return the word for an option: the one it had, else one made from its label; never twice."""
        kept = self.cleaned_data.get(f"{name}_id", "")
        word = kept if SLUG.match(kept) else slugify(label)[:60].strip("-").replace("_", "-")
        taken = {option.id for option in others}
        if not SLUG.match(word) or word in taken:
            word = name.replace("_", "-")
        return word


def _kinds(usual: Iterable[str]) -> list[Any]:
    """Return the closed list of effects to choose from, those that the books have here coming first."""
    here = [kind for kind in dict.fromkeys(usual) if kind in KINDS]
    rest = [kind for kind in KINDS if kind not in here]
    groups = [
        (gettext("What the books say in such a case"), here),
        (gettext("On the score"), [kind for kind in rest if KINDS[kind].scored_as]),
        (gettext("On the play, the deal and the table"), [k for k in rest if not KINDS[k].scored_as]),
    ]
    named = [
        (title, [(kind, translated(KINDS[kind].plain)) for kind in kinds]) for title, kinds in groups if kinds
    ]
    return [*EMPTY, *named]


def initial_effects(prefix: str, effects: Iterable[Effect]) -> dict[str, str]:
    """Return effects as the fields of their rows hold them."""
    found: dict[str, str] = {}
    for number, effect in enumerate(effects):
        found[f"{prefix}_{number}"] = effect.kind
        found |= {f"{prefix}_{number}_{name}": value for name, value in effect.parameters}
    return found


def initial_choices(choices: Iterable[Choice]) -> dict[str, str]:
    """Return a choice as its fields hold it."""
    found: dict[str, str] = {}
    for choice in choices:
        found |= {"holder": choice.holder, "lapses": choice.lapses}
        for number, option in enumerate(choice.options):
            name = f"option_{number}"
            found |= {f"{name}_label": option.label, f"{name}_id": option.id}
            found |= initial_effects(f"{name}_effect", option.effects)
    return found
