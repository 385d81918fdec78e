"""The addresses of what players and the hall look at while an event is on."""

from django.urls import path

from scoring.events.pages import phone as evening
from scoring.views import event_live

evening_urls = [
    path("e/", evening.exchange, name="evening"),
    path("events/<id:event_id>/standings/", event_live.standings, name="event-standings"),
    path("events/<id:event_id>/standings/<id:number>/", event_live.edition, name="event-edition"),
    path("events/<id:event_id>/standings.csv", event_live.standings_csv, name="event-standings-csv"),
    path("events/<id:event_id>/projector/", event_live.projector, name="event-projector"),
    path("events/<id:event_id>/live/", event_live.live, name="event-live"),
    path("events/<id:event_id>/me/", evening.me, name="event-me"),
    path("events/<id:event_id>/links/", evening.evening_links, name="evening-links"),
    path("events/<id:event_id>/links/<id:member_id>/", evening.evening_link, name="evening-link"),
    path("events/<id:event_id>/links/<id:member_id>/code.svg", evening.evening_code, name="evening-code"),
]
