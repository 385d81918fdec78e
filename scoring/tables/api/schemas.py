"""The shapes of deals and scores: what is sent and answered. `scoring.game.notation` reads a deal."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers

from laws.domain.errors import InvalidInput
from laws.domain.parameters import PARAMETERS
from laws.strict_fields import StrictInteger, StrictSerializer, StrictText, StrictYes
from scoring.disputes.schemas import ByLinkField, WhenField
from scoring.game.names import LONGEST_REASON
from scoring.game.notation import score_answer
from scoring.game.score import Score
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
        "bid": {"type": "integer", "minimum": 0, "maximum": PARAMETERS["max_bid"].high},
        "trump": {"type": "string", "enum": ["S", "H", "D", "C"]},
        "bids": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "bidding": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
        "called": {"type": "integer", "minimum": 1, "maximum": 7},
        "called_card": CARD,
        "alone": {"type": "boolean", "enum": [True]},
        "points": PER_SIDE,
        "won": {"type": "object", "additionalProperties": True},
        "pips": PER_SIDE | {"description": "Beside won, what each side counted for Game, side 1 first"},
        "leader": {"type": "integer", "minimum": 1, "maximum": 7},
        "hands": {"type": "object", "additionalProperties": {"type": "array", "items": CARD}},
        "discards": {"type": "object", "additionalProperties": {"type": "array", "items": CARD}},
        "turned": {
            "type": "array",
            "items": CARD,
            "description": "What was turned up: the first card, and one for each time the cards were run",
        },
        "stock": {
            "type": "array",
            "items": CARD,
            "description": "What was left, or what was drawn from in the play, the top first",
        },
        "tricks": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": {}}}},
        "penalties": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": True},
            "description": "Bare effects (`kind`) and, in the games that have any, offences (`offence`): "
            "each game in `games/` names its own",
        },
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
                "properties": {
                    "text": {"type": "string"},
                    "law": {"type": "string"},
                    "reading": {
                        "type": "string",
                        "description": "How an open point is read, or what was chosen for the table",
                    },
                },
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

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field(SCORE)
class ScoreField(serializers.Field[Any, Any, Any, Any]):
    """A score with its explanation."""

    def to_representation(self, value: Score) -> dict[str, object]:
        return score_answer(value)


class SeedField(serializers.CharField):
    """The seed of a draw; null where cards were entered."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_null=True, **more)

    def to_representation(self, value: str) -> Any:
        return value or None


class DrawnCardSerializer(serializers.Serializer[Any]):
    """What one player cut: a card, or a list where more than one was shown."""

    player = PlayerSerializer()
    card = serializers.JSONField()


class LawLineSerializer(serializers.Serializer[Any]):
    """A sentence and the law it rests on."""

    text = serializers.CharField()
    law = serializers.CharField()


class SeatSerializer(serializers.Serializer[Any]):
    """A seat, from 1 clockwise, and who sits there."""

    seat = serializers.IntegerField()
    player = PlayerSerializer()


@extend_schema_field(SeatSerializer(many=True))
class SeatsField(serializers.Field[Any, Any, Any, Any]):
    """The members who sit, from seat 1 on."""

    def to_representation(self, members: Any) -> Any:
        seats = [{"seat": seat, "player": member} for seat, member in enumerate(members, start=1)]
        return SeatSerializer(seats, many=True).data


class CutSerializer(serializers.Serializer[Any]):
    """A cut with what it decides."""

    id = serializers.IntegerField(source="row.pk")
    purpose = serializers.CharField(source="row.purpose")
    at = WhenField(source="row.at")
    seed = SeedField(source="row.seed")
    draws = serializers.ListField(child=DrawnCardSerializer(many=True))
    decided = serializers.BooleanField()
    cut_again = PlayerSerializer(many=True)
    partners = serializers.ListField(child=PlayerSerializer(many=True))
    first_dealer = PlayerSerializer(allow_null=True)
    seats = SeatsField()
    explanation = LawLineSerializer(many=True)


