"""The URLs of printed sheets."""

from django.urls import path

from scoring.printing.pages import event, table

printing_urls = [
    path("events/<id:event_id>/print/", event.sheets, name="event-print"),
    path("events/<id:event_id>/print/<slug:name>.pdf", event.event_sheet, name="event-sheet"),
    path("clubs/<slug:slug>/cards/print.pdf", table.club_sheet, name="club-cards-print"),
    path("tables/<id:table_id>/print/<slug:name>.pdf", table.table_sheet, name="table-print"),
]
