"""The forms in which a club writes its own law by answering questions: where it applies, and its effects.

Effects are rows of forms; each row has the parameters of its kind of effect. There is always one empty row
after the filled rows, up to `MOST_ROWS`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
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

MOST_ROWS = 18
LEAST_OPTIONS = 2
LONGEST_NAME = 60

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
    """A sentence of a law. Cleaning joins its lines and checks that each name in braces is a role."""

    def __init__(self, label: Any, longest: int, *, rows: int = 0, **options: Any) -> None:
        line = forms.TextInput(attrs={"autocomplete": "off"})
        widget = forms.Textarea(attrs={"rows": rows}) if rows else line
        super().__init__(label=label, max_length=longest, widget=widget, **options)

    def clean(self, value: Any) -> str:
        """Return the sentence on one line. Raises ValidationError for unprintable text and unknown roles."""
        sentence = " ".join(str(super().clean(value)).split())
        if not sentence.isprintable():
            raise forms.ValidationError(gettext("This contains a character that cannot be typed. Remove it."))
        if unknown := roles.unknown_roles(sentence):
            raise forms.ValidationError(
                gettext("{%(name)s} is not a role. Leave the braces out.") % {"name": unknown[0][:60]}
            )
        return sentence


class EffectForm(forms.Form):
    """An effect: its kind, the kind's parameters, and the option on which it depends, if any.

    The field ``kind`` has the form's prefix as its name on the page. ``id`` is the option's id in an
    existing law.
    """

    use_required_attribute = False
    id = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)

    def __init__(self, data: Any, number: int, initial: Mapping[str, str], kinds: Sequence[Any]) -> None:
        super().__init__(data, initial=dict(initial), prefix=f"effect_{number}", auto_id="%s")
        label = gettext("Also") if number else gettext("What follows")
        self.fields["kind"] = forms.ChoiceField(label=label, required=False, choices=kinds)
        kind = KINDS.get(self["kind"].value())
        for parameter, words in kind.parameters.items() if kind else ():
            self.fields[parameter] = forms.ChoiceField(
                label=PARAMETER_LABELS[parameter],
                choices=[
                    *EMPTY,
                    *((value, translated(roles.capital(says))) for value, says in words.items()),
                ],
                error_messages={"required": _("Fill this in as well.")},
            )
        self.fields["option"] = WordsField(_("Only if it is chosen"), 200, required=False)

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page."""
        return f"{self.prefix}_{field_name}".removesuffix("_kind")

    @property
    def needed(self) -> list[forms.BoundField]:
        """The fields of the parameters and of the option."""
        return [self[name] for name in self.fields if name not in ("id", "kind")]

    @property
    def is_filled(self) -> bool:
        """Whether a kind or an option was entered."""
        return any(self[name].value() for name in ("kind", "option"))

    @property
    def effect(self) -> Effect:
        """The submitted effect; missing parameters are empty."""
        kind = self.cleaned_data["kind"]
        return Effect(kind, tuple((name, self.cleaned_data.get(name, "")) for name in KINDS[kind].parameters))

    def option_id(self, taken: Collection[str]) -> str:
        """Return the option's previous id, or an id made from its label; unique among ``taken``."""
        before, label = self.cleaned_data.get("id", ""), self.cleaned_data["option"]
        word = before if SLUG.match(before) else slugify(label)[:60].strip("-").replace("_", "-")
        return free(word if SLUG.match(word) else "option", taken)

    def clean(self) -> None:
        """Refuse an option without an effect."""
        if self.cleaned_data.get("option") and not self.cleaned_data.get("kind"):
            lacks(self, "kind", gettext("Say what follows from it."))


def lacks(form: forms.Form, name: str, reason: str) -> None:
    """Add an error for a missing value, unless the field has an error already."""
    if not form.has_error(name):
        form.add_error(name, reason)


def kinds_to_choose(usual: Iterable[str]) -> list[Any]:
    """Return all kinds of effect as grouped choices. The kinds in ``usual`` come first."""
    here = [kind for kind in dict.fromkeys(usual) if kind in KINDS]
    rest = [kind for kind in KINDS if kind not in here]
    carried_out = {
        "score": gettext("On the score"),
        "table": gettext("On the play, the deal and the table"),
        "words": gettext("Words only: Cinch Club does nothing about it"),
    }
    groups = [
        (gettext("What the books say in such a case"), here),
        *((title, [k for k in rest if KINDS[k].carried_out == how]) for how, title in carried_out.items()),
    ]
    named = [
        (title, [(kind, translated(KINDS[kind].plain)) for kind in kinds]) for title, kinds in groups if kinds
    ]
    return [*EMPTY, *named]


