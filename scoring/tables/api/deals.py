"""`tables/{id}/deals/`: record, list, preview and correct deals; decide on held entries."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import checked
from laws.templatetags.sentences import translated
from scoring.clubs.api_views import RecordsView, caller_of
from scoring.tables import games, queries
from scoring.tables.access import table_for
from scoring.tables.api import schemas
from scoring.tables.models import Table
from scoring.tables.services import corrections, deals, held
from scoring.tables.table_policy import policy_of
from scoring.web.api import (
    CONFLICTS,
    RefusalSerializer,
    describe,
    idempotency_key,
    key_header,
    listing,
    page_of,
    respond,
)

KEY = key_header("A fresh UUID for each entry; send the same one again to repeat it.", required=True)


ANSWERS = {
    200: schemas.DealAnswerSerializer,
    201: schemas.DealAnswerSerializer,
    202: RefusalSerializer,
    **CONFLICTS,
}


def _sent(answer: deals.DealAnswer) -> Mapping[str, Any]:
    return {**answer.body, "detail": translated(answer.why_held)} if answer.why_held else answer.body


def _with_revisions(body: Mapping[str, Any], table: Table, number: int) -> dict[str, Any]:
    return {
        **body,
        "revisions": schemas.RevisionSerializer(queries.revisions_of_deal(table, number), many=True).data,
    }


class DealsView(RecordsView):
    @listing("deals_list", schemas.DealLineSerializer, "deals")
    def get(self, request: Request, table: int) -> Response:
        """List the table's deals, newest first, each with its score."""
        row, _ = table_for(caller_of(request), table, "see the table")
        return page_of(self, request, queries.deal_lines(row), schemas.DealLineSerializer)

    @extend_schema(parameters=[KEY], request=schemas.EntryInput, responses=ANSWERS, tags=["deals"])
    def post(self, request: Request, table: int) -> Response:
        """Record the next deal, exactly once.

        - 201: The deal is recorded.
        - 200: A deal with this number and the same content is already recorded.
        - 202: The deal is held for a director, because an earlier deal is missing or another game is in play.
        """
        row, actor = table_for(caller_of(request), table, "enter a deal")
        key = idempotency_key(request, required=True)
        assert key is not None  # never None, because the key is required above
        entry = checked(schemas.EntryInput, request.data)
        with schemas.fields_as_sent(request.data):
            answer = deals.record(
                policy=policy_of(row),
                actor=actor,
                payload=entry["deal"],
                key=key,
                number=entry.get("number"),
                game=entry.get("game_number"),
            )
        return respond(answer, _sent(answer))


class DealPreviewView(RecordsView):
    @describe("deals", schemas.DealAnswerSerializer, takes=schemas.EntryInput, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Score a deal as the table's next deal, without recording it.

        ``number`` and ``game_number`` in the request are ignored.
        """
        row, _ = table_for(caller_of(request), table, "see the table")
        entry = checked(schemas.EntryInput, request.data)
        with schemas.fields_as_sent(request.data):
            deal = deals.preview(policy=policy_of(row), payload=entry["deal"])
            return Response(deals.deal_answer(deal))


class DealView(RecordsView):
    @describe("deals", schemas.DealAnswerSerializer)
    def get(self, request: Request, table: int, number: int) -> Response:
        """Return the deal's current revision and score, with all its revisions."""
        row, _ = table_for(caller_of(request), table, "see the table")
        answer = deals.deal_answer(games.find_deal(row, number))
        return Response(_with_revisions(answer, row, number))

    @extend_schema(request=schemas.CorrectionInput, responses=ANSWERS, tags=["deals"])
    def patch(self, request: Request, table: int, number: int) -> Response:
        """Correct the deal, with a reason. Fields left out keep their values.

        If a director must decide on the correction, it is held, and the answer is 202.
        """
        row, actor = table_for(caller_of(request), table, "correct the last deal")
        correction = checked(schemas.CorrectionInput, request.data)
        if correction.get("number") not in (None, number):
            raise InvalidInput(
                {"number": _("This is deal {number}; a correction does not renumber it.", number=number)}
            )
        with schemas.fields_as_sent(request.data):
            answer = corrections.correct(
                policy=policy_of(row),
                actor=actor,
                number=number,
                changes=correction["deal"],
                reason=correction.get("reason"),
                base_revision=correction.get("base_revision"),
                key=idempotency_key(request, required=False),
            )
        if answer.outcome == "held":
            return respond(answer, _sent(answer))
        return respond(answer, _with_revisions(answer.body, row, number))


class RevisionsView(RecordsView):
    @listing("revisions_list", schemas.RevisionSerializer, "deals")
    def get(self, request: Request, table: int, number: int) -> Response:
        """List all revisions of the deal, first to last."""
        row, _ = table_for(caller_of(request), table, "see the table")
        return page_of(self, request, queries.revisions_of_deal(row, number), schemas.RevisionSerializer)


class HeldView(RecordsView):
    @extend_schema(
        request=schemas.HeldInput,
        responses={200: schemas.DealAnswerSerializer, 204: None, **CONFLICTS},
        tags=["deals"],
    )
    def post(self, request: Request, table: int, entry: int) -> Response:
        """Record a held entry as the next deal or as a correction, or set it aside with a reason."""
        row, actor = table_for(caller_of(request), table, "decide on held entries")
        decision = checked(schemas.HeldInput, request.data)
        if decision.keys() == {"release"} and decision["release"] is True:
            revision = held.release(policy=policy_of(row), actor=actor, held_id=entry)
            return Response(deals.deal_answer(games.find_deal(row, revision.deal.number)))
        if decision.keys() == {"set_aside", "reason"} and decision["set_aside"] is True:
            held.set_aside(table=row, actor=actor, held_id=entry, reason=decision["reason"])
            return Response(status=204)
        raise InvalidInput({"release": _("Either {{release: true}} or {{set_aside: true, reason}}.")})
