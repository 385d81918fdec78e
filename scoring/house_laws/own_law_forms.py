"""The form for a club's own law: its text, the incident with its facts, the effect, and a case."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain import house, own_law, roles
from laws.domain.effects import KINDS, Effect, EffectKind
from laws.domain.vocabulary import Incident, Vocabulary
from laws.templatetags.sentences import translated

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
CARRIED_OUT = {
    "score": _("On the score"),
    "table": _("On the play, the deal and the table"),
    "words": _("Words only: Cinch Club does nothing about it"),
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


class OwnLawForm(forms.Form):
    """A club's own law, with fields for the facts of its incident and for the parameters of its effect.

    These fields depend on the chosen incident and on the chosen effect. ``shown`` names both. If the user
    chooses another incident or effect, the law is not saved. The form is shown again with the fields of the
    new choice.
    """

    use_required_attribute = False
    title = WordsField(_("Title"), house.LONGEST_TITLE, help_text=_("What the law is called in a list."))
    text = WordsField(_("The words of the law"), house.LONGEST_WORDS, rows=3)
    incident = forms.ChoiceField(label=_("What happened"))
    effect = forms.ChoiceField(
        label=_("What follows"),
        choices=lambda: [*EMPTY, *((title, _kinds(how)) for how, title in CARRIED_OUT.items())],
    )
    case = WordsField(
        _("The case in a sentence"),
        house.LONGEST_WORDS,
        rows=2,
        help_text=_("It shows what the law does, and is checked after every change."),
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        vocabulary: Vocabulary,
        before: own_law.OwnLaw | None,
        initial: Mapping[str, str],
        taken: Collection[str],
    ) -> None:
        super().__init__(data, initial={**initial, **_initial(before)}, auto_id="%s")
        self.before, self.taken = before, taken
        incidents = self.fields["incident"]
        incidents.choices = _incidents(vocabulary, before)  # type: ignore[attr-defined]  # a choice field
        self.asked: Incident | None = vocabulary.incidents.get(str(self["incident"].value()))
        self.kind: EffectKind | None = KINDS.get(str(self["effect"].value()))
        for name, words in self.kind.parameters.items() if self.kind else ():
            choices = [*EMPTY, *((value, translated(roles.capital(says))) for value, says in words.items())]
            self.fields[f"effect_{name}"] = forms.ChoiceField(label=PARAMETER_LABELS[name], choices=choices)
        for fact in self.asked.facts if self.asked else ():
            answers = [
                ("", gettext("any answer")),
                *((own.slug, roles.fill(own.label)) for own in fact.values),
            ]
            label, why = roles.fill(fact.ask), roles.fill(fact.why)
            self.fields[f"fact_{fact.key}"] = forms.ChoiceField(
                label=label, help_text=why, required=False, choices=answers
            )
        self.fields["case"] = self.fields.pop("case")
        self.shown = " ".join(filter(None, (self["incident"].value(), self["effect"].value())))
        is_asking = self.data.get("action") == "show" or self.data.get("shown", "") != self.shown
        self.is_unfinished = self.is_bound and is_asking
        if self.is_unfinished:
            self.errors.clear()

    @property
    def fact_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith("fact_")]

    @property
    def parameter_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith("effect_")]

    def law(self) -> own_law.OwnLaw:
        """Return the law from the cleaned fields of a valid form. An existing law keeps its id."""
        typed, before, incident = self.cleaned_data, self.before, self.asked
        if incident is None or self.kind is None:
            raise ValueError("the form is not valid")
        name = before.name if before else _free(slugify(typed["title"]).replace("_", "-"), self.taken)
        has_own_words = before is not None and before.says != before.text
        return own_law.OwnLaw(
            topic=incident.topic,
            name=name,
            law=before.law if before else name,
            incident=incident.id,
            title=typed["title"],
            text=typed["text"],
            says=before.says if before and has_own_words else typed["text"],
            facts={fact.key: value for fact in incident.facts if (value := typed[f"fact_{fact.key}"])},
            effect=Effect(
                typed["effect"], tuple((name, typed[f"effect_{name}"]) for name in self.kind.parameters)
            ),
        )


def _incidents(vocabulary: Vocabulary, before: own_law.OwnLaw | None) -> list[Any]:
    if before:
        return [(before.incident, roles.fill(vocabulary.incidents[before.incident].title))]
    topics = [
        (
            translated(topic.title),
            [(incident.id, roles.fill(incident.title)) for incident in topic.incidents.values()],
        )
        for topic in vocabulary.topics.values()
    ]
    return [*EMPTY, *topics]


def _kinds(carried_out: str) -> list[tuple[str, str]]:
    kinds = KINDS.items()
    return [(name, translated(kind.plain)) for name, kind in kinds if kind.carried_out == carried_out]


def _free(words: str, taken: Collection[str]) -> str:
    stem = words[: LONGEST_NAME - 5].strip("-") or "law"
    names: Iterable[str] = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _initial(own: own_law.OwnLaw | None) -> dict[str, Any]:
    if own is None:
        return {}
    return {
        "title": own.title,
        "text": own.text,
        "incident": own.incident,
        "effect": own.effect.kind,
        **{f"effect_{name}": value for name, value in own.effect.parameters},
        **{f"fact_{fact}": value for fact, value in own.facts.items()},
    }
