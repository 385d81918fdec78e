"""Strict input: a field that is not known is refused, and a number is no text that looks like one."""

from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

MOST_NAMED = 20
"""Unknown fields that are named in one refusal; somebody who sends thousands learns enough from these."""


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know, with the nearest name it does."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the checked values; every unknown field is an error of its own."""
        unknown: dict[str, list[str]] = {}
        if isinstance(data, dict):
            for name in sorted(map(str, data.keys() - self.fields.keys()))[:MOST_NAMED]:
                near = get_close_matches(name[:60], self.fields, n=1)
                unknown[name[:60]] = [self._not_here(near)]
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail = error.detail if isinstance(error.detail, dict) else {}
            raise serializers.ValidationError({**unknown, **detail}) from error
        if unknown:
            raise serializers.ValidationError(unknown)
        return values

    def _not_here(self, near: list[str]) -> str:
        if near:
            return _("There is no such field. Did you mean “%(near)s”?") % {"near": near[0]}
        if self.fields:
            return _("There is no such field. Known are %(names)s.") % {"names": ", ".join(self.fields)}
        return _("There is no such field. Nothing is expected here.")


class StrictInteger(serializers.IntegerField):
    """A whole number written as one: no text, no fraction, no true or false."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if isinstance(data, bool) or not isinstance(data, int):
            raise serializers.ValidationError(_("A whole number, not in quotes."))
        return super().to_internal_value(data)


class StrictText(serializers.CharField):
    """Text written as text: a number or true is not taken for it."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        if not isinstance(data, str):
            raise serializers.ValidationError(_("Text, in quotes."))
        return super().to_internal_value(data)


class StrictYes(serializers.BooleanField):
    """True or false, written as such."""

    def to_internal_value(self, data: Any) -> bool:
        """Return it."""
        if not isinstance(data, bool):
            raise serializers.ValidationError(_("true or false, not in quotes."))
        return data


class NoFields(StrictSerializer):
    """What a request that needs no body may hold: nothing."""


def checked(serializer: type[serializers.Serializer[Any]], data: Any) -> dict[str, Any]:
    """Return the values of a request's body as ``serializer`` reads them; ValidationError otherwise."""
    reader = serializer(data=data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)
