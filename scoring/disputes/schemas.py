"""The serializers of requests and responses about disputes."""

from functools import partial
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from laws.answer_serializers import AnswerSerializer, EffectSerializer
from laws.dataclass_serializers import DataclassSerializer
from laws.strict_fields import StrictInteger, StrictSerializer, StrictText, StrictYes, sent
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries import people
from scoring.disputes.queries.disputes import DisputeCase, DisputedFacts, DisputeLine, line_of
from scoring.disputes.queries.penalties import PlayerPenalties
from scoring.disputes.services.rulings import AskedBeside, Decision, asked_beside
from scoring.game.found_irregularities import Irregularity
from scoring.game.names import LONGEST_REASON
from scoring.web.api import ByLinkField, PlayerSerializer

ReadLater = partial(serializers.JSONField, required=False, allow_null=True)
"""An input field without validation.

The domain validates the value, which depends on the deal and the law.
"""


class StatementInput(StrictSerializer):
    """A statement about a dispute: facts, and the seats, points and trick in question."""

    facts = ReadLater()
    seat = ReadLater(help_text="The seat of the player who was in error.")
    seats = ReadLater(help_text="The seats by role: offender, dealer, maker, leader, lawful-dealer.")
    points = ReadLater(help_text="The names of the points in question.")
    trick = ReadLater(help_text="The number of the trick in question, from 1.")


class BesideInput(StrictSerializer):
    """Facts that concern both this dispute and another decided dispute on the same deal."""

    beside = ReadLater(
        help_text="The facts that this dispute shares with another decided dispute on the deal, by the id of "
        "the other dispute: `came_first` (the id of the dispute whose offence came first) and `one_act` (yes "
        "or no)."
    )


class AnswerInput(StatementInput, BesideInput):
    """Further facts about a dispute that has already been raised."""


class RaiseInput(StatementInput):
    """A new dispute about a deal."""

    incident = StrictText(max_length=80)
    choice = ReadLater(help_text="The id of the chosen option, or {holder, option, seat}.")
    assume_usual = StrictYes(required=False)


class ChoiceInput(StrictSerializer):
    """A choice: the role that may choose (the holder), and the option that is chosen."""

    choice = serializers.JSONField(help_text="The id of the chosen option, or {holder, option, seat}.")


class LapseInput(StrictSerializer):
    """The role that loses its right to choose."""

    holder = StrictText(max_length=80)


class MayGiveReason(StrictSerializer):
    """A step with an optional reason."""

    reason = StrictText(max_length=LONGEST_REASON, required=False, allow_blank=True)


class DecidingInput(AnswerInput):
    """A decision, with the facts and the choice on which it is based."""

    confirm = StrictYes(required=False)
    overrule = StrictYes(required=False)
    effects = serializers.JSONField(required=False)
    choice = serializers.JSONField(required=False)


class DecideInput(DecidingInput, MayGiveReason):
    """A decision: confirm, or overrule with effects and a reason."""


class PreviewInput(DecidingInput):
    """A decision to preview: confirm or overrule, or change or withdraw on appeal."""

    change = StrictYes(required=False)
    withdraw = StrictYes(required=False)


LARGEST_ID = 2**63 - 1


class IdField(serializers.IntegerField):
    """An optional id in a query string, where every value is text."""

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
    """The club whose penalties are listed, optionally only in one of its events."""

    club = StrictText(
        help_text="The club's slug.",
        error_messages=dict.fromkeys(("required", "blank"), gettext_lazy("The slug of a club.")),
    )
    event = IdField(help_text="The id of an event: only disputes in this event.")


class DisputesQuery(PenaltiesQuery):
    """The conditions of a search in a club's disputes."""

    law = serializers.RegexField(
        r"\A[!-~]{1,200}\Z",
        required=False,
        help_text="The id of a law: only disputes in which a ruling or decision rests or rested on it.",
        error_messages={"invalid": gettext_lazy("The id of a law, such as foster-1897/revoke/penalty.")},
    )
    player = IdField(help_text="The id of a member: only disputes in which this member was in error.")
    table = IdField(help_text="The id of a table: only disputes at this table.")
    state = serializers.ChoiceField(
        choices=["open", "closed"],
        required=False,
        help_text="open: disputes that are still to be decided; closed: all others.",
        error_messages={"invalid_choice": gettext_lazy("open or closed.")},
    )


