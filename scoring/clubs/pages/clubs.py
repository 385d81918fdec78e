"""The page that creates a club."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from scoring.clubs import forms, guards
from scoring.clubs.services import clubs
from scoring.web import keys, pages, refusals


@require_http_methods(["GET", "HEAD", "POST"])
@guards.signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Create a club; the user becomes its owner."""
    form = forms.ClubForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form), keys.new_key_if_used(form):
            club, _ = clubs.create(user=request.user, has_new_name=True, **form.cleaned_data)  # type: ignore[arg-type]  # signed in
            message = gettext("Your club is ready. Add its members next.")
            return pages.redirect_saying(request, message, "members", club.slug)
    return refusals.form_page(request, "scoring/clubs/club_form.html", form)
