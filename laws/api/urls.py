"""The URLs of the laws' API, mounted under ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, path

from laws.api import law_sets, rulings

urlpatterns: list[URLPattern | URLResolver] = [
    path("law-sets/", law_sets.LawSetList.as_view(), name="law-set-list"),
    path("law-sets/compare/", law_sets.LawSetComparison.as_view(), name="law-set-compare"),
    path("law-sets/<slug:slug>/", law_sets.LawSetDetail.as_view(), name="law-set-detail"),
    path("laws/", law_sets.LawList.as_view(), name="law-list"),
    path("laws/<path:law_id>/", law_sets.LawDetail.as_view(), name="law-detail"),
    path("clauses/", law_sets.ClauseList.as_view(), name="law-clause-list"),
    path("clauses/<slug:clause_id>/", law_sets.ClauseDetail.as_view(), name="law-clause-detail"),
    path("incidents/", rulings.IncidentList.as_view(), name="incident-list"),
    path("rulings/", rulings.Rulings.as_view(), name="ruling-ask"),
    path("rulings/why/", rulings.RulingWhy.as_view(), name="ruling-why"),
    path("rulings/compare/", rulings.RulingComparison.as_view(), name="ruling-compare"),
    path("rulings/together/", rulings.RulingsTogether.as_view(), name="ruling-together"),
    path("rulings/propose/", rulings.Proposals.as_view(), name="ruling-propose"),
]
