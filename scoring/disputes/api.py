"""The API of disputes: raise, answer, choose, decide, appeal and settle.

It also lists the irregularities on a deal's record, the disputes of a table or a club, and the players with
their penalties.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from laws.strict_fields import StrictSerializer, checked
from scoring.clubs.api_views import RecordsView, caller_of, club_and_actor
from scoring.clubs.permissions import Actor
from scoring.disputes import schemas
from scoring.disputes.models import Dispute
from scoring.disputes.queries import deals, lists
from scoring.disputes.queries.penalties import penalties_of
from scoring.disputes.services import answers, disputes, rulings, steps
from scoring.journal.services import Answer
from scoring.tables.access import record_for, table_for
from scoring.tables.models import Table
from scoring.tables.table_policy import policy_of
from scoring.web.api import CONFLICTS, REPEATABLE, describe, idempotency_key, listing, page_of, respond

ANSWERS = {200: schemas.DisputeSerializer, **CONFLICTS}


def dispute_and_actor(request: Request, dispute: int, action: str) -> tuple[Table, Actor]:
    """Return the table of a dispute, and the caller as actor.

    Raises NotFound for an unknown dispute and for a table that the caller may not see, and NotAllowed if the
    caller may not do ``action``.
    """
    found, actor = record_for(Dispute, caller_of(request), dispute, action)
    return found.table, actor


class DealDisputesView(RecordsView):
    """The disputes about a deal."""

    @extend_schema(
        operation_id="disputes_raise",
        parameters=[REPEATABLE],
        request=schemas.RaiseInput,
        responses={201: schemas.DisputeSerializer, **CONFLICTS},
        tags=["disputes"],
    )
    def post(self, request: Request, table: int, number: int) -> Response:
        """Raise a dispute about a recorded deal or the deal in play. Return the dispute with its ruling."""
        at, actor = table_for(caller_of(request), table, "raise a dispute")
        sent = checked(schemas.RaiseInput, request.data)
        taken = disputes.raise_dispute(
            policy=policy_of(at),
            actor=actor,
            number=number,
            incident=sent.pop("incident"),
            assume=sent.pop("assume_usual", False),
            key=idempotency_key(request, required=False),
            **sent,
        )
        return _sent(taken)


class DisputeView(RecordsView):
    """One dispute."""

    @describe("disputes", schemas.DisputeSerializer)
    def get(self, request: Request, dispute: int) -> Response:
        """Return the dispute with its ruling and every step."""
        dispute_and_actor(request, dispute, "see a dispute")
        return Response(schemas.dispute(lists.dispute_case(dispute)))


class StepView(RecordsView):
    """A view that calls a `Step` and returns the dispute with its new steps."""

    shape: ClassVar[type[StrictSerializer]]
    service: ClassVar[steps.Step]

    def post(self, request: Request, dispute: int) -> Response:
        table, actor = dispute_and_actor(request, dispute, self.service.action)
        sent = checked(self.shape, request.data)
        key = idempotency_key(request, required=False)
        return _sent(self.service(table=table, actor=actor, dispute_id=dispute, key=key, **sent))


def takes(shape: type[StrictSerializer]) -> Callable[[type[StepView]], type[StepView]]:
    """Return a class decorator that sets the serializer of a step's request.

    The serializer parses the request and appears in the API description.
    """

    def declare(view: type[StepView]) -> type[StepView]:
        view.shape = shape
        schema = extend_schema(parameters=[REPEATABLE], request=shape, responses=ANSWERS, tags=["disputes"])
        return extend_schema_view(post=schema)(view)

    return declare


@takes(schemas.AnswerInput)
class AnswerView(StepView):
    """Add or change facts, seats, points or the trick. Values that are not sent stay as they are.

    There is one exception: if the deal's record now answers a fact, the record's answer replaces the earlier
    answer. The earlier answer stays if the fact is disputed, if a director has established it, or if a player
    has claimed it and the record does not rule it out.

    After a decision made during the play, only the points in question can be named.
    """

    service = answers.answer


@takes(schemas.ChoiceInput)
class ChooseView(StepView):
    """Enter the option that a player chooses, if the ruling gives the player a choice."""

    service = answers.choose


@takes(schemas.LapseInput)
class LapseView(StepView):
    """Record that the time to choose has passed."""

    service = answers.lapse


@takes(schemas.DecideInput)
class DecideView(StepView):
    """Decide the dispute: confirm what the law says, or overrule it with other effects."""

    service = rulings.decide


@takes(schemas.AppealInput)
class AppealView(StepView):
    """Appeal against the decision, which stays in force until another director settles the appeal."""

    service = rulings.appeal


@takes(schemas.SettleInput)
class SettleAppealView(StepView):
    """Uphold, change or withdraw the decision; the director who made the decision may not do this."""

    service = rulings.settle


@takes(schemas.DropInput)
class DropView(StepView):
    """Drop an undecided dispute. Only the person who raised it or a director may do this."""

    service = answers.drop


@takes(schemas.SpendInput)
class SpendView(StepView):
    """Record that the table has carried out an effect of the decision."""

    service = answers.spend


class PreviewView(RecordsView):
    """The preview of a decision."""

    @describe("disputes", schemas.DecisionPreviewSerializer, takes=schemas.PreviewInput, refusals=CONFLICTS)
    def post(self, request: Request, dispute: int) -> Response:
        """Preview a decision on a dispute or on an appeal. Nothing is stored."""
        table, actor = dispute_and_actor(request, dispute, "rule on a dispute")
        sent = checked(schemas.PreviewInput, request.data)
        decision = rulings.preview(lists.case_at(table, dispute), actor, **sent)
        return Response(schemas.DecisionPreviewSerializer(decision).data)


def _sent(taken: steps.StepTaken) -> Response:
    # The answer to a repeated request does not show steps that others took since.
    case = lists.dispute_case(taken.dispute, until=taken.step)
    return respond(Answer(taken.outcome, schemas.dispute(case)))


class FoundView(RecordsView):
    """The irregularities that a deal's record shows."""

    @listing("found_list", schemas.FoundSerializer, "disputes")
    def get(self, request: Request, table: int, number: int) -> Response:
        """List the irregularities that the record of a deal shows."""
        at, _ = table_for(caller_of(request), table, "see a dispute")
        found = lists.found_on(deals.recorded_deal(policy_of(at), number))
        return page_of(self, request, found, schemas.FoundSerializer)


