"""Serializers of responses about the laws.

``laws.api.question_serializers`` has the serializers of requests.
"""

from typing import Any, ClassVar

from rest_framework import serializers

from laws.dataclass_serializers import DataclassSerializer
from laws.domain import register
from laws.domain.compose import Composition, DealEndingOption, Excluded, OffenceEffect
from laws.domain.difference import ChangedParameter, Difference, OtherReading, OtherWords, RulingChange
from laws.domain.effects import Effect
from laws.domain.house_checks import Examination, GivesWay
from laws.domain.lawset import ExplainedSetting, Law, LawSet, Variation
from laws.domain.proposals import Proposal
from laws.domain.register import Clause
from laws.domain.roles import fill
from laws.domain.rule import Choice, Option, Outcome
from laws.domain.ruling import ConsideredException, Reading, Ruling
from laws.domain.vocabulary import IncidentFact, Lead
from laws.domain.why import FactChange, Grounds
from laws.queries import ListedIncident
from laws.strict_fields import sent


class AttributesField(serializers.DictField):
    """A field that is shown as a JSON object of texts.

    Each keyword argument is a key of the object. Its value is the name of the attribute to show. In the
    texts, a role in braces such as "{maker}" is replaced by the law's words for the role.
    """

    def __init__(self, **attributes: str) -> None:
        self.attributes = attributes
        super().__init__(child=serializers.CharField())

    def to_representation(self, value: Any) -> dict[str, str]:
        return {name: fill(getattr(value, attribute)) for name, attribute in self.attributes.items()}


