"""What requests about disputes take, and what they are answered: one description for both."""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from laws.shapes import StrictInteger, StrictSerializer, StrictText, StrictYes
from scoring.disputes.models import DisputeStep
from scoring.disputes.queries.disputes import DisputeLine
from scoring.disputes.services.rulings import Decision
from scoring.web.api import PlayerSerializer

LONGEST_REASON = 400


class ToldInput(StrictSerializer):
    """What may be told of a dispute. Facts, points and effects are read by the domain."""

    facts = serializers.JSONField(required=False, allow_null=True)
    seat = serializers.JSONField(required=False, allow_null=True, help_text="Who was in error.")
    seats = serializers.JSONField(
        required=False,
        allow_null=True,
        help_text="Seats by part: offender, dealer, maker, leader, lawful-dealer.",
    )
    points = serializers.JSONField(
        required=False, allow_null=True, help_text="The points in question, by name."
    )
    trick = serializers.JSONField(required=False, allow_null=True, help_text="The trick in question, from 1.")


class RaiseInput(ToldInput):
    """A dispute about a deal."""

    incident = StrictText(max_length=80)
    choice = serializers.JSONField(
        required=False, allow_null=True, help_text="An option's id, or {holder, option, seat}."
    )
    assume_usual = StrictYes(required=False)


class ChoiceInput(StrictSerializer):
    """What was chosen, by whoever has the choice."""

    choice = serializers.JSONField(help_text="An option's id, or {holder, option, seat}.")


class LapseInput(StrictSerializer):
    """Whose right to choose is lost."""

    holder = StrictText(max_length=80)


class DecideInput(ToldInput):
    """A decision: confirmed, or overruled with effects and a reason."""

    confirm = StrictYes(required=False)
    overrule = StrictYes(required=False)
    effects = serializers.JSONField(required=False)
    reason = StrictText(max_length=LONGEST_REASON, required=False, allow_blank=True)
    choice = serializers.JSONField(required=False)


class PreviewInput(ToldInput):
    """A decision to be looked at: as it would be confirmed or overruled, changed or withdrawn on appeal."""

    confirm = StrictYes(required=False)
    overrule = StrictYes(required=False)
    change = StrictYes(required=False)
    withdraw = StrictYes(required=False)
    effects = serializers.JSONField(required=False)
    choice = serializers.JSONField(required=False)


class ChangesField(serializers.DictField):
    """What else a decision changes in its game."""

    def get_attribute(self, instance: Decision) -> dict[str, Any] | None:
        difference = instance.difference
        if difference is None:
            return None
        return {
            "is_void": difference.is_void,
            "game": difference.game,
            "next_dealer": difference.changes_dealer,
            "later_deals": list(instance.later),
        }


class ForeseenSerializer(serializers.Serializer[Decision]):
    """What a decision would do."""

    kind = serializers.CharField(help_text="confirmed, overruled, changed or withdrawn.")
    effects = serializers.ListField(
        child=serializers.DictField(), help_text="What would stand, each with its sentence and its law."
    )
    joins = serializers.DictField(
        source="content.joins", help_text="How it would go together with other decisions on the deal."
    )
    score = serializers.DictField(
        source="content.score",
        allow_null=True,
        help_text="Before and after it; null while the deal is in play.",
    )
    changes = ChangesField(
        allow_null=True,
        help_text="is_void; game: same, ends, goes-on or other-winner; next_dealer; later_deals by number.",
    )


class AppealInput(StrictSerializer):
    """Why the decision is held to be wrong."""

    reason = StrictText(max_length=LONGEST_REASON)


class SettleInput(StrictSerializer):
    """What became of an appeal."""

    uphold = StrictYes(required=False)
    change = StrictYes(required=False)
    withdraw = StrictYes(required=False)
    effects = serializers.JSONField(required=False)
    reason = StrictText(max_length=LONGEST_REASON, required=False, allow_blank=True)


class DropInput(StrictSerializer):
    """Why a dispute is dropped."""

    reason = StrictText(max_length=LONGEST_REASON, required=False, allow_blank=True)


class SpendInput(StrictSerializer):
    """Which effect is used up: its place among the decision's effects, from 0."""

    effect = StrictInteger(min_value=0, max_value=99)


class WhenField(serializers.DateTimeField):
    """The moment of a row, in the notation of ISO 8601 with the offset in figures."""

    def to_representation(self, value: datetime) -> str:
        return value.isoformat()