class IncidentForm(forms.Form):
    """The incident on which a law is written."""

    def __init__(self, data: Any = None, *, vocabulary: Vocabulary) -> None:
        super().__init__(data, auto_id="%s")
        self.fields["incident"] = forms.ChoiceField(
            label=_("What happened"),
            choices=[
                (topic.title, [(each.id, roles.fill(each.title)) for each in topic.incidents.values()])
                for topic in vocabulary.topics.values()
            ],
        )


def free(name: str, taken: Collection[str]) -> str:
    """Return a name, with a number appended if the name is taken.

    >>> free("no-trump", {"no-trump"})
    'no-trump-2'
    """
    names = [name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


class OwnLawForm(forms.Form):
    """A club's own law on one incident: text, situations, laws that give way, effects."""

    title = WordsField(
        _("Title"),
        house.LONGEST_TITLE,
        help_text=_("What the law is called in a list. If you leave it empty, it is made from the words."),
        required=False,
    )
    text = WordsField(_("The words of the law"), house.LONGEST_WORDS, rows=3)
    says = WordsField(
        _("Why it applies, in a sentence"),
        house.LONGEST_WORDS,
        help_text=_("Shown above a ruling. If you leave it empty, the words of the law are shown."),
        required=False,
    )
    cite = WordsField(
        _("Where the club decided it"),
        200,
        help_text=_(
            "For example, the members' meeting in May. If you leave it empty, the title of the law set."
        ),
        required=False,
    )
    name = forms.CharField(
        label=_("Web address"),
        help_text=_("Lower-case letters, digits and hyphens. Leave it empty to make one from the title."),
        max_length=LONGEST_NAME,
        required=False,
    )
    gives_way = forms.MultipleChoiceField(
        label=_("Laws that give way"), required=False, widget=forms.CheckboxSelectMultiple
    )
    holder = forms.ChoiceField(
        label=_("Who may choose"),
        required=False,
        choices=lambda: [
            ("", gettext("nobody: it follows at once")),
            *((slug, translated(role.words)) for slug, role in roles.ROLES.items()),
        ],
    )
    lapses = forms.ChoiceField(
        label=_("Until when"),
        required=False,
        choices=lambda: [*EMPTY, *((slug, translated(says)) for slug, says in MOMENTS.items())],
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        before: own_law.OwnLaw | None,
        incident: Incident,
        over: Sequence[Rule],
        taken: Collection[str],
    ) -> None:
        super().__init__(data, initial=_initial(before), auto_id="%s")
        self.incident, self.taken = incident, taken
        if before:
            del self.fields["name"]
        for fact in incident.facts:
            self.fields[f"fact_{fact.key}"] = forms.MultipleChoiceField(
                label=roles.fill(fact.ask),
                help_text=roles.fill(fact.why),
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(value.slug, roles.fill(value.label)) for value in fact.values],
            )
        self.fields["gives_way"].choices = [  # type: ignore[attr-defined]  # it chooses
            (rule.id, roles.fill(rule.says)) for rule in over
        ]
        kinds = kinds_to_choose(
            effect.kind for rule in over for outcome in rule.outcomes.values() for effect in outcome.effects
        )
        there = [*_rows(before), *[{}] * MOST_ROWS]
        rows = [EffectForm(data, number, there[number], kinds) for number in range(MOST_ROWS)]
        filled = [count for count, row in enumerate(rows, start=1) if row.is_filled]
        self.rows = rows[: filled[-1] + 1 if filled else 1]

    @property
    def fact_fields(self) -> list[forms.BoundField]:
        """The fields of the incident's facts."""
        return [self[f"fact_{fact.key}"] for fact in self.incident.facts]

    def forget_refusals(self) -> None:
        """Remove all errors, so that the form shows what was sent without messages."""
        for form in (self, *self.rows):
            form.errors.clear()

    def clean_name(self) -> str:
        """Return the law's name. Raises ValidationError if it is not a slug or is taken."""
        name = str(self.cleaned_data["name"]).strip()
        if name and not SLUG.match(name):
            raise forms.ValidationError(gettext("Use lower-case letters, digits and single hyphens."))
        if name in self.taken:
            raise forms.ValidationError(gettext("There is already a law with this name."))
        return name

    def clean(self) -> dict[str, Any]:
        """Collect the effects and options of the rows, and refuse a law without effects."""
        typed = super().clean() or self.cleaned_data
        following: dict[str, list[Effect]] = {"": []}
        words: dict[str, str] = {}
        for row in self.rows:
            row.is_valid()
            if row.cleaned_data.get("kind"):
                label, effect = row.cleaned_data.get("option", ""), row.effect
                if effect in following.setdefault(label, []):
                    row.add_error("kind", gettext("You have chosen this above already."))
                following[label].append(effect)
                words.setdefault(label, label and row.option_id(words.values()))
        typed["effects"] = tuple(following.pop(""))
        options = tuple(Option(words[label], label, tuple(then)) for label, then in following.items())
        typed["choices"] = self._choices(options)
        if not typed["effects"] and not typed["choices"]:
            lacks(self.rows[0], "kind", gettext("Say what follows, or who may choose between what."))
        if any(row.errors for row in self.rows):
            message = gettext("Please fix the marked fields.")
            self.add_error(None, message)
        return typed

    def _choices(self, options: tuple[Option, ...]) -> tuple[Choice, ...]:
        """Return the choice, if there is one, and add errors for what it lacks."""
        if not options and not self["holder"].value() and not self["lapses"].value():
            return ()
        for name in ("holder", "lapses"):
            if not self.cleaned_data.get(name):
                lacks(self, name, gettext("Fill this in if somebody may choose."))
        if len(options) < LEAST_OPTIONS:
            lacks(self.rows[-1], "option", gettext("A choice needs at least two options."))
        return (Choice(self.cleaned_data.get("holder", ""), options, self.cleaned_data.get("lapses", "")),)

    def law(self, before: own_law.OwnLaw | None) -> own_law.OwnLaw:
        """Return the law from the cleaned fields; it keeps the name of ``before``, the law it replaces."""
        typed = self.cleaned_data
        name = before.name if before else typed.get("name") or self._made_name(typed["text"])
        ticked = {fact: tuple(typed[f"fact_{fact.key}"]) for fact in self.incident.facts}
        return own_law.OwnLaw(
            topic=self.incident.topic,
            name=name,
            law=before.law if before else name,
            incident=self.incident.id,
            title=typed["title"],
            text=typed["text"],
            says=typed["says"] or typed["text"],
            cite=typed["cite"],
            when={fact.key: own for fact, own in ticked.items() if own and set(own) != set(fact.slugs)},
            gives_way=tuple(typed["gives_way"]),
            effects=typed["effects"],
            choices=typed["choices"],
        )

    def _made_name(self, text: str) -> str:
        """Return an unused name made from the first six words of a law."""
        words = slugify(text).replace("_", "-").split("-")
        stem = "-".join(word for word in words[:6] if word)[: LONGEST_NAME - 5].strip("-") or "law"
        return free(stem, self.taken)


def _initial(own: own_law.OwnLaw | None) -> dict[str, Any]:
    """Return a law as initial values of the fields, without its effects."""
    if own is None:
        return {}
    initial: dict[str, Any] = {
        "title": own.title,
        "text": own.text,
        "says": "" if own.says == own.text else own.says,
        "cite": own.cite,
        "gives_way": list(own.gives_way),
        **{f"fact_{fact}": list(values) for fact, values in own.when.items()},
    }
    for choice in own.choices:
        initial |= {"holder": choice.holder, "lapses": choice.lapses}
    return initial


def _rows(own: own_law.OwnLaw | None) -> list[dict[str, str]]:
    """Return the effects of a law as initial values of the rows."""
    if own is None:
        return []
    rows = [_row(effect) for effect in own.effects]
    options = [option for choice in own.choices for option in choice.options]
    return rows + [
        _row(effect) | {"option": option.label, "id": option.id}
        for option in options
        for effect in option.effects
    ]


def _row(effect: Effect) -> dict[str, str]:
    return {"kind": effect.kind, **dict(effect.parameters)}
