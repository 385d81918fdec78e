"""API views of events: planning, start, changes, standings and final results.

Players are in `scoring.events.api.players`, rounds in `scoring.events.api.rounds`.
"""

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.dataclass_serializers import TimeOfDayField
from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import (
    ByNumber,
    StrictInteger,
    StrictSerializer,
    StrictText,
    StrictYes,
    checked,
)
from scoring.clubs.api_views import RecordsView, caller_of, club_and_actor, club_in_query
from scoring.events import queries
from scoring.events.access import event_for
from scoring.events.api.polling import IF_NEW, UNCHANGED, if_new
from scoring.events.api.serializers import (
    EventSerializer,
    RoundSerializer,
    StandingsSerializer,
    event_as_json,
    round_as_json,
    standings_as_json,
)
from scoring.events.models import Event, EventChange
from scoring.events.people.domain.wishes import MOST_TABLES
from scoring.events.planning.domain.kinds import MOST_ROUNDS
from scoring.events.planning.services import event_changes, events
from scoring.events.play.services import moves
from scoring.events.results.services import finals
from scoring.events.state import load_state
from scoring.web.api import (
    CONFLICTS,
    REFUSALS,
    REPEATABLE,
    BaseField,
    describe,
    idempotency_key,
    listing,
    page_of,
)


class EventInput(StrictSerializer):
    """A new event: its club, details, law set, settings and players. Players are names or member ids."""

    club = StrictText(max_length=60)
    name = StrictText(max_length=400)
    date = StrictText(max_length=20, required=False)
    time = StrictText(max_length=20, required=False)
    place = StrictText(max_length=400, required=False)
    law_set = StrictText(max_length=60, required=False)
    law_set_at_three = StrictText(max_length=60, required=False)
    game = StrictText(max_length=40, required=False)
    rounds = StrictInteger(required=False)
    deals_per_round = StrictInteger(required=False)
    players = serializers.ListField(child=serializers.JSONField(), max_length=400)
    movement = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False)
    parameters = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False)
    variations = serializers.ListField(child=StrictText(max_length=60), max_length=20, required=False)
    wishes = ByNumber(
        what=_("The place of a player in the list, from 1."),
        child=serializers.JSONField(allow_null=True),
        required=False,
    )
    seed = serializers.RegexField(r"\A[0-9a-zA-Z-]{1,64}\Z", required=False)


class DetailsInput(StrictSerializer):
    """The new name, date, time or place of an event.

    Date and time are in the club's time zone; "" removes a date, time or place.
    """

    name = StrictText(max_length=400, required=False)
    date = StrictText(max_length=20, required=False, allow_blank=True)
    time = StrictText(max_length=20, required=False, allow_blank=True)
    place = StrictText(max_length=400, required=False, allow_blank=True)


class StartInput(StrictSerializer):
    """The cards that the players drew, or the players of each table.

    Without either, the event's seed draws the first seats.
    """

    cards = ByNumber(what=_("The id of a player."), child=StrictText(max_length=8), required=False)
    tables = serializers.ListField(
        child=serializers.ListField(child=StrictInteger(), max_length=7),
        max_length=MOST_TABLES,
        required=False,
    )


class ReasonInput(StrictSerializer):
    """An optional reason."""

    reason = StrictText(max_length=400, required=False)


class MustReasonInput(StrictSerializer):
    """The reason for a change of an event, or what a director found about a doubted result."""

    reason = StrictText(max_length=400)


class FinalInput(ReasonInput):
    """The expected number of the new edition of the final results, and the reason for the edition.

    - The first edition has no reason. After a reopening, the default is the reason of the reopening.
    - If the event needs a second person, only the reason that the second person sends is recorded.
    - ``version`` is the version of the event that the caller saw.
    """

    edition = StrictInteger(required=False, min_value=1)
    version = StrictInteger(required=False, min_value=1)


class EndInput(MustReasonInput):
    """The reason why an evening ends now, and what the caller expects.

    ``last`` is the expected number of the last round, ``edition`` the expected number of the edition of the
    final results. ``version`` is the version of the event that the caller saw. With ``final`` false the
    results stay provisional for the correction period.
    """

    last = StrictInteger(required=False, min_value=1, max_value=MOST_ROUNDS)
    edition = StrictInteger(required=False, min_value=1)
    version = StrictInteger(required=False, min_value=1)
    final = StrictYes(required=False)


class ChangesInput(MustReasonInput):
    """Settings with their new values, and the reason."""

    settings = serializers.DictField(child=serializers.JSONField(allow_null=True), allow_empty=False)
    base = BaseField()


class HoldInput(ReasonInput):
    """``hold`` true: the next move, or the end of the evening, does not happen by itself."""

    hold = StrictYes()


