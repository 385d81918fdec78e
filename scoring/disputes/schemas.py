"""What requests about disputes take, and what they are answered: one description for both."""

from datetime import datetime
from functools import partial
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from laws.shapes import StrictInteger, StrictSerializer, StrictText, StrictYes
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries.disputes import DisputeLine, line_of
from scoring.disputes.services.rulings import Decision
from scoring.game.irregularities import Irregularity
from scoring.game.names import LONGEST_REASON
from scoring.web.api import PlayerSerializer

ReadLater = partial(serializers.JSONField, required=False, allow_null=True)
"""What the domain reads, which knows the deal and the law."""


class ObjectsField(serializers.ListField):
    """A list of objects, each as the domain has it."""

    child = serializers.DictField()


class ToldInput(StrictSerializer):
    """What may be told of a dispute. Facts, points and effects are read by the domain."""

    facts = ReadLater()
    seat = ReadLater(help_text="Who was in error.")
    seats = ReadLater(help_text="Seats by part: offender, dealer, maker, leader, lawful-dealer.")
    points = ReadLater(help_text="The points in question, by name.")
    trick = ReadLater(help_text="The trick in question, from 1.")


class RaiseInput(ToldInput):
    """A dispute about a deal."""

    incident = StrictText(max_length=80)
    choice = ReadLater(help_text="An option's id, or {holder, option, seat}.")
    assume_usual = StrictYes(required=False)


class ChoiceInput(StrictSerializer):
    """What was chosen, by whoever has the choice."""

    choice = serializers.JSONField(help_text="An option's id, or {holder, option, seat}.")


class LapseInput(StrictSerializer):
    """Whose right to choose is lost."""

    holder = StrictText(max_length=80)


class MayGiveReason(StrictSerializer):
    """Why something is done, where it may be left open."""

    reason = StrictText(max_length=LONGEST_REASON, required=False, allow_blank=True)


class DecidingInput(ToldInput):
    """What may be said with a decision."""

    confirm = StrictYes(required=False)
    overrule = StrictYes(required=False)
    effects = serializers.JSONField(required=False)
    choice = serializers.JSONField(required=False)


class DecideInput(DecidingInput, MayGiveReason):
    """A decision: confirmed, or overruled with effects and a reason."""


class PreviewInput(DecidingInput):
    """A decision to be looked at: as it would be confirmed or overruled, changed or withdrawn on appeal."""

    change = StrictYes(required=False)
    withdraw = StrictYes(required=False)


LARGEST_ID = 2**63 - 1


class IdField(serializers.IntegerField):
    """An id in the query of an address, where every value is a text."""

    default_error_messages: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("invalid", "min_value", "max_value", "max_string_length"), gettext_lazy("A whole number from 1.")
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, required=False, **options)

    def to_internal_value(self, data: Any) -> int:
        if not (data.isascii() and data.isdigit()):
            self.fail("invalid")
        return super().to_internal_value(data)


class PenaltiesQuery(StrictSerializer):
    """Whose penalties are listed."""

    club = StrictText(
        help_text="The club's slug.",
        error_messages=dict.fromkeys(("required", "blank"), gettext_lazy("The slug of a club.")),
    )
    event = IdField(help_text="Only in this event.")


class DisputesQuery(PenaltiesQuery):
    """Which of a club's disputes are listed."""

    law = serializers.RegexField(
        r"\A[!-~]{1,200}\Z",
        required=False,
        help_text="A law on which the ruling rests.",
        error_messages={"invalid": gettext_lazy("The id of a law, such as foster-1897/revoke/penalty.")},
    )
    player = IdField(help_text="The member who was in error.")
    table = IdField(help_text="Only at this table.")
    state = serializers.ChoiceField(
        choices=["open", "closed"],
        required=False,
        help_text="Still to be decided, or not.",
        error_messages={"invalid_choice": gettext_lazy("open or closed.")},
    )


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


class DecisionPreviewSerializer(serializers.Serializer[Decision]):
    """What a decision would do."""

    kind = serializers.CharField(help_text="confirmed, overruled, changed or withdrawn.")
    effects = ObjectsField(help_text="What would stand, each with its sentence and its law.")
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


