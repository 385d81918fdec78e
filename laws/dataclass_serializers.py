"""Serializers of responses that take their fields from a dataclass.

The annotations of the dataclass give the field types, and its docstrings give the field descriptions.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time
from functools import cache, cached_property
from inspect import getattr_static, getdoc, isfunction
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, get_args, get_origin, get_type_hints

from django.db import models
from rest_framework import serializers
from rest_framework.fields import SkipField

from laws.domain.roles import RoleText, fill

AnyField = serializers.Field[Any, Any, Any, Any]
BULLET = re.compile(r"^- ((?:``\w+``(?:, )?)+): (.+?)(?=^- |^$|\Z)", re.MULTILINE | re.DOTALL)


class RoleTextField(serializers.CharField):
    """A text in which each role in braces, such as "{maker}", is replaced by the law's words for the role.

    The result also keeps the original text for a later translation.
    """

    def to_representation(self, value: str) -> str:
        return fill(value)


class WhenField(serializers.DateTimeField):
    """A date and time in ISO 8601 with a numeric offset."""

    def to_representation(self, value: datetime) -> str:
        return value.isoformat()


class TimeOfDayField(serializers.TimeField):
    """A time of day without seconds, for example ``19:30``."""

    def to_representation(self, value: time) -> str:
        return value.isoformat("minutes")


FIELDS: Mapping[Any, type[AnyField]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    str: serializers.CharField,
    date: serializers.DateField,
    datetime: WhenField,
    time: TimeOfDayField,
    RoleText: RoleTextField,
}


class DataclassSerializer(serializers.Serializer[Any]):
    """A serializer whose fields are attributes or properties of a dataclass, a typed dictionary or a model.

    ``names`` lists the fields in order, separated by spaces. Without ``names`` the serializer has all fields
    of the dataclass. A name can also have one of these forms:

    - ``law=setting.law``: the field ``law`` shows the attribute ``setting.law``.
    - ``**ruling``: the attribute ``ruling`` is itself a dataclass. Each of its fields becomes a field of this
      serializer.

    The serializer can declare fields itself. If ``names`` has the name of a declared field, the declared
    field is used there. Other declared fields come last.

    If the type of an attribute is a dataclass, the attribute is shown by the first serializer that was
    defined for this dataclass.

    The API description marks the fields in ``computed`` as read-only. If the serializer has no docstring, the
    API description has the first paragraph of the dataclass's docstring.
    """

    dataclass: ClassVar[type]
    names: ClassVar[str]
    computed: ClassVar[tuple[str, ...]] = ()
    first_of: ClassVar[dict[type, type["DataclassSerializer"]]] = {}

    def __init_subclass__(cls) -> None:
        cls.__doc__ = cls.__doc__ or _plain((getdoc(cls.dataclass) or "").partition("\n\n")[0])
        cls.first_of.setdefault(cls.dataclass, cls)
        if not hasattr(cls, "names"):
            shape = cls.dataclass
            every = [part.name for part in fields(shape)] if is_dataclass(shape) else shape.__annotations__
            cls.names = " ".join(every)

    def get_fields(self) -> dict[str, AnyField]:
        declared = dict(super().get_fields())
        derived: dict[str, AnyField] = {}
        for word in self.names.split():
            name, _equals, path = word.partition("=")
            spread = name.removeprefix("**")
            field = declared.pop(spread, None) or _derived(self.dataclass, path or spread)
            if isinstance(field, serializers.Serializer) and spread != name:
                for inner, part in field.get_fields().items():
                    part.source = f"{spread}.{part.source or inner}"
                    derived[inner] = part
                continue
            if path:
                field.source = path
            if name in self.computed:
                field.read_only, field.required = True, False
            derived[name] = field
        return derived | declared

    def to_representation(self, instance: Any) -> dict[str, Any]:
        shown: dict[str, Any] = {}
        for field, attribute in self._attributes:
            try:
                value = _read(field, attribute, instance)
            except SkipField:
                continue
            shown[str(field.field_name)] = None if value is None else field.to_representation(value)
        return shown

    @cached_property
    def _attributes(self) -> list[tuple[AnyField, Callable[[Any], Any]]]:
        return [(field, _reader(field)) for field in self._readable_fields]


def _reader(field: AnyField) -> Callable[[Any], Any]:
    is_plain = type(field).get_attribute is serializers.Field.get_attribute
    return attrgetter(".".join(field.source_attrs)) if is_plain else field.get_attribute


def _read(field: AnyField, attribute: Callable[[Any], Any], instance: Any) -> Any:
    """Read the attribute directly if possible, which is twice as fast in long lists.

    Only ``get_attribute`` can read methods, keys of dictionaries and paths that contain None.
    """
    try:
        value = attribute(instance)
    except AttributeError:
        return field.get_attribute(instance)
    return field.get_attribute(instance) if callable(value) else value


def _derived(dataclass: type, path: str) -> AnyField:
    hint: Any = dataclass
    is_nullable = False
    for name in path.split("."):
        owner = _without_none(hint)
        member = getattr_static(owner, name, None)
        getter = member if isfunction(member) else getattr(member, "fget", getattr(member, "func", None))
        if issubclass(owner, models.Model) and (name == "pk" or not getter):
            hint = _type_of_column(owner._meta.pk if name == "pk" else owner._meta.get_field(name), name)
        else:
            hint = get_type_hints(getter or owner, include_extras=True)["return" if getter else name]
        is_nullable = is_nullable or NoneType in get_args(hint)
    return _field(hint if not is_nullable else hint | None, _description(owner, name, getter))


def _type_of_column(column: Any, name: str) -> Any:
    if column.related_model and name == column.name:
        return column.related_model | None if column.null else column.related_model
    is_nullable = column.null
    while column.related_model:
        column = column.target_field
    types = ((models.BooleanField, bool), (models.IntegerField, int), (models.DateTimeField, datetime))
    kind = next((kind for columns, kind in types if isinstance(column, columns)), str)
    return kind | None if is_nullable else kind


def _field(hint: Any, text: str = "") -> AnyField:
    options: dict[str, Any] = {"allow_null": True} if NoneType in get_args(hint) else {}
    hint = _without_none(hint)
    # OpenAPI 3.0 allows no description beside a reference to a component.
    if hint in DataclassSerializer.first_of:
        return DataclassSerializer.first_of[hint](**options)
    if get_origin(hint) is Literal:
        return serializers.ChoiceField(get_args(hint), **options)
    if text:
        options["help_text"] = text
    origin, parts = get_origin(hint) or hint, get_args(hint)
    if kind := FIELDS.get(hint) or (FIELDS[str] if issubclass(origin, str) else None):
        return kind(**options)
    if issubclass(origin, Mapping):
        return serializers.DictField(child=_field(parts[1]), **options)
    if issubclass(origin, Sequence):
        return serializers.ListField(child=_field(parts[0]), **options)
    if origin in (Any, object, UnionType):
        return serializers.JSONField(**options)
    raise TypeError(f"no field shows {hint}")


def _without_none(hint: Any) -> Any:
    present = [part for part in get_args(hint) if part is not NoneType]
    return present[0] if NoneType in get_args(hint) and len(present) == 1 else hint


def _description(owner: type, name: str, getter: Any) -> str:
    if getter:
        returned = (getdoc(getter) or "").partition("\n\n")[0]
        return _plain(re.sub(r"^(Return|Tell) (.)", lambda match: match[2].upper(), returned))
    return _described_in(owner).get(name, "")


@cache
def _described_in(owner: type) -> dict[str, str]:
    return {
        name: _plain(text[:1].upper() + text[1:])
        for base in reversed(owner.__mro__)
        for names, text in BULLET.findall(getdoc(base) or "")
        for name in re.findall(r"\w+", names)
    }


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