class ChangesSerializer(DataclassSerializer):
    """What a decision changes in its game, apart from the score of the deal."""

    dataclass = Decision
    names = (
        "is_void=difference.is_void game=difference.game next_dealer=difference.changes_dealer "
        "later_deals=later"
    )
    is_void = serializers.BooleanField()
    game = serializers.CharField(
        help_text="How the course of the game changes: same, ends, goes-on or other-winner."
    )
    next_dealer = serializers.BooleanField()


BY_WHOM = (
    "Who carries the effect out: score (the program scores it), table (the players; their table's page shows "
    "it until then) or words (nobody). Lists of disputes leave it out."
)


class DecisionPreviewSerializer(DataclassSerializer):
    """The preview of a decision: its effects, the score and its other changes to the game."""

    dataclass = Decision
    names = "kind effects=effects_to_carry_out joins=content.joins score changes=if_it_changes_the_game"
    kind = serializers.CharField(
        help_text="The step that is previewed: confirmed, overruled, changed or withdrawn."
    )
    joins = serializers.DictField(
        help_text="How the decision would combine with other decisions on the deal."
    )
    score = serializers.DictField(
        allow_null=True,
        help_text="The score before and after the decision; null while the deal is in play, and for a deal "
        "that a slip has replaced.",
    )


class AppealInput(StrictSerializer):
    """The reason for an appeal."""

    reason = StrictText(max_length=LONGEST_REASON)


class DropInput(MayGiveReason):
    """The reason for dropping a dispute."""


class SettleInput(MayGiveReason, BesideInput):
    """The outcome of an appeal."""

    uphold = StrictYes(required=False)
    change = StrictYes(required=False)
    withdraw = StrictYes(required=False)
    effects = serializers.JSONField(required=False)


class SpendInput(StrictSerializer):
    """The effect that the table has carried out: its index among the decision's effects, from 0."""

    effect = StrictInteger(min_value=0, max_value=99)


class NamedEffectSerializer(EffectSerializer):
    """An effect as text for the table. In the full form of a dispute, players' names are added."""

    dataclass = people.EffectAtTable
    law = serializers.CharField(
        required=False, allow_blank=True, help_text="The id of the law of the effect, after the decision."
    )
    named = serializers.CharField(
        required=False, help_text="The sentence of `says` with players' names in place of roles."
    )
    carried_out = serializers.CharField(required=False, help_text=BY_WHOM)


class EffectToComeSerializer(NamedEffectSerializer):
    """An effect that the table must still carry out during the play."""

    effect = serializers.IntegerField(
        help_text="The index of the effect among the decision's effects, from 0."
    )


class NamedOptionSerializer(DataclassSerializer):
    dataclass = people.OptionAtTable
    names = "id label effects named"


class NamedChoiceSerializer(DataclassSerializer):
    dataclass = people.ChoiceAtTable
    names = "holder who lapses until options named"


class NamedRulingSerializer(AnswerSerializer):
    dataclass = people.RulingAtTable


class WaySerializer(DataclassSerializer):
    """The ruling that follows from one combination of answers to the disputed facts."""

    dataclass = people.PossibleRulingAtTable
    names = "facts ruling"
    ruling = NamedRulingSerializer()


class DisputedSerializer(DataclassSerializer):
    dataclass = DisputedFacts


class FactAtTableSerializer(DataclassSerializer):
    """A fact with its origin, and with its reason if the deal's record shows the fact.

    A disputed fact lists every claimed answer.
    """

    dataclass = people.FactAtTable
    names = (
        "fact=question.key ask=question.ask value=known.value provenance=known.provenance "
        "because=known.canonical.because values=known.canonical.values label labels"
    )
    provenance = serializers.CharField(
        help_text="The origin of the answer: said, record, assumed, disputed or found."
    )
    because = serializers.CharField(required=False)
    values = serializers.ListField(child=serializers.CharField(), required=False)


class AskedBesideSerializer(DataclassSerializer):
    dataclass = AskedBeside
    names = "dispute **fact"


