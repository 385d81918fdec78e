"""Serializers of requests for rulings. ``laws.answer_serializers`` has the serializers of responses."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from laws.domain.arbiter import LONGEST_NAME
from laws.domain.proposals import LONGEST_TEXT
from laws.strict_fields import StrictSerializer, StrictText, StrictYes

NAME_NEEDED = ("required", "null", "blank", "invalid", "max_length")
MOST_READINGS = 200


class NameField(StrictText):
    """The name of a law set or an incident.

    ``needed`` is the error message if the name is missing, empty, too long or not a text.
    """

    def __init__(self, needed: Any, **options: Any) -> None:
        messages = dict.fromkeys(NAME_NEEDED, needed)
        super().__init__(max_length=LONGEST_NAME, trim_whitespace=False, error_messages=messages, **options)


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "boolean"}]})
class FactField(serializers.JSONField):
    """The answer to a question of fact: a text or a boolean. The ruling validates the answer."""


class FactsField(serializers.DictField):
    child = FactField(allow_null=True)
    default_error_messages: ClassVar[dict[str, Any]] = {
        "not_a_dict": gettext_lazy("give facts with their values.")
    }


class ReadingsField(serializers.DictField):
    """Maps ambiguous rules and open parameters to the interpretation (reading) chosen for each.

    It has at most MOST_READINGS entries.
    """

    child = StrictText(
        allow_blank=True, error_messages={"invalid": gettext_lazy("give a reading, in quotes.")}
    )
    default_error_messages: ClassVar[dict[str, Any]] = {
        "not_a_dict": gettext_lazy("give rules with their readings."),
        "too_many": gettext_lazy("at most {most} readings can be given; these are {count}."),
    }

    def to_internal_value(self, data: Any) -> dict[Any, Any]:
        if isinstance(data, dict) and len(data) > MOST_READINGS:
            self.fail("too_many", most=MOST_READINGS, count=len(data))
        return super().to_internal_value(data)


class QuestionOfAllSerializer(StrictSerializer):
    """A question without a law set: the incident, its facts and the chosen readings."""

    incident = NameField(
        gettext_lazy("name an incident."), help_text="The id of an incident, as listed by `incidents/`."
    )
    facts = FactsField(
        required=False, help_text="The answer to each fact. Booleans are accepted for yes and no."
    )
    assume_usual = StrictYes(
        required=False,
        help_text="Assume the usual answer to each unanswered fact. The ruling lists these facts.",
    )
    readings = ReadingsField(
        required=False,
        help_text="The reading to use in place of the usual reading, by the id of a rule with unclear "
        "wording or the name of an open parameter.",
    )


class QuestionSerializer(QuestionOfAllSerializer):
    """A question for a ruling under one law set."""

    law_set = NameField(gettext_lazy("name a law set."), help_text="The slug of a law set.")


class ComparedQuestionSerializer(QuestionOfAllSerializer):
    """A question for the rulings of all books and, if ``law_set`` is given, of one more law set."""

    law_set = NameField(
        gettext_lazy("name a law set."),
        required=False,
        help_text="The slug of one more law set, such as a club's own law set.",
    )


class TwoQuestionsSerializer(StrictSerializer):
    """A question for a ruling on two offences of one deal."""

    law_set = NameField(gettext_lazy("name a law set."))
    first = QuestionOfAllSerializer()
    second = QuestionOfAllSerializer()
    came_first = FactField(
        required=False,
        help_text="The offence that came first: `first` or `second`. Needed only if `questions` asks for it.",
    )
    one_act = FactField(
        required=False,
        help_text="Whether both offences are one act: `yes` or `no`. Needed only if `questions` asks for it.",
    )


class TextSerializer(StrictSerializer):
    """A description of what happened, in a player's own words, and the law set in play if it is known."""

    text = StrictText(
        max_length=LONGEST_TEXT,
        error_messages=dict.fromkeys(
            ("required", "null", "blank", "invalid"), gettext_lazy("say in words what happened.")
        ),
    )
    law_set = NameField(
        gettext_lazy("name a law set."),
        required=False,
        help_text="The slug of the law set in play. Incidents of its games come first.",
    )
