"""API views of a round: seats, bell, clock, moves, totals, decisions and doubts."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import NoFields, StrictInteger, StrictSerializer, StrictText, checked
from scoring.clubs.api_views import RecordsView, caller_of
from scoring.events.access import event_for
from scoring.events.api.events import MustReasonInput, ReasonInput
from scoring.events.api.polling import IF_NEW, UNCHANGED, if_new
from scoring.events.api.serializers import EventSerializer, RoundSerializer, event_as_json, round_as_json
from scoring.events.planning.domain.kinds import MOST_ROUNDS
from scoring.events.play.services import bell, clock, moves, seat_changes, slip_totals
from scoring.events.results.services import decisions
from scoring.web.api import CONFLICTS, REFUSALS, REPEATABLE, describe, idempotency_key


class BellInput(StrictSerializer):
    """The number of the round whose bell is rung. By default this is the round in play."""

    round = StrictInteger(required=False, min_value=1, max_value=MOST_ROUNDS)


class ClockInput(StrictSerializer):
    """A step of the clock in the round in play. Only the step ``add`` has ``minutes``."""

    step = StrictText(max_length=20)
    minutes = StrictInteger(required=False)


class AmendInput(StrictSerializer):
    """The seating that the caller saw (``generation``), and the reason for changing the seats."""

    generation = StrictInteger(min_value=1)
    reason = StrictText(max_length=400)


class SwapInput(AmendInput):
    """The ids of the two players who change places, the seating that the caller saw, and the reason."""

    players = serializers.ListField(child=StrictInteger(), max_length=2)


class DecisionInput(StrictSerializer):
    """A decision by hand about a table of a round."""

    kind = StrictText(max_length=20)
    winners = serializers.ListField(child=StrictInteger(), max_length=2, required=False)
    cut = serializers.ListField(
        child=serializers.DictField(child=serializers.JSONField()), max_length=20, required=False
    )
    reason = StrictText(max_length=400, required=False)
    base = StrictInteger(
        required=False,
        min_value=0,
        help_text="The table's `last_decision` that the client saw. Without it, no decision is replaced.",
    )


class TotalInput(StrictSerializer):
    """A table's result of a round, read from its slip: the points of each side, or the winning sides."""

    points = serializers.ListField(child=StrictInteger(), max_length=7, required=False)
    winners = serializers.ListField(child=StrictInteger(), max_length=2, required=False)
    reason = StrictText(max_length=400, required=False)
    after_deals = StrictInteger(
        required=False,
        min_value=1,
        help_text="The number of recorded deals that the slip leaves out. The slip's points are added to the "
        "points of these deals.",
    )
    replaces_deals = serializers.BooleanField(
        required=False,
        help_text="Whether the slip replaces recorded deals. Only a director may do this, with a reason.",
    )
    base = StrictInteger(
        required=False,
        min_value=0,
        help_text="The number of the total that the client saw; 0 if there was none.",
    )


class DoubtInput(StrictSerializer):
    """The reason for doubting a result."""

    note = StrictText(max_length=400, required=False, allow_blank=True)


class RoundView(RecordsView):
    @describe("events", RoundSerializer, parameters=[IF_NEW], refusals=UNCHANGED | REFUSALS)
    def get(self, request: Request, event: int, round_number: int) -> HttpResponse:
        """Return a round: the seats with the reason for each, and the results."""
        row, actor = event_for(caller_of(request), event, "see an event")
        return if_new(
            request, row, actor, f"round-{round_number}", lambda: round_as_json(row, round_number, actor)
        )


