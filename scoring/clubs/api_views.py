"""The base class of the API's views of records, and the limit on the number of requests."""

from django.utils.translation import gettext
from rest_framework import exceptions, permissions, throttling, views
from rest_framework.request import Request

from laws.dataclass_serializers import DataclassSerializer
from laws.domain.errors import InvalidInput
from scoring.clubs import authentication
from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import Actor, Caller, club_for
from scoring.web.api import PlayerSerializer

DataclassSerializer.first_of[Member] = PlayerSerializer


class PerCaller(throttling.SimpleRateThrottle):
    """Limits the number of requests in a period, which begins with the caller's first request.

    Requests are counted by account. Without an account, they are counted by the table links that the browser
    holds. Only requests without table links are counted by IP address, because a whole hall can share an
    address.
    """

    def __init__(self) -> None:
        # The period is unknown until `allow_request` has read the rate for this kind of caller.
        self.period = 0

    def allow_request(self, request: Request, view: views.APIView) -> bool:
        """Count the request, and return whether the caller is within the limit; True if there is no limit."""
        if request.user.is_authenticated:
            self.scope, ident = "user", str(request.user.pk)
        elif links := authentication.caller(request._request).links:
            self.scope, ident = "table", "-".join(sorted(map(str, links.values())))
        else:
            self.scope, ident = "anon", str(self.get_ident(request))
        most, period = self.parse_rate(self.get_rate())
        if most is None or period is None:
            return True
        self.period, key = period, f"throttle:{self.scope}:{ident}"
        try:
            count = self.cache.incr(key)
        except ValueError:
            self.cache.add(key, count := 1, period)
        return count <= most

    def wait(self) -> float:
        """Return the longest time that the caller may have to wait: the whole period, in seconds."""
        return float(self.period)


class RecordsView(views.APIView):
    """Base of the views of records. Permissions are checked by `scoring.clubs.permissions`."""

    permission_classes = (permissions.AllowAny,)
    throttle_classes = (PerCaller,)


def caller_of(request: Request) -> Caller:
    """Return the caller.

    Raises NotAuthenticated for a caller who is not signed in and holds neither a link nor a card.
    """
    plain = request._request
    plain.user = request.user  # token authentication sets the user only on the API's request
    caller = authentication.caller(plain)
    if not caller.is_known:
        raise exceptions.NotAuthenticated
    return caller


def club_and_actor(request: Request, slug: str, action: str) -> tuple[Club, Actor]:
    """Return the club and the caller as an actor; see `club_for`.

    The API answers 401 to an unknown caller, 404 if there is no such club or the caller is outside it, and
    403 if the caller's role does not allow ``action``.
    """
    return club_for(caller_of(request), slug, action)


def club_in_query(request: Request) -> Club:
    """Return the club whose slug is in ``?club=``.

    Raises InvalidInput if the slug is missing or unprintable, and the errors of `club_and_actor` if the
    caller may not see the club.
    """
    slug = request.query_params.get("club")
    if not slug or not slug.isprintable():
        raise InvalidInput({"club": gettext("Say which club: ?club= its slug.")})
    return club_and_actor(request, slug, "see the club")[0]
