"""The preview of a list of names: each line with its result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from laws.domain.sentences import Sentence
from laws.templatetags.sentences import translated
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.name_lists import Column, ListedName, NameList
from scoring.clubs.domain.near_names import NearNames
from scoring.templatetags.form_errors import ErrorLine

ALL_OF_THEM, WITHOUT_FAULTS = "add", "add-sound"
LIST_STEPS = (ALL_OF_THEM, WITHOUT_FAULTS)
"""What can be done with a previewed list: use every line, or leave out lines with a fault."""


@dataclass(frozen=True)
class ListPreview:
    """The preview of a list of names, for the pages of the club's and an event's lists.

    - ``looked``: each line with its result: "fault", "in" (already in the club or event), or another word for
      a name that will be added.
    - ``near_names``: the possible duplicates, each with the similar names.
    - ``coming``: how many names will be added.
    """

    looked: Sequence[tuple[ListedName, str]]
    near_names: Sequence[tuple[ListedName, Sequence[str]]]
    notes: Sequence[str]
    question: Sentence | str
    columns: Sequence[Column]
    has_headings: bool
    column_choices: Sequence[tuple[str, str]]
    faults: Sequence[ListedName]
    fault_lines: Sequence[ErrorLine]
    coming: int


def preview_of(
    looked: Sequence[tuple[ListedName, str]], listed: NameList, names: Sequence[str], field: str = "text"
) -> ListPreview:
    """Preview a list. A faulty line's error links to the form field ``field``; see `ListPreview`.

    New names that are similar to one of ``names`` or to another new name are listed as possible duplicates.
    """
    known = NearNames([*names, *(line.name for line, brings in looked if brings == "new")])
    near = {line.number: known.near(line.name) for line, brings in looked if brings == "new"}
    faults = [line for line, brings in looked if brings == "fault"]
    return ListPreview(
        looked=looked,
        near_names=[(line, near[line.number]) for line, _brings in looked if near.get(line.number)],
        notes=listed.notes,
        question=listed.question,
        columns=listed.columns,
        has_headings=any(column.heading for column in listed.columns),
        column_choices=[(column, gettext(called)) for column, called in CALLED.items()],
        faults=faults,
        fault_lines=[_fault_line(line, field) for line in faults],
        coming=sum(brings not in ("fault", "in") for _line, brings in looked),
    )


def _fault_line(line: ListedName, field: str) -> ErrorLine:
    label = gettext("Line %(number)s") % {"number": line.number}
    return ErrorLine(field, f"{label} · {line.name}" if line.name else label, field, [translated(line.fault)])
