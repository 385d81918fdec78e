"""Forms for searching laws, clauses and parameters, and for comparing two law sets."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from laws import library, queries, table_of_contents
from laws.domain.lawset import EFFECTS
from laws.domain.register import STATUSES
from laws.domain.search import words_of
from laws.queries import AT, LONGEST_SEARCH
from laws.table_of_contents import topic_title
from laws.templatetags.sentences import translated


def _optional_choice(
    label: Any, left_out: Any, named: Callable[[], Iterable[tuple[str, Any]]]
) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, label=label, choices=lambda: [("", left_out), *named()])


def _law_sets(*named: Any) -> list[tuple[str, Any]]:
    books = library.law_sets()
    own = [name for name in dict.fromkeys(named) if isinstance(name, str) and name not in books]
    return [(slug, law_set.title) for slug, law_set in books.items()] + [
        (name, _title(name)) for name in own if len(name) <= LONGEST_SEARCH and queries.house_revision(name)
    ]


def _effects() -> list[tuple[str, Any]]:
    named = {effect for law in library.laws().values() for effect in law.effects}
    return [(slug, translated(plain)) for slug, plain in EFFECTS.items() if slug in named]


def _inventories() -> list[tuple[str, Any]]:
    return [(name, translated(topic_title(name))) for name in library.inventories()]


def _statuses() -> list[tuple[str, Any]]:
    used = {clause.status for clause in library.clauses().values()}
    return [(status, translated(topic_title(status))) for status in STATUSES if status in used]


def _topics() -> list[tuple[str, Any]]:
    names = dict.fromkeys([*(topic.name for topic in table_of_contents.topics()), *library.topics()])
    return [(name, translated(topic_title(name))) for name in names]


class SearchForm(forms.Form):
    """Base of the search forms: words, and optional conditions."""

    q = forms.CharField(
        required=False,
        max_length=LONGEST_SEARCH,
        label=_("Words"),
        help_text=_("For example: revoke, left pedro, Chicago 38."),
    )

    def __init__(self, data: object = None) -> None:
        super().__init__(data, auto_id="%s")  # type: ignore[arg-type]  # a QueryDict, whose stub is narrower

    def clean_q(self) -> str:
        typed = str(self.cleaned_data["q"])
        if not typed.isprintable():
            raise forms.ValidationError(_("This contains a character that cannot be typed. Remove it."))
        return typed

    def conditions(self) -> dict[str, str | None]:
        """Return the value of each field, None for an empty field.

        A form that was not sent or is invalid has no conditions.
        """
        return {name: self.cleaned_data[name] or None for name in self.fields} if self.is_valid() else {}

    def query(self) -> str:
        """Return the filled fields as a query string, empty if no field is filled.

        The string ends with "&", so that a link can add the number of a page.
        """
        values = {name: value for name in self.fields if (value := self[name].value())}
        return urlencode(values) + "&" if values else ""


class LawSearchForm(SearchForm):
    """Search for laws by words, law set and effect."""

    law_set = _optional_choice(_("Law set"), _("all of them"), _law_sets)
    effect = _optional_choice(_("What follows"), _("anything"), _effects)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        choices = _law_sets((data or {}).get("law_set"))
        self.fields["law_set"].choices = [("", _("all of them")), *choices]  # type: ignore[attr-defined]  # a ChoiceField

    def effects_meant(self) -> list[tuple[str, str]]:
        """Return a sentence and a query string for each effect that the user may be looking for.

        These are the effects for which the user typed every word of the slug. The query string searches for
        laws with the effect, in the chosen law set if there is one.
        """
        typed = set(words_of(str(self["q"].value() or "")[:LONGEST_SEARCH]))
        in_law_set = {"law_set": self["law_set"].value() or ""}
        return [
            (plain, urlencode({"effect": slug, **in_law_set}))
            for slug, plain in _effects()
            if typed.issuperset(words_of(slug))
        ]


class ClauseSearchForm(SearchForm):
    """Search for clauses by words, source and status."""

    inventory = _optional_choice(_("Source"), _("all of them"), _inventories)
    status = _optional_choice(_("What became of it"), _("anything"), _statuses)


class ParameterSearchForm(SearchForm):
    """Search for parameters of a law set by words."""

    def __init__(self, data: object = None) -> None:
        super().__init__(data)
        self.fields["q"].label = _("Find a point")
        self.fields["q"].help_text = ""


class CompareForm(forms.Form):
    """Choose two law sets to compare, and optionally a topic."""

    a = forms.ChoiceField(label=_("One law set"))
    b = forms.ChoiceField(label=_("The other law set"))
    topic = _optional_choice(_("Topic"), _("all of them"), _topics)

    def __init__(self, data: object = None, first: str | None = None) -> None:
        super().__init__(data, auto_id="%s", initial={"a": first})  # type: ignore[arg-type]  # a QueryDict, whose stub is narrower
        titles = _law_sets(self.data.get("a", first), self.data.get("b"))
        for name in ("a", "b"):
            self.fields[name].choices = titles  # type: ignore[attr-defined]  # a ChoiceField
        self.initial["b"] = next((slug for slug, _title in titles if slug != (first or titles[0][0])), None)


def _title(name: str) -> str:
    title, _at, number = queries.law_set_named(name).title, *name.partition(AT)[1:]
    if not number:
        return title
    return gettext("%(title)s, revision %(number)s") % {"title": title, "number": number}
