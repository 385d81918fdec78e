"""What makes the shapes of requests strict: one declaration checks what is sent and describes it in OpenAPI.

Nothing is converted: true is not 1 and "7" is not 7. The forms of pages are not here.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination

from laws.domain.errors import InvalidInput, not_among
from laws.domain.sentences import _
from laws.templatetags.sentences import translated

MOST_NAMED = 20
"""Unknown fields that are named in one refusal; somebody who sends thousands learns enough from these."""


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know, with the nearest name it does."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("give an object with fields.")
    }

    def to_internal_value(self, data: Any) -> Any:
        """Every unknown field is an error of its own, beside those of the fields that are known."""
        unknown: dict[str, list[str]] = {}
        if isinstance(data, dict):
            for name in sorted(map(str, data.keys() - self.fields.keys()))[:MOST_NAMED]:
                unknown[name[:60]] = [translated(not_among(name, self.fields, _("field")))]
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail = error.detail if isinstance(error.detail, dict) else {}
            raise serializers.ValidationError({**unknown, **detail}) from error
        if unknown:
            raise serializers.ValidationError(unknown)
        return values


class StrictInteger(serializers.IntegerField):
    """A whole number written as one: no text, no fraction, no true or false."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("A whole number, not in quotes.")
    }

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """Text written as text: a number or true is not taken for it."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": gettext_lazy("Text, in quotes.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictYes(serializers.BooleanField):
    """True or false, written as such."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("true or false, not in quotes.")
    }

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class ByNumber(serializers.DictField):
    """Values by number; JSON has only texts for keys. ``what`` says in an error what the number is."""

    def __init__(self, *, what: str, **options: Any) -> None:
        self.what = what
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> dict[int, Any]:
        if isinstance(data, Mapping):
            for key in map(str, data):
                if not (key.isascii() and key.isdigit() and len(key) < 10):
                    raise serializers.ValidationError({key[:20]: [translated(self.what)]})
        return {int(key): value for key, value in super().to_internal_value(data).items()}


class Pages(PageNumberPagination):
    """``?page=`` and ``?page_size=``, the latter up to a cap."""

    page_size_query_param = "page_size"
    max_page_size = 200


class NoFields(StrictSerializer):
    """What a request that needs no body may hold: nothing."""


def checked(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Read a request's body; InvalidInput names each wrong field by its path, such as ``movement.kind``."""
    try:
        return dict(_reader(shape).run_validation(data))
    except serializers.ValidationError as error:
        raise InvalidInput(by_field(error.detail)) from error


def sent(shape: type[serializers.Serializer[Any]], value: object) -> dict[str, Any]:
    """Serialize a value, by the declaration that also describes it in OpenAPI."""
    return dict(_reader(shape).to_representation(value))


@cache
def _reader(shape: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """A shape keeps nothing of what it reads or writes, and building one takes longer than its work."""
    return shape()


def by_field(data: Any, path: str = "") -> dict[str, list[str]]:
    """Return a serializer's nested errors under flat names such as ``deal.bid``.

    >>> by_field({"deal": {"bid": ["Too high."]}, "non_field_errors": ["No."]})
    {'deal.bid': ['Too high.'], 'non_field_errors': ['No.']}
    """
    flat: dict[str, list[str]] = {}
    if isinstance(data, Mapping):
        for key, value in data.items():
            here = "" if key == "non_field_errors" else str(key)
            flat |= by_field(value, ".".join(filter(None, (path, here))))
    elif isinstance(data, list) and any(isinstance(part, Mapping | list) for part in data):
        for number, part in enumerate(data):
            if part:
                flat |= by_field(part, f"{path}.{number}" if path else str(number))
    else:
        reasons = data if isinstance(data, list) else [data]
        flat[path or "non_field_errors"] = [str(reason) for reason in reasons]
    return flat
