"""The addresses of the pages of disputes."""

from django.urls import path

from scoring.disputes.pages import deeds, disputes, lists, raising

dispute_urls = [
    path("tables/<id:table_id>/disputes/", disputes.at_table, name="disputes"),
    path("tables/<id:table_id>/deals/<id:number>/dispute/", raising.new, name="dispute-new"),
    path("disputes/<id:dispute_id>/", disputes.dispute, name="dispute"),
    path("disputes/<id:dispute_id>/answer/", deeds.answer, name="dispute-answer"),
    path("disputes/<id:dispute_id>/choose/", deeds.choose, name="dispute-choose"),
    path("disputes/<id:dispute_id>/lapse/", deeds.lapse, name="dispute-lapse"),
    path("disputes/<id:dispute_id>/spend/", deeds.spend, name="dispute-spend"),
    path("disputes/<id:dispute_id>/drop/", deeds.drop, name="dispute-drop"),
    path("disputes/<id:dispute_id>/preview/", disputes.preview, name="dispute-preview"),
    path("disputes/<id:dispute_id>/decide/", deeds.decide, name="dispute-decide"),
    path("disputes/<id:dispute_id>/appeal/", deeds.appeal, name="dispute-appeal"),
    path("disputes/<id:dispute_id>/settle/", deeds.settle, name="dispute-settle"),
    path("clubs/<slug:slug>/disputes/", lists.log, name="club-disputes"),
    path("events/<id:event_id>/rulings/", lists.published_rulings, name="event-rulings"),
]
