"""A list of names as pages show it before anything is done: each line with what it would bring."""

from collections.abc import Sequence
from typing import Any

from scoring.clubs.domain.name_lists import ListedName

ALL_OF_THEM, WITHOUT_FAULTS = "add", "add-sound"
LIST_STEPS = (ALL_OF_THEM, WITHOUT_FAULTS)
"""What can be done with a list that was looked at: take every line, or leave out those with a fault."""


def preview_of(looked: Sequence[tuple[ListedName, str]], notes: Sequence[str]) -> dict[str, Any]:
    """Return what the preview of a list shows. A line brings "fault", "in" (already), or somebody."""
    return {
        "looked": looked,
        "list_notes": notes,
        "faults": [line for line, brings in looked if brings == "fault"],
        "coming": sum(brings not in ("fault", "in") for _line, brings in looked),
    }
