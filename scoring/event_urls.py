"""The addresses of the pages of events."""

from django.urls import path

from scoring.events.pages import desk as event_desk
from scoring.events.pages import moves as event_moves
from scoring.events.pages import planning as event_start
from scoring.events.pages import players as event_players
from scoring.printing import pages as printing
from scoring.views import event_change, event_lists, event_steps, event_table

event_urls = [
    path("clubs/<slug:slug>/events/", event_lists.events, name="events"),
    path("clubs/<slug:slug>/events/new/", event_lists.new, name="event-new"),
    path("events/<id:event_id>/", event_desk.event, name="event"),
    path("events/<id:event_id>/log/", event_desk.log, name="event-log"),
    path("events/<id:event_id>/players/", event_players.players, name="event-players"),
    path("events/<id:event_id>/players/<id:member_id>/leave/", event_players.leave, name="event-leave"),
    path("events/<id:event_id>/players/<id:member_id>/wishes/", event_players.wishes, name="event-wishes"),
    path("events/<id:event_id>/start/", event_start.start, name="event-start"),
    path("events/<id:event_id>/clock/", event_steps.clock, name="event-clock"),
    path("events/<id:event_id>/bell/", event_steps.bell, name="event-bell"),
    path("events/<id:event_id>/final/", event_steps.final, name="event-final"),
    path("events/<id:event_id>/doubts/<id:doubt_id>/", event_steps.settle, name="event-doubt"),
    path("events/<id:event_id>/print/", printing.sheets, name="event-print"),
    path("events/<id:event_id>/print/<slug:name>.pdf", printing.event_sheet, name="event-sheet"),
    path("events/<id:event_id>/rounds/<id:number>/", event_moves.round_page, name="event-round"),
    path("events/<id:event_id>/rounds/<id:number>/change/", event_change.change, name="event-change"),
    path("events/<id:event_id>/rounds/<id:number>/move/", event_moves.move, name="event-move"),
    path("events/<id:event_id>/rounds/<id:number>/take-back/", event_moves.take_back, name="event-take-back"),
    path(
        "events/<id:event_id>/rounds/<id:number>/tables/<id:table_number>/",
        event_table.table,
        name="event-table",
    ),
]
