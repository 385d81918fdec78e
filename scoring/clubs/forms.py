"""Signing in, clubs and members as they are typed. Names and roles are checked by the service."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _

from laws import library
from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from laws.templatetags.sentences import translated
from scoring.clubs import passwords
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.list_files import MOST_BYTES, ReadFile, read_file, read_text
from scoring.clubs.domain.name_lists import NameList, read_list, with_headings
from scoring.clubs.domain.near_names import NearNames
from scoring.clubs.models import Club, Member, Paper, Role
from scoring.clubs.queries import present
from scoring.clubs.services.sign_in import sign_in
from scoring.events.labels import verb_titles
from scoring.refusals import TooManyAttempts
from scoring.web.keys import key_field
from scoring.web.search import ListSearchForm
from scoring.web.seen import SeenForm


class SignInForm(forms.Form):
    """A user name and its password."""

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=passwords.LONGEST,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class NewPasswordForm(PasswordChangeForm):
    """A new password for the account; to try the old one is to try to sign in."""

    def __init__(self, *args: Any, address: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.address = address

    def clean_old_password(self) -> str:
        """Return the password that was had until now; refuse a wrong one, and any after too many."""
        password: str = self.cleaned_data["old_password"]
        name = self.user.get_username()
        try:
            user = sign_in(request=None, username=name, password=password, address=self.address)
        except TooManyAttempts as refusal:
            raise forms.ValidationError(translated(refusal.detail), code=refusal.code) from refusal
        if user is None:
            raise forms.ValidationError(self.error_messages["password_incorrect"])
        return password


def law_set_choices(club: Club | None = None, game: str | None = None) -> list[tuple[str, str]]:
    """Return the law sets of the books as choices, and those of the club's own that were published.

    With ``game``, only those that hold that game of the family.
    """
    books = library.law_sets()
    choices = [(slug, book.title) for slug, book in books.items() if game is None or game in book.games]
    own = club.house_law_sets.values_list("slug", flat=True) if club else ()
    for slug in dict.fromkeys([*own, *([club.law_set] if club else [])]):
        if slug not in books:
            try:
                law_set = law_set_named(slug)
            except InvalidInput:
                continue  # nothing of it has been published yet
            if game is None or game in law_set.games:
                choices.append((slug, law_set.title))
    return choices


def offer_law_sets(form: forms.Form, club: Club) -> None:
    """Offer in a form's field the law sets under which the club can play."""
    chosen = form.fields["law_set"]
    if isinstance(chosen, forms.ChoiceField):
        chosen.choices = law_set_choices(club)


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, required=False)
    slug = forms.CharField(
        label=_("Web address"),
        max_length=60,
        required=False,
        help_text=_("Lower-case letters, digits and hyphens. Leave it empty to make one from the name."),
    )
    law_set = forms.ChoiceField(
        label=_("Law set"),
        choices=law_set_choices,
        initial=lambda: library.common_law_set().slug,
        help_text=_("Offered first when you open a table."),
    )
    key = key_field()


class ClubChangeForm(SeenForm):
    """What of a club can be changed."""

    name = forms.CharField(label=_("Name of the club"), max_length=80, required=False)
    law_set = forms.ChoiceField(
        label=_("Law set"), help_text=_("Tables keep the one they were opened under.")
    )
    publishes_rulings = forms.BooleanField(
        label=_("Publish the rulings of events"),
        required=False,
        help_text=_("Everybody who can see an event can then read its rulings, without names."),
    )
    has_table_codes = forms.BooleanField(
        label=_("Open tables by a code"),
        required=False,
        help_text=_("Six letters that can be typed where a phone cannot scan. They expire with the evening."),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=60,
        required=False,
        help_text=_("Pages and prints show times in it. For example: Europe/Berlin."),
    )
    paper = forms.ChoiceField(
        label=_("Paper"), choices=Paper.choices, help_text=_("Every sheet is printed on it.")
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club) -> None:
        now = {name: getattr(club, name) for name in self.base_fields if name != "base"}
        super().__init__(data, initial=now, auto_id="%s")
        self.show(now)
        offer_law_sets(self, club)

    def values(self) -> dict[str, Any]:
        """Return what the service takes."""
        return {name: value for name, value in self.cleaned_data.items() if name != "base"}


