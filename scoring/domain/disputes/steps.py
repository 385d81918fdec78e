"""The steps of a dispute as they were recorded. What they come to is in ``course``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

StepKind = Literal[
    "raised",
    "answered",
    "chosen",
    "lapsed",
    "confirmed",
    "overruled",
    "appealed",
    "upheld",
    "changed",
    "withdrawn",
    "dropped",
    "spent",
]
KINDS: tuple[StepKind, ...] = (
    *("raised", "answered", "chosen", "lapsed", "confirmed", "overruled"),
    *("appealed", "upheld", "changed", "withdrawn", "dropped", "spent"),
)
DECIDING: tuple[StepKind, ...] = ("confirmed", "overruled", "changed", "withdrawn")
"""The steps after which another ruling stands than before, or none."""

TURNING: tuple[StepKind, ...] = (*DECIDING, "appealed", "upheld", "dropped")
"""The last of these steps tells whether a dispute is decided: it is not after an appeal, or without any."""

Provenance = Literal["said", "record", "assumed", "disputed", "found"]
"""How a fact is known: somebody said it, the deal's record shows it, it is usual, people differ, a director
found it to be so."""


@dataclass(frozen=True, slots=True)
class Said:
    """A fact as it is known: its value, None where people differ, and then what they say (``values``)."""

    value: str | None
    provenance: Provenance = "said"
    because: str = ""
    values: tuple[str, ...] = ()

    def canonical(self) -> dict[str, Any]:
        """Return the fact as it is kept and sent."""
        kept: dict[str, Any] = {"value": self.value, "provenance": self.provenance}
        if self.because:
            kept["because"] = self.because
        if self.values:
            kept["values"] = list(self.values)
        return kept

    @classmethod
    def kept(cls, content: Mapping[str, Any]) -> Said:
        """Return a fact as it was kept."""
        return cls(
            content["value"],
            content["provenance"],
            content.get("because", ""),
            tuple(content.get("values", ())),
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its place from 1, its kind, what it says, and who took it (``member:3`` or ``link:4``)."""

    seq: int
    kind: StepKind
    by: str
    content: Mapping[str, Any] = field(default_factory=dict)
