"""May they, in a dispute? What somebody may do at its table decides, as `scoring.tables.access` has it."""

from scoring.clubs.access import Actor, Caller
from scoring.disputes.models import Dispute
from scoring.refusals import NotFound
from scoring.tables.access import table_for


def dispute_for(caller: Caller, dispute_id: int, action: str) -> tuple[Dispute, Actor]:
    """Return the dispute (with its table) and the caller as an actor there; refusals as for a table."""
    dispute = Dispute.objects.filter(pk=dispute_id).first()
    if dispute is None:
        raise NotFound
    dispute.table, actor = table_for(caller, dispute.table_id, action)
    return dispute, actor
