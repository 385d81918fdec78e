"""The API of incidents and rulings. Nothing is stored."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws import answer_serializers, finding, library, open_readings, queries
from laws.api import question_serializers
from laws.api.law_sets import NOT_FOUND, PAGING, REFUSED, LawView
from laws.domain import arbiter, compose, pairs, why
from laws.domain.errors import InvalidInput, fields_renamed, not_among
from laws.domain.ruling import Ruling
from laws.strict_fields import Pages, checked, sent

EACH_LAW_SET = OpenApiResponse(
    OpenApiTypes.OBJECT, description="The answer of `rulings/` for each law set, by its slug."
)


class RulingView(APIView):
    """Base of the views for rulings, which are public.

    Requests are not throttled, because a ruling costs less than counting the requests would.
    """

    authentication_classes = ()
    permission_classes = ()


def _request(body: Mapping[str, Any], law_set: str = "") -> arbiter.RulingRequest:
    return arbiter.RulingRequest(
        law_set=body.get("law_set", law_set),
        incident=body["incident"],
        facts=body.get("facts", {}),
        assume=body.get("assume_usual", False),
        readings=body.get("readings", {}),
    )


def _answer(request: Request) -> Ruling:
    return open_readings.answer(_request(checked(question_serializers.QuestionSerializer, request.data)))


class Rulings(RulingView):
    @extend_schema(
        operation_id="rulings_ask",
        summary="Ask a law set for a ruling",
        request=question_serializers.QuestionSerializer,
        responses={200: answer_serializers.AnswerSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling of a law set on an incident, with the questions that are still open.

        If the law set is silent, the ruling of its fallback law set is included.
        """
        return Response(sent(answer_serializers.AnswerSerializer, _answer(request)))


class RulingWhy(RulingView):
    @extend_schema(
        operation_id="rulings_why",
        summary="Ask why, and what would change the ruling",
        request=question_serializers.QuestionSerializer,
        responses={200: answer_serializers.WhySerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling, the fewest facts that force it, and the smallest changes that would alter it."""
        return Response(sent(answer_serializers.WhySerializer, why.grounds(_answer(request))))


class RulingComparison(RulingView):
    @extend_schema(
        operation_id="rulings_compare",
        summary="Ask every law set",
        request=question_serializers.ComparedQuestionSerializer,
        responses={200: EACH_LAW_SET, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling of each book and, if the request names another law set, of this law set.

        If a law set is silent, the ruling of its fallback law set is included.
        """
        question = _request(checked(question_serializers.ComparedQuestionSerializer, request.data))
        more = [question.law_set] if question.law_set else []
        books = open_readings.books(question.readings, question.incident, *more, of_all=True)
        rulings = {slug: arbiter.answer(books, replace(question, law_set=slug)) for slug in books}
        return Response(
            {slug: sent(answer_serializers.AnswerSerializer, ruling) for slug, ruling in rulings.items()}
        )


class RulingsTogether(RulingView):
    @extend_schema(
        operation_id="rulings_together",
        summary="Put two rulings of one deal together",
        request=question_serializers.TwoQuestionsSerializer,
        responses={200: answer_serializers.CompositionSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the combined ruling on two offences of one deal."""
        rulings = []
        two = checked(question_serializers.TwoQuestionsSerializer, request.data)
        queries.law_set_named(two["law_set"])
        known = library.vocabulary().incidents
        for name, other in (pairs.OFFENCE_NAMES, pairs.OFFENCE_NAMES[::-1]):
            part, facts = _request(two[name], two["law_set"]), two[name].get("facts", {})
            if part.incident in known:
                facts = compose.share_facts(known[part.incident], facts, two[other].get("facts", {}))
            with fields_renamed("", f"{name}."):
                book = open_readings.books(part.readings, part.incident, part.law_set)[part.law_set]
                rulings.append(arbiter.rule(book, part.incident, facts, assume=part.assume))
        pair_facts = {key: two[key] for key in pairs.PAIR_FACTS if two.get(key) is not None}
        together = compose.compose(library.pairs(), rulings[0], rulings[1], pair_facts)
        return Response(sent(answer_serializers.CompositionSerializer, together))


class Proposals(RulingView):
    @extend_schema(
        operation_id="rulings_propose",
        summary="Propose an incident and facts for a sentence",
        request=question_serializers.TextSerializer,
        responses={200: answer_serializers.ProposalSerializer(many=True), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the incidents that a text may mean, likeliest first; incidents of other games come last.

        A person should confirm a proposal. The list is empty if no incident is similar enough.
        """
        asked = checked(question_serializers.TextSerializer, request.data)
        law_set = queries.law_set_named(asked["law_set"]) if "law_set" in asked else library.common_law_set()
        meant = finding.incidents_meant(asked["text"], queries.law_book_at(law_set.revision))
        proposed = (*meant.own, *meant.others)
        return Response([sent(answer_serializers.ProposalSerializer, proposal) for proposal in proposed])


class IncidentPages(Pages):
    """Pagination. If the request names no page size, a page is as large as allowed."""

    page_size = Pages.max_page_size


class IncidentList(LawView):
    serializer_class = answer_serializers.IncidentSerializer
    pagination_class = IncidentPages

    @extend_schema(
        operation_id="incidents_list",
        summary="List the incidents",
        parameters=[
            OpenApiParameter(
                "law_set",
                str,
                description="Only the incidents of the games of a law set, and those on which it has rules.",
            ),
            OpenApiParameter("topic", str, description="Only the incidents listed under one topic."),
            OpenApiParameter("game", str, description="Only the incidents of one game."),
        ],
        responses={200: answer_serializers.IncidentSerializer(many=True), **NOT_FOUND},
    )
    def get(self, request: Request) -> Any:
        """List the incidents, each with its facts and the law sets that have rules on it.

        The law sets are the books and, if the request names another law set, also that law set.
        """
        query = self.checked_query("law_set", "topic", "game", *PAGING)
        topics, slug = library.vocabulary().topics, query.get("law_set")
        law_set = None if slug is None else queries.law_set_named(slug)
        books = queries.law_books_with(*([] if slug is None else [slug]))
        for field, known in (("topic", set(topics)), ("game", {topic.game for topic in topics.values()})):
            if field in query and query[field] not in known:
                raise InvalidInput({field: not_among(query[field], sorted(known), field)})
        vocabulary = library.vocabulary()
        listed = (
            vocabulary.listed_under(topics[query["topic"]])
            if "topic" in query
            else vocabulary.incidents.values()
        )
        rows = [
            queries.ListedIncident(incident, books)
            for incident in listed
            if (
                law_set is None
                or incident.game in law_set.games
                or books[str(slug)].tables[incident.id].rules
            )
            and query.get("game", incident.game) == incident.game
        ]
        return self.page_of(rows, law_set)
