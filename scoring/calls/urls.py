"""The URLs of the pages of calls."""

from django.urls import path

from scoring.calls import pages
from scoring.calls.step_pages import answer, close, see

call_urls = [
    path("tables/<id:table_id>/calls/", pages.at_table, name="calls"),
    path("calls/<id:call_id>/see/", see, name="call-see"),
    path("calls/<id:call_id>/answer/", answer, name="call-answer"),
    path("calls/<id:call_id>/close/", close, name="call-close"),
]