class BellView(RecordsView):
    @describe("events", EventSerializer, 202, takes=BellInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Ring the bell, which ends the round in play. Idempotent.

        Without ``round``, the bell is for the round in play. If nothing is recorded in a new round yet and
        its clock was not used, the bell is for the round before. A late second ring thus ends no new round.
        """
        row, actor = event_for(caller_of(request), event, "ring the bell")
        number = checked(BellInput, request.data).get("round")
        bell.ring_bell(event=row, actor=actor, round_number=number)
        return Response(event_as_json(row, actor), status=status.HTTP_202_ACCEPTED)


class MoveView(RecordsView):
    @describe("events", RoundSerializer, takes=NoFields, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int) -> Response:
        """Move the players to the next round, and ring the bell if it has not rung.

        A repeated request moves nobody. Answers 409 ``round-not-ready`` with the reasons if the round has to
        wait, and 409 ``last-round`` if no round follows.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        checked(NoFields, request.data)
        moved = moves.move_now(event=row, actor=actor, round_number=round_number)
        return Response(round_as_json(row, moved.round_number, actor))


class SwapView(RecordsView):
    @describe("events", RoundSerializer, takes=SwapInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int) -> Response:
        """Let two players change places before the bell, while their tables have not begun.

        One of the players may sit out. If both have a partner who must stay with them, the partners change
        places too.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        swap = checked(SwapInput, request.data)
        seat_changes.swap(event=row, actor=actor, round_number=round_number, **swap)
        return Response(round_as_json(row, round_number, actor))


class AmendView(RecordsView):
    @describe("events", RoundSerializer, takes=AmendInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int) -> Response:
        """Seat players who came late, and free the places of players who left.

        This is possible before the bell, and at tables that have not begun. A table has begun once it has a
        deal, a total, a decision, or a doubt that is not settled.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        seats = checked(AmendInput, request.data)
        seat_changes.amend(event=row, actor=actor, round_number=round_number, **seats)
        return Response(round_as_json(row, round_number, actor))


class TakeBackView(RecordsView):
    @describe("events", RoundSerializer, takes=ReasonInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int) -> Response:
        """Take back the move that followed the round. If the next round is not in play, nothing changes.

        Refused once the next round has a deal or a total, or the results are final.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        reason = checked(ReasonInput, request.data)
        moves.take_back(event=row, actor=actor, round_number=round_number, **reason)
        return Response(round_as_json(row, round_number, actor))


class ClockView(RecordsView):
    @describe("events", EventSerializer, parameters=[REPEATABLE], takes=ClockInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Start, pause or resume the clock, add or take off minutes, or call the last hand."""
        row, actor = event_for(caller_of(request), event, "run an event")
        step = checked(ClockInput, request.data)
        key = idempotency_key(request, required=False)
        clock.step_clock(event=row, actor=actor, kind=step.pop("step"), key=key, **step)
        return Response(event_as_json(row, actor))


class TotalView(RecordsView):
    @describe("events", RoundSerializer, 201, parameters=[REPEATABLE], takes=TotalInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int, table_number: int) -> Response:
        """Enter a table's total for a round, instead of its deals or in addition to them.

        A later total of the table corrects the earlier total.
        """
        row, actor = event_for(caller_of(request), event, "enter a deal", table_number)
        place: dict[str, Any] = {"round_number": round_number, "table_number": table_number}
        key = idempotency_key(request, required=False)
        slip_totals.enter(event=row, actor=actor, key=key, **place, **checked(TotalInput, request.data))
        return Response(round_as_json(row, round_number, actor), status=status.HTTP_201_CREATED)


class TableDecisionView(RecordsView):
    @describe("events", RoundSerializer, takes=DecisionInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int, table_number: int) -> Response:
        """Decide about a table of a round by hand, before the players move on.

        A decision does one of these things:

        - It enters the cards of a cut.
        - It names the winners.
        - It lets a cut replace a missing result.
        - It accepts the deals so far.
        - It lets the players move on despite a dispute or a doubt.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        decision = checked(DecisionInput, request.data)
        if "winners" in decision and "cut" in decision:
            raise InvalidInput({"winners": _("Either the winners or the cut.")})
        content = decision.pop("winners", decision.pop("cut", None))
        table = {"round_number": round_number, "table_number": table_number}
        decisions.decide(event=row, actor=actor, content=content, **table, **decision)
        return Response(round_as_json(row, round_number, actor))


class DoubtView(RecordsView):
    @describe("events", RoundSerializer, takes=DoubtInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, round_number: int, table_number: int) -> Response:
        """Claim that the table's result is wrong, before the players move on.

        If a director or somebody at the table makes the claim, the players move on only after a director
        settles or waives it.

        If a claim about the table is open already, a further claim is recorded only if it stops the move and
        no open claim does.
        """
        row, actor = event_for(caller_of(request), event, "doubt a result", table_number)
        note = checked(DoubtInput, request.data)
        table = {"round_number": round_number, "table_number": table_number}
        decisions.doubt(event=row, actor=actor, **table, **note)
        return Response(round_as_json(row, round_number, actor))


class SettleView(RecordsView):
    @describe("events", EventSerializer, takes=MustReasonInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int, doubt: int) -> Response:
        """Settle a doubt about a result and record what the director found."""
        row, actor = event_for(caller_of(request), event, "run an event")
        found = checked(MustReasonInput, request.data)
        decisions.settle(event=row, actor=actor, doubt_id=doubt, **found)
        return Response(event_as_json(row, actor))
