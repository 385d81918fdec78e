"""`disputes/`: raise one about a deal, answer, choose, decide, appeal, settle; and its lists.

The lists are those of a table, the log of a club, penalties by player, and the public log of an event.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from laws.shapes import StrictSerializer, StrictText, checked
from scoring.clubs.access import Actor
from scoring.disputes import schemas
from scoring.disputes.models import Dispute
from scoring.disputes.queries import lists
from scoring.disputes.queries.disputes import line_of
from scoring.disputes.services import disputes, rulings
from scoring.journal.services import Answer
from scoring.tables.models import Table
from scoring.web.api import (
    PAGING,
    REFUSALS,
    REPEATABLE,
    RecordsView,
    RefusalSerializer,
    club_and_actor,
    event_and_actor,
    idempotency_key,
    page_of,
    paged,
    table_and_actor,
)

ANSWERS = {200: schemas.DisputeSerializer, **REFUSALS, 409: RefusalSerializer}


def dispute_and_actor(request: Request, dispute: int, action: str) -> tuple[Table, Actor]:
    """Return the table of a dispute and the caller at it; strangers see nothing, as of a table."""
    return table_and_actor(request, lists.table_of_dispute(dispute), action)


class DealDisputesView(RecordsView):
    """The disputes about a deal."""

    @extend_schema(
        operation_id="disputes_raise",
        parameters=[REPEATABLE],
        request=schemas.RaiseInput,
        responses={201: schemas.DisputeSerializer, **REFUSALS, 409: RefusalSerializer},
        tags=["disputes"],
    )
    def post(self, request: Request, table: int, number: int) -> Response:
        """Raise a dispute about a deal, recorded or in play, and return it with its ruling."""
        found, actor = table_and_actor(request, table, "raise a dispute")
        asked = checked(schemas.RaiseInput, request.data)
        answer = disputes.raise_dispute(
            table=found,
            actor=actor,
            number=number,
            incident=asked.pop("incident"),
            assume=asked.pop("assume_usual", False),
            key=idempotency_key(request, required=False),
            **asked,
        )
        return _sent(answer)


class DisputeView(RecordsView):
    """One dispute."""

    @extend_schema(responses={200: schemas.DisputeSerializer, **REFUSALS}, tags=["disputes"])
    def get(self, request: Request, dispute: int) -> Response:
        """Return the dispute with its ruling and every step."""
        dispute_and_actor(request, dispute, "see a dispute")
        return Response(schemas.DisputeSerializer(lists.dispute_answer(dispute)).data)


class StepView(RecordsView):
    """A step of a dispute: read, taken, and answered with the dispute as it is after it."""

    action: ClassVar[str]
    shape: ClassVar[type[StrictSerializer]]
    service: ClassVar[Callable[..., Answer]]

    def post(self, request: Request, dispute: int) -> Response:
        table, actor = dispute_and_actor(request, dispute, self.action)
        asked = checked(self.shape, request.data)
        key = idempotency_key(request, required=False)
        return _sent(type(self).service(table=table, actor=actor, dispute_id=dispute, key=key, **asked))


def takes(shape: type[StrictSerializer]) -> Callable[[type[StepView]], type[StepView]]:
    """Declare what a step takes, for reading it and for the description of the API."""

    def declare(view: type[StepView]) -> type[StepView]:
        view.shape = shape
        schema = extend_schema(parameters=[REPEATABLE], request=shape, responses=ANSWERS, tags=["disputes"])
        return extend_schema_view(post=schema)(view)

    return declare


@takes(schemas.ToldInput)
class AnswerView(StepView):
    """Add or change facts; what is not named stays as it was."""

    action = "raise a dispute"
    service = disputes.answer


@takes(schemas.ChoiceInput)
class ChooseView(StepView):
    """Enter what was chosen by whoever has the choice."""

    action = "choose in a dispute"
    service = disputes.choose


@takes(schemas.LapseInput)
class LapseView(StepView):
    """Enter that the moment has passed until which somebody could choose."""

    action = "choose in a dispute"
    service = disputes.lapse


@takes(schemas.DecideInput)
class DecideView(StepView):
    """Confirm what the law says, or overrule it; the deal is scored again."""

    action = "rule on a dispute"
    service = rulings.decide


@takes(schemas.AppealInput)
class AppealView(StepView):
    """Appeal against the decision; it stands until another director has settled the appeal."""

    action = "raise a dispute"
    service = rulings.appeal


@takes(schemas.SettleInput)
class SettleAppealView(StepView):
    """Uphold the decision, change it, or withdraw it; by another than the one who decided."""

    action = "settle an appeal"
    service = rulings.settle


@takes(schemas.DropInput)
class DropView(StepView):
    """Drop the dispute: by whoever raised it, or by a director."""

    action = "raise a dispute"
    service = disputes.drop


@takes(schemas.SpendInput)
class SpendView(StepView):
    """Enter that an effect on the play to come is used up."""

    action = "choose in a dispute"
    service = disputes.spend


class PreviewView(RecordsView):
    """A decision that is only looked at."""

    @extend_schema(
        request=schemas.PreviewInput,
        responses={200: schemas.ForeseenSerializer, **REFUSALS, 409: RefusalSerializer},
        tags=["disputes"],
    )
    def post(self, request: Request, dispute: int) -> Response:
        """Return what a decision, or the settling of an appeal, would do to the score. Nothing is stored."""
        table, actor = dispute_and_actor(request, dispute, "rule on a dispute")
        asked = checked(schemas.PreviewInput, request.data)
        decision = rulings.preview(table=table, actor=actor, dispute_id=dispute, **asked)
        return Response(schemas.ForeseenSerializer(decision).data)


def _sent(answer: Answer) -> Response:
    """Send the dispute as it was after the step that was taken."""
    dispute, step = int(str(answer.body["dispute"])), int(str(answer.body["step"]))
    return Response(
        schemas.DisputeSerializer(lists.dispute_answer(dispute, until=step)).data, status=answer.status
    )


LINES = paged(schemas.DisputeLineSerializer)
PAGES = ("page", "page_size")
LARGEST_ID = 2**63 - 1


class IdField(serializers.IntegerField):
    """An id in the query of an address, where every value is a text."""

    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("invalid", "min_value", "max_value", "max_string_length"), gettext_lazy("A whole number from 1.")
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, required=False, **options)

    def to_internal_value(self, data: Any) -> int:
        if not (data.isascii() and data.isdigit()):
            self.fail("invalid")
        return super().to_internal_value(data)


class PenaltiesQuery(StrictSerializer):
    """Whose penalties are listed."""

    club = StrictText(
        help_text="The club's slug.",
        error_messages=dict.fromkeys(("required", "blank"), gettext_lazy("The slug of a club.")),
    )
    event = IdField(help_text="Only in this event.")


class DisputesQuery(PenaltiesQuery):
    """Which of a club's disputes are listed."""

    law = serializers.RegexField(
        r"\A[!-~]{1,200}\Z",
        required=False,
        help_text="A law on which the ruling rests.",
        error_messages={"invalid": gettext_lazy("The id of a law, such as foster-1897/revoke/penalty.")},
    )
    player = IdField(help_text="The member who was in error.")
    table = IdField(help_text="Only at this table.")
    state = serializers.ChoiceField(
        choices=["open", "closed"],
        required=False,
        help_text="Still to be decided, or not.",
        error_messages={"invalid_choice": gettext_lazy("open or closed.")},
    )


