"""The shapes of questions and answers.

Law sets, laws, clauses and comparisons are serialized by theirs. Rulings and incidents come ready from
``laws.domain.serialize``, which costs a tenth; theirs describe the API alone.
"""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema_field
from rest_framework import serializers

from laws.domain import lawset, register
from laws.domain.arbiter import LONGEST_NAME
from laws.domain.compose import RELATIONS
from laws.domain.lawset import Setting
from laws.domain.parameters import PARAMETERS, Parameter, in_words, to_json
from laws.domain.proposals import LONGEST_TEXT
from laws.shapes import StrictSerializer, StrictText, StrictYes

NAME_NEEDED = ("required", "null", "blank", "invalid", "max_length")
MOST_READINGS = 200
REFUSED: dict[int, OpenApiResponse] = {
    400: OpenApiResponse(OpenApiTypes.OBJECT, description="Each wrong field with its reasons."),
}
NOT_GIVEN: dict[int, OpenApiResponse] = {
    **REFUSED,
    404: OpenApiResponse(OpenApiTypes.OBJECT, description="There is nothing here."),
}


class NameField(StrictText):
    """The name of a law set or an incident; ``needed`` is what is said where there is none."""

    def __init__(self, needed: Any, **options: Any) -> None:
        messages = dict.fromkeys(NAME_NEEDED, needed)
        super().__init__(max_length=LONGEST_NAME, trim_whitespace=False, error_messages=messages, **options)


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "boolean"}]})
class FactField(serializers.Field[Any, Any, Any, Any]):
    """The answer to a fact, which the arbiter reads."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class FactsField(serializers.DictField):
    """Answers by fact."""

    child = FactField(allow_null=True)
    default_error_messages: ClassVar[dict[str, Any]] = {
        "not_a_dict": gettext_lazy("facts with their values are due here.")
    }


class ReadingsField(serializers.DictField):
    """Readings by rule."""

    child = StrictText(
        allow_blank=True, error_messages={"invalid": gettext_lazy("a reading is due here, in quotes.")}
    )
    default_error_messages: ClassVar[dict[str, Any]] = {
        "not_a_dict": gettext_lazy("rules with their readings are due here."),
        "too_many": gettext_lazy("at most {most} readings can be given; these are {count}."),
    }

    def to_internal_value(self, data: Any) -> dict[Any, Any]:
        if isinstance(data, dict) and len(data) > MOST_READINGS:
            self.fail("too_many", most=MOST_READINGS, count=len(data))
        return super().to_internal_value(data)


class QuestionOfAllSerializer(StrictSerializer):
    """What happened, put to every law set."""

    incident = NameField(gettext_lazy("name an incident."), help_text="An incident of `incidents/`.")
    facts = FactsField(required=False, help_text="Answers by fact; yes and no also as booleans.")
    assume_usual = StrictYes(
        required=False, help_text="Take the usual answers for granted, openly, where none was given."
    )
    readings = ReadingsField(
        required=False, help_text="By rule, a reading of its doubtful words in place of the usual one."
    )


class QuestionSerializer(QuestionOfAllSerializer):
    """What happened, put to one law set."""

    law_set = NameField(gettext_lazy("name a law set."), help_text="The slug of a law set.")


class ComparedQuestionSerializer(QuestionOfAllSerializer):
    """What happened, put to every law set of a book, and to one more."""

    law_set = NameField(
        gettext_lazy("name a law set."), required=False, help_text="One more, such as a club's own."
    )


class TwoQuestionsSerializer(StrictSerializer):
    """Two offences of one deal."""

    law_set = NameField(gettext_lazy("name a law set."))
    first = QuestionOfAllSerializer()
    second = QuestionOfAllSerializer()


class TextSerializer(StrictSerializer):
    """What happened, in somebody's own words."""

    text = StrictText(
        max_length=LONGEST_TEXT,
        error_messages=dict.fromkeys(
            ("required", "null", "blank", "invalid"), gettext_lazy("say in words what happened.")
        ),
    )


