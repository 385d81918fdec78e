"""`games/`: the games that can be scored, with their players, points, parameters and a worked deal."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws.answer_serializers import SettingSerializer
from laws.api.law_sets import NOT_FOUND
from laws.domain.lawset import explained
from laws.strict_fields import StrictSerializer, StrictText, checked, sent
from scoring.game.games import GAMES
from scoring.game.notation import score_answer
from scoring.game.offences import effects_in
from scoring.refusals import NotFound
from scoring.tables import scored_games
from scoring.web.api import REASONS


class GameQuery(StrictSerializer):
    """The law set under which a game is shown."""

    law_set = StrictText(required=False, help_text="The first that has the game, if it is left out.")


class FormSerializer(serializers.Serializer[dict[str, int]]):
    """A number of players, the number of sides, and the name of the game in this form."""

    game = serializers.CharField()
    players = serializers.IntegerField()
    sides = serializers.IntegerField()


class GameLineSerializer(serializers.Serializer[dict[str, object]]):
    """A game in the list."""

    slug = serializers.CharField()
    title = serializers.CharField()
    forms = FormSerializer(many=True)
    law_sets = serializers.ListField(child=serializers.CharField())


class GameSheetSerializer(GameLineSerializer):
    """A game under one law set. ``parameters`` holds those that differ from Cinch in the same law set."""

    law_set = serializers.CharField()
    revision = serializers.CharField()
    bids = serializers.BooleanField()
    cards = serializers.IntegerField(help_text="Cards that each player plays.")
    offences = serializers.ListField(
        child=serializers.CharField(), help_text="Those that an entry names; of others a dispute is raised."
    )
    effects = serializers.ListField(
        child=serializers.CharField(), help_text="The bare effects among a deal's penalties."
    )
    game_score = serializers.IntegerField()
    points = serializers.DictField(child=serializers.IntegerField())
    counting_order = serializers.ListField(child=serializers.CharField())
    parameters = serializers.DictField(child=SettingSerializer())
    sources = serializers.ListField(child=serializers.CharField())
    advice = serializers.ListField(
        child=serializers.CharField(), help_text="The laws in which the books advise on good play."
    )
    example = serializers.JSONField(help_text="A deal as it is sent, what it scores, and who prints it.")


def _line(slug: str) -> dict[str, object]:
    game = GAMES[slug]
    forms = [
        {"game": form.key, "players": form.players, "sides": form.seating.side_count}
        for form in game.every_form
    ]
    having = [law_set.slug for law_set in scored_games.law_sets_with(slug)]
    return {"slug": slug, "title": game.title, "forms": forms, "law_sets": having}


class FamilyView(APIView):
    """The list of games that can be scored. Public."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=GameLineSerializer(many=True), summary="List the games", tags=["scoring"])
    def get(self, request: Request) -> Response:
        """Return each game with its numbers of players and the law sets that include it."""
        checked(StrictSerializer, request.query_params)
        return Response([sent(GameLineSerializer, _line(slug)) for slug in scored_games.slugs()])


class GameView(APIView):
    """One game under a law set. Public."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[OpenApiParameter("law_set", description="A law set that has the game.")],
        responses={200: GameSheetSerializer, 400: OpenApiResponse(REASONS), **NOT_FOUND},
        summary="Show a game",
        tags=["scoring"],
    )
    def get(self, request: Request, game: str) -> Response:
        """Return the game's points, counting order, parameters with their laws, and a worked deal."""
        query = checked(GameQuery, request.query_params)
        if game not in scored_games.slugs():
            raise NotFound
        sheet = scored_games.sheet(game, query.get("law_set"))
        rules = sheet.rules
        answer = _line(game) | {
            "law_set": sheet.law_set.slug,
            "revision": rules.revision,
            "bids": sheet.game.has_bidding,
            "cards": sheet.game.tricks,
            "offences": list(sheet.game.offences),
            "effects": list(effects_in(sheet.game)),
            "game_score": rules.game_score,
            "points": dict(rules.worth),
            "counting_order": list(rules.counting_order),
            "parameters": explained(sheet.own_figures),
            "sources": sheet.sources,
            "advice": [law.id for law in sheet.advice],
            "example": {
                "deal": sheet.worked_deal,
                "score": score_answer(sheet.worked),
                "cite": sheet.game.example.cite,
            },
        }
        return Response(sent(GameSheetSerializer, answer))
