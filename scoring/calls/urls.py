"""The URLs of the pages of calls."""

from django.urls import path

from scoring.calls import pages

call_urls = [
    path("tables/<id:table_id>/calls/", pages.at_table, name="calls"),
    path("calls/<id:call_id>/see/", pages.see, name="call-see"),
    path("calls/<id:call_id>/answer/", pages.answer, name="call-answer"),
    path("calls/<id:call_id>/close/", pages.close, name="call-close"),
]