class EffectSerializer(serializers.Serializer[Any]):
    """A consequence: its kind, its parameters beside it, and what it says."""

    kind = serializers.CharField()
    says = serializers.CharField()


class OptionSerializer(serializers.Serializer[Any]):
    """One thing that may be chosen."""

    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # our field, not the serializer's own label
    effects = EffectSerializer(many=True)


class ChoiceSerializer(serializers.Serializer[Any]):
    """A right to choose, and until when."""

    holder = serializers.CharField(help_text="A role.")
    who = serializers.CharField(help_text="The role in words.")
    lapses = serializers.CharField(help_text="The moment at which the right is lost.")
    until = serializers.CharField(help_text="The same in words.")
    options = OptionSerializer(many=True)


class AskedSerializer(serializers.Serializer[Any]):
    """A fact that is still needed."""

    fact = serializers.CharField()
    ask = serializers.CharField()
    why = serializers.CharField()
    values = serializers.ListField(child=serializers.CharField())
    answers = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    usual = serializers.CharField(allow_null=True)
    known_to = serializers.CharField()


class CitedLawSerializer(serializers.Serializer[Any]):
    """A law on which a ruling rests."""

    id = serializers.CharField()
    cite = serializers.CharField()
    text = serializers.CharField()


class ExceptionSerializer(serializers.Serializer[Any]):
    """An exception that was looked at."""

    law = serializers.CharField()
    rule = serializers.CharField()
    applies = serializers.BooleanField(allow_null=True)
    why = serializers.CharField()


class InterpretationSerializer(serializers.Serializer[Any]):
    """Doubtful words, and the reading taken."""

    rule = serializers.CharField(help_text="The name by which `readings` of a question choose another.")
    question = serializers.CharField()
    taken = serializers.CharField()
    because = serializers.CharField()
    readings = serializers.DictField(child=serializers.CharField())


class OutcomeSerializer(serializers.Serializer[Any]):
    """What may still come out."""

    silent = serializers.BooleanField()
    effects = EffectSerializer(many=True)
    choices = ChoiceSerializer(many=True)


class RulingSerializer(serializers.Serializer[Any]):
    """What a law set rules."""

    status = serializers.CharField(help_text="`ruled`, `needs-facts` or `silent`.")
    law_set = serializers.CharField()
    incident = serializers.CharField()
    laws = CitedLawSerializer(many=True)
    effects = EffectSerializer(many=True)
    choices = ChoiceSerializer(many=True)
    questions = AskedSerializer(many=True)
    because = serializers.ListField(child=serializers.CharField())
    exceptions = ExceptionSerializer(many=True)
    interpretations = InterpretationSerializer(many=True)
    possible = OutcomeSerializer(many=True)
    irrelevant = serializers.ListField(child=serializers.CharField())
    assumed = serializers.DictField(child=serializers.CharField())
    rules = serializers.ListField(child=serializers.CharField())


class AnswerSerializer(RulingSerializer):
    """A ruling and, where the law set is silent, that of the law set on which it falls back."""

    fallback = RulingSerializer(allow_null=True)


class ChangeSerializer(serializers.Serializer[Any]):
    """Other answers, as few as can be, and what would come out with them."""

    facts = serializers.DictField(child=serializers.CharField())
    outcomes = OutcomeSerializer(many=True)


class WhySerializer(AnswerSerializer):
    """A ruling with its grounds: the fewest facts that force it, and what would lead elsewhere."""

    sufficient = serializers.ListField(child=serializers.CharField())
    displaced = serializers.ListField(child=serializers.DictField())
    why_not = ChangeSerializer(many=True)
    disputed = serializers.DictField(child=serializers.BooleanField())


class CompositionSerializer(serializers.Serializer[Any]):
    """Two rulings put together."""

    relation = serializers.ChoiceField(choices=tuple(RELATIONS))
    says = serializers.CharField()
    incident = serializers.CharField(allow_null=True, help_text="The one that the two make, to be asked.")
    facts = serializers.DictField(
        child=serializers.CharField(), help_text="What is known already of that incident."
    )
    standing = RulingSerializer(many=True)
    effects = EffectSerializer(many=True)


