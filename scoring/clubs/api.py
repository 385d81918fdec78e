"""The API of clubs, their lists of members, and their journals, under `clubs/`."""

from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.strict_fields import StrictSerializer, StrictText, StrictYes, checked
from scoring.clubs.api_views import RecordsView, club_and_actor
from scoring.clubs.models import Club, Member, Paper, Role
from scoring.clubs.services import clubs
from scoring.journal.models import Entry
from scoring.web.api import (
    CONFLICTS,
    REPEATABLE,
    BaseField,
    describe,
    idempotency_key,
    listing,
    page_of,
)


class ClubInput(StrictSerializer):
    """A new club."""

    name = StrictText(max_length=400)
    slug = StrictText(max_length=400, required=False)
    law_set = StrictText(max_length=60, required=False)
    time_zone = StrictText(max_length=60, required=False, allow_blank=True)
    paper = serializers.ChoiceField(choices=Paper.choices, required=False)


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


class MemberSerializer(serializers.ModelSerializer[Member]):
    """A member of a club."""

    has_account = serializers.SerializerMethodField()

    class Meta:
        model = Member
        fields = ("id", "name", "role", "joined_at", "left_at", "has_account")
        read_only_fields = fields

    def get_has_account(self, member: Member) -> bool:
        """Whether the member has an account, even if no password is set yet."""
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


class JournalView(RecordsView):
    """A club's journal."""

    @listing("journal_list", EntrySerializer, "clubs")
    def get(self, request: Request, slug: str) -> Response:
        """List the journal's entries, newest first."""
        club, _actor = club_and_actor(request, slug, "see the journal")
        return page_of(self, request, Entry.objects.filter(club=club).order_by("-at", "-id"), EntrySerializer)
