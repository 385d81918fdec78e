"""The selection of cases that the gate tries, by the number of the day.

``CINCH_CRASH_POINTS`` is this number, unless the variable is set (`tests.conftest`). With ``every``, as in
`./cinch test --full`, all cases are tried.
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
    """Yield the cases whose turn is today: one of every ``one_of`` cases. With `EVERY` yield all cases."""
    return iter(cases) if EVERY else islice(cases, NUMBER % one_of, None, one_of)