class ProposalSerializer(serializers.Serializer[Any]):
    """An incident that may be meant, with facts and the words that speak for them."""

    incident = serializers.CharField()
    title = serializers.CharField()
    words = serializers.ListField(child=serializers.CharField())
    facts = serializers.DictField(child=serializers.CharField())
    chips = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))


class IncidentFactSerializer(serializers.Serializer[Any]):
    """A fact of an incident."""

    id = serializers.CharField()
    ask = serializers.CharField()
    why = serializers.CharField()
    type = serializers.ChoiceField(choices=("yes-no", "choice"))
    values = serializers.ListField(child=serializers.CharField())
    labels = serializers.DictField(child=serializers.CharField())
    needed_when = serializers.ListField(child=serializers.DictField(), allow_null=True)
    usual = serializers.CharField(allow_null=True)
    known_to = serializers.CharField()


class IncidentSerializer(serializers.Serializer[Any]):
    """An incident that can be asked about."""

    id = serializers.CharField()
    title = serializers.CharField()
    topic = serializers.CharField()
    game = serializers.CharField()
    facts = IncidentFactSerializer(many=True)
    also = serializers.ListField(child=serializers.CharField())
    spoken_of = serializers.ListField(
        child=serializers.CharField(), help_text="The law sets that have rules on it; the others are silent."
    )


class LawSerializer(serializers.Serializer[Any]):
    """A law: where it stands, what it says in our own words, and how sure that is."""

    id = serializers.CharField(help_text="A path of law set, topic and name.")
    law_set = serializers.CharField()
    game = serializers.CharField()
    topic = serializers.CharField()
    title = serializers.CharField()
    cite = serializers.CharField(help_text="Where it stands in the source.")
    text = serializers.CharField(help_text="The law in our own words.")
    clauses = serializers.ListField(
        child=serializers.CharField(), help_text="The inventory's clauses it carries."
    )
    effects = serializers.ListField(child=serializers.CharField(), help_text="The consequences it names.")
    status = serializers.ChoiceField(choices=lawset.CERTAINTIES)
    note = serializers.CharField(allow_blank=True)


class SettingSerializer(serializers.Serializer[Any]):
    """The value that a law set gives to a parameter, and why."""

    value = serializers.JSONField(allow_null=True)
    status = serializers.ChoiceField(choices=tuple(lawset.STATUSES))
    law = serializers.CharField(help_text="The id of the law to cite.")
    note = serializers.CharField(allow_blank=True)
    title = serializers.CharField(help_text="The parameter in plain words.")
    says = serializers.CharField(help_text="The value in plain words.")
    meaning = serializers.CharField()
    accepted = serializers.CharField(help_text="The values that the parameter can take, in words.")
    unit = serializers.CharField(allow_blank=True)


class SettingValue(serializers.JSONField):
    """The value of a setting alone."""

    def to_representation(self, value: Any) -> Any:
        return to_json(value.value)


class ExplainedSettings(serializers.DictField):
    """Settings by parameter, each with what the table of parameters says of it."""

    child = SettingSerializer()

    def to_representation(self, value: Any) -> dict[str, Any]:
        return {name: self._explained(PARAMETERS[name], setting) for name, setting in value.items()}

    def _explained(self, parameter: Parameter, setting: Setting) -> dict[str, Any]:
        return {
            "value": to_json(setting.value),
            "status": setting.status,
            "law": setting.law,
            "note": setting.note,
            "title": parameter.title,
            "says": in_words(parameter.name, setting.value),
            "meaning": parameter.meaning,
            "accepted": parameter.accepted,
            "unit": parameter.unit,
        }


class VariationSerializer(serializers.Serializer[Any]):
    """A way of playing that a book lists beside its own: what it changes and nothing else."""

    slug = serializers.CharField()
    title = serializers.CharField()
    law = serializers.CharField()
    parameters = serializers.DictField(child=SettingValue(allow_null=True), source="settings")


