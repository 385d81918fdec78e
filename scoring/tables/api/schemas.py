"""Serializers for deals, scores and cuts. `scoring.game.notation` parses the content of a deal."""

from contextlib import AbstractContextManager
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, extend_schema_field
from rest_framework import serializers

from laws.dataclass_serializers import DataclassSerializer
from laws.domain.errors import fields_renamed
from laws.domain.parameters import PARAMETERS
from laws.strict_fields import StrictInteger, StrictSerializer, StrictText, StrictYes
from scoring.game.explanation import ExplanationLine
from scoring.game.names import LONGEST_REASON
from scoring.game.notation import score_answer
from scoring.game.score import Score
from scoring.tables.models import DealRevision
from scoring.tables.queries import CutAtTable, DrawnCard, NumberedSeat, RecordedDeal
from scoring.tables.services.deals import DealBody
from scoring.web.api import ByLinkField

CARD = {"type": "string", "example": "TH", "description": "Rank then suit: AS, TH (or 10H), 5D"}


PER_SIDE = {
    "type": "array",
    "items": {"type": "integer"},
    "description": "One value per side, side 1 first",
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
            "description": "The cards turned up: the first card, and a card for each time the cards were run",
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
                        "description": "The reading of an open point, or the value chosen for the table",
                    },
                },
            },
        },
    },
}


@extend_schema_field(DEAL)
class DealField(serializers.Field[Any, Any, Any, Any]):
    """A deal as a JSON object. The domain validates it, since its fields depend on the game and law set."""

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
    """The seed of a draw; null if the service drew no card."""

    def __init__(self, **more: Any) -> None:
        super().__init__(allow_null=True, **more)

    def to_representation(self, value: str) -> Any:
        return value or None


class DrawnCardSerializer(DataclassSerializer):
    dataclass = DrawnCard
    names = "player card"


class LawLineSerializer(DataclassSerializer):
    """A line of an explanation and the law it is based on."""

    dataclass = ExplanationLine
    names = "text law"


class SeatSerializer(DataclassSerializer):
    dataclass = NumberedSeat


class CutSerializer(DataclassSerializer):
    """A cut and what it decides."""

    dataclass = CutAtTable
    names = (
        "id=row.pk purpose=row.purpose at=row.at seed=row.seed draws decided cut_again partners first_dealer "
        "seats explanation"
    )
    seed = SeedField()


class ScoreInput(StrictSerializer):
    """A deal to be scored. The domain validates the deal, since its fields depend on the game."""

    law_set = StrictText()
    game = StrictText(help_text="The slug of the game, for example cinch.")
    players = StrictInteger(required=False, allow_null=True)
    parameters = serializers.DictField(
        required=False,
        allow_null=True,
        help_text="Values that replace parameters of the law set, such as game_score.",
    )
    variations = serializers.ListField(child=StrictText(), required=False, allow_null=True)
    before = serializers.ListField(child=StrictInteger(), required=False, allow_null=True)
    deal = DealField()


class DealAnswerSerializer(DataclassSerializer):
    dataclass = DealBody
    names = (
        "number game_number deals_of_game revision deal score counted running_score to_go next_dealer "
        "next_number game_over winner table"
    )
    deal = DealField()
    score = ScoreField(allow_null=True)
    winner = serializers.JSONField(allow_null=True)


class RevisionSerializer(DataclassSerializer):
    """One revision of a deal: its content, author, time and reason."""

    dataclass = DealRevision
    names = "revision=seq deal=content reason at by=by_member by_link"
    deal = DealField()
    by_link = ByLinkField(source="*")


class DealLineSerializer(DataclassSerializer):
    dataclass = RecordedDeal
    names = (
        "number=row.number revision=row.seq deal=row.content score=entry.score counted=entry.counted "
        "revisions"
    )
    deal = DealField()
    score = ScoreField(allow_null=True)


LARGEST_NUMBER = 2**31 - 1
"""The highest deal number that both databases can store."""


class CountField(StrictInteger):
    """An optional whole number from 1. Every wrong value is refused with the same message."""

    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("invalid", "min_value", "max_value"), gettext_lazy("A whole number from 1, not in quotes.")
    )

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=LARGEST_NUMBER, allow_null=True, required=False)


class DealInput(StrictSerializer):
    """A deal and its number. The deal is under the key ``deal``, or its fields are at the top level."""

    deal = DealField()
    number = CountField()

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and "deal" not in data:
            deal = {name: value for name, value in data.items() if name not in self.fields}
            data = {**{name: data[name] for name in self.fields if name in data}, "deal": deal}
        return super().to_internal_value(data)


class EntryInput(DealInput):
    """A deal to be recorded or previewed."""

    game_number = CountField()


@extend_schema_field({"type": "string", "maxLength": LONGEST_REASON})
class ReasonField(serializers.JSONField):
    """The reason for a correction. The domain checks its content."""

    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("required", "null"), gettext_lazy("A correction needs its reason, in words.")
    )


class CorrectionInput(DealInput):
    """The changed fields of a deal, and the reason.

    ``base_revision`` is the revision that the sender has seen. If it is no longer the latest revision, the
    correction is refused. Without it, the correction also replaces changes that the sender has not seen.
    """

    reason = ReasonField()
    base_revision = CountField()


class DealInputDescription(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # untyped library
    """Describes both ways of sending a deal in the OpenAPI schema, see `DealInput`."""

    target_class = DealInput
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        wrapped: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]  # untyped library
            self.target, direction, bypass_extensions=True
        )
        envelope = {name: part for name, part in wrapped["properties"].items() if name != "deal"}
        required = [name for name, field in self.target.fields.items() if field.required]
        flat = {**DEAL, "properties": {**DEAL["properties"], **envelope}}
        if required[1:]:
            flat["required"] = required[1:]
        return {"oneOf": [flat, wrapped | {"additionalProperties": False, "required": required}]}


class HeldInput(StrictSerializer):
    """A decision on a held entry: either ``release``, or ``set_aside`` with a reason."""

    release = StrictYes(required=False)
    set_aside = StrictYes(required=False)
    reason = StrictText(required=False, allow_blank=True, trim_whitespace=False)


def fields_as_sent(data: Any) -> AbstractContextManager[None]:
    """Raise errors under ``bid`` instead of ``deal.bid`` if the deal's fields were sent at the top level.

    ``data`` is the body of the request, which a `DealInput` has validated.
    """
    return fields_renamed("deal.", "deal." if "deal" in data else "")
