"""The addresses of the law pages."""

from django.urls import path

from laws import views, views_clauses
from laws.pages import ask as views_ask
from laws.pages import law_book as views_book

app_name = "laws"

urlpatterns = [
    path("laws/", views.law_list, name="list"),
    path("laws/ask/", views_ask.ask, name="ask"),
    path("laws/compare/", views_book.compare_page, name="compare"),
    path("laws/clauses/", views_clauses.clause_list, name="clauses"),
    path("laws/clauses/<slug:clause_id>/", views_clauses.clause_page, name="clause"),
    path("laws/<slug:slug>/", views.law_set_page, name="law-set"),
    path("laws/<slug:slug>/card/", views_book.card_page, name="card"),
    path("laws/<slug:slug>/<slug:topic>/", views_book.topic_page, name="topic"),
    path("laws/<path:law_id>/", views.law_page, name="law"),
]
