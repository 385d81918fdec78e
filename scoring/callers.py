"""From a request to the one who is asking: the signed-in user, and the table links of the session."""

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from scoring.clubs.access import Caller
from scoring.models import EntrantLink, TableLink
from scoring.prepared import Row

SESSION_LINKS = "table_links"
"""Where a session keeps the table links it was opened with: table id → link id."""
SESSION_EVENINGS = "evenings"
"""Where a session keeps the links of somebody's own evenings: event id → link id."""


def caller(request: HttpRequest, at_table: Row = ()) -> Caller:
    """Return who sent the request. The links are checked against the database when a table is asked for.

    ``at_table`` is what was read of a table with the user.
    """
    session = request.session
    return Caller(
        request.user, _ids(session, SESSION_LINKS), _ids(session, SESSION_EVENINGS), at_table=at_table
    )


def _ids(session: SessionBase, kept: str) -> dict[int, int]:
    return {int(opened): int(link) for opened, link in session.get(kept, {}).items()}


def keep_link(request: HttpRequest, link: TableLink) -> None:
    """Let this browser use the link's table from now on, under a fresh session key."""
    links = request.session.get(SESSION_LINKS, {})
    request.session.cycle_key()
    request.session[SESSION_LINKS] = links | {str(link.table_id): link.pk}


def keep_evening(request: HttpRequest, link: EntrantLink) -> None:
    """Let this browser see somebody's own evening from now on, under a fresh session key."""
    kept = request.session.get(SESSION_EVENINGS, {})
    request.session.cycle_key()
    request.session[SESSION_EVENINGS] = kept | {str(link.entrant.event_id): link.pk}
