"""One row of the benchmarks' table, and how a table of them is written."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """Something measured: its value in a unit, and the limit that the project has set itself, if any."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False

    @property
    def is_over(self) -> bool:
        """Return whether the limit is missed."""
        if self.limit is None:
            return False
        return self.value < self.limit if self.at_least else self.value > self.limit


def written(rows: Sequence[Row]) -> str:
    """Return the rows as a table; those that miss their limit are marked."""
    lines = [f"{'what':62} {'measured':>11} {'unit':10} {'limit':>10}"]
    for row in rows:
        sign = "≥" if row.at_least else "≤"
        limit = "" if row.limit is None else f"{sign} {row.limit:g}"
        lines.append(
            f"{row.what:62} {row.value:11.2f} {row.unit:10} {limit:>10}{'  MISSED' if row.is_over else ''}"
        )
    return "\n".join(lines)
