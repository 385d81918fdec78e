"""The law sets and laws for programs: public, to be read only.

Each answer carries an entity tag, so that asking again for what has not changed costs a line. A question that
is put wrongly is refused with the field and what would be accepted; nothing is guessed.
"""

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle

from laws import library
from laws import queries as selectors
from laws.domain import parameter_words
from laws.domain.errors import InvalidInput, not_among
from laws.domain.law import CERTAINTIES, EFFECTS, Law
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS, to_json
from laws.domain.sentences import _
from laws.domain.setting import STATUSES, Settings
from laws.templatetags.sentences import translated_errors

PAGING = ("page", "page_size")
PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,5}\Z")
LARGEST_PAGE = 200
REFUSED: dict[int, OpenApiResponse] = {
    400: OpenApiResponse(OpenApiTypes.OBJECT, description="Each wrong field with its reasons."),
}
MISSING: dict[int, OpenApiResponse] = {
    404: OpenApiResponse(OpenApiTypes.OBJECT, description="There is nothing here."),
}


class LawSerializer(serializers.Serializer[Law]):
    """A law: where it stands, what it says in our own words, and how sure that is."""

    id = serializers.CharField(help_text="A path of law set, topic and name.")
    law_set = serializers.CharField()
    game = serializers.CharField()
    topic = serializers.CharField()
    title = serializers.CharField()
    cite = serializers.CharField(help_text="Where it stands in the source.")
    text = serializers.CharField(help_text="The law in our own words.")
    clauses = serializers.ListField(
        child=serializers.CharField(), help_text="The inventory's clauses it carries."
    )
    effects = serializers.ListField(child=serializers.CharField(), help_text="The consequences it names.")
    status = serializers.ChoiceField(choices=CERTAINTIES)
    note = serializers.CharField(allow_blank=True)


class SettingSerializer(serializers.Serializer[Any]):
    """The value that a law set gives to a parameter, and why."""

    value = serializers.JSONField(allow_null=True)
    status = serializers.ChoiceField(choices=tuple(STATUSES))
    law = serializers.CharField(help_text="The id of the law to cite.")
    note = serializers.CharField(allow_blank=True)
    title = serializers.CharField(help_text="The parameter in plain words.")
    says = serializers.CharField(help_text="The value in plain words.")
    meaning = serializers.CharField()
    accepted = serializers.CharField(help_text="The values that the parameter can take, in words.")
    unit = serializers.CharField(allow_blank=True)


class VariationSerializer(serializers.Serializer[Any]):
    """A way of playing that a book lists beside its own: what it changes and nothing else."""

    slug = serializers.CharField()
    title = serializers.CharField()
    law = serializers.CharField()
    parameters = serializers.DictField(child=serializers.JSONField(allow_null=True))


class LawSetSerializer(serializers.Serializer[Any]):
    """A law set with the value of every parameter."""

    slug = serializers.CharField()
    title = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    source = serializers.CharField()  # type: ignore[assignment]  # our field, not the serializer's own source
    base = serializers.CharField(allow_null=True)
    fallback = serializers.CharField(
        allow_null=True, help_text="The law set that decides where this is silent."
    )
    revision = serializers.CharField(help_text="The hash of all that it says.")
    games = serializers.ListField(child=serializers.CharField())
    parameters = serializers.DictField(child=serializers.JSONField(allow_null=True))
    game_parameters = serializers.DictField(
        child=serializers.DictField(child=serializers.JSONField(allow_null=True)),
        help_text="By game, the parameters whose value there is another, or rests on another law.",
    )


class LawSetDetailSerializer(LawSetSerializer):
    """A law set with each setting explained, and its variations."""

    settings = serializers.DictField(child=SettingSerializer())
    game_settings = serializers.DictField(child=serializers.DictField(child=SettingSerializer()))
    variations = VariationSerializer(many=True)


def law_set_summary(law_set: LawSet) -> dict[str, object]:
    """Return a law set as the list shows it."""
    return {
        "slug": law_set.slug,
        "title": law_set.title,
        "year": law_set.year,
        "source": law_set.source,
        "base": law_set.base,
        "fallback": law_set.fallback,
        "revision": law_set.revision,
        "games": list(law_set.games),
        "parameters": {name: to_json(law_set[name]) for name in PARAMETERS},
        "game_parameters": {
            game: {name: to_json(setting.value) for name, setting in own.items()}
            for game, own in law_set.game_settings.items()
        },
    }


def law_set_detail(law_set: LawSet) -> dict[str, object]:
    """Return a law set with every setting explained."""
    return law_set_summary(law_set) | {
        "settings": _explained(law_set.settings),
        "game_settings": {game: _explained(own) for game, own in law_set.game_settings.items()},
        "variations": [
            {
                "slug": variation.slug,
                "title": variation.title,
                "law": variation.law,
                "parameters": {name: to_json(setting.value) for name, setting in variation.settings.items()},
            }
            for variation in law_set.variations.values()
        ],
    }


def _explained(settings: Settings) -> dict[str, object]:
    return {
        name: setting.canonical()
        | {
            "title": parameter_words.heading(name),
            "says": parameter_words.in_words(name, setting.value, PARAMETERS[name].unit),
            "meaning": PARAMETERS[name].meaning,
            "accepted": PARAMETERS[name].accepted,
            "unit": PARAMETERS[name].unit,
        }
        for name, setting in settings.items()
    }