class ScoreInput(StrictSerializer):
    """A deal to be scored; the domain reads what the game and the law set say of it."""

    law_set = StrictText()
    game = StrictText(help_text="The game of the family, for example cinch.")
    players = StrictInteger(required=False, allow_null=True)
    parameters = serializers.DictField(
        required=False, allow_null=True, help_text="Overrides, such as game_score."
    )
    variations = serializers.ListField(child=StrictText(), required=False, allow_null=True)
    before = serializers.ListField(child=StrictInteger(), required=False, allow_null=True)
    deal = DealField()


class DealAnswerSerializer(serializers.Serializer[Any]):
    """A recorded deal with its score and what follows for the table."""

    # Only describes what `deals.deal_answer` writes: recording a deal is not to wait for a serializer.
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
    """One revision of a deal: what it said, who, when and why."""

    revision = serializers.IntegerField(source="seq")
    deal = DealField(source="content")
    reason = serializers.CharField(allow_blank=True)
    at = WhenField()
    by = PlayerSerializer(source="by_member", allow_null=True)
    by_link = ByLinkField(source="*")


class DealLineSerializer(serializers.Serializer[Any]):
    """A deal on the score sheet; its revisions where it was corrected."""

    number = serializers.IntegerField(source="row.number")
    revision = serializers.IntegerField(source="row.seq")
    deal = DealField(source="row.content")
    score = ScoreField(source="entry.score", allow_null=True)
    counted = serializers.BooleanField(source="entry.counted")
    revisions = RevisionSerializer(many=True)


LARGEST_NUMBER = 2**31 - 1
"""What both databases can hold as a deal's number."""


class CountField(StrictInteger):
    """A number that counts from 1; one sentence refuses all else."""

    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("invalid", "min_value", "max_value"), gettext_lazy("A whole number from 1, not in quotes.")
    )

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=LARGEST_NUMBER, allow_null=True, required=False)


class DealInput(StrictSerializer):
    """A deal under ``deal``, or its fields flat among those that stand beside it."""

    deal = DealField()
    number = CountField()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and "deal" not in data:
            deal = {name: value for name, value in data.items() if name not in self.fields}
            data = {**{name: data[name] for name in self.fields if name in data}, "deal": deal}
        return super().to_internal_value(data)


class EntryInput(DealInput):
    """A deal to be recorded."""

    game_number = CountField()


@extend_schema_field({"type": "string", "maxLength": LONGEST_REASON})
class ReasonField(serializers.JSONField):
    """The reason of a correction; the domain says what is one."""

    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("required", "null"), gettext_lazy("A correction needs its reason, in words.")
    )


class CorrectionInput(DealInput):
    """The fields of a deal that are changed, and why."""

    reason = ReasonField()
    base_revision = CountField()


class DealInputDescription(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # theirs
    """Describes both ways of sending a deal."""

    target_class = DealInput
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        wrapped: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]  # theirs
            self.target, direction, bypass_extensions=True
        )
        envelope = {name: part for name, part in wrapped["properties"].items() if name != "deal"}
        required = [name for name, field in self.target.fields.items() if field.required]
        flat = {**DEAL, "properties": {**DEAL["properties"], **envelope}}
        if required[1:]:
            flat["required"] = required[1:]
        return {"oneOf": [flat, wrapped | {"additionalProperties": False, "required": required}]}


class HeldInput(StrictSerializer):
    """What a director makes of a held entry: one of the two, the second with its reason."""

    release = StrictYes(required=False)
    set_aside = StrictYes(required=False)
    reason = StrictText(required=False, allow_blank=True, trim_whitespace=False)


@contextmanager
def fields_as_sent(data: object) -> Iterator[None]:
    """Name wrong fields as they were sent: ``bid`` and not ``deal.bid`` where the deal was sent flat."""
    try:
        yield
    except InvalidInput as refusal:
        if isinstance(data, dict) and "deal" in data:
            raise
        raise refusal.moved("deal.", "") from refusal
