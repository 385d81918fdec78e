"""Who is asking the API: a token, a signed-in browser, or a browser that holds table links."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from scoring.clubs.access import Caller

SESSION_LINKS = "table_links"
"""Where a session keeps the table links it was opened with: table id → link id."""
SESSION_EVENINGS = "evening_links"
"""Where a session keeps the links of players' own evenings: their ids, in the order they were opened."""


def caller(request: HttpRequest) -> Caller:
    """Return who sent the request. The links are checked against the database when a table is asked for."""
    links = {int(opened): int(link) for opened, link in request.session.get(SESSION_LINKS, {}).items()}
    evenings = tuple(map(int, request.session.get(SESSION_EVENINGS, ())))
    return Caller(request.user, links, evenings, request.GET.get("player", ""))


class Tokens(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    """Tokens as knox issues them, without its two faults: a token it cannot read, and writing on reading."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """Return user and token, or raise AuthenticationFailed for one that is wrong or has expired."""
        # knox raises UnicodeDecodeError for a bad byte, and PostgreSQL cannot be asked for a NUL.
        if not token.isascii() or not token.decode("ascii").isprintable():
            raise AuthenticationFailed("Invalid token.")
        try:
            return super().authenticate_credentials(token)  # type: ignore[no-any-return]  # as above
        except ValueError as error:
            raise AuthenticationFailed("Invalid token.") from error

    def _cleanup_token(self, auth_token: AuthToken) -> bool:
        """Return whether a token has expired; knox would also delete it, and others of its user."""
        return auth_token.expiry is not None and auth_token.expiry <= timezone.now()


class LinkedBrowser(BaseAuthentication):
    """A browser without an account that holds links: nobody's user, but CSRF is checked."""

    def authenticate(self, request: Request) -> None:
        """Check CSRF where the session holds links; the links are checked when a table is asked for."""
        session = request._request.session
        if session.get(SESSION_LINKS) or session.get(SESSION_EVENINGS):
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
            "name": settings.SESSION_COOKIE_NAME,
            "description": "A table opened by its link",
        }
