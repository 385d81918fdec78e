"""Chance that anybody can check: an order drawn from a seed, a purpose and a round.

Each thing to be ordered is given the SHA-256 of "SEED/PURPOSE/THING" in hexadecimal, and the things are laid
out in ascending order of these. Cutting cards follows the same idea in :mod:`scoring.game.cutting`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def lot(seed: str, purpose: str, thing: object) -> str:
    """Return the lot that a seed gives to a thing: the lower comes first.

    >>> lot("autumn", "split", 7) == hashlib.sha256(b"autumn/split/7").hexdigest()
    True
    """
    return hashlib.sha256(f"{seed}/{purpose}/{thing}".encode()).hexdigest()


def drawn(seed: str, purpose: str, things: Iterable[T]) -> list[T]:
    """Return the things in the order in which a seed draws them for a purpose."""
    return sorted(things, key=lambda thing: lot(seed, purpose, thing))
