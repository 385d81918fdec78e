"""From an API request to a table or club and the caller's part in it; and how often a caller may ask."""

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scoring.access import Actor, Caller, club_for, table_for
from scoring.callers import SESSION_LINKS, caller
from scoring.models import Club, Table


def club_and_actor(request: Request, slug: str, action: str) -> tuple[Club, Actor]:
    """Return the club and the caller in it; 401 for nobody, 404 for strangers, 403 by role."""
    return club_for(known(request), slug, action)


def table_and_actor(request: Request, table_id: int, action: str) -> tuple[Table, Actor]:
    """Return the table and the caller at it; 401 for nobody, 404 for strangers, 403 by role."""
    return table_for(known(request), table_id, action)


def known(request: Request) -> Caller:
    """Return the caller, or raise NotAuthenticated where there is nobody to check."""
    plain = request._request
    plain.user = request.user  # a token's user is known to the API's request only
    asking = caller(plain)
    if not asking.is_known:
        raise NotAuthenticated
    return asking


class PerCaller(SimpleRateThrottle):
    """So many requests a minute for each account, table link or stranger; never by address for those we know.

    A whole hall shares one address, so an address counts only where nothing else is known.
    """

    def __init__(self) -> None:
        # The rate depends on who asks, so it is looked up for each request.
        self.cache_format = "throttle:%(scope)s:%(ident)s"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request against its caller's own limit."""
        if request.user.is_authenticated:
            self.scope, self.ident = "user", str(request.user.pk)
        elif links := request._request.session.get(SESSION_LINKS):
            self.scope, self.ident = "table", "-".join(sorted(map(str, links.values())))
        else:
            self.scope, self.ident = "anon", str(self.get_ident(request))
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Return where this caller's requests are counted."""
        return self.cache_format % {"scope": self.scope, "ident": self.ident}