class MemberForm(forms.Form):
    """Somebody new in the club."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.PLAYER)


LIST_FILES = ".csv,.txt,.tsv,.xlsx"
"""What a list of names may be called where a file is chosen; what it holds is what counts."""


LOOK = "look"
"""The step in which a list is only shown."""
FIRST_IS_HEADING = "first_is_heading"
_COLUMN = re.compile(r"column_(\d{1,2})\Z")
"""How the answer to what a column holds is sent."""


def typed_list(form: forms.Form, field: str) -> NameList:
    """Return the list of names of a form's file, or else of its ``field``; what is wrong stands beside it.

    Where somebody has said what its columns hold, the list has these headings from then on, and so has the
    text that the form shows. A list whose columns nobody is sure of is only shown.
    """
    file, text = form.cleaned_data.get("file"), form.cleaned_data.get(field, "")
    listed = NameList((), "")
    try:
        read = read_file(file.read()) if file else ReadFile(read_text(text, field))
        listed = read_list(read)
        if (chosen := _chosen_columns(form)) and listed.question and not file:
            listed = read_list(
                with_headings(
                    read,
                    chosen,
                    lambda word: gettext(word),
                    is_first_heading=FIRST_IS_HEADING in form.data,
                )
            )
            typed_again(form, **{field: listed.text})
    except InvalidInput as refusal:
        for path, reasons in refusal.errors.items():
            form.add_error(path if path in form.fields else field, [translated(reason) for reason in reasons])
    if file and listed.lines:
        typed_again(form, **{field: listed.text})
    if listed.question and form.data.get("step") not in (LOOK, None) and field not in form.errors:
        form.add_error(field, translated(listed.question))
    return listed


def _chosen_columns(form: forms.Form) -> dict[int, str]:
    """Return what the columns of a list hold, as somebody has said."""
    found = ((_COLUMN.match(name), str(form.data.get(name))) for name in form.data)
    return {int(match[1]): column for match, column in found if match and column in CALLED}


def typed_again(form: forms.Form, **values: str) -> None:
    """Let a form show these values in place of those that were sent."""
    shown = QueryDict(mutable=True)
    shown.update(form.data)
    for name, value in values.items():
        shown[name] = value
    form.data = shown


class NameListForm(forms.Form):
    """A list of names, pasted or as a file, that is looked at before anything is done.

    What was read of a file stands in ``text`` from then on. ``looked`` is the digest of the list as it was
    shown: a list that was changed since is shown once more.
    """

    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV or XLSX, up to 5,000 names. The first row can say what the columns hold."),
        widget=forms.ClearableFileInput(attrs={"accept": LIST_FILES}),
    )
    text = forms.CharField(
        label=_("Paste the names here"),
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("One name per line."),
    )
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)
    looked = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None = None, files: Any = None) -> None:
        super().__init__(data, files, auto_id="%s")
        self.listed = NameList((), "")

    def clean(self) -> dict[str, Any]:
        """Read the list. What was read is what the page shows, with a key for what is done next."""
        typed = super().clean() or {}
        if self.errors:
            return typed
        self.listed = typed_list(self, "text")
        if not self.listed.lines and not self.errors:
            self.add_error("text", gettext("There are no names in this list."))
        typed_again(self, looked=self._digest, key=str(uuid4()))
        return typed

    @property
    def is_looked_at(self) -> bool:
        """Return whether the list is the one that was shown before."""
        return self.cleaned_data.get("looked") == self._digest

    @property
    def _digest(self) -> str:
        return sha256(self.listed.text.encode()).hexdigest()


class NameForm(SeenForm):
    """Another name for a member."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, initial={"name": member.name}, auto_id="%s")
        self.show({"name": member.name})


class MergeForm(forms.Form):
    """The member who stays of two who are one person; those whose names are nearly the same come first."""

    into = forms.TypedChoiceField(label=_("The same person as"), coerce=int)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, auto_id="%s")
        others = present(member.club).exclude(pk=member.pk)
        near = NearNames(other.name for other in others).near(member.name)
        ordered = sorted(others, key=lambda other: other.name not in near)
        choices = [("", gettext("Choose")), *((other.pk, other.name) for other in ordered)]
        self.fields["into"].choices = choices  # type: ignore[attr-defined]  # a choice field


class RoleForm(SeenForm):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, initial={"role": member.role}, auto_id="%s")
        self.show({"role": member.role})


class AccountForm(forms.Form):
    """The user name of a member's new account."""

    username = forms.CharField(
        label=_("User name"), max_length=150, required=False, help_text=_("Letters, digits and @ . + - _")
    )


class JournalSearchForm(ListSearchForm):
    """What to look for in a club's journal: a table, a person, what was done."""

    table = forms.TypedChoiceField(required=False, label=_("Table"), coerce=int, empty_value=None)
    person = forms.TypedChoiceField(required=False, label=_("Person"), coerce=int, empty_value=None)
    verb = forms.ChoiceField(required=False, label=_("What was done"))

    def __init__(self, data: QueryDict, *, club: Club) -> None:
        self.club = club
        offered = {
            "table": club.tables.order_by("-opened_at").values_list("pk", "name"),
            "person": club.members.filter(merged_into=None).order_by("name").values_list("pk", "name"),
            "verb": verb_titles(club.journal.order_by().values_list("verb", flat=True).distinct()),
        }
        super().__init__(data, offered)

    def conditions(self) -> dict[str, Any]:
        conditions = super().conditions()
        person = conditions.pop("person", None)
        return conditions | ({"by_member__in": self._rows_of(person)} if person else {})

    def _rows_of(self, person: int) -> list[int]:
        """Return the ids under which somebody is in the records."""
        return [person, *self.club.members.filter(merged_into=person).values_list("pk", flat=True)]
