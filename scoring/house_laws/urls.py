"""URLs of the pages of a club's law sets."""

from django.urls import path

from scoring.house_laws import own_law_pages, pages

house_law_urls = [
    path("clubs/<slug:slug>/laws/", pages.law_sets, name="house-laws"),
    path("clubs/<slug:slug>/laws/<slug:house>/", pages.law_set, name="house-law-set"),
    path("clubs/<slug:slug>/laws/<slug:house>/draft/", pages.draft, name="house-draft"),
    path("clubs/<slug:slug>/laws/<slug:house>/check/", pages.check, name="house-check"),
    path("clubs/<slug:slug>/laws/<slug:house>/file/", pages.file, name="house-file"),
    path("clubs/<slug:slug>/laws/<slug:house>/own/new/", own_law_pages.write, name="own-law-new"),
    path(
        "clubs/<slug:slug>/laws/<slug:house>/own/<slug:topic>/<slug:name>/",
        own_law_pages.write,
        name="own-law",
    ),
    path(
        "clubs/<slug:slug>/laws/<slug:house>/own/<slug:topic>/<slug:name>/remove/",
        own_law_pages.remove,
        name="own-law-remove",
    ),
]
