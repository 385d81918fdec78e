"""The addresses of the pages of disputes."""

from django.urls import path

from scoring.disputes.pages import disputes
from scoring.disputes.pages import lists as dispute_lists
from scoring.disputes.pages import raising as dispute_raise

dispute_urls = [
    path("tables/<id:table_id>/disputes/", disputes.at_table, name="disputes"),
    path("tables/<id:table_id>/deals/<id:number>/dispute/", dispute_raise.new, name="dispute-new"),
    path("disputes/<id:dispute_id>/", disputes.dispute, name="dispute"),
    path("disputes/<id:dispute_id>/answer/", disputes.answer, name="dispute-answer"),
    path("disputes/<id:dispute_id>/choose/", disputes.choose, name="dispute-choose"),
    path("disputes/<id:dispute_id>/lapse/", disputes.lapse, name="dispute-lapse"),
    path("disputes/<id:dispute_id>/spend/", disputes.spend, name="dispute-spend"),
    path("disputes/<id:dispute_id>/drop/", disputes.drop, name="dispute-drop"),
    path("disputes/<id:dispute_id>/preview/", disputes.preview, name="dispute-preview"),
    path("disputes/<id:dispute_id>/decide/", disputes.decide, name="dispute-decide"),
    path("disputes/<id:dispute_id>/appeal/", disputes.appeal, name="dispute-appeal"),
    path("disputes/<id:dispute_id>/settle/", disputes.settle, name="dispute-settle"),
    path("clubs/<slug:slug>/disputes/", dispute_lists.log, name="club-disputes"),
    path("events/<id:event_id>/rulings/", dispute_lists.rulings, name="event-rulings"),
]
