"""`tables/{id}/cuts/`: cut for partners, seats and deal."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.shapes import StrictSerializer, StrictText, checked
from scoring.tables.api.schemas import CutSerializer
from scoring.tables.queries.cuts import answer_for, cuts_of
from scoring.tables.services import cuts
from scoring.web.api import PAGING, REFUSALS, CardsField, RecordsView, page_of, paged, table_and_actor


class CutInput(StrictSerializer):
    """What a cut takes: its purpose, and the cards where they were cut at the table."""

    purpose = StrictText(max_length=20)
    cards = CardsField(required=False, help_text="{player name or id: card}; left out, the service draws.")


class CutsView(RecordsView):
    """The cuts of a table."""

    @extend_schema(
        operation_id="cuts_list",
        parameters=PAGING,
        responses={200: paged(CutSerializer), **REFUSALS},
        tags=["cuts"],
    )
    def get(self, request: Request, table: int) -> Response:
        """List the table's cuts, newest first."""
        found, _ = table_and_actor(request, table, "see the table")
        return page_of(self, request, cuts_of(found), lambda cut: answer_for(cut, found))

    @extend_schema(request=CutInput, responses={201: CutSerializer, **REFUSALS}, tags=["cuts"])
    def post(self, request: Request, table: int) -> Response:
        """Cut; after a tie send the cards of those who cut again."""
        found, actor = table_and_actor(request, table, "cut")
        shape = checked(CutInput, request.data)
        cut = cuts.make(table=found, actor=actor, purpose=shape["purpose"], cards=shape.get("cards"))
        return Response(answer_for(cut, found), status=status.HTTP_201_CREATED)
