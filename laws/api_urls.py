"""The addresses of this part's API, mounted under ``/api/v1/``."""

from django.urls import URLPattern, URLResolver, path

from laws import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("law-sets/", api.LawSetList.as_view(), name="law-set-list"),
    path("law-sets/<slug:slug>/", api.LawSetDetail.as_view(), name="law-set-detail"),
    path("laws/", api.LawList.as_view(), name="law-list"),
    path("laws/<path:law_id>/", api.LawDetail.as_view(), name="law-detail"),
]