class PublishedInput(StrictSerializer):
    """The parts of an event that everybody sees. An empty list publishes nothing."""

    parts = serializers.ListField(child=StrictText(max_length=20), max_length=len(EventChange.PARTS))
    base = serializers.ListField(
        child=StrictText(max_length=20),
        max_length=len(EventChange.PARTS),
        required=False,
        help_text="The parts that were published when the client read them. Other clients' later changes are "
        "kept.",
    )


class ReopenInput(MustReasonInput):
    """The reason why results are reopened, and the new number of rounds.

    ``edition`` is the edition of the final results that the caller saw.
    """

    rounds = StrictInteger(required=False, min_value=1, max_value=MOST_ROUNDS)
    edition = StrictInteger(required=False, min_value=1)


class EventLineSerializer(serializers.ModelSerializer[Event]):
    """An event in a list."""

    name = serializers.CharField()
    date = serializers.DateField(source="details.date", allow_null=True)
    time = TimeOfDayField(source="details.time", allow_null=True)
    place = serializers.CharField(source="details.place")
    club = serializers.CharField(source="club.slug")
    law_set = serializers.CharField(source="law_set.slug")

    class Meta:
        model = Event
        fields = ("id", "name", "date", "time", "place", "club", "game", "law_set", "at")
        read_only_fields = fields


class EventsView(RecordsView):
    @listing("events_list", EventLineSerializer, "events", OpenApiParameter("club", str, required=True))
    def get(self, request: Request) -> Response:
        """List the events of ``?club=``, the latest first."""
        return page_of(self, request, queries.events_of(club_in_query(request)), EventLineSerializer)

    @describe("events", EventSerializer, 201, parameters=[REPEATABLE], takes=EventInput, refusals=CONFLICTS)
    def post(self, request: Request) -> Response:
        """Plan an event. Nobody is seated before it is started."""
        plan = checked(EventInput, request.data)
        club, actor = club_and_actor(request, plan.pop("club"), "run an event")
        key = idempotency_key(request, required=False)
        event = events.create(club=club, actor=actor, key=key, **plan)
        return Response(event_as_json(event, actor), status=status.HTTP_201_CREATED)


class EventView(RecordsView):
    @describe("events", EventSerializer, parameters=[IF_NEW], refusals=UNCHANGED | REFUSALS)
    def get(self, request: Request, event: int) -> HttpResponse:
        """Return the event with its rules, players and clock."""
        row, actor = event_for(caller_of(request), event, "see an event")
        return if_new(request, row, actor, "event", lambda: event_as_json(row, actor))

    @describe("events", EventSerializer, takes=DetailsInput, refusals=CONFLICTS)
    def patch(self, request: Request, event: int) -> Response:
        """Change the event's name, date, time or place."""
        row, actor = event_for(caller_of(request), event, "run an event")
        event_changes.describe(event=row, actor=actor, values=checked(DetailsInput, request.data))
        return Response(event_as_json(row, actor))

    @describe("events", EventSerializer, takes=MustReasonInput, refusals=CONFLICTS)
    def delete(self, request: Request, event: int) -> Response:
        """Delete an event before its start, so that no list shows it. Idempotent."""
        row, actor = event_for(caller_of(request), event, "run an event")
        event_changes.cancel(event=row, actor=actor, reason=checked(MustReasonInput, request.data)["reason"])
        return Response(event_as_json(row, actor))


