"""Who is asking the API: a token, a signed-in browser, or a browser that holds table links."""

from datetime import datetime
from hmac import compare_digest
from typing import Any

from django.contrib.auth.models import User
from django.db import DEFAULT_DB_ALIAS
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
from scoring.prepared import Query

_TOKEN = ("digest", "token_key", "user_id", "expiry")
_USER = ("id", "username", "is_active")
_TOKENS = Query(
    lambda token_key: AuthToken.objects.filter(token_key=token_key).values_list(
        *_TOKEN, *(f"user__{name}" for name in _USER)
    ),
    token_key=str,
)
"""The tokens that begin alike, each with its user; what else is kept of them is fetched when asked for."""


class Tokens(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    """Tokens as knox issues them, looked up in one statement and without writing."""

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
        for row in _TOKENS.rows(token_key=text[: CONSTANTS.TOKEN_KEY_LENGTH]):
            candidate = AuthToken.from_db(DEFAULT_DB_ALIAS, _TOKEN, row[: len(_TOKEN)])
            candidate.user = User.from_db(DEFAULT_DB_ALIAS, _USER, row[len(_TOKEN) :])
            fresh = candidate.expiry is None or candidate.expiry > now
            if fresh and compare_digest(digest, candidate.digest):
                return self.validate_user(candidate)  # type: ignore[no-any-return]  # knox ships no types
        raise exceptions.AuthenticationFailed("Invalid token.")


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
