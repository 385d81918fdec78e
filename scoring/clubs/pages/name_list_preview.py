"""The preview of a list of names: each line with its result."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from laws.templatetags.sentences import translated
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.name_lists import ListedName, NameList
from scoring.clubs.domain.near_names import NearNames
from scoring.templatetags.form_errors import ErrorLine

ALL_OF_THEM, WITHOUT_FAULTS = "add", "add-sound"
LIST_STEPS = (ALL_OF_THEM, WITHOUT_FAULTS)
"""What can be done with a previewed list: use every line, or leave out lines with a fault."""


def preview_of(
    looked: Sequence[tuple[ListedName, str]], listed: NameList, names: Sequence[str], field: str = "text"
) -> dict[str, Any]:
    """Return the template context of a list's preview.

    ``looked`` pairs each line with its result: "fault", "in" (already in the club or event), or another word
    for a name that will be added. A faulty line's error links to the form field ``field``. New names that are
    similar to one of ``names`` or to another new name are listed as possible duplicates.
    """
    known = NearNames([*names, *(line.name for line, brings in looked if brings == "new")])
    near = {line.number: known.near(line.name) for line, brings in looked if brings == "new"}
    return {
        "looked": looked,
        "near_names": [(line, near[line.number]) for line, _brings in looked if near.get(line.number)],
        "list_notes": listed.notes,
        "list_question": listed.question,
        "list_columns": listed.columns,
        "has_list_headings": any(column.heading for column in listed.columns),
        "column_choices": [(column, gettext(called)) for column, called in CALLED.items()],
        "faults": [line for line, brings in looked if brings == "fault"],
        "fault_lines": [_fault_line(line, field) for line, brings in looked if brings == "fault"],
        "coming": sum(brings not in ("fault", "in") for _line, brings in looked),
    }


def _fault_line(line: ListedName, field: str) -> ErrorLine:
    label = gettext("Line %(number)s") % {"number": line.number}
    return ErrorLine(field, f"{label} · {line.name}" if line.name else label, field, [translated(line.fault)])