class StartView(RecordsView):
    @describe("events", RoundSerializer, 202, takes=StartInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Assign the seats of round 1.

        The players' drawn cards or the players of each table can be sent. Otherwise the event's seed draws
        the seats. If round 1 is already seated, nothing changes.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        moves.start(event=row, actor=actor, **checked(StartInput, request.data))
        return Response(round_as_json(row, 1, actor), status=status.HTTP_202_ACCEPTED)


class StandingsView(RecordsView):
    @describe(
        "events",
        StandingsSerializer,
        parameters=[OpenApiParameter("edition", int), IF_NEW],
        refusals=UNCHANGED | REFUSALS,
    )
    def get(self, request: Request, event: int) -> HttpResponse:
        """Return the current standings, with the tie-break that decided each rank, and the prizes.

        With ``?edition=``, return an edition of the final results.
        """
        row, actor = event_for(caller_of(request), event, "see an event")
        edition = request.query_params.get("edition")
        if edition is not None:
            if not (edition.isascii() and edition.isdigit() and len(edition) < 5):
                raise InvalidInput({"edition": _("The number of an edition of the final results.")})
            return Response(standings_as_json(queries.edition(row, int(edition)), actor))
        return if_new(request, row, actor, "standings", lambda: standings_as_json(load_state(row), actor))


class FinalView(RecordsView):
    @describe("events", StandingsSerializer, takes=FinalInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Make the results final. After a later correction, make a new edition with its reason.

        If nothing has changed since the last edition, nothing is recorded. If the event needs a second
        person, the first person proposes the results and the second person confirms them.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        finals.make_final(event=row, actor=actor, **checked(FinalInput, request.data))
        return Response(standings_as_json(load_state(row), actor))


class EventChangesView(RecordsView):
    @describe("events", EventSerializer, 201, parameters=[REPEATABLE], takes=ChangesInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Change settings. The new values apply from the round in play on.

        If the bell has rung, and the request changes only ``minutes``, ``last_hand_minutes`` or ``bell``, the
        new values apply from the next round on.

        After the start these settings can be changed: ``rounds``, ``minutes``, ``last_hand_minutes``,
        ``bell``, ``move_after_seconds``, ``missing_results`` and ``correction_period_minutes``. Before the
        start nearly all settings can be changed. Once the evening is over, ``move_after_seconds`` and
        ``missing_results`` cannot be changed. Once the results are final or proposed, no setting can.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        key, sent = idempotency_key(request, required=False), checked(ChangesInput, request.data)
        values, base = sent["settings"], sent.get("base")
        event_changes.change(event=row, actor=actor, values=values, reason=sent["reason"], base=base, key=key)
        return Response(event_as_json(row, actor), status=status.HTTP_201_CREATED)


class HoldView(RecordsView):
    @describe("events", EventSerializer, takes=HoldInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Hold the next move, or the end of the evening, until somebody makes it by hand.

        With ``hold`` false, end the hold. A countdown then starts anew.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        sent = checked(HoldInput, request.data)
        event_changes.hold(event=row, actor=actor, is_on=sent["hold"], reason=sent.get("reason", ""))
        return Response(event_as_json(row, actor))


class WordInput(StrictSerializer):
    """The word that the caller saw. If the event's word has changed since then, no new word is drawn."""

    seen = StrictText(max_length=4)


class WordSerializer(serializers.Serializer[object]):
    """The word that a phone must give before it can enter deals.

    Only a phone that opened the table with the club's card needs the word. A phone that has the table's link
    does not.
    """

    word = serializers.CharField()


class WordView(RecordsView):
    @describe("events", WordSerializer)
    def get(self, request: Request, event: int) -> Response:
        """Return the word that phones must give before they can enter deals.

        Anybody who may see the word may tell it to the players.
        """
        row, _actor = event_for(caller_of(request), event, "see the word of an event")
        return Response(WordSerializer({"word": row.word}).data)

    @describe("events", WordSerializer, takes=WordInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Draw a new word, unless the word has changed since the caller saw it.

        A phone that gave the old word must give the new word before it can enter deals again.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        seen = checked(WordInput, request.data)["seen"]
        event_changes.renew_word(event=row, actor=actor, seen=seen)
        return Response(WordSerializer({"word": Event.objects.get(pk=row.pk).word}).data)


class PublishView(RecordsView):
    @describe("events", EventSerializer, takes=PublishedInput, refusals=CONFLICTS)
    def put(self, request: Request, event: int) -> Response:
        """Publish exactly these parts and withdraw the others.

        Possible parts are ``seats``, ``standings``, ``results`` and ``prizes``. ``base`` lists the parts that
        were published when the client read them. A part that another client has published or withdrawn since
        then stays as it is.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        event_changes.publish(event=row, actor=actor, **checked(PublishedInput, request.data))
        return Response(event_as_json(row, actor))


class EndView(RecordsView):
    @describe("events", StandingsSerializer, parameters=[REPEATABLE], takes=EndInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """End the evening now. The results become final, or stay provisional with ``final`` false.

        If the event needs a second person, the results are only proposed as final.

        If the round in play has no deal, total or decision, this round is taken back. Otherwise it becomes
        the last round. Round 1 is never taken back.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        key, sent = idempotency_key(request, required=False), checked(EndInput, request.data)
        event_changes.end_now(event=row, actor=actor, key=key, **sent)
        return Response(standings_as_json(load_state(row), actor))


class ReopenView(RecordsView):
    @describe("events", EventSerializer, parameters=[REPEATABLE], takes=ReopenInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Reopen results (final or proposed), or an evening that was ended early.

        The evening can then go on, or its results can be corrected. Without ``rounds``, an evening that was
        ended early gets back the number of rounds that it had before.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        key, sent = idempotency_key(request, required=False), checked(ReopenInput, request.data)
        event_changes.reopen(event=row, actor=actor, key=key, **sent)
        return Response(event_as_json(row, actor))
