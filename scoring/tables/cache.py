"""A bounded cache, in this process, of what was read or computed from facts that never change.

Nothing in it is ever wrong while the database refuses to change a fact. Whoever checks that very thing, as
`scoring.office.verification` does, begins with ``clear_caches``.
"""

from collections import OrderedDict
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class FactCache(Generic[Key, Value]):
    """Values by their key; the oldest is dropped when there are more than ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: OrderedDict[Key, Value] = OrderedDict()
        _ALL.append(self)

    def get(self, key: Key) -> Value | None:
        return self.kept.get(key)

    def keep(self, key: Key, value: Value) -> Value:
        self.kept[key] = value
        if len(self.kept) > self.most:
            self.drop_oldest()
        return value

    def forget(self, key: Key) -> None:
        self.kept.pop(key, None)

    def drop_oldest(self) -> None:
        while len(self.kept) > self.most:
            with suppress(KeyError):  # another thread took it away first
                self.kept.popitem(last=False)


_ALL: list[FactCache[Any, Any]] = []


def clear_caches() -> None:
    """Empty every cache, so that everything is read and computed anew."""
    for cache in _ALL:
        cache.kept.clear()
