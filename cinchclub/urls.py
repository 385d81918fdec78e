"""The root URLs. The APIs of both apps are under ``/api/v1/``, their pages at the root."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.generic import RedirectView
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularSwaggerSplitView

from cinchclub.description import DescriptionView
from cinchclub.health import healthz

handler400 = "cinchclub.errors.bad_request"
handler403 = "cinchclub.errors.permission_denied"
handler404 = "cinchclub.errors.page_not_found"
handler500 = "cinchclub.errors.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    # Without CSRF protection, a page that has only the language form needs no cookie.
    # A forged request could change the language, but no records.
    path("language/", csrf_exempt(require_POST(set_language)), name="language"),
    # The admin's own sign-in and password pages do not limit attempts, so the club's pages replace them.
    path("admin/login/", RedirectView.as_view(pattern_name="sign-in", query_string=True)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account")),
    path("admin/", admin.site.urls),
    path("api/schema/", DescriptionView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("api/v1/", include("scoring.api_urls")),
    path("api/v1/", include("laws.api.urls")),
    path("", include("scoring.urls")),
    path("", include("laws.pages.urls")),
]
