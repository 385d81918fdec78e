"""May they, at a table? What somebody may do in general is in `scoring.clubs.access`."""

from scoring.clubs.access import LINK, Actor, Caller, member_of
from scoring.refusals import NotFound
from scoring.tables.models import Table, TableLink


def table_for(caller: Caller, table_id: int, action: str) -> tuple[Table, Actor]:
    """Return the table (with its club, law set and event) and the caller as an actor.

    A membership counts before a link. NotFound for strangers, NotAllowed where the role does not allow it.
    """
    tables = Table.objects.select_related("club", "law_set", "event").defer("law_set__content")
    table = tables.filter(pk=table_id).first()
    if table is None:
        raise NotFound
    actor = member_of(table.club, caller.user)
    if actor is None and table.closed_at is None:
        live = TableLink.objects.filter(table=table, revoked_at__isnull=True)
        if table_id in caller.links and live.filter(pk=caller.links[table_id]).exists():
            actor = Actor(club_id=table.club_id, role=LINK, link_id=caller.links[table_id], table_id=table_id)
    if actor is None:
        raise NotFound
    actor.must(action)
    return table, actor
