"""`clubs/`, `members/` and `auth/token/`: clubs, members, roles and the journal; signing in."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiResponse, extend_schema
from knox.models import AuthToken
from rest_framework import exceptions, permissions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import NoFields, StrictSerializer, StrictText, StrictYes, checked
from scoring.clubs import passwords
from scoring.clubs.access import Actor
from scoring.clubs.api_views import PerCaller, RecordsView, club_and_actor
from scoring.clubs.models import Club, Member, Paper, Role
from scoring.clubs.services import clubs
from scoring.clubs.services.sign_in import sign_in
from scoring.events.people.services import members
from scoring.journal.models import Entry
from scoring.web.api import (
    CONFLICTS,
    REASONS,
    REPEATABLE,
    BaseField,
    RefusalSerializer,
    describe,
    idempotency_key,
    listing,
    page_of,
)
from scoring.web.pages import address_of_request


class ClubInput(StrictSerializer):
    """A new club."""

    name = StrictText(max_length=400)
    slug = StrictText(max_length=400, required=False)
    law_set = StrictText(max_length=60, required=False)


class ClubChange(StrictSerializer):
    """The fields of a club that can be changed."""

    name = StrictText(max_length=400, required=False)
    law_set = StrictText(max_length=60, required=False)
    publishes_rulings = StrictYes(required=False)
    has_table_codes = StrictYes(required=False)
    time_zone = StrictText(max_length=60, required=False, allow_blank=True)
    paper = serializers.ChoiceField(choices=Paper.choices, required=False)
    base = BaseField()


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = (
            "slug",
            "name",
            "law_set",
            "publishes_rulings",
            "has_table_codes",
            "time_zone",
            "paper",
            "created_at",
        )
        read_only_fields = fields


class MemberInput(StrictSerializer):
    """A new member."""

    name = StrictText(max_length=400)
    role = serializers.ChoiceField(choices=Role.choices, default=Role.PLAYER)


class MemberChange(StrictSerializer):
    """A member's new name or role."""

    name = StrictText(max_length=400, required=False)
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    base = BaseField()


class MergeInput(StrictSerializer):
    """The member who remains when two members who are the same person are merged."""

    into = serializers.JSONField(help_text="The name or the id of the member who stays.")


class MemberSerializer(serializers.ModelSerializer[Member]):
    """A member of a club."""

    has_account = serializers.SerializerMethodField()

    class Meta:
        model = Member
        fields = ("id", "name", "role", "joined_at", "left_at", "has_account")
        read_only_fields = fields

    def get_has_account(self, member: Member) -> bool:
        return member.user_id is not None


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """One entry of the journal."""

    by = serializers.CharField(source="signed_by", read_only=True)

    class Meta:
        model = Entry
        fields = ("chain", "seq", "verb", "data", "at", "by", "hash", "previous_hash")
        read_only_fields = fields


class ClubsView(RecordsView):
    """The caller's clubs."""

    @listing("clubs_list", ClubSerializer, "clubs")
    def get(self, request: Request) -> Response:
        """List the caller's clubs."""
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        own_clubs = Club.objects.filter(members__user_id=request.user.pk, members__left_at__isnull=True)
        return page_of(self, request, own_clubs, ClubSerializer)

    @describe("clubs", ClubSerializer, 201, parameters=[REPEATABLE], takes=ClubInput, refusals=CONFLICTS)
    def post(self, request: Request) -> Response:
        """Create a club; the caller becomes its owner."""
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        fields = checked(ClubInput, request.data)
        club, _owner = clubs.create(user=request.user, key=idempotency_key(request, required=False), **fields)
        return Response(ClubSerializer(club).data, status=status.HTTP_201_CREATED)