class EffectSerializer(DataclassSerializer):
    """An effect: its kind, its parameters, and its sentence."""

    dataclass: ClassVar[type] = Effect
    names = "kind says"

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the effect with its parameters, whose names depend on the kind."""
        answer: dict[str, Any] = instance.as_json()
        return answer


class OptionSerializer(DataclassSerializer):
    dataclass = Option


class ChoiceSerializer(DataclassSerializer):
    dataclass = Choice
    names = "holder who lapses until options"


class AskedSerializer(DataclassSerializer):
    """A fact that can still change a ruling: its question and the accepted answers."""

    dataclass = IncidentFact
    names = "fact=key ask why values=slugs answers usual known_to"
    answers = serializers.ListField(
        child=AttributesField(value="slug", label="label", means="means"), source="values"
    )
    known_to = serializers.CharField()


class CitedLawSerializer(DataclassSerializer):
    """A law that a ruling cites."""

    dataclass = Law
    names = "id cite text"


class ExceptionSerializer(DataclassSerializer):
    dataclass = ConsideredException


class InterpretationSerializer(DataclassSerializer):
    dataclass = Reading
    names = "rule question taken because readings=says"


class OutcomeSerializer(DataclassSerializer):
    dataclass = Outcome
    names = "silent=is_silent effects choices"


class OutcomeField(serializers.JSONField):
    def to_representation(self, value: Any) -> Any:
        return sent(OutcomeSerializer, value)


class RulingSerializer(DataclassSerializer):
    dataclass: ClassVar[type] = Ruling
    names = (
        "status law_set incident laws=cited effects choices questions because exceptions "
        "interpretations=readings left_open chosen possible=alternatives irrelevant assumed rules"
    )
    status = serializers.CharField(
        help_text="`ruled`; `needs-facts` if the ruling depends on missing facts; `silent` if the law set "
        "does not decide."
    )


class AnswerSerializer(RulingSerializer):
    """A ruling. If the law set is silent, ``fallback`` has the ruling of the fallback law set."""

    names = f"{RulingSerializer.names} fallback"


class ChangeSerializer(DataclassSerializer):
    dataclass = FactChange


class WhySerializer(DataclassSerializer):
    dataclass = Grounds
    names = "**ruling sufficient displaced why_not disputed"
    ruling = AnswerSerializer()


class OffenceEffectSerializer(EffectSerializer):
    dataclass = OffenceEffect
    names = "**effect offence incident offender"


class UnlessSerializer(DataclassSerializer):
    """An option that would end the deal: its incident, the role that can choose it, and its name."""

    dataclass = DealEndingOption
    names = "incident=ruling.incident holder=choice.holder option=option.id"


class ExcludedSerializer(DataclassSerializer):
    dataclass = Excluded
    names = "effects prevails says laws"


class CompositionSerializer(DataclassSerializer):
    dataclass = Composition
    names = (
        "status relation says incident facts standing=applied_rulings effects consequences unless excluded "
        "questions"
    )
    computed = ("standing",)
    status = serializers.CharField(
        help_text="`ruled`; `needs-facts` if a question about both offences is open; `silent` if effects "
        "exclude each other and no law says which effect prevails."
    )


class ProposalSerializer(DataclassSerializer):
    """A proposed incident and proposed facts, each with the typed words that suggest it."""

    dataclass = Proposal
    names = "incident=incident.id title=incident.title of_other_game words facts chips"
    chips = serializers.ListField(
        child=AttributesField(fact="fact", value="value", label="label", words="words")
    )


class IncidentFactSerializer(DataclassSerializer):
    dataclass = IncidentFact
    names = "id=key ask why type values=slugs labels needed_when usual known_to"
    needed_when = serializers.ListField(
        child=serializers.DictField(), allow_null=True, source="needed_when.canonical"
    )
    known_to = serializers.CharField()


class LeadSerializer(DataclassSerializer):
    dataclass = Lead
    when = serializers.ListField(
        child=serializers.DictField(),
        source="when.canonical",
        help_text="The condition on the facts under which the other incident may fit better.",
    )


class IncidentSerializer(DataclassSerializer):
    dataclass = ListedIncident
    names = (
        "id=incident.id title=incident.title topic=incident.topic game=incident.game facts "
        "also=incident.also_keys leads_to=incident.leads_to spoken_of"
    )
    facts = IncidentFactSerializer(many=True, source="incident.facts")


class LawSerializer(DataclassSerializer):
    """A law: its citation, its text in our own words, and its status."""

    dataclass = Law
    names = "id law_set game topic title cite text clauses effects status note kind origin"


class SettingSerializer(DataclassSerializer):
    dataclass = ExplainedSetting
    names = (
        "value=setting.value status=setting.status law=setting.law note=setting.note "
        "title=parameter.title says meaning=parameter.meaning accepted=parameter.accepted unit=parameter.unit"
    )
    law = serializers.CharField(help_text="The id of the law that gives the value.")


class VariationSerializer(DataclassSerializer):
    dataclass = Variation
    names = "slug title law parameters=values"


class LawSetSerializer(DataclassSerializer):
    """A law set with the value of every parameter."""

    dataclass: ClassVar[type] = LawSet
    names = (
        "slug title year source base fallback revision games parameters=values game_parameters=game_values"
    )


class LawSetDetailSerializer(LawSetSerializer):
    """A law set with each setting explained, and its variations."""

    names = (
        f"{LawSetSerializer.names} settings=explained game_settings=explained_by_game "
        "variations=every_variation"
    )


class OneOfTwoSerializer(DataclassSerializer):
    """One of two compared law sets."""

    dataclass = LawSet
    names = "slug title revision"


class OtherParameterSerializer(DataclassSerializer):
    dataclass = ChangedParameter


class OtherReadingSerializer(DataclassSerializer):
    dataclass = OtherReading
    names = "rules question=in_words before after says_before says_after"


class LawWordsSerializer(DataclassSerializer):
    """The citation and the text of a law."""

    dataclass = Law
    names = "cite text"


class OtherLawSerializer(DataclassSerializer):
    dataclass = OtherWords
    before = LawWordsSerializer(allow_null=True)
    after = LawWordsSerializer(allow_null=True)


class OtherRulingSerializer(DataclassSerializer):
    dataclass = RulingChange
    names = "incident=incident.id title=incident.title situations when says untold facts before after"
    when = serializers.JSONField(
        help_text="Alternative descriptions of the situations. Each maps facts to the answers that fit."
    )
    before = OutcomeField()
    after = OutcomeField()


class DifferenceSerializer(DataclassSerializer):
    dataclass = Difference
    a = OneOfTwoSerializer()
    b = OneOfTwoSerializer()


class ClauseSerializer(DataclassSerializer):
    """A clause of a source: its content in our own words, and its status."""

    dataclass = Clause
    names = "id inventory when then=text cite certainty exceptions doubt note see against status origin laws"
    when = serializers.CharField(
        default="", help_text="The condition of the clause. Blank if `then` has the whole clause."
    )
    exceptions = serializers.ListField(
        child=serializers.CharField(),
        default=[],
        help_text="The exceptions to the clause. Empty if `then` has the whole clause.",
    )
    certainty = serializers.ChoiceField(choices=tuple(register.CERTAINTIES))
    status = serializers.ChoiceField(choices=register.STATUSES)


class GivesWaySerializer(DataclassSerializer):
    dataclass = GivesWay
    names = (
        "rule=own.id gives_way=law.id says=law.says laws=law.cites incident=incident.id situations facts "
        "confirmed=is_confirmed"
    )


class ExaminationSerializer(DataclassSerializer):
    """The examination of a house law set: whether it can be published, objections, and changes."""

    dataclass = Examination
    names = "sound=is_sound objections gives_way parameters changes overturned"
    objections = serializers.ListField(child=AttributesField(subject="subject", sentence="sentence"))
    overturned = serializers.ListField(child=AttributesField(case="id", says="says", source="source"))
