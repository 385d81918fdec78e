"""A law of a club's own as it is written by answering questions, and the two cases that it needs."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws.domain.compile import Table
from laws.domain.house import LONGEST_WORDS
from laws.domain.own_cases import (
    is_inside,
    is_just_outside,
    open_facts,
    outcome_of,
    situations_of,
)
from laws.domain.own_law import OwnCase, OwnLaw
from laws.domain.parameters import SLUG
from laws.domain.roles import fill
from laws.domain.rule import Outcome, Rule
from laws.domain.vocabulary import Incident, Vocabulary
from scoring.forms.consequences import (
    ConsequencesForm,
    initial_choices,
    initial_effects,
    words_field,
)

LONGEST_NAME = 60
JUDGES = {"inside": is_inside, "outside": is_just_outside}


class IncidentForm(forms.Form):
    """What happened: of which incident a law speaks."""

    def __init__(self, data: Any = None, *, vocabulary: Vocabulary) -> None:
        super().__init__(data, auto_id="%s")
        self.fields["incident"] = forms.ChoiceField(
            label=_("What happened"),
            choices=[
                (topic.title, [(each.id, fill(each.title)) for each in topic.incidents.values()])
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
        self.fields["text"] = words_field(_("The words of the law"), LONGEST_WORDS, rows=3)
        self.fields["says"] = words_field(
            _("Why it applies, in a sentence"),
            LONGEST_WORDS,
            help_text=_("Stands above a ruling. Left empty, the words of the law stand there."),
            required=False,
        )
        self.fields["cite"] = words_field(
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
                label=fill(fact.ask),
                help_text=fill(fact.why),
                required=False,
                widget=forms.CheckboxSelectMultiple,
                choices=[(value.slug, fill(value.label)) for value in fact.values],
            )
        self.fields["gives_way"] = forms.MultipleChoiceField(
            label=_("Laws that give way"),
            required=False,
            widget=forms.CheckboxSelectMultiple,
            choices=[(rule.id, fill(rule.says)) for rule in over],
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
        typed["effects"], typed["choices"] = self.effects(self.rows), self.choices()
        if not typed["effects"] and not typed["choices"] and not self.has_error("effect_0"):
            self.add_error("effect_0", gettext("Say what follows, or who may choose between what."))
        return typed

    def law(self, before: OwnLaw | None) -> OwnLaw:
        """Return the law as it was written, in place of one that was there before."""
        typed = self.cleaned_data
        name = before.name if before else typed.get("name") or self._made_name(typed["text"])
        when = {fact.key: tuple(typed[f"fact_{fact.key}"]) for fact in self.incident.facts}
        return OwnLaw(
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


def initial_law(own: OwnLaw) -> dict[str, Any]:
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


class CaseForm(forms.Form):
    """A case of the law, ``inside`` or ``outside`` it: its sentence, its facts, and what comes out confirmed.

    ``mark`` stands for the facts and what comes of them as they were shown: only that can be confirmed.
    """

    def __init__(self, place: str, incident: Incident, data: Any = None, initial: Any = None) -> None:
        super().__init__(data, initial=initial, prefix=place, auto_id="%s")
        self.place, self.incident = place, incident
        self.outcome: Outcome | None = None
        self.mark = ""
        self.fields["says"] = words_field(_("The case in a sentence"), LONGEST_WORDS, rows=2)
        for fact in incident.facts:
            answers = [(value.slug, fill(value.label)) for value in fact.values]
            self.fields[f"fact_{fact.key}"] = forms.ChoiceField(
                label=fill(fact.ask), required=False, choices=[("", gettext("not said")), *answers]
            )
        self.fields["confirmed"] = forms.CharField(required=False, max_length=64)

    @property
    def fact_fields(self) -> list[forms.BoundField]:
        """Return the questions of fact."""
        return [self[f"fact_{fact.key}"] for fact in self.incident.facts]

    @property
    def is_confirmed(self) -> bool:
        """Tell whether what is shown now is what was confirmed."""
        return bool(self.mark) and self.is_bound and self.data.get(self.add_prefix("confirmed")) == self.mark

    def facts(self) -> dict[str, str]:
        """Return the facts of the case: those chosen, or those proposed."""
        typed = self.cleaned_data if self.is_bound else self.initial
        keys = (fact.key for fact in self.incident.facts)
        return {key: typed[f"fact_{key}"] for key in keys if typed.get(f"fact_{key}")}

    def facts_so_far(self) -> dict[str, str]:
        """Return the facts of the case; none where they do not fit yet."""
        return self.facts() if not self.is_bound or self.is_valid() else {}

    def look(self, table: Table, number: int) -> None:
        """See what comes out of the facts, and whether they are where the case has to be."""
        if self.is_bound and not self.is_valid():
            return
        facts = self.facts()
        self.outcome = outcome_of(table, facts)
        if self.outcome is not None:
            shown = repr((sorted(facts.items()), self.outcome.gist))
            self.mark = sha256(shown.encode()).hexdigest()[:16]
        if self.is_bound and (reason := self._refusal(table, number, facts)):
            self.add_error(None, reason)
        elif self.is_bound and not self.is_confirmed:
            self.add_error("confirmed", gettext("Look at what comes out, and confirm it."))

    def _refusal(self, table: Table, number: int, facts: Mapping[str, str]) -> str:
        situations = situations_of(table, facts)
        if not situations:
            return gettext("These facts cannot be so together.")
        if not JUDGES[self.place](table, number, situations):
            return (
                gettext("The law does not decide this case for certain: say more, or choose otherwise.")
                if self.place == "inside"
                else gettext(
                    "This is not just outside: one answer away from the law, where it does not apply."
                )
            )
        if self.outcome is None:
            open_ones = " ".join(fill(self.incident.fact(key).ask) for key in open_facts(table, facts))
            return gettext("What comes out still turns on: %(facts)s") % {"facts": open_ones}
        return ""

    def case(self, name: str) -> OwnCase | None:
        """Return the case under a name; None where nothing certain comes out of it."""
        if self.outcome is None:
            return None
        return OwnCase(name, self.cleaned_data["says"], self.facts(), self.outcome)


def initial_case(incident: Incident, facts: Mapping[str, str], says: str = "") -> dict[str, str]:
    """Return a case as its fields hold it; without a sentence of its own its facts are told."""
    told = " ".join(incident.fact(key).value(value).means for key, value in facts.items())
    said = says or fill(told or incident.title + ".")
    return {"says": said[:LONGEST_WORDS], **{f"fact_{key}": value for key, value in facts.items()}}
