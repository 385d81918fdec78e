"""The shapes of deals and scores, for the description of the API; `scoring.game.notation` checks them."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.web.api import PlayerSerializer

CARD = {"type": "string", "example": "TH", "description": "Rank then suit: AS, TH (or 10H), 5D"}
PER_SIDE = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "One figure for each side, side 1 first",
}

DEAL: dict[str, Any] = {
    "type": "object",
    "description": "A deal at one of three levels: points, won, or tricks. See docs/api.md.",
    "additionalProperties": False,
    "properties": {
        "dealer": {"type": "integer", "minimum": 1, "maximum": 7},
        "maker": {"type": "integer", "minimum": 1, "maximum": 7},
        "bid": {"type": "integer", "minimum": 0, "maximum": 14},
        "trump": {"type": "string", "enum": ["S", "H", "D", "C"]},
        "bids": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "bidding": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "points": PER_SIDE,
        "won": {"type": "object", "additionalProperties": True},
        "leader": {"type": "integer", "minimum": 1, "maximum": 7},
        "hands": {"type": "object", "additionalProperties": {"type": "array", "items": CARD}},
        "discards": {"type": "object", "additionalProperties": {"type": "array", "items": CARD}},
        "stock": {"type": "array", "items": CARD},
        "tricks": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {}}}},
        "penalties": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        "misdeal": {"type": "string", "enum": ["misdeal", "redeal"]},
    },
    "example": {"dealer": 4, "maker": 2, "bid": 8, "trump": "H", "points": [5, 9]},
}

SCORE: dict[str, Any] = {
    "type": "object",
    "required": ["points", "scored", "after", "winner", "explanation"],
    "additionalProperties": True,
    "properties": {
        "points": PER_SIDE,
        "bid_made": {"type": "boolean", "nullable": True},
        "scored": PER_SIDE,
        "after": PER_SIDE,
        "winner": {"nullable": True, "description": "A side, a list of sides, or null"},
        "explanation": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["text", "law"],
                "properties": {"text": {"type": "string"}, "law": {"type": "string"}},
            },
        },
    },
}


@extend_schema_field(DEAL)
class DealField(serializers.Field[Any, Any, Any, Any]):
    """A deal as it was sent. The domain reads it, since the game and the law set say what it can hold."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": gettext_lazy("A JSON object.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, dict):
            self.fail("invalid")
        return data


@extend_schema_field(SCORE)
class ScoreField(serializers.JSONField):
    """A score with its explanation."""


class ScoreRequestSerializer(serializers.Serializer[Any]):
    """What `score/` takes."""

    law_set = serializers.CharField()
    game = serializers.CharField(help_text="The game of the family, for example cinch.")
    players = serializers.IntegerField(required=False)
    parameters = serializers.DictField(required=False, help_text="Overrides, such as game_score.")
    variations = serializers.ListField(child=serializers.CharField(), required=False)
    before = serializers.ListField(child=serializers.IntegerField(), required=False)
    deal = DealField()


class DealAnswerSerializer(serializers.Serializer[Any]):
    """A recorded deal with its score and what follows for the table."""

    number = serializers.IntegerField()
    game_number = serializers.IntegerField()
    deals_of_game = serializers.IntegerField()
    revision = serializers.IntegerField()
    deal = DealField()
    score = ScoreField(allow_null=True)
    counted = serializers.BooleanField()
    running_score = serializers.ListField(child=serializers.IntegerField())
    to_go = serializers.ListField(child=serializers.IntegerField())
    next_dealer = serializers.IntegerField()
    next_number = serializers.IntegerField()
    game_over = serializers.BooleanField()
    winner = serializers.JSONField(allow_null=True)
    table = serializers.IntegerField()


class RevisionSerializer(serializers.Serializer[Any]):
    """One revision of a deal."""

    revision = serializers.IntegerField()
    deal = DealField()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by = PlayerSerializer(allow_null=True)
    by_link = serializers.BooleanField()


class SeatSerializer(serializers.Serializer[Any]):
    """A seat, from 1 clockwise, and who sits there."""

    seat = serializers.IntegerField()
    player = PlayerSerializer()


class DealLineSerializer(serializers.Serializer[Any]):
    """A deal on the score sheet."""

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    deal = DealField()
    score = ScoreField(allow_null=True)
    counted = serializers.BooleanField()
    revisions = RevisionSerializer(many=True)


class TableSerializer(serializers.Serializer[Any]):
    """A table with everything needed to draw its score sheet."""

    id = serializers.IntegerField()
    club = serializers.CharField()
    name = serializers.CharField()
    game = serializers.CharField()
    law_set = serializers.CharField()
    law_set_title = serializers.CharField()
    revision = serializers.CharField()
    game_score = serializers.IntegerField()
    closed = serializers.BooleanField()
    seats = SeatSerializer(many=True)
    game_number = serializers.IntegerField()
    first_dealer = serializers.IntegerField()
    next_dealer = serializers.IntegerField()
    next_number = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    to_go = serializers.ListField(child=serializers.IntegerField())
    game_over = serializers.BooleanField()
    winner = serializers.JSONField(allow_null=True)
    deals = DealLineSerializer(many=True)
    url = serializers.CharField(allow_null=True)


class CutSerializer(serializers.Serializer[Any]):
    """A cut with what it decides."""

    id = serializers.IntegerField()
    purpose = serializers.CharField()
    at = serializers.DateTimeField()
    seed = serializers.CharField(allow_null=True)
    draws = serializers.JSONField()
    decided = serializers.BooleanField()
    cut_again = PlayerSerializer(many=True)
    partners = serializers.JSONField()
    first_dealer = PlayerSerializer(allow_null=True)
    seats = SeatSerializer(many=True)
    explanation = serializers.JSONField()
