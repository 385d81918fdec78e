"""A field for what JSON can hold, kept as text: PostgreSQL's own JSON forgets the order of the keys.

The order counts in what was published: of the laws as they are read, of the facts as they are asked for.
"""

import json
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper


class KeptWords(models.JSONField):
    """A mapping, written as it was given and read back in the same order; not to be searched by its keys."""

    def get_internal_type(self) -> str:
        """Return the field whose column this one has."""
        return "TextField"

    def get_db_prep_value(
        self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False
    ) -> str | None:
        """Return the text to be stored."""
        return None if value is None else json.dumps(value, ensure_ascii=False)

    def from_db_value(self, value: str | None, *_about: object) -> Any:
        """Return what the text says."""
        return None if value is None else json.loads(value)
