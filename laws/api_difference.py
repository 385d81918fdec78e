"""What one law set says otherwise than another, for programs: `law-sets/compare/`.

The comparison is made in the domain; nothing is decided here.
"""

from collections.abc import Iterator
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from laws import library
from laws import queries as selectors
from laws.api.law_sets import REFUSED, LawView
from laws.domain import difference
from laws.domain.errors import InvalidInput, not_among
from laws.domain.house_notation import format_change
from laws.domain.law import Law
from laws.domain.lawset import LawSet
from laws.domain.parameters import to_json
from laws.domain.roles import fill


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
    question = serializers.CharField()
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


class LawSetComparison(LawView):
    """Two law sets, or two revisions of one, against each other."""

    serializer_class = DifferenceSerializer
    pagination_class = None

    @extend_schema(
        operation_id="law_sets_compare",
        parameters=[
            OpenApiParameter("a", str, required=True, description="A law set, or `slug@number` of a club's."),
            OpenApiParameter("b", str, required=True, description="The one that is held against it."),
            OpenApiParameter("topic", str, description="Only the laws and rulings on one topic."),
        ],
        responses={200: DifferenceSerializer, **REFUSED},
    )
    def get(self, request: Request) -> Any:
        """Show what the second says otherwise: parameters, readings, laws, and rulings by situation."""
        asked = self.asked("a", "b", "topic")
        one, other = _two_named(asked.get("a", ""), asked.get("b", ""))
        topic = asked.get("topic", "")
        if topic and topic not in library.topics() and topic not in library.vocabulary().topics:
            raise InvalidInput({"topic": not_among(topic, library.topics(), "topic")})
        return self.answer(request, Response(_sent(one, other, topic)), one, other)


def _two_named(a: str, b: str) -> tuple[LawSet, LawSet]:
    """Return both law sets. Raises InvalidInput under ``a`` and ``b``, whichever is none."""
    found, errors = [], {}
    for field, name in (("a", a), ("b", b)):
        try:
            found.append(selectors.law_set_named(name))
        except InvalidInput as unknown:
            errors[field] = unknown.reasons
    if errors:
        raise InvalidInput(errors)
    return found[0], found[1]


def _sent(one: LawSet, other: LawSet, topic: str) -> dict[str, object]:
    books = [selectors.law_book_at(each.revision) for each in (one, other)]
    return {
        "a": {"slug": one.slug, "title": one.title, "revision": one.revision},
        "b": {"slug": other.slug, "title": other.title, "revision": other.revision},
        "parameters": [
            {"name": name, "before": to_json(before), "after": to_json(after)}
            for name, before, after in difference.parameters(one, other)
        ],
        "readings": list(_readings((one, books[0]), (other, books[1]), topic)),
        "laws": [
            {"id": each.id, "before": _words(each.before), "after": _words(each.after)}
            for each in difference.laws(one, other)
            if topic in ("", (each.before or each.after or one.laws[each.id]).topic)
        ],
        "rulings": [
            format_change(each) for each in difference.rulings(*books) if topic in ("", each.incident.topic)
        ],
    }


def _readings(one: difference.Both, other: difference.Both, topic: str) -> Iterator[dict[str, object]]:
    for each in difference.readings(one, other):
        if topic in ("", each.rule.topic):
            yield {
                "rules": list(each.rules),
                "question": fill(each.question.question),
                "before": each.before,
                "after": each.after,
                "says_before": difference.in_words(each.rule, each.before),
                "says_after": difference.in_words(each.rule, each.after),
            }


def _words(law: Law | None) -> dict[str, str] | None:
    return {"cite": law.cite, "text": law.text} if law else None