class BesideField(serializers.ListField):
    """The missing facts that concern both this dispute and another, decided dispute on the deal."""

    child = serializers.DictField()

    def to_representation(self, value: Any) -> list[dict[str, Any]]:
        return [sent(AskedBesideSerializer, asked) for asked in asked_beside(value)]


class RulingLineSerializer(DataclassSerializer):
    """The ruling on a dispute, without players' names."""

    dataclass: ClassVar[type] = DisputeLine
    names = (
        "id table_name=dispute.table.name game_number=dispute.game.number number=dispute.number "
        "incident=dispute.incident title law_set=dispute.law_set.slug state=state.stage at=dispute.at "
        "effects=effects_at_table laws set_aside_at"
    )
    number = serializers.IntegerField(help_text="The deal's number at the table.")
    state = serializers.CharField(
        help_text="The stage of the dispute: needs-facts, disputed, needs-choice, proposed, decided, "
        "appealed, withdrawn or dropped.",
    )
    effects = NamedEffectSerializer(
        many=True, help_text="The effects in force, each with its sentence and its law."
    )


class DisputeLineSerializer(RulingLineSerializer):
    """A dispute in a list."""

    names = (
        f"{RulingLineSerializer.names} club=dispute.table.club.slug table=dispute.table_id "
        "event=dispute.table.event_id topic=incident.topic revision=dispute.law_set.revision "
        "is_open=state.is_open waits_for waits_for_words by=dispute.by_member by_link player "
        "applied=state.is_applied"
    )
    by_link = ByLinkField(source="dispute")
    player = PlayerSerializer(allow_null=True, help_text="The player in error, if known.")
    laws = serializers.ListField(child=serializers.CharField(), required=False)


class DisputeStepSerializer(DataclassSerializer):
    """A step of a dispute; steps never change."""

    dataclass = DisputeStep
    names = "seq kind at by=by_member by_link content"
    by_link = ByLinkField(source="*")
    content = serializers.DictField()


class DisputeSerializer(DisputeLineSerializer):
    """A dispute with its facts, its ruling, the decision in force and the next steps."""

    dataclass = DisputeCase
    names = (
        f"{DisputeLineSerializer.names} people=people.by_role is_in_play facts seats=state.seats "
        "points=state.points trick=state.trick ruling=ruling_at_table disputed questions beside "
        "choices=choices_at_table elected lapsed=state.lapsed to_carry_out=to_carry_out_at_table "
        "joins=decided.joins score=decided.score reason=decided.reason needs_points next_steps steps"
    )
    people = serializers.DictField(
        help_text="The players of each role with seat, id and name. Disputed or unknown roles are left out."
    )
    beside = BesideField(
        source="*",
        help_text="The open questions that concern both this dispute and another decision on the deal.",
    )
    to_carry_out = EffectToComeSerializer(many=True)
    joins = serializers.DictField()
    score = serializers.DictField(allow_null=True, help_text="The score before and after the decision.")
    reason = serializers.CharField(allow_blank=True)
    steps = DisputeStepSerializer(many=True)


def ruling(row: Dispute) -> dict[str, Any]:
    """Return the response for a dispute in a list of rulings."""
    return sent(RulingLineSerializer, line_of(row))


def line(row: Dispute) -> dict[str, Any]:
    """Return the response for a dispute in a list of disputes."""
    return sent(DisputeLineSerializer, line_of(row))


def dispute(case: DisputeCase) -> dict[str, Any]:
    """Return the response for a single dispute."""
    return sent(DisputeSerializer, case)


class FoundSerializer(DataclassSerializer):
    """An irregularity that a deal's record shows."""

    dataclass = Irregularity
    names = "incident seat trick says facts=values because=reasons"


class PenalizedSerializer(DataclassSerializer):
    """A decided dispute in which a player was the offender."""

    dataclass = DisputeLine
    names = (
        "id incident=dispute.incident title table=dispute.table_id number=dispute.number "
        "event=dispute.table.event_id set_aside_at"
    )
    number = serializers.IntegerField(help_text="The deal's number at the table.")


class PenaltiesSerializer(DataclassSerializer):
    """A player with the decided disputes in which the player was the offender.

    Disputes whose decision was withdrawn or is under appeal are left out.
    """

    dataclass = PlayerPenalties
    names = "player penalties warnings disputes"
    disputes = PenalizedSerializer(many=True)
