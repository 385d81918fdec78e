"""The decorator that checks permissions for the pages of a dispute."""

from scoring.disputes.models import Dispute
from scoring.tables.guards import record_page

dispute_page = record_page(Dispute, "dispute_id")
