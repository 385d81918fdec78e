"""From a request to the one who is asking: the signed-in user, and the table links of the session."""

from django.http import HttpRequest

from scoring.access import Caller
from scoring.models import TableLink

SESSION_LINKS = "table_links"
"""Where a session keeps the table links it was opened with: table id → link id."""


def caller(request: HttpRequest) -> Caller:
    """Return who sent the request. The links are checked against the database when a table is asked for."""
    links = request.session.get(SESSION_LINKS, {})
    return Caller(user=request.user, links={int(table): int(link) for table, link in links.items()})


def keep_link(request: HttpRequest, link: TableLink) -> None:
    """Let this browser use the link's table from now on, under a fresh session key."""
    links = request.session.get(SESSION_LINKS, {})
    request.session.cycle_key()
    request.session[SESSION_LINKS] = links | {str(link.table_id): link.pk}