class DropInput(MayGiveReason):
    """Why a dispute is dropped."""


class SettleInput(MayGiveReason):
    """What became of an appeal."""

    uphold = StrictYes(required=False)
    change = StrictYes(required=False)
    withdraw = StrictYes(required=False)
    effects = serializers.JSONField(required=False)


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
        source="state.stage",
        help_text="needs-facts, disputed, needs-choice, proposed, decided, appealed, withdrawn or dropped.",
    )
    at = WhenField(source="dispute.at")
    effects = ObjectsField(help_text="What stands, each with its sentence and its law.")
    laws = serializers.ListField(child=serializers.CharField())


class DisputeLineSerializer(RulingLineSerializer):
    """A dispute in a list."""

    club = serializers.CharField(source="dispute.table.club.slug")
    table = serializers.IntegerField(source="dispute.table_id")
    event = serializers.IntegerField(source="dispute.table.event_id", allow_null=True)
    topic = serializers.CharField(source="incident.topic")
    revision = serializers.CharField(source="dispute.law_set.revision")
    is_open = serializers.BooleanField(source="state.is_open")
    waits_for = serializers.CharField(allow_null=True)
    waits_for_words = serializers.CharField(allow_blank=True)
    by = PlayerSerializer(source="dispute.by_member", allow_null=True)
    by_link = ByLinkField(source="dispute")
    player = PlayerSerializer(allow_null=True, help_text="Who was in error, where that is known.")
    applied = serializers.BooleanField(source="state.is_applied")
    laws = serializers.ListField(child=serializers.CharField(), required=False)


def ruling(dispute: Dispute) -> dict[str, Any]:
    """Return a ruling as it is sent in a list."""
    return dict(RulingLineSerializer(line_of(dispute)).data)


def line(dispute: Dispute) -> dict[str, Any]:
    """Return a dispute as it is sent in a list."""
    return dict(DisputeLineSerializer(line_of(dispute)).data)


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
    facts = ObjectsField()
    seats = serializers.DictField(source="state.seats", child=serializers.IntegerField())
    points = serializers.ListField(source="state.points", child=serializers.CharField(), allow_null=True)
    trick = serializers.IntegerField(source="state.trick", allow_null=True)
    ruling = serializers.DictField(help_text="What `rulings/` answers.")
    disputed = serializers.DictField(
        allow_null=True, help_text="Whether disputed facts matter, and the ruling for each way."
    )
    questions = ObjectsField()
    choices = ObjectsField()
    elected = serializers.DictField(child=serializers.CharField())
    lapsed = serializers.ListField(source="state.lapsed", child=serializers.CharField())
    to_carry_out = ObjectsField()
    joins = serializers.DictField(source="decided.joins")
    score = serializers.DictField(
        source="decided.score", allow_null=True, help_text="Before and after the decision."
    )
    reason = serializers.CharField(source="decided.reason", allow_blank=True)
    needs_points = serializers.BooleanField(
        help_text="Whether points have to be named (`answer/`) before the deal can be scored with the ruling."
    )
    next_steps = serializers.ListField(child=serializers.CharField())
    steps = DisputeStepSerializer(many=True)


class BecauseField(serializers.CharField):
    """Why the record answers a fact as it does."""

    def to_representation(self, value: Any) -> str:
        return str(value.because)


class FoundSerializer(serializers.Serializer[Irregularity]):
    """Something irregular that a deal's record shows."""

    incident = serializers.CharField()
    seat = serializers.IntegerField()
    trick = serializers.IntegerField(allow_null=True)
    says = serializers.CharField()
    facts = serializers.DictField(child=serializers.CharField(), source="values")
    because = serializers.DictField(child=BecauseField(), source="facts")


class PenaltiesSerializer(serializers.Serializer[Any]):
    """A player with the decisions that found him in error."""

    player = PlayerSerializer()
    penalties = serializers.IntegerField()
    warnings = serializers.IntegerField()
    disputes = ObjectsField()
