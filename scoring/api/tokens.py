"""`auth/token/`: a token for a user name and password; giving one back."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from knox.models import AuthToken
from rest_framework import serializers, status
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.api.callers import PerCaller
from scoring.api.fields import NoFields, StrictSerializer, StrictText, checked
from scoring.clubs.services.sign_in import sign_in
from scoring.tables.api.schemas import REASONS, RefusalSerializer


class CredentialsSerializer(StrictSerializer):
    """A user name and its password."""

    username = StrictText(max_length=150)
    password = StrictText(max_length=128, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    """A token, shown once, and when it expires."""

    token = serializers.CharField()
    expires = serializers.DateTimeField()


class TokenView(APIView):
    """Tokens: `Authorization: Token …`."""

    throttle_classes = (PerCaller,)

    def get_permissions(self) -> list[Any]:
        """Anybody may ask for a token; to give one back needs it."""
        return [IsAuthenticated()] if self.request.method == "DELETE" else [AllowAny()]

    def get_authenticators(self) -> list[Any]:
        """A password is proof enough: an old token or session beside it is not looked at."""
        signing_in = self.request is not None and self.request.method == "POST"
        return [] if signing_in else super().get_authenticators()

    def get_authenticate_header(self, request: Request) -> str:
        """A wrong password is 401 and not 403, also where no other proof is looked at."""
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
        """Return a fresh token, or 401; 429 after too many wrong attempts at this name."""
        given = checked(CredentialsSerializer, request.data)
        user = sign_in(request=request._request, username=given["username"], password=given["password"])
        if user is None:
            raise AuthenticationFailed("Wrong user name or password.")
        token, secret = AuthToken.objects.create(user)
        return Response({"token": secret, "expires": token.expiry})

    @extend_schema(
        request=None,
        responses={204: None, 400: OpenApiResponse(REASONS), 401: RefusalSerializer, 403: RefusalSerializer},
        summary="Give a token back",
        tags=["sign-in"],
    )
    def delete(self, request: Request) -> Response:
        """Make the token that was sent useless from now on."""
        checked(NoFields, request.data)
        if isinstance(request.auth, AuthToken):
            request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