class FoundView(RecordsView):
    """What a deal's record shows."""

    @extend_schema(
        operation_id="found_list",
        parameters=PAGING,
        responses={200: paged(schemas.FoundSerializer), **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request, table: int, number: int) -> Response:
        """List what was irregular on a deal by its record, each ready to be raised as a dispute."""
        found, _ = table_and_actor(request, table, "see a dispute")
        return page_of(self, request, lists.found_on(found, number), dict)


class TableDisputesView(RecordsView):
    """The disputes at a table."""

    @extend_schema(
        operation_id="table_disputes_list",
        parameters=PAGING,
        responses={200: LINES, **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request, table: int) -> Response:
        """List the disputes at the table, the latest first."""
        found, _ = table_and_actor(request, table, "see a dispute")
        return page_of(self, request, lists.disputes_at(found), _line)


class DisputesView(RecordsView):
    """The log of a club."""

    @extend_schema(
        operation_id="disputes_list",
        parameters=[DisputesQuery, *PAGING],
        responses={200: LINES, **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request) -> Response:
        """List a club's disputes, the latest first, by law, player, table, event and state."""
        search = query(DisputesQuery, request)
        club, _ = club_and_actor(request, search.pop("club"), "see the club")
        is_open = search.pop("state") == "open" if "state" in search else None
        found = lists.disputes_of(club, is_open=is_open, **search)
        return page_of(self, request, found, _line)


class PenaltiesView(RecordsView):
    """Penalties and warnings by player."""

    @extend_schema(
        operation_id="penalties_list",
        parameters=[PenaltiesQuery, *PAGING],
        responses={200: paged(schemas.PenaltiesSerializer), **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request) -> Response:
        """List the players whom standing decisions found in error, those with most penalties first."""
        search = query(PenaltiesQuery, request)
        club, _ = club_and_actor(request, search.pop("club"), "see the club")
        return page_of(self, request, lists.penalties_of(club, **search), dict)


class EventRulingsView(RecordsView):
    """The public log of an event."""

    @extend_schema(
        operation_id="event_rulings_list",
        parameters=PAGING,
        responses={200: paged(schemas.RulingLineSerializer), **REFUSALS},
        tags=["disputes"],
    )
    def get(self, request: Request, event: int) -> Response:
        """List the rulings of an event without names, as far as the club publishes them."""
        found, actor = event_and_actor(request, event, "see an event")
        if not found.club.publishes_rulings:
            actor.must("read rulings not published")
        return page_of(self, request, lists.published(found.pk), _ruling)


def query(shape: type[StrictSerializer], request: Request) -> dict[str, Any]:
    """Read what was asked for in the address; a list's page is read by the list."""
    return checked(shape, {name: value for name, value in request.query_params.items() if name not in PAGES})


def _line(dispute: Dispute) -> dict[str, Any]:
    return dict(schemas.DisputeLineSerializer(line_of(dispute)).data)


def _ruling(dispute: Dispute) -> dict[str, Any]:
    return dict(schemas.RulingLineSerializer(line_of(dispute)).data)
