"""The API of best play: `tables/{id}/deals/{number}/best-play/`."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import DataclassSerializer
from laws.strict_fields import StrictSerializer, checked, sent
from scoring.clubs.api_views import RecordsView, caller_of
from scoring.solver.best_play import STATES, BestPlay, DoubleDummyProblem
from scoring.solver.domain.layout import STEPS
from scoring.tables.access import table_for
from scoring.tables.games import DealInGame, find_deal
from scoring.web.api import CONFLICTS


class LeadsInput(StrictSerializer):
    """A plan for the maker's first leads: the kind of card for each lead. All later leads are free."""

    leads = serializers.ListField(
        child=serializers.ChoiceField(STEPS), max_length=6, required=False, default=list
    )


class BestPlaySerializer(DataclassSerializer):
    dataclass = BestPlay
    state = serializers.ChoiceField(STATES)
    tricks = serializers.JSONField(help_text="The tricks of one best play. Each play is a seat and its card.")


def question(deal: DealInGame, leads: str) -> DoubleDummyProblem:
    """Return the solver's problem for a deal. ``leads`` are the maker's planned leads, joined by commas.

    Raises InvalidInput for an unknown kind of card and for more than six leads. Raises Conflict if the solver
    cannot solve the deal.
    """
    steps = leads.split(",", 6) if leads else []
    return DoubleDummyProblem(deal, checked(LeadsInput, {"leads": steps})["leads"])


def _respond(answer: BestPlay, status: int = 200) -> Response:
    headers = {"Poll-After": str(answer.poll_after)}
    return Response(sent(BestPlaySerializer, answer), status, headers=headers)


LEADS = OpenApiParameter(
    "leads", description="The maker's planned leads, joined by commas: `trump,trump,plain`."
)


class BestPlayView(RecordsView):
    """The best play of a deal."""

    @extend_schema(parameters=[LEADS], responses={200: BestPlaySerializer, **CONFLICTS}, tags=["deals"])
    def get(self, request: Request, table: int, number: int) -> Response:
        """Return the state of the search and what it has found so far.

        Ask again after the seconds in the header `Poll-After`.
        """
        row, _ = table_for(caller_of(request), table, "see the table")
        return _respond(question(find_deal(row, number), request.query_params.get("leads", "")).answer())

    @extend_schema(
        request=LeadsInput,
        responses={200: BestPlaySerializer, 202: BestPlaySerializer, **CONFLICTS},
        tags=["deals"],
    )
    def post(self, request: Request, table: int, number: int) -> Response:
        """Start the search, unless it runs or has ended.

        The status is 202 until the search has ended, then 200.
        """
        row, _ = table_for(caller_of(request), table, "see the table")
        leads = checked(LeadsInput, request.data)["leads"]
        answer = DoubleDummyProblem(find_deal(row, number), leads).ask()
        return _respond(answer, 202 if answer.is_pending else 200)