class LawView(GenericAPIView[Any]):
    """What every address here has in common: open to all, strict in its questions, cheap to ask again."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (AnonRateThrottle,)
    queryset = None

    def asked(self, *accepted: str) -> Mapping[str, str]:
        """Return what is asked. Raises InvalidInput for a question unknown, repeated or out of range."""
        errors: dict[str, str] = {}
        given: dict[str, str] = {}
        for name, values in self.request.query_params.lists():
            if name not in accepted:
                errors[name[:40]] = not_among(name, accepted, _("query parameter"))
            elif len(values) > 1:
                errors[name] = _("this is asked twice.")
            else:
                given[name] = values[0]
        for name in PAGING:
            if name in given and not PAGE_NUMBER.match(given[name]):
                errors[name] = _("a whole number from 1 is due here.")
        if int(given.get("page_size", "1") if "page_size" not in errors else "1") > LARGEST_PAGE:
            errors["page_size"] = _(
                "at most {largest_page} can be shown on a page.", largest_page=LARGEST_PAGE
            )
        if errors:
            raise InvalidInput(errors)
        return given

    def marks(self) -> list[str]:
        """Return what changes when anything that is answered here does."""
        return [law_set.revision for law_set in library.law_sets().values()]

    def answer(self, request: Request, response: Response, *rests_on: LawSet | None) -> Any:
        """Return the response with its entity tag, or 304 where the asker has it already.

        ``rests_on`` are the law sets that it tells of beside our books.
        """
        own = [law_set.revision for law_set in rests_on if law_set is not None]
        said = "\n".join([*self.marks(), *own, request.build_absolute_uri()])
        tag = f'"{hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:32]}"'
        response["ETag"] = tag
        response["Cache-Control"] = "no-cache"
        return get_conditional_response(request._request, etag=tag, response=response)

    def page_of(self, request: Request, rows: list[Any], *rests_on: LawSet | None) -> Any:
        """Return one page of a list, in serialized form."""
        page = self.paginate_queryset(rows)
        response = self.get_paginated_response(self.get_serializer(page, many=True).data)
        return self.answer(request, response, *rests_on)


class LawSetList(LawView):
    """The law sets."""

    serializer_class = LawSetSerializer

    @extend_schema(
        operation_id="law_sets_list", responses={200: LawSetSerializer(many=True), **REFUSED, **MISSING}
    )
    def get(self, request: Request) -> Any:
        """List the law sets, our books and then clubs' own, with the value of every parameter."""
        self.asked(*PAGING)
        known = selectors.all_law_sets()
        return self.page_of(request, [law_set_summary(law_set) for law_set in known], *known)


class LawSetDetail(LawView):
    """One law set."""

    serializer_class = LawSetDetailSerializer
    pagination_class = None

    @extend_schema(
        operation_id="law_sets_retrieve", responses={200: LawSetDetailSerializer, **REFUSED, **MISSING}
    )
    def get(self, request: Request, slug: str) -> Any:
        """Show a law set with each setting explained and cited, and its variations."""
        self.asked()
        try:
            found = selectors.law_set_named(slug)
        except InvalidInput as unknown:
            raise NotFound(" ".join(translated_errors(unknown)["law_set"])) from None
        return self.answer(request, Response(self.get_serializer(law_set_detail(found)).data), found)


class LawList(LawView):
    """The laws."""

    serializer_class = LawSerializer

    @extend_schema(
        operation_id="laws_list",
        parameters=[
            OpenApiParameter("law_set", str, description="Only the laws of one law set."),
            OpenApiParameter("game", str, description="Only the laws of one game."),
            OpenApiParameter("topic", str, description="Only the laws on one topic, such as revoke."),
            OpenApiParameter(
                "effect", str, enum=list(EFFECTS), description="Only the laws with a consequence."
            ),
            OpenApiParameter(
                "q", str, description="Words, up to 100 characters; the likeliest laws come first."
            ),
        ],
        responses={200: LawSerializer(many=True), **REFUSED, **MISSING},
    )
    def get(self, request: Request) -> Any:
        """Find laws by law set, game, topic, consequence and words, a page at a time."""
        asked = self.asked("law_set", "game", "topic", "effect", "q", *PAGING)
        conditions = {name: value for name, value in asked.items() if name not in PAGING}
        slug = conditions.get("law_set")
        found = selectors.find_laws(**conditions)
        return self.page_of(request, found, selectors.law_set_named(slug) if slug else None)


class LawDetail(LawView):
    """One law."""

    serializer_class = LawSerializer
    pagination_class = None

    @extend_schema(operation_id="laws_retrieve", responses={200: LawSerializer, **REFUSED, **MISSING})
    def get(self, request: Request, law_id: str) -> Any:
        """Show a law by its id, a path of law set, topic and name."""
        self.asked()
        try:
            found = selectors.law_named(law_id)
        except InvalidInput as unknown:
            raise NotFound(" ".join(translated_errors(unknown)["law"])) from None
        own = None if found.law_set in library.law_sets() else selectors.law_set_named(found.law_set)
        return self.answer(request, Response(self.get_serializer(found).data), own)
