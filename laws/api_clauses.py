"""The clauses of the sources for programs: public, to be read only."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from laws import library
from laws import queries as selectors
from laws.api.law_sets import MISSING, PAGING, REFUSED, LawView
from laws.domain import clause as wording
from laws.domain.errors import unknown
from laws.domain.register import STATUSES
from laws.domain.sentences import _


class ClauseSerializer(serializers.Serializer[Any]):
    """A clause of a source: what it lays down in our own words, and what became of it."""

    id = serializers.CharField()
    inventory = serializers.CharField(help_text="The list of clauses of one source.")
    when = serializers.CharField()
    then = serializers.CharField()
    cite = serializers.CharField(help_text="Where it stands in the source.")
    certainty = serializers.ChoiceField(choices=tuple(wording.CERTAINTIES))
    exceptions = serializers.ListField(child=serializers.CharField())
    doubt = serializers.CharField(
        allow_blank=True, help_text="What can be read in several ways, or stops short."
    )
    see = serializers.ListField(child=serializers.CharField(), help_text="Clauses to read it with.")
    against = serializers.ListField(child=serializers.CharField(), help_text="Clauses that say otherwise.")
    status = serializers.ChoiceField(choices=STATUSES)
    laws = serializers.ListField(child=serializers.CharField(), help_text="The laws that carry it.")


class ClauseView(LawView):
    """What the addresses of clauses have in common."""

    def marks(self) -> list[str]:
        """Return what changes when a law does, or the words of a clause."""
        return [*super().marks(), library.clause_revision()]


class ClauseList(ClauseView):
    """The clauses."""

    serializer_class = ClauseSerializer

    @extend_schema(
        operation_id="clauses_list",
        parameters=[
            OpenApiParameter("inventory", str, description="Only the clauses of one source."),
            OpenApiParameter("status", str, enum=STATUSES, description="Only those of which this became."),
            OpenApiParameter("law_set", str, description="Only those that a law of this law set carries."),
            OpenApiParameter(
                "q", str, description="Words, up to 100 characters; the likeliest clauses come first."
            ),
        ],
        responses={200: ClauseSerializer(many=True), **REFUSED, **MISSING},
    )
    def get(self, request: Request) -> Any:
        """Find clauses by source, status, law set and words, a page at a time."""
        asked = self.asked("inventory", "status", "law_set", "q", *PAGING)
        conditions = {name: value for name, value in asked.items() if name not in PAGING}
        return self.page_of(
            request, [selectors.clause_row(each) for each in selectors.find_clauses(**conditions)]
        )


class ClauseDetail(ClauseView):
    """One clause."""

    serializer_class = ClauseSerializer
    pagination_class = None

    @extend_schema(operation_id="clauses_retrieve", responses={200: ClauseSerializer, **REFUSED, **MISSING})
    def get(self, request: Request, clause_id: str) -> Any:
        """Show a clause of a source by its id."""
        self.asked()
        found = selectors.clauses().get(clause_id)
        if found is None:
            raise NotFound(unknown(clause_id, selectors.clauses(), _("clause")))
        return self.answer(request, Response(self.get_serializer(selectors.clause_row(found)).data))
