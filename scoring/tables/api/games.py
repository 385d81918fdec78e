"""`games/`: the games that can be scored, with their players, points, parameters and a worked deal."""

from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws.api.law_sets import NOT_FOUND
from laws.dataclass_serializers import DataclassSerializer
from laws.strict_fields import StrictSerializer, StrictText, checked, sent
from scoring.game.games import GAMES, GameKind
from scoring.refusals import NotFound
from scoring.tables import scorable_games
from scoring.tables.scorable_games import GameLine, GameSheet
from scoring.web.api import REASONS


class GameQuery(StrictSerializer):
    """The law set under which a game is shown."""

    law_set = StrictText(
        required=False, help_text="A law set that has the game. By default, the first law set that has it."
    )


class FormSerializer(DataclassSerializer):
    """A game for one number of players: its key, the number of players and the number of sides."""

    dataclass = GameKind
    names = "game=key players sides=seating.side_count"


class GameLineSerializer(DataclassSerializer):
    dataclass: ClassVar[type] = GameLine
    names = "slug=game.slug title=game.title forms=game.every_form law_sets"


class GameSheetSerializer(GameLineSerializer):
    dataclass = GameSheet
    names = (
        f"{GameLineSerializer.names} law_set=law_set.slug revision=rules.revision bids=game.has_bidding "
        "cards=game.tricks offences=game.offences effects game_score=rules.game_score points=rules.worth "
        "counting_order=rules.counting_order parameters ignored sources advice=advice_ids "
        "example=worked_example"
    )
    cards = serializers.IntegerField(help_text="The number of cards that each player plays in a deal.")
    offences = serializers.ListField(
        child=serializers.CharField(),
        help_text="The offences that a recorded deal can name. Raise a dispute about any other offence.",
    )
    example = serializers.JSONField(
        allow_null=True,
        help_text="A deal as a client sends it, the score of the deal, and the source that prints it; null "
        "if the law set does not allow this deal.",
    )


class FamilyView(APIView):
    """The list of games that can be scored. Public."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=GameLineSerializer(many=True), summary="List the games", tags=["scoring"])
    def get(self, request: Request) -> Response:
        """Return each game with its possible numbers of players and the law sets that include it."""
        checked(StrictSerializer, request.query_params)
        return Response([sent(GameLineSerializer, GameLine(GAMES[slug])) for slug in scorable_games.slugs()])


class GameView(APIView):
    """One game under a law set. Public."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "law_set",
                description="A law set that has the game. By default, the first law set that has it.",
            )
        ],
        responses={200: GameSheetSerializer, 400: OpenApiResponse(REASONS), **NOT_FOUND},
        summary="Show a game",
        tags=["scoring"],
    )
    def get(self, request: Request, game: str) -> Response:
        """Return the game's points, counting order, parameters with their laws, and a worked deal."""
        query = checked(GameQuery, request.query_params)
        if game not in scorable_games.slugs():
            raise NotFound
        sheet = scorable_games.sheet(game, query.get("law_set"))
        return Response(sent(GameSheetSerializer, sheet))
