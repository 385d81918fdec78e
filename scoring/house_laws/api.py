"""The API of house law sets under `clubs/{slug}/law-sets/`: begin, write a draft, check, publish, export."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import DataclassSerializer
from laws.domain.errors import InvalidInput
from laws.domain.house import HouseLaws
from laws.domain.sentences import _
from laws.strict_fields import NoFields, StrictSerializer, StrictText, checked
from laws.yaml_files import LARGEST_FILE
from scoring.clubs.api_views import RecordsView, club_and_actor
from scoring.clubs.permissions import Actor
from scoring.house_laws import models, queries, records, services
from scoring.web.api import CONFLICTS, REPEATABLE, describe, idempotency_key, listing, page_of, respond

REVISION = OpenApiParameter(
    "revision",
    {"type": "integer", "minimum": 1},
    description="The number of the revision. By default the draft, or the latest revision if there is no "
    "draft.",
)


class HouseRevisionSerializer(DataclassSerializer):
    """A published revision, with the publisher and the author of the draft."""

    dataclass = models.HousePublication
    names = (
        "number=revision.number revision=revision.law_set.revision published_at=at published_by=by_member_id "
        "author=author_id"
    )
    revision = serializers.CharField(help_text="The hash of the revision's content.")
    published_at = serializers.DateTimeField()
    published_by = serializers.IntegerField()


class HouseDraftSerializer(DataclassSerializer):
    """A draft, and the member who changed it last."""

    dataclass = models.HouseDraft
    names = "mark changed_at changed_by=changed_by_id written=fields"
    changed_at = serializers.DateTimeField()
    written = serializers.JSONField(help_text="The content of the law set, with the fields of an export.")


class HouseLawSetSerializer(DataclassSerializer):
    """One of a club's own law sets."""

    dataclass = models.HouseLawSet
    names = "slug begun_at=at revisions=publications.all draft"
    begun_at = serializers.DateTimeField()
    revisions = HouseRevisionSerializer(many=True)
    draft = HouseDraftSerializer(allow_null=True)


class HouseCheckSerializer(DataclassSerializer):
    """The examination of a draft.

    It has the reasons why the draft cannot be published, the differences between the draft and its base book,
    and earlier rulings that would be different.
    """

    dataclass = queries.DraftReview
    names = "mark **findings past=past_rulings"
    past = serializers.JSONField(
        help_text="Earlier rulings of the club that would be different under the draft."
    )


class PublishedSerializer(DataclassSerializer):
    dataclass = services.Published


class ExportSerializer(serializers.Serializer[Any]):
    """A law set as a YAML file."""

    yaml = serializers.CharField()


class WrittenInput(StrictSerializer):
    """The content of a draft, either as fields or as YAML. A YAML text must be fit for publication."""

    written = serializers.JSONField(
        required=False, help_text="The content of the law set, with the fields of an export."
    )
    yaml = StrictText(max_length=LARGEST_FILE, required=False, trim_whitespace=False)


class HouseLawSetInput(WrittenInput):
    """A new law set of a club."""

    slug = StrictText(max_length=400)


class DraftInput(WrittenInput):
    """The new content of a draft. ``mark`` identifies the version of the draft that the client changed.

    Without ``mark``, the draft is replaced even if somebody else has changed it.
    """

    mark = StrictText(
        max_length=64,
        required=False,
        allow_blank=True,
        help_text="The mark of the draft that the client changed; empty if there was no draft.",
    )


class PublishInput(StrictSerializer):
    """A request to publish a draft. ``mark`` identifies the version of the draft that the publisher saw."""

    mark = StrictText(max_length=64)
    alone = serializers.BooleanField(
        required=False,
        default=False,
        help_text="True if nobody else may publish the draft and its author publishes it after a second "
        "review.",
    )


def _read(slug: str, fields: Mapping[str, Any]) -> HouseLaws:
    if ("written" in fields) == ("yaml" in fields):
        one_form = _("Send either what is written as fields, or a YAML text under yaml.")
        raise InvalidInput({"written": one_form})
    if "yaml" in fields:
        return records.read_file(slug, fields["yaml"])
    return records.read_fields(slug, fields["written"])


