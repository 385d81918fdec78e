"""The law book for programs: what can be asked, and what the law says to it. Nothing is stored.

A question that cannot be taken is refused with each field and what would be accepted. The ruling itself is
made in the domain; its form is in ``api_schemas``.
"""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from laws import library
from laws import open_readings as readings
from laws import queries as selectors
from laws.api import schemas as api_schemas
from laws.api.law_sets import MISSING, PAGING, REFUSED, LawView
from laws.domain import arbiter, compare, compose, question_notation
from laws.domain import proposals as text
from laws.domain import serialize as ruling_notation
from laws.domain.errors import InvalidInput, not_among

EACH_LAW_SET = OpenApiResponse(OpenApiTypes.OBJECT, description="By law set, what `rulings/` answers.")


class OnlyJson(BaseContentNegotiation):
    """JSON is read and written, whatever is asked for: there is nothing to choose among."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the one parser, or None for a body that does not say it is JSON."""
        kind = request.content_type.partition(";")[0].strip().lower()
        return next(iter(parsers)) if kind == "application/json" else None

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the one renderer."""
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


class RulingView(APIView):
    """What every question here has in common: open to all, and nothing is kept of it.

    Callers are not counted: a ruling is a look-up that costs less than keeping the count would.
    """

    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = OnlyJson


def _answered(asked: question_notation.Question) -> tuple[ruling_notation.Sent, compare.Answer]:
    """Return what one law set answers, as it is sent, and the answer itself."""
    answer = readings.answer(asked)
    laws = selectors.laws_of(selectors.law_set_named(asked.law_set))
    return ruling_notation.format_answer(answer, laws), answer


class Rulings(RulingView):
    """A ruling."""

    @extend_schema(
        operation_id="rulings_ask",
        summary="Ask a law set for a ruling",
        request=api_schemas.QuestionSerializer,
        responses={200: api_schemas.AnswerSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return what the law set rules, or the questions that are still open."""
        return Response(_answered(question_notation.read_question(request.data))[0])


class RulingWhy(RulingView):
    """A ruling with its grounds."""

    @extend_schema(
        operation_id="rulings_why",
        summary="Ask why, and what would change the ruling",
        request=api_schemas.QuestionSerializer,
        responses={200: api_schemas.WhySerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling, the fewest facts that force it, the smallest change that leads elsewhere."""
        said, answer = _answered(question_notation.read_question(request.data))
        return Response(said | ruling_notation.format_why(answer.ruling))


class RulingComparison(RulingView):
    """The same facts under every law set."""

    @extend_schema(
        operation_id="rulings_compare",
        summary="Ask every law set",
        request=api_schemas.QuestionOfAllSerializer,
        responses={200: EACH_LAW_SET, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return the ruling of each book, and of a law set named; of a silent one also its fallback's."""
        asked = question_notation.read_question(request.data, of_all=True, with_one=True)
        more = [asked.law_set] if asked.law_set else []
        books = readings.books(asked.readings, asked.incident, *more, of_all=True)
        answers = compare.compare(books, asked.incident, asked.facts, assume=asked.assume)
        laws = selectors.laws_of(*map(selectors.law_set_named, more))
        return Response({slug: ruling_notation.format_answer(each, laws) for slug, each in answers.items()})


class RulingsTogether(RulingView):
    """Two offences in one deal."""

    @extend_schema(
        operation_id="rulings_together",
        summary="Put two rulings of one deal together",
        request=api_schemas.TwoQuestionsSerializer,
        responses={200: api_schemas.CompositionSerializer, **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return how two offences go together, and which rulings stand."""
        rulings = []
        for name, asked in zip(("first", "second"), question_notation.read_two(request.data), strict=True):
            law_set = selectors.law_set_named(asked.law_set)
            try:
                book = readings.books(asked.readings, asked.incident, asked.law_set)[asked.law_set]
                rulings.append(arbiter.rule(book, asked.incident, asked.facts, assume=asked.assume))
            except InvalidInput as refusal:
                raise InvalidInput(
                    {f"{name}.{field}": reasons for field, reasons in refusal.errors.items()}
                ) from None
        found = compose.compose(library.pairs(), *rulings)
        return Response(ruling_notation.format_composition(found, selectors.laws_of(law_set)))


class Proposals(RulingView):
    """What somebody may mean."""

    @extend_schema(
        operation_id="rulings_propose",
        summary="Propose an incident and facts for a sentence",
        request=api_schemas.TextSerializer,
        responses={200: api_schemas.ProposalSerializer(many=True), **REFUSED},
    )
    def post(self, request: Request) -> Response:
        """Return what the words may mean, the likeliest first; it is for a person to confirm."""
        found = text.propose(library.vocabulary(), question_notation.read_text(request.data))
        return Response([ruling_notation.format_proposal(proposal) for proposal in found])


class IncidentList(LawView):
    """The incidents."""

    serializer_class = api_schemas.IncidentSerializer
    page_size = 200

    @extend_schema(
        operation_id="incidents_list",
        summary="What can be asked about",
        parameters=[
            OpenApiParameter("law_set", str, description="Only the incidents of the games of a law set."),
            OpenApiParameter("topic", str, description="Only the incidents of one topic."),
            OpenApiParameter("game", str, description="Only the incidents of one game."),
        ],
        responses={200: api_schemas.IncidentSerializer(many=True), **REFUSED, **MISSING},
    )
    def get(self, request: Request) -> Any:
        """List the incidents that can be asked about, each with its facts and who speaks of it."""
        asked = self.asked("law_set", "topic", "game", *PAGING)
        vocabulary, more = library.vocabulary(), [asked["law_set"]] if "law_set" in asked else []
        books = selectors.law_books_with(*more)
        law_set = selectors.law_set_named(more[0]) if more else None
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
                rows.append(ruling_notation.format_incident(incident) | {"spoken_of": spoken_of})
        if isinstance(self.paginator, PageNumberPagination):
            self.paginator.page_size = self.page_size
        return self.page_of(request, rows, law_set)
