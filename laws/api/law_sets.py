"""The API of law sets, laws and clauses, and the comparison of two law sets. Public and read-only."""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions, generics, permissions, throttling
from rest_framework.request import Request
from rest_framework.response import Response

from laws import answer_serializers, library, queries, strict_fields
from laws.domain import difference, lawset, register
from laws.domain.errors import InputProblems, InvalidInput, fields_renamed, not_among, unknown
from laws.domain.sentences import _
from laws.templatetags.sentences import translated_reasons

Named = TypeVar("Named")

PAGING = ("page", "page_size")
PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,5}\Z")
REFUSED: dict[int, OpenApiResponse] = {
    400: OpenApiResponse(OpenApiTypes.OBJECT, description="The reasons for each field that was refused."),
}
NOT_FOUND: dict[int, OpenApiResponse] = {
    **REFUSED,
    404: OpenApiResponse(OpenApiTypes.OBJECT, description="There is nothing at this address."),
}


class LawView(generics.GenericAPIView[Any]):
    """Base of the read-only views: public and throttled, with strict query parameters and entity tags."""

    authentication_classes = ()
    permission_classes = (permissions.AllowAny,)
    throttle_classes = (throttling.AnonRateThrottle,)

    def checked_query(self, *accepted: str) -> dict[str, str]:
        """Return the query parameters without the parameters for paging.

        Raises InvalidInput for an unknown or repeated parameter and for a wrong page or page size.
        """
        problems = InputProblems()
        query: dict[str, str] = {}
        for name, values in self.request.query_params.lists():
            if name not in accepted:
                problems.add(name[:40], not_among(name, accepted, _("query parameter")))
            elif len(values) > 1:
                problems.add(name, _("this is given twice."))
            elif name not in PAGING:
                query[name] = values[0]
            elif not PAGE_NUMBER.match(values[0]):
                problems.add(name, _("give a whole number from 1."))
            elif name == "page_size" and int(values[0]) > strict_fields.Pages.max_page_size:
                most = strict_fields.Pages.max_page_size
                problems.add(name, _("at most {most} can be shown on a page.", most=most))
        problems.settle()
        return query

    def answer(self, response: Response, *rests_on: lawset.LawSet | None) -> Any:
        """Return the response with its entity tag, or 304 if the client has this version already.

        Each URL has its own entity tag. The tag changes with a book, with the clauses, and with a law set in
        ``rests_on``.
        """
        known = [*library.law_sets().values(), *filter(None, rests_on)]
        revisions = [library.clause_revision(), *(law_set.revision for law_set in known)]
        marks = "\n".join([*revisions, self.request.build_absolute_uri()])
        tag = f'"{hashlib.sha256(marks.encode("utf-8", "backslashreplace")).hexdigest()[:32]}"'
        response["ETag"] = tag
        response["Cache-Control"] = "no-cache"
        return get_conditional_response(self.request._request, etag=tag, response=response)

    def page_of(self, rows: list[Any], *rests_on: lawset.LawSet | None) -> Any:
        """Return the requested page of a list as a response with an entity tag, see `answer`."""
        page = self.paginate_queryset(rows)
        response = self.get_paginated_response(self.get_serializer(page, many=True).data)
        return self.answer(response, *rests_on)


def _or_404(look_up: Callable[[str], Named], name: str) -> Named:
    try:
        return look_up(name)
    except InvalidInput as refusal:
        raise exceptions.NotFound(" ".join(translated_reasons(refusal))) from None


