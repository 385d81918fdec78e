"""Strict serializer fields for API requests. Values keep their type: true is not 1, and "7" is not 7."""

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.pagination import PageNumberPagination

from laws.domain.errors import MOST_NAMED, InvalidInput, not_among
from laws.domain.sentences import _
from laws.templatetags.sentences import translated


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses unknown fields and suggests the nearest known name."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("give an object with fields.")
    }

    def to_internal_value(self, data: Any) -> Any:
        """Validate the data, and report unknown fields together with the errors of known fields."""
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
    """An integer field that refuses texts, fractions and booleans."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("A whole number, not in quotes.")
    }

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """A text field that refuses numbers and booleans."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": gettext_lazy("Text, in quotes.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictYes(serializers.BooleanField):
    """A boolean field that refuses texts and numbers."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("true or false, not in quotes.")
    }

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class ByNumber(serializers.DictField):
    """A mapping whose keys are whole numbers from 0. In JSON the keys are texts.

    ``what`` is the message for a key that is not such a number.
    """

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
    """Pagination by ``?page=`` and ``?page_size=``, with at most 200 items on a page."""

    page_size_query_param = "page_size"
    max_page_size = 200


class NoFields(StrictSerializer):
    """The empty body of a request without fields."""


def checked(shape: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Validate the body of a request. Raises InvalidInput with field paths such as ``movement.kind``."""
    try:
        return dict(_reader(shape).run_validation(data))
    except serializers.ValidationError as error:
        raise InvalidInput(by_field(error.detail)) from error


def sent(shape: type[serializers.Serializer[Any]], value: object) -> dict[str, Any]:
    """Serialize a value for a response."""
    return dict(_reader(shape).to_representation(value))


@cache
def _reader(shape: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    # Cached, because building a serializer takes longer than using it. The serializer keeps no request.
    return shape()


def by_field(data: Any, path: str = "") -> dict[str, list[str]]:
    """Flatten the nested errors of a serializer to paths such as ``deal.bid``.

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