class TableDisputesView(RecordsView):
    """The disputes at a table."""

    @listing("table_disputes_list", schemas.DisputeLineSerializer, "disputes")
    def get(self, request: Request, table: int) -> Response:
        """List the disputes at the table, the latest first."""
        at, _ = table_for(caller_of(request), table, "see a dispute")
        return page_of(self, request, lists.disputes_at(at), schemas.line)


class DisputesView(RecordsView):
    """The disputes of a club."""

    @listing("disputes_list", schemas.DisputeLineSerializer, "disputes", schemas.DisputesQuery)
    def get(self, request: Request) -> Response:
        """List the disputes of a club that meet every given condition, the latest first."""
        search = query(schemas.DisputesQuery, request)
        club, _ = club_and_actor(request, search.pop("club"), "see the club")
        is_open = search.pop("state") == "open" if "state" in search else None
        return page_of(self, request, lists.disputes_of(club, is_open=is_open, **search), schemas.line)


class PenaltiesView(RecordsView):
    """Players with their penalties and warnings."""

    @listing("penalties_list", schemas.PenaltiesSerializer, "disputes", schemas.PenaltiesQuery)
    def get(self, request: Request) -> Response:
        """List the players who were the offender in a decided dispute, most penalties first.

        Withdrawn decisions and decisions under appeal are left out.
        """
        search = query(schemas.PenaltiesQuery, request)
        club, _ = club_and_actor(request, search.pop("club"), "see the club")
        return page_of(self, request, penalties_of(club, **search), schemas.PenaltiesSerializer)


def query(shape: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Parse the query string with a serializer. The page number is left to `page_of`."""
    return checked(
        shape,
        {name: value for name, value in request.query_params.items() if name not in ("page", "page_size")},
    )
