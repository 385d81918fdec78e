"""`members/ID/`: change a member's name or role, remove a member (also from events), merge two members."""

from django.db import transaction
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import NoFields, StrictSerializer, StrictText, checked
from scoring.clubs.api import MemberSerializer
from scoring.clubs.api_views import RecordsView, club_and_actor
from scoring.clubs.models import Member, Role
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events.people.services import members
from scoring.web.api import (
    CONFLICTS,
    BaseField,
    describe,
)


class MemberChange(StrictSerializer):
    """A member's new name or role."""

    name = StrictText(max_length=400, required=False)
    role = serializers.ChoiceField(choices=Role.choices, required=False)
    base = BaseField()


class MergeInput(StrictSerializer):
    """The member who gets the records of the member in the URL. Both are the same person."""

    into = serializers.JSONField(help_text="The name or the id of the member who stays.")


class MemberView(RecordsView):
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
        """Remove the member from the club and from planned and running events. The member's records stay."""
        row, actor = _member(request, slug, member)
        checked(NoFields, request.data)
        members.remove(member=row, actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MergeView(RecordsView):
    @describe("clubs", MemberSerializer, takes=MergeInput, refusals=CONFLICTS)
    def post(self, request: Request, slug: str, member: int) -> Response:
        """Merge the member into another member. The records stay and show the other member's name."""
        row, actor = _member(request, slug, member)
        into = clubs.member_meant(row.club, checked(MergeInput, request.data)["into"])
        merged = members.merge(member=row, into=into, actor=actor)
        return Response(MemberSerializer(merged).data)


def _member(request: Request, slug: str, member: int) -> tuple[Member, Actor]:
    club, actor = club_and_actor(request, slug, "add members")
    return clubs.present_member(club, member), actor
