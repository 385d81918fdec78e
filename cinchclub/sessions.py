"""Sessions kept in the database as Django keeps them, but for their keys: of each only a hash is kept.

Whoever reads the table, or a backup of it, cannot sign in with what stands there.
"""

import hashlib
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import InterfaceError, OperationalError, ProgrammingError


class SessionStore(db.SessionStore):
    """A browser's session; its cookie holds the key, the database its hash."""

    def load(self) -> dict[str, Any]:
        """Return what is held, nothing where there is no such session or it is over."""
        # PostgreSQL refuses to look for a text with a NUL in it, and no such key was ever given.
        if not (self.session_key or "").isprintable():
            self._session_key = None
            return {}
        return super().load()

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        key = self.session_key
        self._session_key = hash_of_key(key) if key else key
        row: AbstractBaseSession | None = super()._get_session_from_db()  # type: ignore[misc]  # not in the stubs
        self._session_key = key if row else None
        return row

    def exists(self, session_key: str) -> bool:
        """Return whether there is a session with this key."""
        return super().exists(hash_of_key(session_key))

    def save(self, must_create: bool = False) -> None:
        """Keep the session. Raises what the database raised where it is busy, away or wrong.

        Django takes every failure of the database for a session that was deleted meanwhile, and answers 400.
        """
        try:
            super().save(must_create)
        except UpdateError as failure:
            told = failure.__context__
            if isinstance(told, InterfaceError | OperationalError | ProgrammingError):
                raise told from told.__cause__
            raise

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        """Return the row that keeps the session."""
        row = super().create_model_instance(data)
        row.session_key = hash_of_key(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        """Remove the session with this key, this one where none is named."""
        key = session_key or self.session_key
        if key:
            super().delete(hash_of_key(key))


def hash_of_key(key: str) -> str:
    """Return what is kept of a session's key: as much of its SHA-256 as Django's column holds, 160 bits."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:40]
