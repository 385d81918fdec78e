"""From an API request to a table or club and the caller's part in it; and how often a caller may ask."""

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scoring.callers import SESSION_LINKS, caller
from scoring.clubs.access import Actor, Caller, club_for, event_for, table_for
from scoring.models import Club, Event, Table


def club_and_actor(request: Request, slug: str, action: str) -> tuple[Club, Actor]:
    """Return the club and the caller in it; 401 for nobody, 404 for strangers, 403 by role."""
    return club_for(known(request), slug, action)


def table_and_actor(request: Request, table_id: int, action: str) -> tuple[Table, Actor]:
    """Return the table and the caller at it; 401 for nobody, 404 for strangers, 403 by role."""
    return table_for(known(request), table_id, action)


def event_and_actor(request: Request, event_id: int, action: str) -> tuple[Event, Actor]:
    """Return the event and the caller in it; 401 for nobody, 404 for strangers, 403 by role."""
    return event_for(known(request), event_id, action)


def known(request: Request) -> Caller:
    """Return the caller, or raise NotAuthenticated where there is nobody to check."""
    plain = request._request
    plain.user = request.user  # a token's user is known to the API's request only
    asking = caller(plain, getattr(request.auth, "at_table", ()))
    if not asking.is_known:
        raise NotAuthenticated
    return asking


class PerCaller(SimpleRateThrottle):
    """So many requests a minute for each account, table link or stranger; never by address for those we know.

    A whole hall shares one address, so an address counts only where nothing else is known. The minute (or
    whatever the rate says) begins with a caller's first request, and one number is kept for each caller.
    """

    def __init__(self) -> None:
        # The rate depends on who asks, so it is looked up for each request.
        self.period = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request against its caller's own limit."""
        if request.user.is_authenticated:
            self.scope, ident = "user", str(request.user.pk)
        elif links := request._request.session.get(SESSION_LINKS):
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
        """Return after how many seconds counting has begun anew, at the latest."""
        return float(self.period)
