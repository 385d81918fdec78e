"""Forms for signing in, clubs and members. The services validate names and roles."""

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
from scoring.refusals import TooManyAttempts
from scoring.web.keys import key_field
from scoring.web.seen import SeenForm


class SignInForm(forms.Form):
    """A user name and password."""

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
    """A new password for the account. Attempts at the old password count as sign-in attempts."""

    def __init__(self, *args: Any, address: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.address = address

    def clean_old_password(self) -> str:
        """Return the old password. Refuse a wrong one, and any after too many attempts."""
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
    """Return the law sets of the books and the club's published law sets as choices.

    With ``game``, only law sets that include this game of the family.
    """
    books = library.law_sets()
    choices = [(slug, book.title) for slug, book in books.items() if game is None or game in book.games]
    own = club.house_law_sets.values_list("slug", flat=True) if club else ()
    for slug in dict.fromkeys([*own, *([club.law_set] if club else [])]):
        if slug not in books:
            try:
                law_set = law_set_named(slug)
            except InvalidInput:
                continue  # the club's law set has no published revision yet
            if game is None or game in law_set.games:
                choices.append((slug, law_set.title))
    return choices


def offer_law_sets(form: forms.Form, club: Club) -> None:
    """Fill the choices of the form's field ``law_set`` with those of the club."""
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
    """The settings of a club."""

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
        """Return the values for the service."""
        return {name: value for name, value in self.cleaned_data.items() if name != "base"}


class MemberForm(forms.Form):
    """A new member."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.PLAYER)


LIST_FILES = ".csv,.txt,.tsv,.xlsx"
"""The file types offered in the browser's dialogue. A file is recognised by its content, not its name."""


LOOK = "look"
"""The value of ``step`` with which a list is only previewed."""
FIRST_IS_HEADING = "first_is_heading"
_COLUMN = re.compile(r"column_(\d{1,2})\Z")
"""The names of the fields with the user's answers about columns."""


def typed_list(form: forms.Form, field: str) -> NameList:
    """Return the list in the form's file or in its text field ``field``; add errors to the form.

    If the user has named the columns, the list and the form's text get these headings. While the columns are
    in doubt, any step but the preview gets an error.
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
    """Return the user's answers about columns: index → kind."""
    found = ((_COLUMN.match(name), str(form.data.get(name))) for name in form.data)
    return {int(match[1]): column for match, column in found if match and column in CALLED}


def typed_again(form: forms.Form, **values: str) -> None:
    """Replace values of a bound form, so that the page shows these instead of the values sent."""
    shown = QueryDict(mutable=True)
    shown.update(form.data)
    for name, value in values.items():
        shown[name] = value
    form.data = shown


class NameListForm(forms.Form):
    """A list of names, pasted or uploaded, that the user previews before it is used.

    After an upload the text of the file is in ``text``. ``looked`` is the hash of the list last previewed; if
    the list has changed since, it is previewed again.
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
        """Parse the list, and put its text and a new key into the form."""
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
        """Return whether the list is the one that was previewed."""
        return self.cleaned_data.get("looked") == self._digest

    @property
    def _digest(self) -> str:
        return sha256(self.listed.text.encode()).hexdigest()


class NameForm(SeenForm):
    """A new name for a member."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, initial={"name": member.name}, auto_id="%s")
        self.show({"name": member.name})


class MergeForm(forms.Form):
    """The member to merge a member into. Members with similar names come first."""

    into = forms.TypedChoiceField(label=_("The same person as"), coerce=int)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, auto_id="%s")
        others = present(member.club).exclude(pk=member.pk)
        near = NearNames(other.name for other in others).near(member.name)
        ordered = sorted(others, key=lambda other: other.name not in near)
        choices = [("", gettext("Choose")), *((other.pk, other.name) for other in ordered)]
        self.fields["into"].choices = choices  # type: ignore[attr-defined]  # a choice field


class RoleForm(SeenForm):
    """A new role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)

    def __init__(self, data: Mapping[str, Any] | None = None, *, member: Member) -> None:
        super().__init__(data, initial={"role": member.role}, auto_id="%s")
        self.show({"role": member.role})


class AccountForm(forms.Form):
    """The user name of a member's new account."""

    username = forms.CharField(
        label=_("User name"), max_length=150, required=False, help_text=_("Letters, digits and @ . + - _")
    )