class LawSetSerializer(serializers.Serializer[Any]):
    """A law set with the value of every parameter."""

    slug = serializers.CharField()
    title = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]  # our field, not the serializer's own source
    base = serializers.CharField(allow_null=True)
    fallback = serializers.CharField(
        allow_null=True, help_text="The law set that decides where this is silent."
    )
    revision = serializers.CharField(help_text="The hash of all that it says.")
    games = serializers.ListField(child=serializers.CharField())
    parameters = serializers.DictField(child=serializers.JSONField(allow_null=True), source="values")
    game_parameters = serializers.DictField(
        child=serializers.DictField(child=SettingValue(allow_null=True)),
        source="game_settings",
        help_text="By game, the parameters whose value there is another, or rests on another law.",
    )


class LawSetDetailSerializer(LawSetSerializer):
    """A law set with each setting explained, and its variations."""

    settings = ExplainedSettings()
    game_settings = serializers.DictField(child=ExplainedSettings())
    variations = VariationSerializer(many=True, source="every_variation")


class OneOfTwoSerializer(serializers.Serializer[Any]):
    """One of two law sets."""

    slug = serializers.CharField()
    title = serializers.CharField()
    revision = serializers.CharField(help_text="The hash of all that it says.")


class OtherParameterSerializer(serializers.Serializer[Any]):
    """A parameter that is set otherwise."""

    name = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class OtherReadingSerializer(serializers.Serializer[Any]):
    """Doubtful words that are read otherwise."""

    rules = serializers.ListField(child=serializers.CharField())
    question = serializers.CharField(source="in_words")
    before = serializers.CharField()
    after = serializers.CharField()
    says_before = serializers.CharField(help_text="The reading in words.")
    says_after = serializers.CharField()


class LawWordsSerializer(serializers.Serializer[Any]):
    """The words of a law."""

    cite = serializers.CharField()
    text = serializers.CharField()


class OtherLawSerializer(serializers.Serializer[Any]):
    """A law that only one of the two has (null in the other), or that has other words in each."""

    id = serializers.CharField()
    before = LawWordsSerializer(allow_null=True)
    after = LawWordsSerializer(allow_null=True)


class OtherRulingSerializer(serializers.Serializer[Any]):
    """Situations of an incident that are ruled otherwise."""

    incident = serializers.CharField()
    title = serializers.CharField()
    situations = serializers.IntegerField()
    when = serializers.JSONField(help_text="Alternatives: by fact, the answers of which one is given.")
    says = serializers.ListField(child=serializers.CharField())
    untold = serializers.IntegerField(help_text="How many situations the alternatives leave out.")
    facts = serializers.DictField(child=serializers.CharField(), help_text="One of the situations, whole.")
    before = serializers.JSONField()
    after = serializers.JSONField()


class DifferenceSerializer(serializers.Serializer[Any]):
    """What the second law set says otherwise than the first."""

    a = OneOfTwoSerializer()
    b = OneOfTwoSerializer()
    parameters = OtherParameterSerializer(many=True)
    readings = OtherReadingSerializer(many=True)
    laws = OtherLawSerializer(many=True)
    rulings = OtherRulingSerializer(many=True)


class ClauseSerializer(serializers.Serializer[Any]):
    """A clause of a source: what it lays down in our own words, and what became of it."""

    id = serializers.CharField()
    inventory = serializers.CharField(help_text="The list of clauses of one source.")
    when = serializers.CharField()
    then = serializers.CharField()
    cite = serializers.CharField(help_text="Where it stands in the source.")
    certainty = serializers.ChoiceField(choices=tuple(register.CERTAINTIES))
    exceptions = serializers.ListField(child=serializers.CharField())
    doubt = serializers.CharField(
        allow_blank=True, help_text="What can be read in several ways, or stops short."
    )
    see = serializers.ListField(child=serializers.CharField(), help_text="Clauses to read it with.")
    against = serializers.ListField(child=serializers.CharField(), help_text="Clauses that say otherwise.")
    status = serializers.ChoiceField(choices=register.STATUSES)
    laws = serializers.ListField(child=serializers.CharField(), help_text="The laws that carry it.")
