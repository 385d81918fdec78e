"""Serializers of the API's responses. ``laws.api.question_serializers`` has those of requests."""

from collections.abc import Iterable
from typing import Any, ClassVar

from rest_framework import serializers

from laws.dataclass_serializers import DataclassSerializer, RoleTextField
from laws.domain import lawset, register
from laws.domain.compose import Composition, DealEndingOption, Excluded, OffenceEffect
from laws.domain.effects import Effect
from laws.domain.lawset import Law
from laws.domain.parameters import PARAMETERS, in_words, to_json
from laws.domain.roles import fill
from laws.domain.rule import Choice, Option, Outcome
from laws.domain.ruling import ConsideredException, Reading, Ruling
from laws.domain.vocabulary import FactValue, IncidentFact
from laws.domain.why import FactChange, Grounds
from laws.strict_fields import sent


class TextsField(serializers.ListField):
    """A list of texts."""

    child = serializers.CharField()


class TextsByNameField(serializers.DictField):
    """A mapping of names to texts."""

    child = serializers.CharField()


class AttributesField(TextsByNameField):
    """A mapping of names to attributes of a value. The options map each name to an attribute."""

    def __init__(self, **parts: str) -> None:
        self.parts = parts
        super().__init__()

    def to_representation(self, value: Any) -> dict[str, str]:
        return {name: fill(getattr(value, attribute)) for name, attribute in self.parts.items()}


class FactKeyField(serializers.CharField):
    """The key of a fact."""

    def to_representation(self, value: Any) -> str:
        return str(value.key)


class LabelsField(TextsByNameField):
    """The labels of answers by their slugs."""

    def to_representation(self, value: Iterable[FactValue]) -> dict[str, str]:
        return {answer.slug: fill(answer.label) for answer in value}


class SpokenOfField(TextsField):
    """The slugs of the law sets, among the ``books`` in the context, that have rules on an incident."""

    def to_representation(self, value: Any) -> list[str]:
        return [slug for slug, book in self.context["books"].items() if book.tables[value.id].rules]


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
    names = "id label effects"


class ChoiceSerializer(DataclassSerializer):
    dataclass = Choice
    names = "holder who lapses until options"


class AskedSerializer(DataclassSerializer):
    """A fact that is still needed."""

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
    names = "law rule applies why"


class InterpretationSerializer(DataclassSerializer):
    dataclass = Reading
    names = "rule question taken because readings=says"


class OutcomeSerializer(DataclassSerializer):
    dataclass = Outcome
    names = "silent=is_silent effects choices"


class OutcomeField(serializers.JSONField):
    """An outcome."""

    def to_representation(self, value: Any) -> Any:
        return sent(OutcomeSerializer, value)


class RulingSerializer(DataclassSerializer):
    """A ruling of a law set."""

    dataclass = Ruling
    names = (
        "status law_set incident laws=cited effects choices questions because exceptions "
        "interpretations=readings left_open chosen possible=alternatives irrelevant assumed rules"
    )
    status = serializers.CharField(help_text="`ruled`, `needs-facts` or `silent`.")


class AnswerSerializer(RulingSerializer):
    """A ruling, with the ruling of the fallback if the law set is silent."""

    names = f"{RulingSerializer.names} fallback"


class ChangeSerializer(DataclassSerializer):
    dataclass = FactChange
    names = "facts outcomes"


class WhySerializer(DataclassSerializer):
    dataclass = Grounds
    names = "**ruling sufficient displaced why_not disputed"
    ruling = AnswerSerializer()


class OffenceEffectSerializer(EffectSerializer):
    dataclass = OffenceEffect
    names = "**effect offence incident offender"


class UnlessSerializer(DataclassSerializer):
    """An option that would end the deal."""

    dataclass = DealEndingOption
    names = "incident=ruling.incident holder=choice.holder option=option.id"


class ExcludedSerializer(DataclassSerializer):
    dataclass = Excluded
    names = "effects prevails says laws"


class CompositionSerializer(DataclassSerializer):
    dataclass = Composition
    names = (
        "status relation says incident facts standing=standing_rulings effects consequences unless excluded "
        "questions"
    )
    computed = ("standing",)
    status = serializers.CharField(
        help_text="`ruled`, `needs-facts` while a question about the two is open, or `silent` where effects "
        "exclude each other and no law says which prevails."
    )


