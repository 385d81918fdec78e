"""`tables/{id}/deals/`: record, look at, correct; and what was held."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.templatetags.sentences import translated
from scoring.api.callers import table_and_actor
from scoring.api.fields import StrictSerializer, StrictText, StrictYes, checked
from scoring.clubs.api import REFUSALS, RecordsView, page_of
from scoring.tables.api.schemas import (
    CORRECTION,
    ENTRY,
    PAGING,
    DealAnswerSerializer,
    DealLineSerializer,
    RefusalSerializer,
    RevisionSerializer,
    paged,
)
from scoring.tables.queries.tables import deal_lines, deal_standing, revision_answer, revisions
from scoring.tables.services import corrections, deals, held, holding

KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "format": "uuid"},
    OpenApiParameter.HEADER,
    required=True,
    description="A fresh UUID for each entry; send the same one again to repeat it.",
)
ANSWERS = {
    200: DealAnswerSerializer,
    201: DealAnswerSerializer,
    202: RefusalSerializer,
    **REFUSALS,
    409: RefusalSerializer,
}
LARGEST_NUMBER = 2**31 - 1
"""What both databases can hold as a deal's number."""

ABOUT_THE_ENTRY = frozenset({"number", "game_number", "reason", "base_revision"})
"""Fields beside the deal's own where a deal is sent flat."""


DECISION = {
    "type": "object",
    "properties": {
        "release": {"type": "boolean"},
        "set_aside": {"type": "boolean"},
        "reason": {"type": "string"},
    },
}


def idempotency_key(request: Request, *, required: bool) -> UUID | None:
    """Return the request's Idempotency-Key, or raise InvalidInput for a missing or malformed one."""
    text = request._request.META.get("HTTP_IDEMPOTENCY_KEY")
    if text is None:
        if required:
            raise InvalidInput(
                {"Idempotency-Key": _("A deal is sent with this header: a fresh UUID for each entry.")}
            )
        return None
    try:
        return UUID(text)
    except ValueError as error:
        raise InvalidInput(
            {"Idempotency-Key": _("A UUID, such as 8e1c4f7a-4f0e-4c0a-9a39-1f0f5f0c9b11.")}
        ) from error


@contextmanager
def fields_as_sent(data: object) -> Iterator[None]:
    """Name wrong fields as they were sent: ``bid`` and not ``deal.bid`` where the deal was sent flat."""
    try:
        yield
    except InvalidInput as refusal:
        if isinstance(data, Mapping) and "deal" in data:
            raise
        flat = {field.removeprefix("deal."): reasons for field, reasons in refusal.errors.items()}
        raise InvalidInput(flat, law=refusal.law) from refusal


def split(data: object) -> tuple[object, Mapping[str, Any]]:
    """Return the deal and the fields beside it, whether the deal stands under ``deal`` or flat."""
    if not isinstance(data, Mapping):
        raise InvalidInput({"deal": _("A JSON object.")})
    beside = {name: data[name] for name in ABOUT_THE_ENTRY & data.keys()}
    if "deal" in data:
        unknown = sorted(str(name)[:60] for name in data.keys() - ABOUT_THE_ENTRY - {"deal"})
        if unknown:
            known = ", ".join(sorted(ABOUT_THE_ENTRY))
            raise InvalidInput(
                dict.fromkeys(unknown, _("There is no such field; beside deal: {names}.", names=known))
            )
        return data["deal"], beside
    return {name: value for name, value in data.items() if name not in ABOUT_THE_ENTRY}, beside


def whole(value: object, field: str) -> int | None:
    """Return ``value`` as a whole number from 1, None for none; InvalidInput under ``field`` otherwise."""
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= LARGEST_NUMBER:
        raise InvalidInput({field: _("A whole number from 1, not in quotes.")})
    return value


class DealsView(RecordsView):
    """The deals of a table."""

    @extend_schema(
        operation_id="deals_list",
        parameters=PAGING,
        responses={200: paged(DealLineSerializer), **REFUSALS},
        tags=["deals"],
    )
    def get(self, request: Request, table: int) -> Response:
        """List the table's deals, newest first, each with its score."""
        found, _ = table_and_actor(request, table, "see the table")
        return page_of(self, request, deal_lines(found), dict)

    @extend_schema(parameters=[KEY], request={"application/json": ENTRY}, responses=ANSWERS, tags=["deals"])
    def post(self, request: Request, table: int) -> Response:
        """Record the next deal, exactly once."""
        found, actor = table_and_actor(request, table, "enter a deal")
        key = idempotency_key(request, required=True)
        payload, beside = split(request.data)
        if not_here := beside.keys() - {"number", "game_number"}:
            raise InvalidInput(dict.fromkeys(sorted(not_here), _("Only a correction has this field.")))
        assert key is not None  # required above
        number = whole(beside.get("number"), "number")
        game = whole(beside.get("game_number"), "game_number")
        with fields_as_sent(request.data):
            answer = deals.record(
                table=found, actor=actor, payload=payload, key=key, number=number, game=game
            )
        body = answer.body
        if answer.status == status.HTTP_202_ACCEPTED:
            body = {**body, "detail": translated(holding.why_held(body))}
        return Response(body, status=answer.status)


