"""Shared parts of the APIs: answers, refusals, idempotency keys, lists."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, cast
from uuid import UUID

from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import pagination, serializers, settings, views
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import DataclassSerializer
from laws.domain.errors import InvalidInput
from scoring.journal.services import Answer, Outcome

OUTCOMES: Mapping[Outcome, int] = {"recorded": 201, "done": 200, "same": 200, "held": 202}
"""The HTTP status of each outcome, for the API and pages."""


def respond(answer: Answer, body: object = None) -> Response:
    """Convert the answer of a service to a response. If ``body`` is given, it replaces the answer's body."""
    return Response(answer.body if body is None else body, OUTCOMES[answer.outcome])


def idempotency_key(request: Request, *, required: bool) -> UUID | None:
    """Return the idempotency key in the header of the request, or None without a key.

    Raises InvalidInput if the key is no UUID, or if it is ``required`` and missing.
    """
    text = request._request.META.get("HTTP_IDEMPOTENCY_KEY")
    if text is None:
        if required:
            raise InvalidInput(
                {"Idempotency-Key": gettext("Send this header with each deal: a fresh UUID for each entry.")}
            )
        return None
    try:
        return UUID(text)
    except ValueError as error:
        raise InvalidInput(
            {"Idempotency-Key": gettext("A UUID, such as 8e1c4f7a-4f0e-4c0a-9a39-1f0f5f0c9b11.")}
        ) from error


class RefusalSerializer(serializers.Serializer[Any]):
    """The reason why a request was refused. Programs can react to the code, if there is one."""

    detail = serializers.CharField()
    code = serializers.CharField(required=False)


def key_header(description: str, *, required: bool) -> OpenApiParameter:
    """Return the OpenAPI description of the Idempotency-Key header."""
    uuid = {"type": "string", "format": "uuid"}
    return OpenApiParameter(
        "Idempotency-Key", uuid, OpenApiParameter.HEADER, required=required, description=description
    )


REPEATABLE = key_header("A fresh UUID; send the same UUID again to repeat the request.", required=False)
PAGING = [
    OpenApiParameter(
        "page", {"type": "integer", "minimum": 1}, description="The number of the page, from 1."
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": 200},
        description="The number of entries on a page.",
    ),
]
"""The query parameters that select a page of a list."""


@cache
def paged(serializer: type[serializers.BaseSerializer[Any]]) -> serializers.Serializer[Any]:
    """Return the serializer for one page of a list of ``serializer``. The result is cached."""
    name = serializer.__name__.removesuffix("Serializer")
    fields: dict[str, serializers.Field[Any, Any, Any, Any]] = {
        "count": serializers.IntegerField(),
        "next": serializers.CharField(allow_null=True),
        "previous": serializers.CharField(allow_null=True),
        "results": serializer(many=True),
    }
    return inline_serializer(f"{name}Page", fields)


def listing(
    operation: str,
    serializer: type[serializers.BaseSerializer[Any]],
    tag: str,
    *parameters: OpenApiParameter | type[serializers.Serializer[Any]],
) -> Callable[[Any], Any]:
    """Return a decorator that describes, for the OpenAPI schema, a view method that returns a paged list."""
    return extend_schema(
        operation_id=operation,
        parameters=[*parameters, *PAGING],
        responses={200: paged(serializer), **REFUSALS},  # type: ignore[arg-type]  # a class has a hash
        tags=[tag],
    )


REASONS = {
    "type": "object",
    "additionalProperties": True,
    "description": "Each wrong field with its reasons.",
    "example": {"deal.bid": ["A bid is 1 to 14."]},
}


REFUSALS = {
    400: OpenApiResponse(REASONS),
    401: RefusalSerializer,
    403: RefusalSerializer,
    404: RefusalSerializer,
}
CONFLICTS = {**REFUSALS, 409: RefusalSerializer}


def describe(
    tag: str,
    answer: Any,
    status: int = 200,
    *,
    parameters: Sequence[OpenApiParameter] = (),
    takes: Any = serializers.empty,
    refusals: Mapping[int, Any] = REFUSALS,
) -> Callable[[Any], Any]:
    """Return a decorator that describes a view method for the OpenAPI schema.

    - ``tag``: the heading under which the schema lists the method.
    - ``answer``, ``status``: the serializer and the status of the answer.
    - ``takes``: the serializer of the request body; None for no body.
    - ``refusals``: the answers to refused requests, by status.
    """
    return extend_schema(
        parameters=[*parameters], request=takes, responses={status: answer, **refusals}, tags=[tag]
    )


class CardsField(serializers.DictField):
    """The cards that were cut, by player. The domain validates players and cards."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "not_a_dict": gettext_lazy("A card for each player: {{player: card}}.")
    }


class BaseField(serializers.DictField):
    """The optional field with the values that the client saw; see `scoring.refusals.as_seen`."""

    child = serializers.JSONField(allow_null=True)

    def __init__(self, **more: Any) -> None:
        text = "The values that the client saw. 409 if others have changed a value of this request since."
        super().__init__(required=False, help_text=text, **more)


class ByLinkField(serializers.BooleanField):
    """Whether a record was written with a table's link."""

    def get_attribute(self, instance: Any) -> bool:
        row: Any = super().get_attribute(instance)
        return row.by_link_id is not None


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or a pair, as an id and a name."""

    id: int
    name: str


class PlayerSerializer(DataclassSerializer):
    dataclass = Player


def page_of(view: views.APIView, request: Request, rows: Any, serializer: Any) -> Response:
    """Return the response with the page of ``rows`` that the request selects.

    ``serializer`` is a serializer class, or a function that returns the data of one row.
    """
    pages = cast(type[pagination.BasePagination], settings.api_settings.DEFAULT_PAGINATION_CLASS)()
    page: list[Any] = pages.paginate_queryset(rows, request, view=view) or []
    if isinstance(serializer, type) and issubclass(serializer, serializers.BaseSerializer):
        lines = serializer(page, many=True).data
    else:
        lines = [serializer(row) for row in page]
    return pages.get_paginated_response(lines)