class LawSetList(LawView):
    serializer_class = answer_serializers.LawSetSerializer

    @extend_schema(
        operation_id="law_sets_list",
        responses={200: answer_serializers.LawSetSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request) -> Any:
        """List the law sets of the books, with the value of every parameter."""
        self.checked_query(*PAGING)
        known = list(library.law_sets().values())
        return self.page_of(known, *known)


class LawSetDetail(LawView):
    serializer_class = answer_serializers.LawSetDetailSerializer

    @extend_schema(
        operation_id="law_sets_retrieve",
        responses={200: answer_serializers.LawSetDetailSerializer, **NOT_FOUND},
    )
    def get(self, request: Request, slug: str) -> Any:
        """Show a law set with its variations. Each setting has an explanation and a citation."""
        self.checked_query()
        law_set = _or_404(queries.law_set_named, slug)
        return self.answer(Response(self.get_serializer(law_set).data), law_set)


class LawList(LawView):
    serializer_class = answer_serializers.LawSerializer

    @extend_schema(
        operation_id="laws_list",
        parameters=[
            OpenApiParameter("law_set", str, description="Only the laws of one law set."),
            OpenApiParameter("game", str, description="Only the laws of one game."),
            OpenApiParameter("topic", str, description="Only the laws on one topic, such as revoke."),
            OpenApiParameter(
                "effect",
                str,
                enum=list(lawset.EFFECTS),
                description="Only the laws with this kind of effect.",
            ),
            OpenApiParameter(
                "q",
                str,
                description="Words to search for, up to 100 characters. The likeliest laws come first.",
            ),
        ],
        responses={200: answer_serializers.LawSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request) -> Any:
        """Find laws by law set, game, topic, effect and words, a page at a time.

        Without a law set, the laws of all books are searched.
        """
        query = self.checked_query("law_set", "game", "topic", "effect", "q", *PAGING)
        laws, slug = queries.find_laws(**query), query.get("law_set")
        return self.page_of(laws, queries.law_set_named(slug) if slug else None)


class LawDetail(LawView):
    serializer_class = answer_serializers.LawSerializer

    @extend_schema(
        operation_id="laws_retrieve", responses={200: answer_serializers.LawSerializer, **NOT_FOUND}
    )
    def get(self, request: Request, law_id: str) -> Any:
        """Show a law by its id, such as `foster-1897/all-fives/pegging-in-play`.

        An id has three parts: the law set, a file or heading in it, and the name of the law. The second part
        can differ from the law's `topic`.

        To see a club's law in a past revision, write `slug@number` in place of the law set's slug.
        """
        self.checked_query()
        law = _or_404(queries.law_named, law_id)
        return self.answer(Response(self.get_serializer(law).data), queries.law_set_named(law.law_set))


class LawSetComparison(LawView):
    """Compares two law sets, or two revisions of one law set."""

    serializer_class = answer_serializers.DifferenceSerializer

    @extend_schema(
        operation_id="law_sets_compare",
        parameters=[
            OpenApiParameter(
                "a",
                str,
                required=True,
                description="The slug of a law set, or `slug@number` for a revision of a club's own law set.",
            ),
            OpenApiParameter("b", str, required=True, description="The law set to compare with the first."),
            OpenApiParameter(
                "topic", str, description="Only the interpretations, laws and rulings on one topic."
            ),
        ],
        responses={200: answer_serializers.DifferenceSerializer, **REFUSED},
    )
    def get(self, request: Request) -> Any:
        """Show how two law sets differ: parameters, interpretations, laws and rulings.

        With a topic, only the interpretations, laws and rulings on this topic are compared. The parameters
        are always compared in full.
        """
        query = self.checked_query("a", "b", "topic")
        two = _two_named({field: query.get(field, "") for field in ("a", "b")})
        topic = query.get("topic", "")
        if topic and topic not in library.topics() and topic not in library.vocabulary().topics:
            raise InvalidInput({"topic": not_among(topic, library.topics(), "topic")})
        first, second = (queries.law_book_at(law_set.revision) for law_set in two)
        found = difference.difference(first, second, topic)
        return self.answer(Response(self.get_serializer(found).data), *two)


def _two_named(names: Mapping[str, str]) -> tuple[lawset.LawSet, lawset.LawSet]:
    law_sets, problems = [], InputProblems()
    for field, name in names.items():
        with problems.gathered(), fields_renamed("law_set", field):
            law_sets.append(queries.law_set_named(name))
    problems.settle()
    return law_sets[0], law_sets[1]


class ClauseList(LawView):
    serializer_class = answer_serializers.ClauseSerializer

    @extend_schema(
        operation_id="clauses_list",
        parameters=[
            OpenApiParameter("inventory", str, description="Only the clauses of one source."),
            OpenApiParameter(
                "status", str, enum=register.STATUSES, description="Only clauses with this status."
            ),
            OpenApiParameter(
                "law_set", str, description="Only clauses on which a law of this law set is based."
            ),
            OpenApiParameter(
                "q",
                str,
                description="Words to search for, up to 100 characters. The likeliest clauses come first.",
            ),
        ],
        responses={200: answer_serializers.ClauseSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request) -> Any:
        """Find clauses by source, status, law set and words, a page at a time."""
        query = self.checked_query("inventory", "status", "law_set", "q", *PAGING)
        clauses, slug = queries.find_clauses(**query), query.get("law_set")
        return self.page_of(clauses, queries.law_set_named(slug) if slug else None)


class ClauseDetail(LawView):
    serializer_class = answer_serializers.ClauseSerializer

    @extend_schema(
        operation_id="clauses_retrieve", responses={200: answer_serializers.ClauseSerializer, **NOT_FOUND}
    )
    def get(self, request: Request, clause_id: str) -> Any:
        """Show a clause of a source by its id."""
        self.checked_query()
        clause = library.clauses().get(clause_id)
        if clause is None:
            raise exceptions.NotFound(unknown(clause_id, library.clauses(), _("clause")))
        return self.answer(Response(self.get_serializer(clause).data))