class ClubView(RecordsView):
    """One club."""

    @describe("clubs", ClubSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the club."""
        club, _actor = club_and_actor(request, slug, "see the club")
        return Response(ClubSerializer(club).data)

    @describe("clubs", ClubSerializer, takes=ClubChange, refusals=CONFLICTS)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the club's name, default law set, time zone, paper size, or options."""
        club, actor = club_and_actor(request, slug, "change the club")
        values = checked(ClubChange, request.data)
        base = values.pop("base", None)
        changed = clubs.change(club=club, actor=actor, values=values, base=base)
        return Response(ClubSerializer(changed).data)


class MembersView(RecordsView):
    """The members of a club."""

    @listing("members_list", MemberSerializer, "clubs")
    def get(self, request: Request, slug: str) -> Response:
        """List the club's current members."""
        club, _actor = club_and_actor(request, slug, "see the club")
        present = Member.objects.filter(club=club, left_at__isnull=True)
        return page_of(self, request, present, MemberSerializer)

    @describe("clubs", MemberSerializer, 201, takes=MemberInput)
    def post(self, request: Request, slug: str) -> Response:
        """Add a member."""
        club, actor = club_and_actor(request, slug, "add members")
        member = clubs.add_member(club=club, actor=actor, **checked(MemberInput, request.data))
        return Response(MemberSerializer(member).data, status=status.HTTP_201_CREATED)


class MemberView(RecordsView):
    """One member of a club."""

    @describe("clubs", MemberSerializer, takes=MemberChange, refusals=CONFLICTS)
    def patch(self, request: Request, slug: str, member: int) -> Response:
        """Change the member's name or role."""
        row, actor = _member(request, slug, member)
        fields = checked(MemberChange, request.data)
        base = fields.pop("base", None)
        if not fields:
            raise InvalidInput({"name": _("Say what to change: name or role.")})
        with transaction.atomic():
            if "role" in fields:
                row = clubs.change_role(member=row, actor=actor, role=fields["role"], base=base)
            if "name" in fields:
                row = clubs.rename_member(member=row, actor=actor, name=fields["name"], base=base)
        return Response(MemberSerializer(row).data)

    @describe("clubs", None, 204, takes=None)
    def delete(self, request: Request, slug: str, member: int) -> Response:
        """Remove the member, also from running events. Their records stay."""
        row, actor = _member(request, slug, member)
        checked(NoFields, request.data)
        members.remove(member=row, actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MergeView(RecordsView):
    """The merge of two members who are the same person."""

    @describe("clubs", MemberSerializer, takes=MergeInput, refusals=CONFLICTS)
    def post(self, request: Request, slug: str, member: int) -> Response:
        """Merge the member into another member, who gets the records of both."""
        row, actor = _member(request, slug, member)
        into = clubs.member_meant(row.club, checked(MergeInput, request.data)["into"])
        merged = members.merge(member=row, into=into, actor=actor)
        return Response(MemberSerializer(merged).data)


def _member(request: Request, slug: str, member: int) -> tuple[Member, Actor]:
    club, actor = club_and_actor(request, slug, "add members")
    return clubs.present_member(club, member), actor


class JournalView(RecordsView):
    """A club's journal."""

    @listing("journal_list", EntrySerializer, "clubs")
    def get(self, request: Request, slug: str) -> Response:
        """List the journal's entries, newest first."""
        club, _actor = club_and_actor(request, slug, "see the journal")
        return page_of(self, request, Entry.objects.filter(club=club).order_by("-at", "-id"), EntrySerializer)


class CredentialsSerializer(StrictSerializer):
    """A user name and its password."""

    username = StrictText(max_length=150)
    password = StrictText(max_length=passwords.LONGEST, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    """A token, shown only once, and its expiry time."""

    token = serializers.CharField()
    expires = serializers.DateTimeField()


class TokenView(APIView):
    """Tokens for the header `Authorization: Token …`."""

    def get_throttles(self) -> list[Any]:
        """Leave signing in to the limits in `services.sign_in`; throttle every other method."""
        return [] if self.request.method == "POST" else [PerCaller()]

    def get_permissions(self) -> list[Any]:
        """Allow anybody to get a token; only its owner may delete it."""
        return (
            [permissions.IsAuthenticated()] if self.request.method == "DELETE" else [permissions.AllowAny()]
        )

    def get_authenticators(self) -> list[Any]:
        """Ignore any token or session sent along when signing in; the password suffices."""
        signing_in = self.request is not None and self.request.method == "POST"
        return [] if signing_in else super().get_authenticators()

    def get_authenticate_header(self, request: Request) -> str:
        """Answer a wrong password with 401 instead of 403, although no authenticator runs."""
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
        """Return a new token, or 401; after too many wrong attempts for this user name, 429."""
        credentials = checked(CredentialsSerializer, request.data)
        plain = request._request
        user = sign_in(request=plain, address=address_of_request(plain), **credentials)
        if user is None:
            raise exceptions.AuthenticationFailed("Wrong user name or password.")
        token, secret = AuthToken.objects.create(user)
        return Response({"token": secret, "expires": token.expiry})

    @extend_schema(
        request=None,
        responses={204: None, 400: OpenApiResponse(REASONS), 401: RefusalSerializer, 403: RefusalSerializer},
        summary="Give a token back",
        tags=["sign-in"],
    )
    def delete(self, request: Request) -> Response:
        """Delete the token that was sent."""
        checked(NoFields, request.data)
        if isinstance(request.auth, AuthToken):
            request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