class ProposalSerializer(serializers.Serializer[Any]):
    """A proposed incident, with proposed facts and the typed words that suggest them."""

    incident = serializers.CharField(source="incident.id")
    title = RoleTextField(source="incident.title")
    of_other_game = serializers.BooleanField(
        help_text="Whether it is about another game than the one asked about; such proposals come last."
    )
    words = TextsField()
    facts = TextsByNameField()
    chips = serializers.ListField(
        child=AttributesField(fact="fact", value="value", label="label", words="words")
    )


class IncidentFactSerializer(serializers.Serializer[Any]):
    """A fact of an incident."""

    id = serializers.CharField(source="key")
    ask = RoleTextField()
    why = RoleTextField()
    type = serializers.ChoiceField(choices=("yes-no", "choice"))
    values = TextsField(source="slugs")
    labels = LabelsField(source="values")
    needed_when = serializers.ListField(
        child=serializers.DictField(), allow_null=True, source="needed_when.canonical"
    )
    usual = serializers.CharField(allow_null=True)
    known_to = serializers.CharField()


class LeadSerializer(serializers.Serializer[Any]):
    """A link to another incident that may fit the same situation."""

    incident = serializers.CharField()
    says = RoleTextField(help_text="What would have to be so.")
    when = serializers.ListField(
        child=serializers.DictField(),
        source="when.canonical",
        help_text="The facts without which it cannot be so.",
    )


class IncidentSerializer(serializers.Serializer[Any]):
    """An incident that can be asked about."""

    id = serializers.CharField()
    title = RoleTextField()
    topic = serializers.CharField()
    game = serializers.CharField()
    facts = IncidentFactSerializer(many=True)
    also = serializers.ListField(child=FactKeyField())
    leads_to = LeadSerializer(
        many=True, help_text="Incidents that may be about the same situation and have another answer."
    )
    spoken_of = SpokenOfField(
        source="*", help_text="The law sets that have rules on it; the others are silent."
    )


class LawSerializer(serializers.Serializer[Any]):
    """A law: its citation, its text in our own words, and its certainty."""

    id = serializers.CharField(help_text="A path of law set, topic and name.")
    law_set = serializers.CharField()
    game = serializers.CharField()
    topic = serializers.CharField()
    title = serializers.CharField()
    cite = serializers.CharField(help_text="Where it stands in the source.")
    text = serializers.CharField(help_text="The law in our own words.")
    clauses = TextsField(help_text="The inventory's clauses it carries.")
    effects = TextsField(help_text="The consequences it names.")
    status = serializers.ChoiceField(choices=lawset.CERTAINTIES)
    note = serializers.CharField(allow_blank=True)
    kind = serializers.CharField(
        allow_blank=True, help_text="`listed` where the book itself does not say so."
    )
    origin = serializers.CharField(allow_blank=True, help_text="Where it was found, if outside the sources.")


class SettingValue(serializers.JSONField):
    """The value of a setting, without its other attributes."""

    def to_representation(self, value: Any) -> Any:
        return to_json(value.value)


class SettingSerializer(serializers.Serializer[Any]):
    """The value that a law set gives to a parameter, and why."""

    value = SettingValue(allow_null=True, source="setting")
    status = serializers.ChoiceField(choices=tuple(lawset.STATUSES), source="setting.status")
    law = serializers.CharField(help_text="The id of the law to cite.", source="setting.law")
    note = serializers.CharField(allow_blank=True, source="setting.note")
    title = serializers.CharField(help_text="The parameter in plain words.", source="parameter.title")
    says = serializers.CharField(help_text="The value in plain words.")
    meaning = serializers.CharField(source="parameter.meaning")
    accepted = serializers.CharField(
        help_text="The values that the parameter can take, in words.", source="parameter.accepted"
    )
    unit = serializers.CharField(allow_blank=True, source="parameter.unit")


class ExplainedSettings(serializers.DictField):
    """Settings by parameter, each with the title, meaning and accepted values of the parameter."""

    child = SettingSerializer()

    def to_representation(self, value: Any) -> dict[str, Any]:
        explained = {
            name: {"setting": setting, "parameter": PARAMETERS[name], "says": in_words(name, setting.value)}
            for name, setting in value.items()
        }
        return super().to_representation(explained)


