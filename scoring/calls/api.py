"""`calls/`: a table calls the director; a call is seen, answered, turned into a dispute, or closed."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import DataclassSerializer
from laws.strict_fields import NoFields, StrictInteger, StrictSerializer, StrictText, checked
from scoring.calls import queries, services
from scoring.calls.models import LONGEST_TEXT, Call, CallStep
from scoring.clubs.api_views import RecordsView, caller_of, club_and_actor
from scoring.clubs.permissions import Actor
from scoring.journal.services import Answer
from scoring.tables.access import own_table_for, record_for
from scoring.web.api import (
    CONFLICTS,
    REPEATABLE,
    PlayerSerializer,
    describe,
    idempotency_key,
    listing,
    page_of,
    respond,
)


class CallInput(StrictSerializer):
    """The text of a call or of an answer."""

    text = StrictText(allow_blank=True, help_text=f"The text, at most {LONGEST_TEXT} characters.")


class CloseInput(StrictSerializer):
    """The optional reason for closing a call."""

    text = StrictText(allow_blank=True, required=False)


class CallDisputeInput(StrictSerializer):
    """The dispute that a call has become."""

    dispute = StrictInteger(min_value=1, help_text="The id of a dispute about a deal of the call's table.")


class CallsQuery(StrictSerializer):
    """A search in a club's calls."""

    club = serializers.CharField(help_text="The club's slug.")
    state = serializers.ChoiceField(choices=["open", "closed"], required=False)


class CallStepSerializer(serializers.ModelSerializer[CallStep]):
    """One step of a call. Steps never change."""

    by = PlayerSerializer(source="by_member", allow_null=True)

    class Meta:
        model = CallStep
        fields = ("seq", "kind", "text", "dispute", "at", "by", "by_link")


class CallSerializer(DataclassSerializer):
    """A call with its state and steps."""

    dataclass = queries.CallLine
    names = (
        "id table=call.table_id event=call.table.event_id text=call.text at=call.at by=call.by_member "
        "by_link=call.by_link_id state=stage is_open steps"
    )
    at = serializers.DateTimeField()
    state = serializers.ChoiceField(choices=list(queries.STAGE_WORDS))
    steps = CallStepSerializer(many=True)


def _line(call: Call) -> Any:
    return CallSerializer(queries.line_of(call)).data


def _sent(answer: Answer) -> Response:
    call = Call.objects.select_related("table", "by_member").get(pk=answer.body["call"])
    return respond(answer, _line(call))


class TableCallsView(RecordsView):
    @listing("table_calls_list", CallSerializer, "calls")
    def get(self, request: Request, table: int) -> Response:
        """List the calls at the table, latest first."""
        at, _ = own_table_for(caller_of(request), table, "see the table")
        return page_of(self, request, _with_steps(queries.calls_at(at)), _line)

    @describe("calls", CallSerializer, 201, parameters=[REPEATABLE], takes=CallInput, refusals=CONFLICTS)
    def post(self, request: Request, table: int) -> Response:
        """Call the director to the table, with a text."""
        at, actor = own_table_for(caller_of(request), table, "call the director")
        key = idempotency_key(request, required=False)
        return _sent(
            services.call_director(table=at, actor=actor, key=key, **checked(CallInput, request.data))
        )


class CallsView(RecordsView):
    @listing("calls_list", CallSerializer, "calls", CallsQuery)
    def get(self, request: Request) -> Response:
        """List a club's calls, latest first. Only for directors and owners."""
        asked = {
            name: value for name, value in request.query_params.items() if name not in ("page", "page_size")
        }
        search = checked(CallsQuery, asked)
        club, _ = club_and_actor(request, search["club"], "direct")
        is_open = search["state"] == "open" if "state" in search else None
        return page_of(self, request, _with_steps(queries.calls_of(club, is_open=is_open)), _line)


def _with_steps(calls: Any) -> Any:
    return calls.select_related("table", "by_member").prefetch_related("steps__by_member")


class CallView(RecordsView):
    @describe("calls", CallSerializer)
    def get(self, request: Request, call: int) -> Response:
        """Return the call with its state and steps."""
        found, _ = call_and_actor(request, call, "see the table")
        return Response(_line(found))


class _CallStepView(RecordsView):
    shape: ClassVar[type[StrictSerializer]]
    may: ClassVar[str] = "answer a call"

    def step(self, request: Request, call: int, service: Any) -> Response:
        found, actor = call_and_actor(request, call, self.may)
        sent = checked(self.shape, request.data)
        key = idempotency_key(request, required=False)
        return _sent(service(table=found.table, actor=actor, call_id=found.pk, key=key, **sent))


class CallSeeView(_CallStepView):
    shape = NoFields

    @describe("calls", CallSerializer, parameters=[REPEATABLE], takes=NoFields, refusals=CONFLICTS)
    def post(self, request: Request, call: int) -> Response:
        """Tell the table that a director has seen its call.

        If the call was seen or answered before, nothing changes.
        """
        return self.step(request, call, services.see_call)


class CallAnswerView(_CallStepView):
    shape = CallInput

    @describe("calls", CallSerializer, parameters=[REPEATABLE], takes=CallInput, refusals=CONFLICTS)
    def post(self, request: Request, call: int) -> Response:
        """Answer a call. The call stays open."""
        return self.step(request, call, services.answer_call)


class CallDisputeView(_CallStepView):
    shape = CallDisputeInput

    @describe("calls", CallSerializer, parameters=[REPEATABLE], takes=CallDisputeInput, refusals=CONFLICTS)
    def post(self, request: Request, call: int) -> Response:
        """Record that a call has become a dispute. This ends the call."""
        return self.step(request, call, services.turn_into_dispute)


class CallCloseView(_CallStepView):
    shape = CloseInput
    may = "call the director"

    @describe("calls", CallSerializer, parameters=[REPEATABLE], takes=CloseInput, refusals=CONFLICTS)
    def post(self, request: Request, call: int) -> Response:
        """Close a call.

        Allowed for directors, for people who may enter deals at the table, and for the author of the call.
        """
        return self.step(request, call, services.close_call)


def call_and_actor(request: Request, call: int, action: str) -> tuple[Call, Actor]:
    """Return a call, and the caller as an actor at its table. Raises the errors of `record_for`."""
    return record_for(Call, caller_of(request), call, action, own_table_for)