class ByLinkField(serializers.BooleanField):
    """Whether a row was written with a table's link."""

    def get_attribute(self, instance: Any) -> bool:
        row: Any = super().get_attribute(instance)
        return row.by_link_id is not None


class RulingLineSerializer(serializers.Serializer[DisputeLine]):
    """A ruling as everybody who sees the event may read it."""

    id = serializers.IntegerField()
    table_name = serializers.CharField(source="dispute.table.name")
    game_number = serializers.IntegerField(source="dispute.game.number")
    number = serializers.IntegerField(source="dispute.number", help_text="The deal's number at the table.")
    incident = serializers.CharField(source="dispute.incident")
    title = serializers.CharField()
    law_set = serializers.CharField(source="dispute.law_set.slug")
    state = serializers.CharField(
        source="course.state",
        help_text="needs-facts, disputed, needs-choice, proposed, decided, appealed, withdrawn or dropped.",
    )
    at = WhenField(source="dispute.at")
    effects = serializers.ListField(
        child=serializers.DictField(), help_text="What stands, each with its sentence and its law."
    )
    laws = serializers.ListField(child=serializers.CharField())


class DisputeLineSerializer(RulingLineSerializer):
    """A dispute in a list."""

    club = serializers.CharField(source="dispute.table.club.slug")
    table = serializers.IntegerField(source="dispute.table_id")
    event = serializers.IntegerField(source="dispute.table.event_id", allow_null=True)
    topic = serializers.CharField(source="incident.topic")
    revision = serializers.CharField(source="dispute.law_set.revision")
    is_open = serializers.BooleanField(source="course.is_open")
    waits_for = serializers.CharField(allow_null=True)
    waits_for_words = serializers.CharField(allow_blank=True)
    by = PlayerSerializer(source="dispute.by_member", allow_null=True)
    by_link = ByLinkField(source="dispute")
    player = PlayerSerializer(allow_null=True, help_text="Who was in error, where that is known.")
    applied = serializers.BooleanField(source="course.is_applied")
    laws = serializers.ListField(child=serializers.CharField(), required=False)


class DisputeStepSerializer(serializers.Serializer[DisputeStep]):
    """One step of a dispute, for good."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = WhenField()
    by = PlayerSerializer(source="by_member", allow_null=True)
    by_link = ByLinkField(source="*")
    content = serializers.DictField()


class DisputeSerializer(DisputeLineSerializer):
    """A dispute with its facts, its ruling, what stands and what may be done next."""

    people = serializers.DictField(
        source="people.canonical",
        help_text="By part, who plays it: seat, id, name. Parts disputed or not known are left out.",
    )
    is_in_play = serializers.BooleanField(help_text="Whether the deal is not recorded yet.")
    facts = serializers.ListField(child=serializers.DictField())
    seats = serializers.DictField(source="course.seats", child=serializers.IntegerField())
    points = serializers.ListField(source="course.points", child=serializers.CharField(), allow_null=True)
    trick = serializers.IntegerField(source="course.trick", allow_null=True)
    ruling = serializers.DictField(help_text="What `rulings/` answers.")
    disputed = serializers.DictField(
        allow_null=True, help_text="Whether disputed facts matter, and the ruling for each way."
    )
    questions = serializers.ListField(child=serializers.DictField())
    choices = serializers.ListField(child=serializers.DictField())
    elected = serializers.DictField(child=serializers.CharField())
    lapsed = serializers.ListField(child=serializers.CharField())
    to_carry_out = serializers.ListField(child=serializers.DictField())
    joins = serializers.DictField()
    score = serializers.DictField(allow_null=True, help_text="Before and after the decision.")
    reason = serializers.CharField(allow_blank=True)
    needs_points = serializers.BooleanField(
        help_text="Whether points have to be named (`answer/`) before the deal can be scored with the ruling."
    )
    next_steps = serializers.ListField(child=serializers.CharField())
    steps = DisputeStepSerializer(many=True)


class FoundSerializer(serializers.Serializer[Any]):
    """Something irregular that a deal's record shows."""

    incident = serializers.CharField()
    seat = serializers.IntegerField()
    trick = serializers.IntegerField(allow_null=True)
    says = serializers.CharField()
    facts = serializers.DictField(child=serializers.CharField())
    because = serializers.DictField(child=serializers.CharField())


class PenaltiesSerializer(serializers.Serializer[Any]):
    """A player with the decisions that found him in error."""

    player = PlayerSerializer()
    penalties = serializers.IntegerField()
    warnings = serializers.IntegerField()
    disputes = serializers.ListField(child=serializers.DictField())
