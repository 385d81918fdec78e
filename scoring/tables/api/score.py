"""`score/`: score a deal under a law set without recording it."""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws.queries import law_set_named
from laws.strict_fields import checked
from scoring.clubs.api_views import PerCaller
from scoring.game.notation import score_answer, score_request
from scoring.game.score import score
from scoring.tables.api.schemas import SCORE, ScoreInput
from scoring.web.api import REASONS


class ScoreView(APIView):
    """Scoring of a single deal. Public; nothing is stored."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (PerCaller,)

    @extend_schema(
        request=ScoreInput,
        responses={200: SCORE, 400: OpenApiResponse(REASONS)},
        summary="Score a deal",
        tags=["scoring"],
    )
    def post(self, request: Request) -> Response:
        """Return the score with its explanation, or 400 with a reason for each wrong field."""
        query = score_request(find_law_set=law_set_named, **checked(ScoreInput, request.data))
        return Response(score_answer(score(query.deal, query.law_set, query.game, query.before)))
