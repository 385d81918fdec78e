"""Sessions kept in the database as Django keeps them."""

from typing import Any

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A browser's session; a key that cannot be one is not looked for."""

    def load(self) -> dict[str, Any]:
        """Return what is held, nothing where there is no such session or it is over."""
        # PostgreSQL refuses to look for a text with a NUL in it.
        if not (self.session_key or "").isprintable():
            self._session_key = None
            return {}
        return super().load()
