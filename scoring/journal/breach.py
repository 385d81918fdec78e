"""What `manage.py verify` reports: one thing that must hold and does not."""

from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist

from laws.domain.errors import InvalidInput
from laws.queries import RevisionDamaged

UNREADABLE = (
    *(InvalidInput, RevisionDamaged, AttributeError, LookupError, ValueError, TypeError),
    ObjectDoesNotExist,
)
"""What reading rows may raise that somebody has changed."""


@dataclass(frozen=True, slots=True)
class Breach:
    """Something that must hold and does not."""

    invariant: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant}  {self.where}: {self.what}"
