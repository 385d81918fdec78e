"""A club's own page, and founding a club."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from scoring.callers import caller
from scoring.clubs.access import Actor, club_for
from scoring.clubs.forms import ClubChangeForm, ClubForm
from scoring.clubs.services import clubs as service
from scoring.forms.refusals import refuse
from scoring.models import Club
from scoring.tables.queries import tables
from scoring.views.doors import club_doors
from scoring.views.shown import table_shown

PAST_TABLES = 20


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the club: open tables, past ones, its law set, and what its roles allow; change it."""
    action = "change the club" if request.method == "POST" else "see the club"
    found, actor = club_for(caller(request), slug, action)
    form = ClubChangeForm(
        request.POST or None,
        initial={
            "name": found.name, "law_set": found.law_set, "publishes_rulings": found.publishes_rulings,
        },
        auto_id="%s",
        club=found,
    )  # fmt: skip
    if request.method == "POST" and form.is_valid():
        try:
            service.change(club=found, actor=actor, values=form.cleaned_data)
            messages.success(request, gettext("The club is changed."))
            return redirect("club", found.slug)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = _tables(request, found, actor) | {"form": form if actor.may("change the club") else None}
    return render(request, "scoring/clubs/club.html", context, status=400 if form.errors else 200)


def _tables(request: HttpRequest, club: Club, actor: Actor) -> dict[str, Any]:
    past = Paginator(tables.tables_of(club, closed=True), PAST_TABLES)
    return {
        "club": club,
        "law_set": law_set_named(club.law_set),
        "tables": [table_shown(state, actor) for state in tables.overview(club)],
        "past": past.get_page(request.GET.get("page")),
        **club_doors(actor),
    }


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
    return render(request, "scoring/clubs/club_form.html", {"form": form}, status=400 if form.errors else 200)
