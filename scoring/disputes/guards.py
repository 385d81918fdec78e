"""The decorator of the pages of disputes that checks permissions."""

from scoring.disputes.models import Dispute
from scoring.tables.guards import record_page

dispute_page = record_page(Dispute, "dispute_id")