class VariationSerializer(serializers.Serializer[Any]):
    """A variation of the game that a book lists: the parameters that it changes."""

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
    games = TextsField()
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
    """One of two compared law sets."""

    slug = serializers.CharField()
    title = serializers.CharField()
    revision = serializers.CharField(help_text="The hash of all that it says.")


class OtherParameterSerializer(serializers.Serializer[Any]):
    """A parameter with different values in two law sets."""

    name = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class OtherReadingSerializer(serializers.Serializer[Any]):
    """An open reading for which two law sets use different readings."""

    rules = TextsField()
    question = serializers.CharField(source="in_words")
    before = serializers.CharField()
    after = serializers.CharField()
    says_before = serializers.CharField(help_text="The reading in words.")
    says_after = serializers.CharField()


class LawWordsSerializer(serializers.Serializer[Any]):
    """The citation and the text of a law."""

    cite = serializers.CharField()
    text = serializers.CharField()


class OtherLawSerializer(serializers.Serializer[Any]):
    """A law that differs between two law sets; null on one side if that law set does not have it."""

    id = serializers.CharField()
    before = LawWordsSerializer(allow_null=True)
    after = LawWordsSerializer(allow_null=True)


class OtherRulingSerializer(serializers.Serializer[Any]):
    """The situations of an incident whose outcome changes from `before` to `after`."""

    incident = serializers.CharField(source="incident.id")
    title = RoleTextField(source="incident.title")
    situations = serializers.IntegerField()
    when = serializers.JSONField(help_text="Alternatives: by fact, the answers of which one is given.")
    says = TextsField()
    untold = serializers.IntegerField(help_text="How many situations the alternatives leave out.")
    facts = TextsByNameField(help_text="One of the situations, whole.")
    before = OutcomeField()
    after = OutcomeField()


class DifferenceSerializer(serializers.Serializer[Any]):
    """The differences between two law sets."""

    a = OneOfTwoSerializer()
    b = OneOfTwoSerializer()
    parameters = OtherParameterSerializer(many=True)
    readings = OtherReadingSerializer(many=True)
    laws = OtherLawSerializer(many=True)
    rulings = OtherRulingSerializer(many=True)


class ClauseSerializer(serializers.Serializer[Any]):
    """A clause of a source: its content in our own words, and its status."""

    id = serializers.CharField()
    inventory = serializers.CharField(help_text="The list of clauses of one source.")
    when = serializers.CharField(default="", help_text="Blank: `then` says the whole.")
    then = serializers.CharField(source="text", help_text="The text of its laws, and what it says beyond.")
    cite = serializers.CharField(help_text="Where it stands in the source.")
    certainty = serializers.ChoiceField(choices=tuple(register.CERTAINTIES))
    exceptions = TextsField(default=[], help_text="Empty: `then` says the whole.")
    doubt = serializers.CharField(
        allow_blank=True, help_text="What can be read in several ways, or stops short."
    )
    note = serializers.CharField(allow_blank=True, help_text="Why no law carries it, where none does.")
    see = TextsField(help_text="Clauses to read it with.")
    against = TextsField(help_text="Clauses that say otherwise.")
    status = serializers.ChoiceField(choices=register.STATUSES)
    origin = serializers.CharField(allow_blank=True, help_text="Where it was found, if outside the sources.")
    laws = TextsField(help_text="The laws that carry it.")


class GivesWaySerializer(serializers.Serializer[Any]):
    """A rule of the book that a house rule contradicts, and whether the house rule confirms it."""

    rule = serializers.CharField(source="own.id")
    gives_way = serializers.CharField(source="law.id")
    says = RoleTextField(source="law.says")
    laws = TextsField(source="law.cites")
    incident = serializers.CharField(source="incident.id")
    situations = serializers.IntegerField()
    facts = TextsByNameField()
    confirmed = serializers.BooleanField(source="is_confirmed")


class ExaminationSerializer(serializers.Serializer[Any]):
    """The examination of a house law set: whether it can be published, objections, and changes."""

    sound = serializers.BooleanField(source="is_sound")
    objections = serializers.ListField(child=AttributesField(subject="subject", sentence="sentence"))
    gives_way = GivesWaySerializer(many=True)
    parameters = OtherParameterSerializer(many=True)
    changes = OtherRulingSerializer(many=True)
    overturned = serializers.ListField(child=AttributesField(case="id", says="says", source="source"))
