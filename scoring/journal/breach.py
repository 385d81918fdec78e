"""What `manage.py verify` reports: one thing that must hold and does not."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that must hold and does not."""

    invariant: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant}  {self.where}: {self.what}"
