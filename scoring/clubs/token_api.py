"""`auth/token/`: signing in to the API."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from knox.models import AuthToken
from rest_framework import exceptions, permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws.strict_fields import NoFields, StrictSerializer, StrictText, checked
from scoring.clubs import passwords
from scoring.clubs.api_views import PerCaller
from scoring.clubs.services.sign_in import sign_in
from scoring.web.api import (
    REASONS,
    RefusalSerializer,
)
from scoring.web.pages import address_of_request


class CredentialsSerializer(StrictSerializer):
    """A user name and its password."""

    username = StrictText(max_length=150)
    password = StrictText(max_length=passwords.LONGEST, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    """A token, shown only once, and its expiry time."""

    token = serializers.CharField()
    expires = serializers.DateTimeField()


class TokenView(APIView):
    """Get a token for the header `Authorization: Token …`, or delete it."""

    def get_throttles(self) -> list[Any]:
        """Throttle every method except signing in, which `services.sign_in` limits itself."""
        return [] if self.request.method == "POST" else [PerCaller()]

    def get_permissions(self) -> list[Any]:
        """Allow anybody to get a token. To delete a token, the caller must be signed in."""
        return (
            [permissions.IsAuthenticated()] if self.request.method == "DELETE" else [permissions.AllowAny()]
        )

    def get_authenticators(self) -> list[Any]:
        """Ignore a token or session that is sent when signing in: only the password counts."""
        signing_in = self.request is not None and self.request.method == "POST"
        return [] if signing_in else super().get_authenticators()

    def get_authenticate_header(self, request: Request) -> str:
        """Return the authentication header. Without it, a wrong password would get status 403, not 401."""
        return "Token"

    @extend_schema(
        request=CredentialsSerializer,
        responses={
            200: TokenSerializer,
            400: OpenApiResponse(REASONS),
            401: RefusalSerializer,
            429: RefusalSerializer,
        },
        summary="Sign in for a token",
        tags=["sign-in"],
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Return a new token, 401 for a wrong user name or password, or 429 after too many attempts."""
        credentials = checked(CredentialsSerializer, request.data)
        plain = request._request
        user = sign_in(request=plain, address=address_of_request(plain), **credentials)
        if user is None:
            raise exceptions.AuthenticationFailed("Wrong user name or password.")
        token, secret = AuthToken.objects.create(user)
        return Response(TokenSerializer({"token": secret, "expires": token.expiry}).data)

    @extend_schema(
        request=None,
        responses={204: None, 400: OpenApiResponse(REASONS), 401: RefusalSerializer, 403: RefusalSerializer},
        summary="End a token",
        tags=["sign-in"],
    )
    def delete(self, request: Request) -> Response:
        """Delete the token that was sent. A session is not ended."""
        checked(NoFields, request.data)
        if isinstance(request.auth, AuthToken):
            request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
