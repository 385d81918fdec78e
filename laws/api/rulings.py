"""The law book for programs: what can be asked, and what the law says to it. Nothing is stored.

A question that cannot be taken is refused with each field and what would be accepted. The ruling itself is
made in the domain; its form is in ``schemas``.
"""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws import library, open_readings, queries
from laws.api import schemas
from laws.api.law_sets import PAGING, LawView
from laws.api.schemas import NOT_GIVEN, REFUSED
from laws.domain import arbiter, compose, proposals, serialize
from laws.domain.errors import InvalidInput, not_among
from laws.shapes import checked

EACH_LAW_SET = OpenApiResponse(OpenApiTypes.OBJECT, description="By law set, what `rulings/` answers.")


class RulingView(APIView):
    """What every question here has in common: open to all, and nothing is kept of it.

    Callers are not counted: a ruling is a look-up that costs less than keeping the count would.
    """

    authentication_classes = ()
    permission_classes = ()


def _request(sent: Mapping[str, Any], law_set: str = "") -> arbiter.RulingRequest:
    """Return what was sent as a question of the law; the law set may be one of two questions' own."""
    return arbiter.RulingRequest(
        law_set=sent.get("law_set", law_set),
        incident=sent["incident"],
        facts=sent.get("facts", {}),
        assume=sent.get("assume_usual", False),
        readings=sent.get("readings", {}),
    )


def _answered(asked: arbiter.RulingRequest) -> tuple[serialize.Sent, arbiter.LawAnswer]:
    """Return what one law set answers, as it is sent, and the answer itself."""
    answer = open_readings.answer(asked)
    laws = queries.laws_of(queries.law_set_named(asked.law_set))
    return serialize.format_answer(answer, laws), answer


class Rulings(RulingView):
    """A ruling."""

    @extend_schema(
        operation_id="rulings_ask",
        summary="Ask a law set for a ruling",
        request=schemas.QuestionSerializer,
        responses={200: schemas.AnswerSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return what the law set rules, or the questions that are still open."""
        return Response(_answered(_request(checked(schemas.QuestionSerializer, request.data)))[0])


class RulingWhy(RulingView):
    """A ruling with its grounds."""

    @extend_schema(
        operation_id="rulings_why",
        summary="Ask why, and what would change the ruling",
        request=schemas.QuestionSerializer,
        responses={200: schemas.WhySerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling, the fewest facts that force it, the smallest change that leads elsewhere."""
        said, answer = _answered(_request(checked(schemas.QuestionSerializer, request.data)))
        return Response(said | serialize.format_why(answer.ruling))


class RulingComparison(RulingView):
    """The same facts under every law set."""

    @extend_schema(
        operation_id="rulings_compare",
        summary="Ask every law set",
        request=schemas.ComparedQuestionSerializer,
        responses={200: EACH_LAW_SET, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling of each book, and of a law set named; of a silent one also its fallback's."""
        asked = _request(checked(schemas.ComparedQuestionSerializer, request.data))
        more = [asked.law_set] if asked.law_set else []
        books = open_readings.books(asked.readings, asked.incident, *more, of_all=True)
        answers = arbiter.compare(books, asked.incident, asked.facts, assume=asked.assume)
        laws = queries.laws_of(*map(queries.law_set_named, more))
        return Response({slug: serialize.format_answer(each, laws) for slug, each in answers.items()})


class RulingsTogether(RulingView):
    """Two offences in one deal."""

    @extend_schema(
        operation_id="rulings_together",
        summary="Put two rulings of one deal together",
        request=schemas.TwoQuestionsSerializer,
        responses={200: schemas.CompositionSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return how two offences go together, and which rulings stand."""
        rulings = []
        two = checked(schemas.TwoQuestionsSerializer, request.data)
        law_set = queries.law_set_named(two["law_set"])
        for name in ("first", "second"):
            asked = _request(two[name], two["law_set"])
            try:
                book = open_readings.books(asked.readings, asked.incident, asked.law_set)[asked.law_set]
                rulings.append(arbiter.rule(book, asked.incident, asked.facts, assume=asked.assume))
            except InvalidInput as refusal:
                raise InvalidInput(
                    {f"{name}.{field}": reasons for field, reasons in refusal.errors.items()}
                ) from None
        found = compose.compose(library.pairs(), *rulings)
        return Response(serialize.format_composition(found, queries.laws_of(law_set)))


class Proposals(RulingView):
    """What somebody may mean."""

    @extend_schema(
        operation_id="rulings_propose",
        summary="Propose an incident and facts for a sentence",
        request=schemas.TextSerializer,
        responses={200: schemas.ProposalSerializer(many=True), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return what the words may mean, the likeliest first; it is for a person to confirm."""
        found = proposals.propose(library.vocabulary(), checked(schemas.TextSerializer, request.data)["text"])
        return Response([serialize.format_proposal(proposal) for proposal in found])


class IncidentList(LawView):
    """The incidents."""

    serializer_class = schemas.IncidentSerializer
    page_size = 200

    @extend_schema(
        operation_id="incidents_list",
        summary="What can be asked about",
        parameters=[
            OpenApiParameter("law_set", str, description="Only the incidents of the games of a law set."),
            OpenApiParameter("topic", str, description="Only the incidents of one topic."),
            OpenApiParameter("game", str, description="Only the incidents of one game."),
        ],
        responses={200: schemas.IncidentSerializer(many=True), **NOT_GIVEN},
    )
    def get(self, request: Request) -> Any:
        """List the incidents that can be asked about, each with its facts and who speaks of it."""
        asked = self.asked("law_set", "topic", "game", *PAGING)
        vocabulary, more = library.vocabulary(), [asked["law_set"]] if "law_set" in asked else []
        books = queries.law_books_with(*more)
        law_set = queries.law_set_named(more[0]) if more else None
        for field, known in (
            ("topic", set(vocabulary.topics)),
            ("game", {topic.game for topic in vocabulary.topics.values()}),
        ):
            if asked.get(field, next(iter(known), "")) not in known:
                raise InvalidInput({field: not_among(asked[field], sorted(known), field)})
        rows = []
        for incident in vocabulary.incidents.values():
            spoken_of = [slug for slug, book in books.items() if book.tables[incident.id].rules]
            if (
                (law_set is None or incident.game in law_set.games or law_set.slug in spoken_of)
                and asked.get("topic", incident.topic) == incident.topic
                and asked.get("game", incident.game) == incident.game
            ):
                rows.append(serialize.format_incident(incident) | {"spoken_of": spoken_of})
        if isinstance(self.paginator, PageNumberPagination):
            self.paginator.page_size = self.page_size
        return self.page_of(request, rows, law_set)
