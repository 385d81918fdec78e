"""The URLs of the pages of events."""

from django.urls import path

from scoring.events.people.pages import check_in, entrant_links, entrant_lists, players
from scoring.events.planning.pages import event_changes, new_event
from scoring.events.play.pages import round_moves, seat_changes, slips, start, table
from scoring.events.show.pages import calling, desk, desk_actions, hall, live_views, public, rulings
from scoring.events.show.pages.projector import projector

event_urls = [
    path("clubs/<slug:slug>/events/", new_event.events, name="events"),
    path("clubs/<slug:slug>/events/new/", new_event.new, name="event-new"),
    path("events/<id:event_id>/", desk.event, name="event"),
    path("events/<id:event_id>/plan/", event_changes.plan, name="event-plan"),
    path("events/<id:event_id>/plan/again/", new_event.again, name="event-plan-again"),
    path("events/<id:event_id>/hold/", event_changes.hold, name="event-hold"),
    path("events/<id:event_id>/publish/", public.publish, name="event-publish"),
    path("on/<id:event_id>/", public.public, name="public-event"),
    path("on/<id:event_id>/code.svg", public.code, name="public-event-code"),
    path("events/<id:event_id>/rulings/", rulings.published_rulings, name="event-rulings"),
    path("events/<id:event_id>/check-in/", check_in.check_in_desk, name="event-check-in"),
    path("events/<id:event_id>/players/", players.players, name="event-players"),
    path("events/<id:event_id>/players/lists/", players.keep_lists, name="event-lists"),
    path("events/<id:event_id>/players/list/", entrant_lists.import_players, name="event-import-players"),
    path("events/<id:event_id>/players/<id:member_id>/leave/", players.leave, name="event-leave"),
    path("events/<id:event_id>/players/<id:member_id>/wishes/", players.wishes, name="event-wishes"),
    path("events/<id:event_id>/start/", start.start, name="event-start"),
    path("call/", calling.anywhere, name="call"),
    path("events/<id:event_id>/call/", calling.at_event, name="event-call"),
    path("events/<id:event_id>/clock/", desk_actions.clock, name="event-clock"),
    path("events/<id:event_id>/bell/", desk_actions.bell, name="event-bell"),
    path("events/<id:event_id>/word/", desk_actions.renew_word, name="event-word"),
    path("events/<id:event_id>/final/", desk_actions.final, name="event-final"),
    path("events/<id:event_id>/more/", desk_actions.more, name="event-more"),
    path("events/<id:event_id>/doubts/<id:doubt_id>/", desk_actions.settle, name="event-doubt"),
    path("events/<id:event_id>/rounds/<id:number>/", round_moves.round_page, name="event-round"),
    path("events/<id:event_id>/rounds/<id:number>/change/", seat_changes.change, name="event-change"),
    path("events/<id:event_id>/rounds/<id:number>/slips/", slips.slips, name="event-slips"),
    path("events/<id:event_id>/rounds/<id:number>/move/", round_moves.move, name="event-move"),
    path("events/<id:event_id>/rounds/<id:number>/take-back/", round_moves.take_back, name="event-take-back"),
    path("events/<id:event_id>/rounds/<id:number>/keep/", desk_actions.keep_seats, name="event-keep-seats"),
    path(
        "events/<id:event_id>/rounds/<id:number>/tables/<id:table_number>/",
        table.table,
        name="event-table",
    ),
    path("e/", entrant_links.exchange, name="evening"),
    path("events/<id:event_id>/standings/", hall.standings, name="event-standings"),
    path("events/<id:event_id>/standings/<id:number>/", hall.edition, name="event-edition"),
    path("events/<id:event_id>/standings.csv", hall.standings_csv, name="event-standings-csv"),
    path("events/<id:event_id>/projector/", projector, name="event-projector"),
    path("events/<id:event_id>/live/", live_views.live, name="event-live"),
    path("events/<id:event_id>/me/", live_views.me, name="event-me"),
    path("events/<id:event_id>/links/", entrant_links.evening_links, name="evening-links"),
    path("events/<id:event_id>/links/<id:member_id>/", entrant_links.evening_link, name="evening-link"),
    path(
        "events/<id:event_id>/links/<id:member_id>/code.svg", entrant_links.evening_code, name="evening-code"
    ),
]
