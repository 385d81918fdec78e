"""What was read or computed from facts that never change, kept in this process for the next request.

Nothing here is ever wrong while the database refuses to change a fact; who checks that very thing, as
`scoring.office.verification` does, begins with ``forget_all``.
"""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """Values by their key, the oldest of them forgotten when there are more than ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: OrderedDict[Key, Value] = OrderedDict()
        _ALL.append(self)

    def get(self, key: Key) -> Value | None:
        """Return what is kept under ``key``, or None."""
        return self.kept.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        """Keep ``value`` under ``key`` and return it."""
        self.kept[key] = value
        if len(self.kept) > self.most:
            self.forget_the_oldest()
        return value

    def forget(self, key: Key) -> None:
        """Forget what is kept under ``key``, if anything is."""
        self.kept.pop(key, None)

    def forget_the_oldest(self) -> None:
        """Forget what was kept first, as long as there is too much."""
        while len(self.kept) > self.most:
            with suppress(KeyError):  # another thread took it away first
                self.kept.popitem(last=False)


_ALL: list[Remembered[Any, Any]] = []


def forget_all() -> None:
    """Forget everything, so that it is read and computed anew."""
    for remembered in _ALL:
        remembered.kept.clear()
