"""Authentication: API tokens, sessions, and browsers that hold links instead of an account."""

import secrets
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

from scoring.clubs.permissions import Caller

SESSION_LINKS = "table_links"
"""The name of the opened table links in the session: table id → link id."""
SESSION_EVENINGS = "evening_links"
"""The name of the links to players' own evenings in the session: link ids in the order of opening."""
SESSION_CARDS = "club_cards"
"""The name of the opened cards of clubs in the session: card ids in the order of opening."""
SESSION_WORDS = "event_words"
"""The name of the events' words in the session: event id → word, which was right when it was typed."""
SESSION_PHONE = "phone"
"""The name of the browser's random id in the session. The id stays when the session key is renewed."""


def caller(request: HttpRequest) -> Caller:
    """Return the sender of the request, with the links, cards and event words that the session holds.

    The links, cards and words are checked in the database only when they are used.
    """
    links = {int(opened): int(link) for opened, link in request.session.get(SESSION_LINKS, {}).items()}
    evenings = tuple(map(int, request.session.get(SESSION_EVENINGS, ())))
    cards = tuple(map(int, request.session.get(SESSION_CARDS, ())))
    words = {int(event): str(word) for event, word in request.session.get(SESSION_WORDS, {}).items()}
    return Caller(request.user, links, evenings, cards, words, request.GET.get("player", ""))


def keep_table_link(request: HttpRequest, table_id: int, link_id: int) -> None:
    """Remember the opened table link in the session, and renew the session key."""
    links = request.session.get(SESSION_LINKS, {})
    request.session.cycle_key()
    request.session[SESSION_LINKS] = links | {str(table_id): link_id}


def keep_evening_link(request: HttpRequest, link_id: int) -> None:
    """Remember the opened link to a player's evening in the session, and renew the session key."""
    others = [link for link in request.session.get(SESSION_EVENINGS, ()) if link != link_id]
    request.session.cycle_key()
    request.session[SESSION_EVENINGS] = [*others, link_id]


def keep_card(request: HttpRequest, card_id: int) -> None:
    """Remember the opened card of a club in the session, and renew the session key.

    With its first card the session also gets a random id, see `phone_of`.
    """
    others = [card for card in request.session.get(SESSION_CARDS, ()) if card != card_id]
    request.session.cycle_key()
    request.session[SESSION_CARDS] = [*others, card_id]
    request.session.setdefault(SESSION_PHONE, secrets.token_hex(16))


def keep_word(request: HttpRequest, event_id: int, word: str) -> None:
    """Remember the right word of an event in the session, and renew the session key.

    Check the word before this call.
    """
    words = request.session.get(SESSION_WORDS, {})
    request.session.cycle_key()
    request.session[SESSION_WORDS] = words | {str(event_id): word}


def phone_of(request: HttpRequest) -> str:
    """Return the random id of this browser; empty if the session has opened no table card.

    A session gets the id when it opens its first card, and keeps it.
    """
    return str(request.session.get(SESSION_PHONE, ""))


class Tokens(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    """Authentication by knox tokens. An unreadable token gives 401; expired tokens are not deleted here."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, Any]:
        """Return the user and the token. Raises AuthenticationFailed if the token is unknown or expired."""
        # A non-ASCII byte or a NUL character would raise an error in knox or PostgreSQL, and give status 500.
        if not token.isascii() or not token.decode("ascii").isprintable():
            raise AuthenticationFailed("Invalid token.")
        try:
            return super().authenticate_credentials(token)  # type: ignore[no-any-return]  # as above
        except ValueError as error:
            raise AuthenticationFailed("Invalid token.") from error

    def _cleanup_token(self, auth_token: AuthToken) -> bool:
        return auth_token.expiry is not None and auth_token.expiry <= timezone.now()


class LinkedBrowser(BaseAuthentication):
    """Authentication of a browser without an account that holds links or cards.

    No user is set, but CSRF is checked.
    """

    def authenticate(self, request: Request) -> None:
        """Check CSRF if the session holds links or cards. The views check the links and cards themselves."""
        session = request._request.session
        if any(session.get(held) for held in (SESSION_LINKS, SESSION_EVENINGS, SESSION_CARDS)):
            SessionAuthentication().enforce_csrf(request)


class DescribeTokens(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # spectacular's metaclass
    """Describes token authentication in the OpenAPI schema."""

    target_class = Tokens
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Token …, from `auth/token/`",
        }


class DescribeLinkedBrowser(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # as above
    """Describes authentication by a table link in the OpenAPI schema.

    A request is authenticated by the session cookie, because the session holds the opened links.
    """

    target_class = LinkedBrowser
    name = "table link"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "A table opened by its link",
        }
