"""May they, in a call? What somebody may do at its table decides."""

from scoring.calls.models import Call
from scoring.clubs.access import Actor, Caller
from scoring.refusals import NotFound
from scoring.tables.access import table_for


def call_for(caller: Caller, call_id: int, action: str) -> tuple[Call, Actor]:
    """Return the call (with its table) and the caller as an actor there; refusals as for a table."""
    call = Call.objects.filter(pk=call_id).first()
    if call is None:
        raise NotFound
    call.table, actor = table_for(caller, call.table_id, action)
    return call, actor
