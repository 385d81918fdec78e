"""The first page; signing in and out."""

from collections import Counter
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import http
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from laws import library
from laws.templatetags.sentences import translated
from scoring.clubs import authentication, forms, queries
from scoring.clubs.access import ALLOWED
from scoring.clubs.services import invitations, sign_in as service
from scoring.events.access import evenings_opened
from scoring.events.queries import published_events
from scoring.game import games
from scoring.office.waiting import count_waiting
from scoring.refusals import TooManyAttempts
from scoring.tables import scored_games
from scoring.tables.access import tables_opened
from scoring.web import kept_forms, pages, refusals


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what this browser has opened, the clubs of whoever is signed in, and what everybody may see."""
    caller = authentication.caller(request)
    evenings = evenings_opened(caller)
    of_event = Counter(each.event_id for each in evenings)
    memberships = list(queries.memberships(request.user))
    context = {
        "tables": tables_opened(caller),
        "evenings": [(each, of_event[each.event_id] > 1) for each in evenings],
        "memberships": [
            (member, count_waiting(member.club) if member.role in ALLOWED["direct"] else 0)
            for member in memberships
        ],
        "law_sets": library.law_sets().values(),
        "events": published_events(),
        "games": games.by_branch(games.GAMES[slug] for slug in scored_games.slugs()),
    }
    return render(request, "scoring/clubs/home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign somebody in, and go on to where they wanted to be."""
    form, status = forms.SignInForm(request.POST or None, auto_id="%s"), 200
    headers: dict[str, str] = {}
    if request.method == "POST" and form.is_valid():
        address = pages.address_of_request(request)
        try:
            user = service.sign_in(request=request, address=address, **form.cleaned_data)
            if user is not None:
                auth.login(request, user)
                if kept := kept_forms.opened(request.POST.get("kept", "")):
                    return kept_forms.page(request, kept, has_signed_in=True)
                return redirect(_next(request))
            form.add_error(None, gettext("The user name or the password is wrong. Try again."))
        except TooManyAttempts as refusal:
            form.add_error(None, translated(refusal.detail))
            status, headers = refusals.status_of(refusal), refusals.retry_after(refusal)
    status = 400 if form.errors and status == 200 else status
    context = {
        "form": form,
        "next": request.GET.get("next", request.POST.get("next", "")),
        "sealed": request.POST.get("kept", ""),
    }
    response = render(request, "scoring/clubs/sign_in.html", context, status=status)
    for name, value in headers.items():
        response[name] = value
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out; table links this browser holds go as well."""
    auth.logout(request)
    return redirect("home")


class PasswordLinkPage(PasswordResetConfirmView):
    """Let whoever holds a one-time link choose a password; they are then signed in, in their club."""

    template_name = "scoring/clubs/set_password.html"
    token_generator = invitations.password_links
    post_reset_login = True

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in with the new password, and say so."""
        with transaction.atomic():
            answer = super().form_valid(form)
            invitations.password_chosen(form.user)
        messages.success(self.request, gettext("Your password was saved, and you are signed in."))
        return answer

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show what was refused."""
        return self.render_to_response(self.get_context_data(form=form), status=400)

    def get_success_url(self) -> str:
        """Return the page of the club, where there is one and no other."""
        memberships = list(queries.memberships(self.request.user))
        if len(memberships) == 1:
            return reverse("club", args=[memberships[0].club.slug])
        return reverse("home")


set_password = require_http_methods(["GET", "HEAD", "POST"])(PasswordLinkPage.as_view())


class AccountPage(PasswordChangeView):
    """Show whose account it is, to sign out or to change its password."""

    template_name = "scoring/clubs/account.html"
    form_class = forms.NewPasswordForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        """Tell the form from where the password is changed."""
        return {**super().get_form_kwargs(), "address": pages.address_of_request(self.request)}

    def form_valid(self, form: Any) -> HttpResponse:
        """Say that it was changed, and what that ends."""
        message = gettext("Your password was changed. You are signed out everywhere else.")
        messages.success(self.request, message)
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show what was refused."""
        status = 429 if form.has_error("old_password", "too-many-attempts") else 400
        return self.render_to_response(self.get_context_data(form=form), status=status)


account = require_http_methods(["GET", "HEAD", "POST"])(pages.signed_in(AccountPage.as_view()))


def _next(request: HttpRequest) -> str:
    """Return where to go after signing in: the page that asked for it, if it is one of ours."""
    target = request.POST.get("next", "")
    is_ours = http.url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if is_ours else "/"
