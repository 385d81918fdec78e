"""The preview of a list of names: each line with its result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from laws.domain.sentences import Sentence, in_a_row
from laws.templatetags.sentences import translated
from scoring.clubs.domain.headings import CALLED
from scoring.clubs.domain.name_lists import Column, ListedName, NameList, by_fault
from scoring.clubs.domain.near_names import NearNames
from scoring.templatetags.form_errors import ErrorLine

ALL_OF_THEM, WITHOUT_FAULTS = "add", "add-sound"
LIST_STEPS = (ALL_OF_THEM, WITHOUT_FAULTS)
"""What can be done with a previewed list: use every line, or leave out lines with a fault."""


@dataclass(frozen=True)
class ListPreview:
    """The preview of a list of names, for the list of a club's members or of an event's entrants.

    - ``looked``: each line with its result. A name that will be added is "new" (joins the club), "known" (is
      a member and joins the event) or "back" (returns to the event). Any other line is "in" (is already in
      the club or event) or "fault".
    - ``near_names``: the possible duplicates, each with the similar names.
    - ``coming``: how many names will be added.
    - ``pairs``: how many pairs are among the names without a fault.
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
    pairs: int


def preview_of(
    looked: Sequence[tuple[ListedName, str]], listed: NameList, names: Sequence[str], field: str = "text"
) -> ListPreview:
    """Return the preview of a list. ``looked`` has each line with its result, see `ListPreview`.

    A "new" name that is similar to one of ``names`` or to another "new" name is a possible duplicate. The
    errors of faulty lines link to the form field ``field``.
    """
    known = NearNames([*names, *(line.name for line, brings in looked if brings == "new")])
    near = [(line, known.near(line.name)) for line, brings in looked if brings == "new"]
    faults = [line for line, brings in looked if brings == "fault"]
    sound = [line for line, brings in looked if brings != "fault"]
    pairs = {
        frozenset((line.name.casefold(), partner.casefold()))
        for line in sound
        if (partner := line.wishes.get("partner", ""))
    }
    return ListPreview(
        looked=looked,
        near_names=[(line, names) for line, names in near if names],
        notes=listed.notes,
        question=listed.question,
        columns=listed.columns,
        has_headings=any(column.heading for column in listed.columns),
        column_choices=[(column, gettext(called)) for column, called in CALLED.items()],
        faults=faults,
        fault_lines=[
            _fault_line(faults, fault, numbers, field) for fault, numbers in by_fault(faults).items()
        ],
        coming=sum(brings not in ("fault", "in") for _line, brings in looked),
        pairs=len(pairs),
    )


def _fault_line(faults: Sequence[ListedName], fault: str, numbers: Sequence[int], field: str) -> ErrorLine:
    if len(numbers) > 1:
        lines = translated(in_a_row(list(map(str, numbers))))
        return ErrorLine(field, gettext("Lines %(numbers)s") % {"numbers": lines}, field, [translated(fault)])
    label = gettext("Line %(number)s") % {"number": numbers[0]}
    name = next(line.name for line in faults if line.fault == fault)
    return ErrorLine(field, f"{label} · {name}" if name else label, field, [translated(fault)])
