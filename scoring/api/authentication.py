"""Who is asking the API: a token, a signed-in browser, or a browser that holds table links."""

from datetime import datetime
from hmac import compare_digest
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from knox.settings import CONSTANTS
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from scoring.callers import SESSION_LINKS
from scoring.models import Table
from scoring.prepared import Query, Row, of_columns
from scoring.records import TABLE_COLUMNS

_TOKEN = ("digest", "token_key", "user_id", "expiry")
_USER = ("id", "username", "is_active")
_TOKENS = Query(
    lambda token_key: AuthToken.objects.filter(token_key=token_key).values_list(
        *_TOKEN, *(f"user__{name}" for name in _USER)
    ),
    token_key=str,
)
"""The tokens that begin alike, each with its user; what else is kept of them is fetched when asked for."""
_MEMBERS_TOKENS = Query(
    lambda token_key, table: (
        Table.objects.filter(
            pk=table,
            club__members__left_at__isnull=True,
            club__members__user__auth_token_set__token_key=token_key,
        )
        .order_by()
        .values_list(
            *(f"club__members__user__auth_token_set__{name}" for name in _TOKEN),
            *(f"club__members__user__{name}" for name in _USER),
            *TABLE_COLUMNS,
            "club__members__id",
            "club__members__role",
        )
    ),
    token_key=str,
    table=int,
)
"""The same of those who are members where a table is, with the table and their membership."""


class Tokens(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    """Tokens as knox issues them, looked up in one statement and without writing.

    Where a table is asked for it is looked up in the same statement, and left beside the token for
    `scoring.clubs.access.table_for`, which decides what its membership allows.
    """

    table_id: int | None = None

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return user and token, or None where the request brings no token; raise AuthenticationFailed."""
        self.table_id = request.parser_context.get("kwargs", {}).get("table")
        return super().authenticate(request)  # type: ignore[no-any-return]  # as above

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """Return user and token, or raise AuthenticationFailed for one that is wrong or has expired."""
        try:
            text = token.decode("ascii")
            digest = hash_token(text)
            if not text.isprintable():  # PostgreSQL cannot even be asked for a NUL
                raise ValueError(text)
        except (ValueError, TypeError) as error:
            raise exceptions.AuthenticationFailed("Invalid token.") from error
        now: datetime = timezone.now()
        for row in self.candidates(text[: CONSTANTS.TOKEN_KEY_LENGTH]):
            user_at, table_at = len(_TOKEN), len(_TOKEN) + len(_USER)
            user = of_columns(User, _USER, row[user_at:table_at])
            candidate = of_columns(AuthToken, _TOKEN, row[:user_at], user=user)
            candidate.at_table = row[table_at:]
            fresh = candidate.expiry is None or candidate.expiry > now
            if fresh and compare_digest(digest, candidate.digest):
                return self.validate_user(candidate)  # type: ignore[no-any-return]  # knox ships no types
        raise exceptions.AuthenticationFailed("Invalid token.")

    def candidates(self, token_key: str) -> list[Row]:
        """Return the tokens that begin alike, with the table where they are a member's there."""
        if self.table_id is not None:
            found = _MEMBERS_TOKENS.rows(token_key=token_key, table=self.table_id)
            if found:
                return found
        return _TOKENS.rows(token_key=token_key)


class LinkedBrowser(BaseAuthentication):
    """A browser without an account that holds table links: nobody's user, but CSRF is checked."""

    def authenticate(self, request: Request) -> None:
        """Check CSRF where the session holds links; the links are checked when a table is asked for."""
        if request._request.session.get(SESSION_LINKS):
            SessionAuthentication().enforce_csrf(request)


class DescribeTokens(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # spectacular's metaclass
    """Describe the tokens in OpenAPI."""

    target_class = Tokens
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the header that carries a token."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Token …, from `auth/token/`",
        }


class DescribeLinkedBrowser(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as above
    """Describe a table link in OpenAPI."""

    target_class = LinkedBrowser
    name = "table link"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the cookie that carries a browser's table links."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A table opened by its link",
        }
