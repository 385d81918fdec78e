"""The form for a list of names, and `typed_list`, which also parses the list of names in other forms."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.list_files import MOST_BYTES, ReadFile, read_file, read_text
from scoring.clubs.domain.name_lists import NameList, PairReader, in_columns, read_list, with_headings

LIST_FILES = ".csv,.txt,.tsv,.xlsx"
"""The file types offered in the browser's file dialogue. The program itself recognises a file by its
content.
"""

LOOK = "look"
"""The value of the form field ``step`` that asks only for a preview of the list."""

FIRST_IS_HEADING = "first_is_heading"

_COLUMN = re.compile(r"column_(\d{1,2})\Z")
"""The names of the form fields with the user's answers about columns."""


def typed_list(form: forms.Form, field: str, pairs: PairReader | None = None) -> NameList:
    """Parse the list in the form's file or, without a file, in its text field ``field``.

    Errors are added to the form. ``pairs`` is as in `read_list`.

    The function also changes the form that is shown next:

    - A list from a file is put into ``field``.
    - If the user has answered the question about the columns, the answers become the headings of the list in
      ``field``. The answers are ignored if a file is sent.

    A list with an open ``question`` can only be previewed. Every other step is an error.
    """
    file, text = form.cleaned_data.get("file"), form.cleaned_data.get(field, "")
    listed = NameList((), "")
    try:
        read = read_file(file.read()) if file else ReadFile(read_text(text, field))
        listed = read_list(read, pairs)
        if (chosen := _chosen_columns(form)) and listed.question and not file:
            listed = read_list(
                with_headings(
                    in_columns(read, pairs),
                    chosen,
                    lambda word: gettext(word),
                    is_first_heading=FIRST_IS_HEADING in form.data,
                ),
                pairs,
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
    found = ((_COLUMN.match(name), str(form.data.get(name))) for name in form.data)
    return {int(match[1]): column for match, column in found if match and column in CALLED}


def typed_again(form: forms.Form, **values: str) -> None:
    """Replace values of a bound form, so that the page shows the new values instead of the sent ones."""
    shown = QueryDict(mutable=True)
    shown.update(form.data)
    for name, value in values.items():
        shown[name] = value
    form.data = shown


class NameListForm(forms.Form):
    """A list of names, pasted or uploaded, that the user previews before it is used.

    After an upload, ``text`` holds the list from the file. ``looked`` is the hash of the list in the last
    preview. If the list has changed since, it is previewed again.
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

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        files: Any = None,
        *,
        pairs: PairReader | None = None,
    ) -> None:
        super().__init__(data, files, auto_id="%s")
        self.listed, self.pairs = NameList((), ""), pairs

    def clean(self) -> dict[str, Any]:
        """Parse the list. Put its hash and a new idempotency key into the form that is shown next.

        A list without names is an error.
        """
        typed = super().clean() or {}
        if self.errors:
            return typed
        self.listed = typed_list(self, "text", self.pairs)
        if not self.listed.lines and not self.errors:
            self.add_error("text", gettext("There are no names in this list."))
        typed_again(self, looked=self._digest, key=str(uuid4()))
        return typed

    @property
    def is_looked_at(self) -> bool:
        """Return whether the list is the list that was previewed."""
        return self.cleaned_data.get("looked") == self._digest

    @property
    def _digest(self) -> str:
        return sha256(self.listed.text.encode()).hexdigest()
