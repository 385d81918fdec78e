"""One answer, one revision: within an answer each name of a law set is looked up once.

A revision published meanwhile counts from the next answer on; nothing is kept beyond one, so nobody ever
reads an older revision than the latest when he asked.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from laws.models import HouseRevision

_FOUND: ContextVar[dict[str, HouseRevision | None] | None] = ContextVar("found", default=None)


@contextmanager
def settled() -> Iterator[None]:
    """Keep what is looked up until the end of this block, or of the function that it decorates."""
    token = _FOUND.set({})
    try:
        yield
    finally:
        _FOUND.reset(token)


def kept(name: str, look: Callable[[str], HouseRevision | None]) -> HouseRevision | None:
    """Return what a look-up gives under a name, from this answer's earlier one where there was one."""
    found = _FOUND.get()
    if found is None:
        return look(name)
    if name not in found:
        found[name] = look(name)
    return found[name]