class DealPreviewView(RecordsView):
    """The score a deal would give."""

    @extend_schema(
        request={"application/json": ENTRY}, responses={200: DealAnswerSerializer, **REFUSALS}, tags=["deals"]
    )
    def post(self, request: Request, table: int) -> Response:
        """Return what recording this deal would answer; nothing is recorded."""
        found, _ = table_and_actor(request, table, "see the table")
        payload, _ = split(request.data)
        with fields_as_sent(request.data):
            return Response(deals.preview(table=found, payload=payload))


class DealView(RecordsView):
    """One deal of a table."""

    @extend_schema(responses={200: DealAnswerSerializer, **REFUSALS}, tags=["deals"])
    def get(self, request: Request, table: int, number: int) -> Response:
        """Return the deal as it stands, with all its revisions."""
        found, _ = table_and_actor(request, table, "see the table")
        answer = deal_standing(found, number)
        return Response({**answer, "revisions": [revision_answer(one) for one in revisions(found, number)]})

    @extend_schema(request={"application/json": CORRECTION}, responses=ANSWERS, tags=["deals"])
    def patch(self, request: Request, table: int, number: int) -> Response:
        """Correct the deal, with a reason; fields left out stay as they were."""
        found, actor = table_and_actor(request, table, "correct the last deal")
        changes, beside = split(request.data)
        if not isinstance(changes, Mapping):
            raise InvalidInput({"deal": _("A JSON object.")})
        if "game_number" in beside:
            raise InvalidInput({"game_number": _("A correction stays in its game.")})
        if whole(beside.get("number"), "number") not in (None, number):
            raise InvalidInput(
                {"number": _("This is deal {number}; a correction does not renumber it.", number=number)}
            )
        with fields_as_sent(request.data):
            answer = corrections.correct(
                table=found,
                actor=actor,
                number=number,
                changes=changes,
                reason=beside.get("reason"),
                base_revision=whole(beside.get("base_revision"), "base_revision"),
                key=idempotency_key(request, required=False),
            )
        return Response(
            {**answer.body, "revisions": [revision_answer(one) for one in revisions(found, number)]},
            status=answer.status,
        )


class RevisionsView(RecordsView):
    """What a deal said before."""

    @extend_schema(
        operation_id="revisions_list",
        parameters=PAGING,
        responses={200: paged(RevisionSerializer), **REFUSALS},
        tags=["deals"],
    )
    def get(self, request: Request, table: int, number: int) -> Response:
        """List all revisions of the deal, first to last."""
        found, _ = table_and_actor(request, table, "see the table")
        return page_of(self, request, revisions(found, number), revision_answer)


class DecisionInput(StrictSerializer):
    """What a director makes of a held entry: one of the two, the second with its reason."""

    release = StrictYes(required=False)
    set_aside = StrictYes(required=False)
    reason = StrictText(required=False, allow_blank=True, trim_whitespace=False)


class HeldView(RecordsView):
    """An entry that was held."""

    @extend_schema(
        request={"application/json": DECISION},
        responses={200: DealAnswerSerializer, 204: None, **REFUSALS, 409: RefusalSerializer},
        tags=["deals"],
    )
    def post(self, request: Request, table: int, entry: int) -> Response:
        """Record the held entry as the next deal, or set it aside with a reason."""
        found, actor = table_and_actor(request, table, "decide on held entries")
        data = checked(DecisionInput, request.data)
        if data.keys() == {"release"} and data["release"] is True:
            revision = held.release(table=found, actor=actor, held_id=entry)
            return Response(deal_standing(found, revision.deal.number))
        if data.keys() == {"set_aside", "reason"} and data["set_aside"] is True:
            held.set_aside(table=found, actor=actor, held_id=entry, reason=data["reason"])
            return Response(status=204)
        raise InvalidInput({"release": _("Either {{release: true}} or {{set_aside: true, reason}}.")})
