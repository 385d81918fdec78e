"""The forms of rulings and incidents, for the API's description; what is answered is made in the domain."""

from typing import Any

from rest_framework import serializers

from laws.domain.compose import RELATIONS


class QuestionOfAllSerializer(serializers.Serializer[Any]):
    """What happened, put to every law set."""

    incident = serializers.CharField(help_text="An incident of `incidents/`.")
    facts = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="Answers by fact; yes and no also as booleans.",
    )
    assume_usual = serializers.BooleanField(
        required=False, help_text="Take the usual answers for granted, openly, where none was given."
    )
    readings = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text="By rule, a reading of its doubtful words in place of the usual one.",
    )


class QuestionSerializer(QuestionOfAllSerializer):
    """What happened, put to one law set."""

    law_set = serializers.CharField(help_text="The slug of a law set.")


class TwoQuestionsSerializer(serializers.Serializer[Any]):
    """Two offences of one deal."""

    law_set = serializers.CharField()
    first = QuestionOfAllSerializer()
    second = QuestionOfAllSerializer()


class TextSerializer(serializers.Serializer[Any]):
    """What happened, in somebody's own words."""

    text = serializers.CharField(max_length=500)


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
