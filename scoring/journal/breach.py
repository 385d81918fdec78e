"""The faults that `manage.py verify` finds."""

from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist

from laws.domain.errors import InvalidInput
from laws.queries import RevisionDamaged

UNREADABLE = (
    *(InvalidInput, RevisionDamaged, AttributeError, LookupError, ValueError, TypeError),
    ObjectDoesNotExist,
)
"""The errors that can occur when tampered rows are read."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A broken invariant: its number, where it is broken, and how."""

    invariant: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant}  {self.where}: {self.what}"
