"""Sessions kept in the database as Django keeps them, read by a statement that was prepared once."""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from scoring.prepared import Query

_HELD = Query(
    lambda key, now: Session.objects.filter(session_key=key, expire_date__gt=now).values_list("session_data"),
    key=str,
    now=datetime,
)


class SessionStore(db.SessionStore):
    """A browser's session."""

    def load(self) -> dict[str, Any]:
        """Return what is held; nothing, under a key to come, where there is no such session or it is over."""
        key = self.session_key or ""
        # PostgreSQL refuses to look for a text with a NUL in it.
        row = _HELD.first(key=key, now=timezone.now()) if key.isprintable() else None
        if row is None:
            self._session_key = None
            return {}
        return self.decode(row[0])
