"""The published rulings of an event."""

from django.http import HttpRequest, HttpResponse

from scoring.clubs.permissions import Actor
from scoring.disputes.queries import disputes, lists
from scoring.disputes.queries.penalties import penalties_of
from scoring.events import guards
from scoring.events.models import Event
from scoring.events.polling_tags import hall_polling
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.web import polling


@guards.event_page("see an event")
def published_rulings(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show the rulings of an event.

    If the club does not publish rulings, only scorers, directors and owners see the page. Only these roles
    see names, open disputes and recorded penalties.
    """
    is_inside = actor.may("read unpublished rulings")
    if not event.club.publishes_rulings:
        actor.must("read unpublished rulings")
    page = EventPage(load_state(event), actor)
    context = {
        "event_page": page,
        "is_inside": is_inside,
        "rulings": [disputes.line_of(row) for row in lists.published(event.pk)],
        "waiting": [disputes.line_of(row) for row in lists.queue(event.club, event.pk)] if is_inside else [],
        "penalties": penalties_of(event.club, event=event.pk) if is_inside else [],
    }
    tagged = hall_polling("rulings", page.state)
    return polling.live_page(request, tagged, "scoring/events/rulings.html", context)
