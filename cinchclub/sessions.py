"""Django's database sessions, with only a hash of each session key stored.

Nobody who reads the table, or a backup of it, can sign in with its contents.
"""

import hashlib
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import InterfaceError, OperationalError, ProgrammingError


class SessionStore(db.SessionStore):
    """A browser's session. The cookie holds the session key, and the database holds the hash of the key."""

    def load(self) -> dict[str, Any]:
        """Return the session's data, empty if there is no such session or it has expired."""
        # PostgreSQL refuses a text with a NUL in it, and no key of ours contains an unprintable character.
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
        return super().exists(hash_of_key(session_key))

    def save(self, must_create: bool = False) -> None:
        """Save the session. If the database is away or broken, raise the database's error.

        Django would raise UpdateError instead, and answer 400 as if another request had deleted the session.
        """
        try:
            super().save(must_create)
        except UpdateError as failure:
            cause = failure.__context__
            if isinstance(cause, InterfaceError | OperationalError | ProgrammingError):
                raise cause from cause.__cause__
            raise

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = hash_of_key(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        """Delete the session with this key; without a key, the current session."""
        key = session_key or self.session_key
        if key:
            super().delete(hash_of_key(key))


def hash_of_key(key: str) -> str:
    """Return the first 160 bits of the key's SHA-256 as 40 hex digits, the length of Django's column."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:40]
