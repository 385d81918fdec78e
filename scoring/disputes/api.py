"""`disputes/`: raise one about a deal, answer, choose, decide, appeal, settle; and the log of a club."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.callers import table_and_actor
from scoring.api.fields import checked
from scoring.clubs.access import Actor
from scoring.clubs.api import REFUSALS, RecordsView
from scoring.disputes.schemas import (
    AppealInput,
    ChoiceInput,
    DecideInput,
    DisputeSerializer,
    DropInput,
    ForeseenSerializer,
    LapseInput,
    PreviewInput,
    RaiseInput,
    SettleInput,
    SpendInput,
    ToldInput,
)
from scoring.disputes.services import disputes, rulings
from scoring.journal.idempotency import Answer
from scoring.models import Table
from scoring.selectors import disputes as selected
from scoring.selectors.dispute_answers import dispute_answer
from scoring.services import foreseen
from scoring.tables.api.deals import KEY, idempotency_key
from scoring.tables.api.schemas import RefusalSerializer

ANSWERS = {200: DisputeSerializer, **REFUSALS, 409: RefusalSerializer}
REPEATABLE = OpenApiParameter(
    KEY.name, KEY.type, KEY.location, required=False, description="A fresh UUID; the same one repeats it."
)
TOLD = ("facts", "seat", "seats", "points", "trick")


def dispute_and_actor(request: Request, dispute: int, action: str) -> tuple[Table, Actor]:
    """Return the table of a dispute and the caller at it; strangers see nothing, as of a table."""
    return table_and_actor(request, selected.table_of_dispute(dispute), action)


class DealDisputesView(RecordsView):
    """The disputes about a deal."""

    @extend_schema(
        operation_id="disputes_raise",
        parameters=[REPEATABLE],
        request=RaiseInput,
        responses={201: DisputeSerializer, **REFUSALS, 409: RefusalSerializer},
        tags=["disputes"],
    )
    def post(self, request: Request, table: int, number: int) -> Response:
        """Raise a dispute about a deal, recorded or in play, and return it with its ruling."""
        found, actor = table_and_actor(request, table, "raise a dispute")
        asked = checked(RaiseInput, request.data)
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

    @extend_schema(responses={200: DisputeSerializer, **REFUSALS}, tags=["disputes"])
    def get(self, request: Request, dispute: int) -> Response:
        """Return the dispute with its ruling and every step."""
        dispute_and_actor(request, dispute, "see a dispute")
        return Response(dispute_answer(dispute))


class AnswerView(RecordsView):
    """Facts of a dispute."""

    @extend_schema(parameters=[REPEATABLE], request=ToldInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Add or change facts; what is not named stays as it was."""
        table, actor = dispute_and_actor(request, dispute, "raise a dispute")
        asked = checked(ToldInput, request.data)
        return _sent(
            disputes.answer(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked)
        )


class ChooseView(RecordsView):
    """A choice in a dispute."""

    @extend_schema(parameters=[REPEATABLE], request=ChoiceInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Enter what was chosen by whoever has the choice."""
        table, actor = dispute_and_actor(request, dispute, "choose in a dispute")
        asked = checked(ChoiceInput, request.data)
        return _sent(
            disputes.choose(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked)
        )


class LapseView(RecordsView):
    """A right that is lost."""

    @extend_schema(parameters=[REPEATABLE], request=LapseInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Enter that the moment has passed until which somebody could choose."""
        table, actor = dispute_and_actor(request, dispute, "choose in a dispute")
        asked = checked(LapseInput, request.data)
        return _sent(disputes.lapse(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked))


class PreviewView(RecordsView):
    """A decision that is only looked at."""

    @extend_schema(
        request=PreviewInput,
        responses={200: ForeseenSerializer, **REFUSALS, 409: RefusalSerializer},
        tags=["disputes"],
    )
    def post(self, request: Request, dispute: int) -> Response:
        """Return what a decision, or the settling of an appeal, would do to the score. Nothing is stored."""
        table, actor = dispute_and_actor(request, dispute, "rule on a dispute")
        asked = checked(PreviewInput, request.data)
        told = _told(asked)
        found = foreseen.preview(table=table, actor=actor, dispute_id=dispute, told=told, **asked)
        return Response(found.canonical())


class DecideView(RecordsView):
    """A decision."""

    @extend_schema(parameters=[REPEATABLE], request=DecideInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Confirm what the law says, or overrule it; the deal is scored again."""
        table, actor = dispute_and_actor(request, dispute, "rule on a dispute")
        asked = checked(DecideInput, request.data)
        told = _told(asked)
        return _sent(
            rulings.decide(
                table=table, actor=actor, dispute_id=dispute, told=told, key=_key(request), **asked
            )
        )


class AppealView(RecordsView):
    """An appeal."""

    @extend_schema(parameters=[REPEATABLE], request=AppealInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Appeal against the decision; it stands until another director has settled the appeal."""
        table, actor = dispute_and_actor(request, dispute, "raise a dispute")
        asked = checked(AppealInput, request.data)
        return _sent(rulings.appeal(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked))


class SettleAppealView(RecordsView):
    """What became of an appeal."""

    @extend_schema(parameters=[REPEATABLE], request=SettleInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Uphold the decision, change it, or withdraw it; by another than the one who decided."""
        table, actor = dispute_and_actor(request, dispute, "settle an appeal")
        asked = checked(SettleInput, request.data)
        return _sent(rulings.settle(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked))


class DropView(RecordsView):
    """A dispute raised in error."""

    @extend_schema(parameters=[REPEATABLE], request=DropInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Drop the dispute: by whoever raised it, or by a director."""
        table, actor = dispute_and_actor(request, dispute, "raise a dispute")
        asked = checked(DropInput, request.data)
        return _sent(disputes.drop(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked))


class SpendView(RecordsView):
    """An effect that is used up."""

    @extend_schema(parameters=[REPEATABLE], request=SpendInput, responses=ANSWERS, tags=["disputes"])
    def post(self, request: Request, dispute: int) -> Response:
        """Enter that an effect on the play to come is used up."""
        table, actor = dispute_and_actor(request, dispute, "choose in a dispute")
        asked = checked(SpendInput, request.data)
        return _sent(disputes.spend(table=table, actor=actor, dispute_id=dispute, key=_key(request), **asked))


def _told(asked: dict[str, Any]) -> dict[str, object]:
    """Return what a director has found to be so, taken out of what was sent."""
    return {name: value for name in TOLD if (value := asked.pop(name, None)) is not None}


def _key(request: Request) -> Any:
    return idempotency_key(request, required=False)


def _sent(answer: Answer) -> Response:
    """Return the dispute as it was after the step that was taken."""
    dispute, step = int(str(answer.body["dispute"])), int(str(answer.body["step"]))
    return Response(dispute_answer(dispute, until=step), status=answer.status)
