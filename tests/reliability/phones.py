"""A program that gives everybody of an event the link to his own evening.

Argument: the event's id. Prints as JSON a session for each, as a phone has it once it has opened its link.
"""

import json
import sys

import django


def main(event_id: int) -> list[str]:
    """Issue the links and return the sessions."""
    from django.contrib.sessions.backends.db import SessionStore

    from scoring.events.models import Event
    from scoring.events.services import entrant_links
    from scoring.web.pages import SESSION_EVENINGS
    from tests.reliability.evenings import director_of

    event = Event.objects.select_related("club").get(pk=event_id)
    entrant_links.issue_missing(event=event, actor=director_of(event.club))
    sessions = []
    for link in entrant_links.live_links(event).values():
        session = SessionStore()
        session[SESSION_EVENINGS] = {str(event.pk): link.pk}
        session.save()
        sessions.append(str(session.session_key))
    return sessions


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main(int(sys.argv[1]))))
