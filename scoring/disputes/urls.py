"""The URLs of the pages of disputes."""

from django.urls import path

from scoring.disputes.pages import disputes, lists, raise_dispute, steps

dispute_urls = [
    path("tables/<id:table_id>/disputes/", disputes.at_table, name="disputes"),
    path("tables/<id:table_id>/deals/<id:number>/dispute/", raise_dispute.new, name="dispute-new"),
    path("disputes/<id:dispute_id>/", disputes.dispute, name="dispute"),
    path("disputes/<id:dispute_id>/answer/", steps.answer, name="dispute-answer"),
    path("disputes/<id:dispute_id>/choose/", steps.choose, name="dispute-choose"),
    path("disputes/<id:dispute_id>/lapse/", steps.lapse, name="dispute-lapse"),
    path("disputes/<id:dispute_id>/spend/", steps.spend, name="dispute-spend"),
    path("disputes/<id:dispute_id>/drop/", steps.drop, name="dispute-drop"),
    path("disputes/<id:dispute_id>/preview/", disputes.preview, name="dispute-preview"),
    path("disputes/<id:dispute_id>/decide/", steps.decide, name="dispute-decide"),
    path("disputes/<id:dispute_id>/appeal/", steps.appeal, name="dispute-appeal"),
    path("disputes/<id:dispute_id>/settle/", steps.settle, name="dispute-settle"),
    path("clubs/<slug:slug>/disputes/", lists.log, name="club-disputes"),
]
