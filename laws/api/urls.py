"""The addresses of this part's API, mounted under ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, path

from laws import api_clauses, api_difference
from laws.api import law_sets as api
from laws.api import rulings as api_rulings

urlpatterns: list[URLPattern | URLResolver] = [
    path("law-sets/", api.LawSetList.as_view(), name="law-set-list"),
    path("law-sets/compare/", api_difference.LawSetComparison.as_view(), name="law-set-compare"),
    path("law-sets/<slug:slug>/", api.LawSetDetail.as_view(), name="law-set-detail"),
    path("laws/", api.LawList.as_view(), name="law-list"),
    path("laws/<path:law_id>/", api.LawDetail.as_view(), name="law-detail"),
    path("clauses/", api_clauses.ClauseList.as_view(), name="law-clause-list"),
    path("clauses/<slug:clause_id>/", api_clauses.ClauseDetail.as_view(), name="law-clause-detail"),
    path("incidents/", api_rulings.IncidentList.as_view(), name="incident-list"),
    path("rulings/", api_rulings.Rulings.as_view(), name="ruling-ask"),
    path("rulings/why/", api_rulings.RulingWhy.as_view(), name="ruling-why"),
    path("rulings/compare/", api_rulings.RulingComparison.as_view(), name="ruling-compare"),
    path("rulings/together/", api_rulings.RulingsTogether.as_view(), name="ruling-together"),
    path("rulings/propose/", api_rulings.Proposals.as_view(), name="ruling-propose"),
]
