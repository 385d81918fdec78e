"""A law of a club's own as it is written by answering questions: where it applies, what follows from it.

A row of what follows is a kind of effect with its parameters; there is always one empty row more than is
filled, up to a limit. What is wrong is said beside the field."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain import house, own_law, roles
from laws.domain.effects import KINDS, MOMENTS, Effect
from laws.domain.parameters import SLUG
from laws.domain.rule import Choice, Option, Rule
from laws.domain.vocabulary import Incident, Vocabulary
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


class WordsField(forms.CharField):
    """A sentence of a law: on one line once cleaned, its names in braces all roles."""

    def __init__(self, label: Any, longest: int, *, rows: int = 0, **options: Any) -> None:
        line = forms.TextInput(attrs={"autocomplete": "off"})
        widget = forms.Textarea(attrs={"rows": rows}) if rows else line
        super().__init__(label=label, max_length=longest, widget=widget, **options)

    def clean(self, value: Any) -> str:
        """Return the sentence on one line; ValidationError for what cannot be typed, or names no role."""
        sentence = " ".join(str(super().clean(value)).split())
        if not sentence.isprintable():
            raise forms.ValidationError(gettext("A character stands here that cannot be typed."))
        if unknown := roles.unknown_roles(sentence):
            raise forms.ValidationError(
                gettext("{%(name)s} is nobody whom a law can name. Leave the braces out.")
                % {"name": unknown[0][:60]}
            )
        return sentence


@dataclass(frozen=True, slots=True)
class EffectRow:
    """The field of an effect, and those of its parameters by their names."""

    kind: forms.BoundField
    parameters: dict[str, forms.BoundField]


class ConsequencesForm(forms.Form):
    """The consequences of a law: effects at once under ``effect``, and what somebody may choose."""

    def __init__(self, data: Any, *, initial: Mapping[str, Any], usual: Iterable[str]) -> None:
        super().__init__(data, initial=dict(initial), auto_id="%s")
        self.kinds = _kinds(usual)
        self.effect_rows = self._add_effects("effect", MOST_EFFECTS, gettext("What follows"))
        self.fields["holder"] = forms.ChoiceField(
            label=gettext("Who may choose"),
            required=False,
            choices=[
                ("", gettext("nobody: it follows at once")),
                *((slug, translated(role.words)) for slug, role in roles.ROLES.items()),
            ],
        )
        self.fields["lapses"] = forms.ChoiceField(
            label=gettext("Until when"),
            required=False,
            choices=[*EMPTY, *((slug, translated(says)) for slug, says in MOMENTS.items())],
        )
        filled = [n for n in range(MOST_OPTIONS) if self._given(f"option_{n}_label")]
        count = min(MOST_OPTIONS, max(LEAST_OPTIONS, (filled[-1] + 2) if filled else 0))
        self.options = [self._add_option(number) for number in range(count)]

    def _given(self, name: str) -> str:
        return str(self.data.get(name, "") if self.is_bound else self.initial.get(name, ""))

    def _add_effects(self, prefix: str, most: int, label: str) -> list[EffectRow]:
        """Add the rows of a list of effects."""
        filled = [n for n in range(most) if self._given(f"{prefix}_{n}")]
        rows = []
        for number in range(min(most, (filled[-1] + 2) if filled else 1)):
            name = f"{prefix}_{number}"
            self.fields[name] = forms.ChoiceField(
                label=label if not number else gettext("And besides"), required=False, choices=self.kinds
            )
            kind = KINDS.get(self._given(name))
            parameters = kind.parameters if kind else {}
            for parameter, words in parameters.items():
                self.fields[f"{name}_{parameter}"] = forms.ChoiceField(
                    label=PARAMETER_LABELS[parameter],
                    required=False,
                    choices=[
                        *EMPTY,
                        *((value, translated(roles.capital(says))) for value, says in words.items()),
                    ],
                )
            rows.append(EffectRow(self[name], {each: self[f"{name}_{each}"] for each in parameters}))
        return rows

    def _add_option(self, number: int) -> dict[str, Any]:
        name = f"option_{number}"
        label = gettext("He may choose") if not number else gettext("Or")
        self.fields[f"{name}_label"] = WordsField(label, 200, required=False)
        self.fields[f"{name}_id"] = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)
        rows = self._add_effects(f"{name}_effect", MOST_OF_AN_OPTION, gettext("Then"))
        return {"name": name, "label": self[f"{name}_label"], "id": self[f"{name}_id"], "rows": rows}

    @property
    def has_choice(self) -> bool:
        """Tell whether anything has been said of a choice."""
        return any(self._given(name) for name in ("holder", "lapses", "option_0_label", "option_1_label"))

    def effects(self, rows: list[EffectRow]) -> tuple[Effect, ...]:
        """Return the effects chosen in some rows; a parameter that is missing is said beside it."""
        effects: list[Effect] = []
        for row in rows:
            if not (kind := self.cleaned_data.get(row.kind.name)):
                continue
            values = {each: self.cleaned_data.get(field.name, "") for each, field in row.parameters.items()}
            for each, value in values.items():
                if not value:
                    self._lacks(row.parameters[each].name, gettext("This has to be said as well."))
            effect = Effect(kind, tuple(values.items()))
            if effect in effects:
                self.add_error(row.kind.name, gettext("This stands above already."))
            effects.append(effect)
        return tuple(effects)

    def choices(self) -> tuple[Choice, ...]:
        """Return the choice, if there is one; what it lacks is said beside the field."""
        if not self.has_choice:
            return ()
        for name in ("holder", "lapses"):
            if not self.cleaned_data.get(name):
                self._lacks(name, gettext("Where something may be chosen, this has to be said."))
        options: list[Option] = []
        for number, option in enumerate(self.options):
            name, effects = option["name"], self.effects(option["rows"])
            label = self.cleaned_data.get(f"{name}_label", "")
            if label and not effects:
                self._lacks(option["rows"][0].kind.name, gettext("Say what follows from it."))
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
        before = self.cleaned_data.get(f"{name}_id", "")
        word = before if SLUG.match(before) else slugify(label)[:60].strip("-").replace("_", "-")
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
    initial: dict[str, str] = {}
    for number, effect in enumerate(effects):
        initial[f"{prefix}_{number}"] = effect.kind
        initial |= {f"{prefix}_{number}_{name}": value for name, value in effect.parameters}
    return initial


def initial_choices(choices: Iterable[Choice]) -> dict[str, str]:
    """Return a choice as its fields hold it."""
    initial: dict[str, str] = {}
    for choice in choices:
        initial |= {"holder": choice.holder, "lapses": choice.lapses}
        for number, option in enumerate(choice.options):
            name = f"option_{number}"
            initial |= {f"{name}_label": option.label, f"{name}_id": option.id}
            initial |= initial_effects(f"{name}_effect", option.effects)
    return initial


LONGEST_NAME = 60


class IncidentForm(forms.Form):
    """What happened: of which incident a law speaks."""

    def __init__(self, data: Any = None, *, vocabulary: Vocabulary) -> None:
        super().__init__(data, auto_id="%s")
        self.fields["incident"] = forms.ChoiceField(
            label=_("What happened"),
            choices=[
                (topic.title, [(each.id, roles.fill(each.title)) for each in topic.incidents.values()])
                for topic in vocabulary.topics.values()
            ],
        )


def free(wanted: str, taken: Collection[str]) -> str:
    """Return a name, with a number behind it where it is taken.

    >>> free("no-trump", {"no-trump"})
    'no-trump-2'
    """
    names = [wanted, *(f"{wanted}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def typed_again(posted: QueryDict) -> dict[str, Any]:
    """Return all that was typed, to be shown again without a word on what may be wrong with it."""
    several = ("fact_", "gives_way")
    return {
        name: posted.getlist(name) if name.startswith(several) else posted.get(name, "") for name in posted
    }


class OwnLawForm(ConsequencesForm):
    """A law of the club's own on one incident: its words, the situations, what gives way, what follows."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        initial: Mapping[str, Any],
        incident: Incident,
        over: Iterable[Rule],
        taken: Collection[str],
        is_new: bool,
    ) -> None:
        over = tuple(over)
        usual = (effect.kind for rule in over for out in rule.outcomes.values() for effect in out.effects)
        super().__init__(data, initial=initial, usual=usual)
        self.incident, self.taken = incident, taken
        self.fields["text"] = WordsField(_("The words of the law"), house.LONGEST_WORDS, rows=3)
        self.fields["says"] = WordsField(
            _("Why it applies, in a sentence"),
            house.LONGEST_WORDS,
            help_text=_("Stands above a ruling. Left empty, the words of the law stand there."),
            required=False,
        )
        self.fields["cite"] = WordsField(
            _("Where the club decided it"),
            200,
            help_text=_("For example the members' meeting in May. Left empty, the title of the law set."),
            required=False,
        )
        if is_new:
            self.fields["name"] = forms.CharField(
                label=_("Word in addresses"),
                help_text=_("Small letters, figures and hyphens. Left empty, it is made from the words."),
                max_length=LONGEST_NAME,
                required=False,
            )
        for fact in incident.facts:
            self.fields[f"fact_{fact.key}"] = forms.MultipleChoiceField(
                label=roles.fill(fact.ask),
                help_text=roles.fill(fact.why),
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(value.slug, roles.fill(value.label)) for value in fact.values],
            )
        self.fields["gives_way"] = forms.MultipleChoiceField(
            label=_("Laws that give way"),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=[(rule.id, roles.fill(rule.says)) for rule in over],
        )

    @property
    def fact_fields(self) -> list[forms.BoundField]:
        """Return the questions of fact, each with its answers."""
        return [self[f"fact_{fact.key}"] for fact in self.incident.facts]

    def clean_name(self) -> str:
        """Return the law's name; ValidationError where it is none, or taken."""
        name = str(self.cleaned_data["name"]).strip()
        if name and not SLUG.match(name):
            raise forms.ValidationError(gettext("Small letters, figures and single hyphens."))
        if name in self.taken:
            raise forms.ValidationError(gettext("There is a law of this name already."))
        return name

    def clean(self) -> dict[str, Any]:
        """Look over what follows, and that anything follows at all."""
        typed = super().clean() or self.cleaned_data
        typed["effects"], typed["choices"] = self.effects(self.effect_rows), self.choices()
        if not typed["effects"] and not typed["choices"] and not self.has_error("effect_0"):
            self.add_error("effect_0", gettext("Say what follows, or who may choose between what."))
        return typed

    def law(self, before: own_law.OwnLaw | None) -> own_law.OwnLaw:
        """Return the law as it was written, in place of one that was there before."""
        typed = self.cleaned_data
        name = before.name if before else typed.get("name") or self._made_name(typed["text"])
        when = {fact.key: tuple(typed[f"fact_{fact.key}"]) for fact in self.incident.facts}
        return own_law.OwnLaw(
            topic=self.incident.topic,
            name=name,
            law=before.law if before else name,
            incident=self.incident.id,
            text=typed["text"],
            says=typed["says"] or typed["text"],
            cite=typed["cite"],
            when={
                fact.key: when[fact.key]
                for fact in self.incident.facts
                if when[fact.key] and set(when[fact.key]) != set(fact.slugs)
            },
            gives_way=tuple(typed["gives_way"]),
            effects=typed["effects"],
            choices=typed["choices"],
        )

    def _made_name(self, text: str) -> str:
        """Return a name made from the first words of a law that no other law has."""
        words = slugify(text).replace("_", "-").split("-")
        stem = "-".join(word for word in words[:6] if word)[: LONGEST_NAME - 5].strip("-") or "law"
        return free(stem, self.taken)


def initial_law(own: own_law.OwnLaw) -> dict[str, Any]:
    """Return a law as the fields hold it."""
    return {
        "text": own.text,
        "says": "" if own.says == own.text else own.says,
        "cite": own.cite,
        "gives_way": list(own.gives_way),
        **{f"fact_{fact}": list(values) for fact, values in own.when.items()},
        **initial_effects("effect", own.effects),
        **initial_choices(own.choices),
    }
