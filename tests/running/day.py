"""What the gate tries of many cases: some, chosen by the number of the day.

``CINCH_CRASH_POINTS`` is that number unless it is given (`tests.conftest`); ``every`` stands for all cases,
as `./cinch test --full` has it.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

Case = TypeVar("Case")

CHOSEN = os.environ.get("CINCH_CRASH_POINTS", "0")
EVERY = CHOSEN == "every"
NUMBER = 0 if EVERY else int(CHOSEN)


def some_of(cases: Iterable[Case], one_of: int) -> Iterator[Case]:
    """Return one of so many cases, others each day; of `EVERY` all."""
    return iter(cases) if EVERY else islice(cases, NUMBER % one_of, None, one_of)
