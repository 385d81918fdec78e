"""A club's own page, and founding a club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from laws import library
from laws.domain.errors import InvalidInput
from scoring.access import club_for
from scoring.callers import caller
from scoring.forms.clubs import ClubForm
from scoring.forms.refusals import refuse
from scoring.selectors import tables
from scoring.services import clubs as service
from scoring.views.doors import club_doors
from scoring.views.shown import table_shown

PAST_TABLES = 20


@require_safe
@login_required
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club: open tables, past ones, its law set, and what its roles allow."""
    found, actor = club_for(caller(request), slug, "see the club")
    past = Paginator(tables.tables_of(found, closed=True), PAST_TABLES)
    context = {
        "club": found,
        "actor": actor,
        "law_set": library.law_sets().get(found.law_set),
        "tables": [table_shown(state, actor) for state in tables.overview(found)],
        "past": past.get_page(request.GET.get("page")),
        **club_doors(actor),
    }
    return render(request, "scoring/club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Found a club; whoever does becomes its owner."""
    form = ClubForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        try:
            made, _ = service.create(user=request.user, **form.cleaned_data)  # type: ignore[arg-type]  # signed in
            messages.success(request, gettext("The club is founded. Add its members next."))
            return redirect("members", made.slug)
        except InvalidInput as refusal:
            refuse(form, refusal)
    return render(request, "scoring/club_form.html", {"form": form}, status=400 if form.errors else 200)
