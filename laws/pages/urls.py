"""The URLs of the law pages."""

from django.urls import path, register_converter
from django.urls.converters import SlugConverter

from laws.pages import ask, comparison, director_card, law_book

app_name = "laws"


class LawSetName(SlugConverter):
    """The name of a law set: a slug, or ``slug@number`` for a revision of a club's law set."""

    regex = "[-a-zA-Z0-9_]+(?:@[0-9]+)?"


register_converter(LawSetName, "law-set")

urlpatterns = [
    path("laws/", law_book.law_list, name="list"),
    path("laws/ask/", ask.ask, name="ask"),
    path("laws/compare/", comparison.compare_page, name="compare"),
    path("laws/clauses/", law_book.clause_list, name="clauses"),
    path("laws/clauses/<slug:clause_id>/", law_book.clause_page, name="clause"),
    path("laws/<law-set:slug>/", law_book.law_set_page, name="law-set"),
    path("laws/<law-set:slug>/card/", director_card.card_page, name="card"),
    path("laws/<law-set:slug>/<slug:topic>/", law_book.topic_page, name="topic"),
    path("laws/<path:law_id>/", law_book.law_page, name="law"),
]
