"""The help page and the privacy page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.events.planning.domain.kinds import KINDS
from scoring.office.backups import NIGHTS_KEPT


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show how to keep score, what each role may do, and the kinds of evening."""
    return render(request, "help.html", {"kinds": KINDS.values()})


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show which data is stored, who sees it and for how long."""
    context = {"session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60), "backups": NIGHTS_KEPT}
    return render(request, "privacy.html", context)
