"""The API of an event's players: who takes part, who is here, and their wishes."""

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.strict_fields import (
    NoFields,
    StrictInteger,
    StrictSerializer,
    StrictYes,
    checked,
)
from scoring.clubs.api_views import RecordsView, caller_of
from scoring.events.access import event_for
from scoring.events.api.serializers import (
    EventSerializer,
    event_as_json,
)
from scoring.events.people.services import attendance, check_in
from scoring.web.api import (
    CONFLICTS,
    REPEATABLE,
    BaseField,
    describe,
    idempotency_key,
)


class CheckInInput(StrictSerializer):
    """Whether a player is here."""

    here = StrictYes()


class PlayerInput(StrictSerializer):
    """A player to enter, as a name or a member id. A text can name both partners: "Ann & Bob"."""

    player = serializers.JSONField()
    wishes = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False)
    instead_of = StrictInteger(
        required=False,
        help_text="The id of a player who leaves. The new player takes the leaving player's place.",
    )


class WishesInput(StrictSerializer):
    """All wishes of a player. A wish that is missing is withdrawn."""

    fixed_table = StrictInteger(required=False, allow_null=True)
    fixed_seat = StrictInteger(required=False, allow_null=True)
    partner = StrictInteger(required=False, allow_null=True)
    keep_apart = serializers.ListField(child=StrictInteger(), max_length=400, required=False)
    on_list = StrictInteger(required=False, allow_null=True)
    base = BaseField()


class EventPlayersView(RecordsView):
    @describe("events", EventSerializer, 201, parameters=[REPEATABLE], takes=PlayerInput, refusals=CONFLICTS)
    def post(self, request: Request, event: int) -> Response:
        """Enter a new or returning player, who plays from the next round on.

        If the last round is in play, the player joins this round instead. If the round has no room, the
        request is refused.

        With ``instead_of``, a player leaves and the new player takes the place. In the round in play, the new
        player gets the seat only before the bell, at a table that has not begun, and never in an evening of
        pairs. Otherwise the new player enters as described above.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        key, sent = idempotency_key(request, required=False), checked(PlayerInput, request.data)
        leaver = sent.pop("instead_of", None)
        if leaver is None:
            attendance.enter(event=row, actor=actor, key=key, **sent)
        elif "wishes" in sent:
            raise InvalidInput({"wishes": _("Set the wishes once the player has the place.")})
        else:
            attendance.substitute(event=row, actor=actor, member_id=leaver, key=key, **sent)
        return Response(event_as_json(row, actor), status=status.HTTP_201_CREATED)


class EventPlayerView(RecordsView):
    @describe("events", EventSerializer, parameters=[REPEATABLE], refusals=CONFLICTS)
    def delete(self, request: Request, event: int, member: int) -> Response:
        """Withdraw a player from the next round on.

        A repeated request with the same idempotency key changes nothing. Any other request for a player who
        has already left is a conflict.
        """
        row, actor = event_for(caller_of(request), event, "run an event")
        key = idempotency_key(request, required=False)
        checked(NoFields, request.data)
        attendance.leave(event=row, actor=actor, member_id=member, key=key)
        return Response(event_as_json(row, actor))


class CheckInView(RecordsView):
    @describe("events", EventSerializer, takes=CheckInInput, refusals=CONFLICTS)
    def put(self, request: Request, event: int, member: int) -> Response:
        """Check a player in before the start, or out again. Idempotent."""
        row, actor = event_for(caller_of(request), event, "run an event")
        is_here = checked(CheckInInput, request.data)["here"]
        check_in.check_in(event=row, actor=actor, member_id=member, is_here=is_here)
        return Response(event_as_json(row, actor))


class EventWishesView(RecordsView):
    @describe("events", EventSerializer, takes=WishesInput, refusals=CONFLICTS)
    def put(self, request: Request, event: int, member: int) -> Response:
        """Replace all wishes of a player. The seats of the round in play do not change."""
        row, actor = event_for(caller_of(request), event, "run an event")
        wishes = checked(WishesInput, request.data)
        base = wishes.pop("base", None)
        attendance.change_wishes(event=row, actor=actor, member_id=member, wishes=wishes, base=base)
        return Response(event_as_json(row, actor))
