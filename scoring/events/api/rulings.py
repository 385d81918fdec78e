"""The API of an event's rulings."""

from rest_framework.request import Request
from rest_framework.response import Response

from scoring.clubs.api_views import RecordsView, caller_of
from scoring.disputes import schemas
from scoring.disputes.queries import lists
from scoring.events.access import event_for
from scoring.web.api import listing, page_of


class EventRulingsView(RecordsView):
    @listing("event_rulings_list", schemas.RulingLineSerializer, "disputes")
    def get(self, request: Request, event: int) -> Response:
        """List an event's rulings without names.

        If the club does not publish rulings, only its scorers, directors and owners see them.
        """
        of, actor = event_for(caller_of(request), event, "see an event")
        if not of.club.publishes_rulings:
            actor.must("read unpublished rulings")
        return page_of(self, request, lists.published(of.pk), schemas.ruling)