class HouseLawSetsView(RecordsView):
    """A club's own law sets."""

    @listing("house_law_sets_list", HouseLawSetSerializer, "house laws")
    def get(self, request: Request, slug: str) -> Response:
        """List the club's own law sets, with their revisions and drafts."""
        club, _ = club_and_actor(request, slug, "see house laws")
        return page_of(self, request, queries.of_club(club), HouseLawSetSerializer)

    @describe("house laws", HouseLawSetSerializer, 201, takes=HouseLawSetInput)
    def post(self, request: Request, slug: str) -> Response:
        """Begin a new law set of the club, with a first draft."""
        club, actor = club_and_actor(request, slug, "write house laws")
        sent = checked(HouseLawSetInput, request.data)
        house = _read(services.new_slug(sent["slug"]), sent)
        made = services.begin_draft(club=club, actor=actor, written=house)
        law_set = queries.one_of(club, made.slug)
        return Response(HouseLawSetSerializer(law_set).data, status=status.HTTP_201_CREATED)


class HouseView(RecordsView):
    """Base of the views of one house law set."""

    def law_set(
        self, request: Request, slug: str, house: str, action: str
    ) -> tuple[models.HouseLawSet, Actor]:
        """Return the law set and the caller as an actor. Raises NotFound or NotAllowed."""
        club, actor = club_and_actor(request, slug, action)
        return queries.one_of(club, house), actor


class HouseLawSetView(HouseView):
    """One of a club's own law sets."""

    @describe("house laws", HouseLawSetSerializer)
    def get(self, request: Request, slug: str, house: str) -> Response:
        """Return the law set with its revisions and its draft."""
        law_set, _ = self.law_set(request, slug, house, "see house laws")
        return Response(HouseLawSetSerializer(law_set).data)


class HouseDraftView(HouseView):
    """The draft of a law set."""

    @describe("house laws", HouseDraftSerializer, takes=DraftInput, refusals=CONFLICTS)
    def put(self, request: Request, slug: str, house: str) -> Response:
        """Replace the draft, or begin the next draft."""
        law_set, actor = self.law_set(request, slug, house, "write house laws")
        sent = checked(DraftInput, request.data)
        written = _read(law_set.slug, sent)
        draft = services.write_draft(law_set=law_set, actor=actor, written=written, mark=sent.get("mark"))
        return Response(HouseDraftSerializer(draft).data)

    @describe("house laws", None, 204, takes=None)
    def delete(self, request: Request, slug: str, house: str) -> Response:
        """Delete the draft, if there is one. Published revisions stay."""
        law_set, actor = self.law_set(request, slug, house, "write house laws")
        checked(NoFields, request.data)
        services.drop_draft(law_set=law_set, actor=actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class HouseCheckView(HouseView):
    """The examination of a draft."""

    @describe("house laws", HouseCheckSerializer, refusals=CONFLICTS)
    def get(self, request: Request, slug: str, house: str) -> Response:
        """Return whether the draft can be published, and what it changes."""
        law_set, _ = self.law_set(request, slug, house, "see house laws")
        review = queries.review(law_set, queries.draft_due(law_set))
        return Response(HouseCheckSerializer(review).data)


class HousePublishView(HouseView):
    """The publication of a draft."""

    @describe(
        "house laws",
        PublishedSerializer,
        201,
        parameters=[REPEATABLE],
        takes=PublishInput,
        refusals=CONFLICTS,
    )
    def post(self, request: Request, slug: str, house: str) -> Response:
        """Publish the draft as the next revision.

        The author is the person who changed the draft last. The author may publish the draft only if both
        conditions hold: nobody else may publish it, and ``alone`` is true.
        """
        law_set, actor = self.law_set(request, slug, house, "publish house laws")
        key = idempotency_key(request, required=False)
        answer = services.publish_draft(
            law_set=law_set, actor=actor, key=key, **checked(PublishInput, request.data)
        )
        return respond(answer)


class HouseExportView(HouseView):
    """A law set as a file."""

    @describe("house laws", ExportSerializer, parameters=[REVISION])
    def get(self, request: Request, slug: str, house: str) -> Response:
        """Return a revision, or the draft, as YAML. The YAML has the format in which a draft is written."""
        law_set, _ = self.law_set(request, slug, house, "see house laws")
        text = queries.text_of(law_set, _revision_in_query(request))
        return Response(ExportSerializer({"yaml": text}).data)


def _revision_in_query(request: Request) -> int | None:
    text = request.query_params.get("revision")
    if text is not None and not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
        raise InvalidInput({"revision": _("A whole number from 1.")})
    return int(text) if text else None
