"""The clauses of the sources: a list to search, and one clause with the laws that carry it."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library, sources
from laws.pages.forms import ClauseSearchForm
from laws.queries import find_clauses

CLAUSES = 20


@require_safe
def clause_list(request: HttpRequest) -> HttpResponse:
    """List the clauses of the sources, or those that speak of what somebody typed."""
    form = ClauseSearchForm(request.GET or None)
    wanted = {}
    if form.is_valid():
        wanted = {name: form.cleaned_data[name] or None for name in form.fields}
    found = [clause.id for clause in find_clauses(**wanted)] if not form.errors else []
    page = Paginator(found, CLAUSES).get_page(request.GET.get("page"))
    context = {"form": form, "page": page, "clauses": sources.shown(page), "query": form.query()}
    return render(request, "laws/clause_list.html", context, status=400 if form.errors else 200)


@require_safe
def clause_page(request: HttpRequest, clause_id: str) -> HttpResponse:
    """Show one clause: our wording and where it stands, what became of it, and what it is to be read with."""
    if clause_id not in library.wordings():
        raise Http404("No such clause.")
    before, after = sources.neighbours(clause_id)
    context = {"clause": sources.shown([clause_id])[0], "before": before, "after": after}
    return render(request, "laws/clause_detail.html", context)
