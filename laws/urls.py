"""The addresses of the law pages."""

from django.urls import path

from laws import views, views_ask

app_name = "laws"

urlpatterns = [
    path("laws/", views.law_list, name="list"),
    path("laws/ask/", views_ask.ask, name="ask"),
    path("laws/<slug:slug>/", views.law_set_page, name="law-set"),
    path("laws/<path:law_id>/", views.law_page, name="law"),
]
